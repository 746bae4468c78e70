import CGTK
import Testing

@testable import GridGTK

extension WidgetTests {
    @Suite struct LabelTexts {
        /// Counts the lines and glyphs of a label that breaks within a word.
        private func glyphs(ofText text: String, withHyphens: Bool) -> (lines: Int, glyphs: Int) {
            let label: Widget = gtk_label_new(text)
            g_object_ref_sink(label)
            defer { g_object_unref(label) }
            if !withHyphens { LabelText.leaveOutHyphens(of: label) }
            gtk_label_set_line_wrap(cast(label), 1)
            gtk_label_set_line_wrap_mode(cast(label), PANGO_WRAP_WORD_CHAR)
            guard let layout = gtk_label_get_layout(cast(label)) else { return (0, 0) }
            pango_layout_set_width(layout, 100 * PANGO_SCALE)
            let count = pango_layout_get_line_count(layout)
            var glyphs = 0
            for line in 0..<count {
                var run = pango_layout_get_line_readonly(layout, line)?.pointee.runs
                while let found = run {
                    let item = found.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self)
                    glyphs += Int(item?.pointee.glyphs.pointee.num_glyphs ?? 0)
                    run = found.pointee.next
                }
            }
            return (Int(count), glyphs)
        }

        @Test func wordsAreBrokenWithoutHyphens() async throws {
            try await Host.start()
            let text = String(repeating: "Abcdefgh", count: 12)
            let plain = glyphs(ofText: text, withHyphens: false)
            #expect(plain.lines > 2 && plain.glyphs == text.count)
            // What Pango does where nobody says otherwise.
            #expect(glyphs(ofText: text, withHyphens: true).glyphs > text.count)
        }
    }
}
