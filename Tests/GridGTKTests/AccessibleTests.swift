import CGTK
import CGridShim
import GridGTK
import Testing

extension WidgetTests {
    @Suite struct Accessibility {
        @Test func anAccessibleKeepsNoCellThatNobodyHoldsAndNoneOutlivesTheWindow() async throws {
            let stage = try await Stage(rows: 100, columns: 5)
            try #require(stage.grid).perform(.moveDown)
            let surface = try stage.surface
            let table = try #require(gtk_widget_get_accessible(surface))
            #expect(quad_table_exists(surface) != 0)
            // Each row has a header before its five cells, and there is a row of headers.
            let cell = try #require(atk_object_ref_accessible_child(table, 13))
            let seen = UnsafeMutablePointer<gpointer?>.allocate(capacity: 1)
            defer { seen.deallocate() }
            seen.initialize(to: gpointer(cell))
            g_object_add_weak_pointer(UnsafeMutableRawPointer(cell).assumingMemoryBound(to: GObject.self), seen)
            #expect(atk_object_get_index_in_parent(cell) == 13 && atk_object_get_name(cell) != nil)
            let again = try #require(atk_object_ref_accessible_child(table, 13))
            #expect(again == cell, "one object for one cell, while somebody holds it")
            for _ in 0..<2 { g_object_unref(cell) }
            #expect(seen.pointee == nil)
            // What is held when the window goes says that it is of no use any more.
            let held = try #require(atk_object_ref_accessible_child(table, 14))
            try await stage.close()
            #expect(atk_object_get_name(held) == nil && atk_object_get_parent(held) == nil)
            let states = atk_object_ref_state_set(held)
            #expect(atk_state_set_contains_state(states, ATK_STATE_DEFUNCT) != 0)
            g_object_unref(UnsafeMutableRawPointer(states))
            g_object_unref(held)
        }

        @Test func aCellIsReadByCharactersWordsAndLinesOfWhateverLength() async throws {
            let value = "e\u{301}tude, 👩‍👩‍👧 twice\nthen 12.5"
            let stage = try await Stage(rows: 3, columns: 1) { _, _ in value }
            let table = try #require(gtk_widget_get_accessible(try stage.surface))
            let cell = try #require(atk_object_ref_accessible_child(table, 3))
            defer { g_object_unref(cell) }
            try await Host.iterate(until: "the value") {
                atk_object_get_name(cell).map { String(cString: $0) } == value
            }
            let count = Int32(value.unicodeScalars.count)
            #expect(atk_text_get_character_count(OpaquePointer(cell)) == count)
            let kinds = [
                ATK_TEXT_GRANULARITY_CHAR, ATK_TEXT_GRANULARITY_WORD, ATK_TEXT_GRANULARITY_SENTENCE,
                ATK_TEXT_GRANULARITY_LINE,
            ]
            for kind in kinds {
                // One after the other they are all of it, and each is found from every character that it has.
                var parts: [String] = []
                var place: Int32 = 0
                while place < count {
                    let found = try #require(part(of: cell, at: place, kind))
                    #expect(found.range.lowerBound == place && !found.range.isEmpty)
                    for inner in found.range { #expect(part(of: cell, at: inner, kind)?.range == found.range) }
                    parts.append(found.text)
                    place = found.range.upperBound
                }
                #expect(parts.joined() == value)
                switch kind {
                case ATK_TEXT_GRANULARITY_CHAR: #expect(parts == value.map { String($0) })
                case ATK_TEXT_GRANULARITY_LINE: #expect(parts.count == 2 && parts.last == "then 12.5")
                default: #expect(parts.count > 1)
                }
            }
            // Beyond its end there is nothing, and nobody is harmed.
            for place in [-5, count + 1, .max] as [Int32] {
                #expect(part(of: cell, at: place, ATK_TEXT_GRANULARITY_WORD) == nil)
                #expect(atk_text_get_character_at_offset(OpaquePointer(cell), place) == 0)
            }
            #expect(text(atk_text_get_text(OpaquePointer(cell), 2, -1)) == String(value.dropFirst()))
            #expect(text(atk_text_get_text(OpaquePointer(cell), 9_000, 9_999)) == "")
            try await stage.close()
            #expect(atk_text_get_character_count(OpaquePointer(cell)) == 0)
            #expect(text(atk_text_get_text(OpaquePointer(cell), 0, 5)) == "")
        }

        private func part(
            of cell: UnsafeMutablePointer<AtkObject>, at place: Int32, _ kind: AtkTextGranularity
        ) -> (text: String, range: Range<Int32>)? {
            var (start, end): (Int32, Int32) = (0, 0)
            guard let found = atk_text_get_string_at_offset(OpaquePointer(cell), place, kind, &start, &end) else {
                return nil
            }
            return (text(found), start..<end)
        }

        private func text(_ found: UnsafeMutablePointer<CChar>?) -> String {
            guard let found else { return "" }
            defer { g_free(found) }
            return String(cString: found)
        }
    }
}
