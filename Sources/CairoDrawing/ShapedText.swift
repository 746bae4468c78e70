import CCairo
import Drawing
import Geometry
import QuadrilleRuntime

/// A text laid out by Pango, in one line or several: any script, any direction, any fallback font. Stores the glyphs, not
/// Pango's layout, which is far larger.
final class ShapedText {
    /// A line, its lengths in device pixels.
    struct Line {
        /// The offset of its first byte in the text.
        var start: Int
        /// The left edge of its logical rectangle, from its origin.
        var left: Double
        var width: Double
        /// The ink rectangle, relative to its origin, which is on the baseline.
        var ink: Rect
        fileprivate var glyphs: Range<Int>
    }

    /// A glyph and its position in Pango units, relative to the line's origin.
    struct Glyph {
        var font: Int
        var index: UInt32
        var x: Int32
        var y: Int32
        var image = SimpleGlyph.noImage
    }

    let text: [UInt8]
    /// The number of its face.
    let face: Int
    /// The width at which it is cut or wraps, in device pixels; negative when unlimited.
    let limit: Int32
    let wraps: Bool
    /// The number of its lines; `lines` contains the first ones.
    let lineCount: Int
    private(set) var lines: [Line] = []
    /// The frame in which it was last used.
    var lastUse = 0
    private(set) var glyphs: [Glyph] = []
    private(set) var fonts: [UnsafeMutablePointer<PangoFont>] = []
    /// The version of the atlas whose picture numbers are stored.
    private var version: Version?
    /// The clusters of each line, after the first request.
    private var clusters: [[Cluster]]?

    init(_ text: UnsafeBufferPointer<UInt8>, limit: Int32, wraps: Bool = false, face: Face) {
        self.text = Array(text)
        self.face = face.number
        self.limit = limit
        self.wraps = wraps
        if limit < 0, Self.isPlainLine(text) {
            lineCount = 1
            appendLine(text, face)
            return
        }
        let layout = Self.makeLayout(text, limit: limit, wraps: wraps, face)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        lineCount = Int(pango_layout_get_line_count(layout))
        for number in 0..<min(lineCount, TextWrapping.lineLimit) {
            guard let line = pango_layout_get_line_readonly(layout, Int32(number)) else { break }
            append(line)
        }
    }

    deinit {
        for font in fonts { font.letGo() }
    }

    /// The width of its first line, which is all of it unless it wraps.
    var width: Double { lines.first?.width ?? 0 }

    /// Its approximate size in memory, in bytes.
    var byteCount: Int {
        320 + text.count + lines.count * MemoryLayout<Line>.stride + glyphs.count * MemoryLayout<Glyph>.stride
            + (clusters ?? []).reduce(0) { $0 + 32 + $1.count * MemoryLayout<Cluster>.stride }
    }

    /// Returns true where a text is one line, not empty, without characters that Pango's layout handles specially: tabs and
    /// line ends.
    private static func isPlainLine(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for (place, byte) in text.enumerated() {
            if byte < 0x20 { return false }
            // U+0085; U+2028 and U+2029.
            if byte == 0x85, place > 0, text[place - 1] == 0xC2 { return false }
            if byte | 1 == 0xA9, place > 1, text[place - 1] == 0x80, text[place - 2] == 0xE2 { return false }
        }
        return !text.isEmpty
    }

    /// Appends the text as one line, not cut.
    private func appendLine(_ text: UnsafeBufferPointer<UInt8>, _ face: Face) {
        var x: Int32 = 0
        var ink = Rect(x: 0, y: 0, width: 0, height: 0)
        face.forEachRun(of: text) { font, string in
            var rect = PangoRectangle()
            pango_glyph_string_extents(string, font, &rect, nil)
            rect.x += x
            let more = Rect(rect)
            ink = ink.union(more)
            append(string.pointee, font, &x)
        }
        lines.append(
            Line(start: 0, left: 0, width: Double(x) / Double(PANGO_SCALE), ink: ink, glyphs: 0..<glyphs.count))
    }

    private func append(_ line: UnsafeMutablePointer<PangoLayoutLine>) {
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_line_get_extents(line, &ink, &logical)
        let first = glyphs.count
        var x: Int32 = 0
        var next = line.pointee.runs
        while let entry = next?.pointee {
            next = entry.next
            if let run = entry.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
                let font = run.item?.pointee.analysis.font, let string = run.glyphs?.pointee
            {
                append(string, font, &x)
            }
        }
        lines.append(
            Line(
                start: Int(line.pointee.start_index), left: Double(logical.x) / Double(PANGO_SCALE),
                width: Double(logical.width) / Double(PANGO_SCALE), ink: Rect(ink), glyphs: first..<glyphs.count))
    }

    /// Appends the glyphs of a run that starts at `x`, and advances `x` to its end.
    private func append(_ string: PangoGlyphString, _ font: UnsafeMutablePointer<PangoFont>, _ x: inout Int32) {
        var number = fonts.firstIndex(of: font)
        for index in 0..<Int(string.num_glyphs) {
            let info = string.glyphs[index]
            defer { x += info.geometry.width }
            // PANGO_GLYPH_EMPTY: no ink, such as a control character.
            if info.glyph == 0x0FFF_FFFF { continue }
            if number == nil {
                font.keep()
                number = fonts.count
                fonts.append(font)
            }
            glyphs.append(
                Glyph(
                    font: number ?? 0, index: info.glyph, x: x + info.geometry.x_offset, y: info.geometry.y_offset))
        }
    }

    /// Calls `body` with the pictures of a line's glyphs in an atlas, and their positions from the line's origin, in device
    /// pixels.
    func forEachImage(ofLine number: Int, in atlas: GlyphAtlas, _ body: (UInt32, Double, Double) -> Void) {
        if version != atlas.version {
            version = atlas.version
            for index in glyphs.indices { glyphs[index].image = SimpleGlyph.noImage }
        }
        for index in lines[number].glyphs {
            if glyphs[index].image == SimpleGlyph.noImage {
                glyphs[index].image = atlas.image(of: glyphs[index].index, fonts[glyphs[index].font])
            }
            let glyph = glyphs[index]
            body(glyph.image, Double(glyph.x) / Double(PANGO_SCALE), Double(glyph.y) / Double(PANGO_SCALE))
        }
    }
}

extension ShapedText {
    /// Characters that form one shape, such as a letter with its marks, and their extent from the line's origin, in device
    /// pixels.
    struct Cluster {
        /// The byte range in the text. For the ellipsis, all bytes that were cut off.
        var bytes: Range<Int>
        var left: Double
        var right: Double
        var isSign: Bool
    }

    /// The clusters of a line, from left to right. The first call lays out the text again.
    ///
    /// - Complexity: O(1) after the first call.
    func clusters(ofLine number: Int, _ face: Face) -> [Cluster] {
        let found = clusters ?? withFonts { findClusters(face) }
        clusters = found
        return number < found.count ? found[number] : []
    }

    private func findClusters(_ face: Face) -> [[Cluster]] {
        let layout = makeLayout(face)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        return lines.indices.map { number in
            var found: [Cluster] = []
            guard let line = pango_layout_get_line_readonly(layout, Int32(number)) else { return found }
            var x: Int32 = 0
            var next = line.pointee.runs
            while let entry = next?.pointee {
                next = entry.next
                if let run = entry.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee {
                    Self.append(run, &x, to: &found)
                }
            }
            return found
        }
    }

    private static func append(_ run: PangoGlyphItem, _ x: inout Int32, to found: inout [Cluster]) {
        guard let item = run.item?.pointee, let string = run.glyphs?.pointee, let places = string.log_clusters else {
            return
        }
        let first = found.count
        let end = Int(item.offset + item.length)
        // PANGO_ANALYSIS_FLAG_IS_ELLIPSIS
        let isSign = item.analysis.flags & 2 != 0
        for index in 0..<Int(string.num_glyphs) {
            let start = Int(item.offset) + (isSign ? 0 : Int(places[index]))
            let left = Double(x) / Double(PANGO_SCALE)
            x += string.glyphs[index].geometry.width
            let right = Double(x) / Double(PANGO_SCALE)
            if found.count > first, found[found.count - 1].bytes.lowerBound == start {
                found[found.count - 1].right = right
            } else {
                found.append(Cluster(bytes: start..<start, left: left, right: right, isSign: isSign))
            }
        }
        // A run has one direction: each cluster ends where the next in that direction begins.
        let isBackward = item.analysis.level & 1 == 1
        for index in first..<found.count {
            let next = isBackward ? index - 1 : index + 1
            let stop = next >= first && next < found.count ? found[next].bytes.lowerBound : end
            let start = found[index].bytes.lowerBound
            found[index].bytes = start..<(isSign ? .max : max(start, stop))
        }
    }

    /// Returns Pango's layout of this text, to be drawn with Pango; the caller releases it.
    func makeLayout(_ face: Face) -> OpaquePointer {
        text.withUnsafeBufferPointer { Self.makeLayout($0, limit: limit, wraps: wraps, face) }
    }

    private static func makeLayout(
        _ text: UnsafeBufferPointer<UInt8>, limit: Int32, wraps: Bool, _ face: Face
    ) -> OpaquePointer {
        let layout: OpaquePointer = pango_layout_new(face.context)
        pango_layout_set_attributes(layout, face.attributes)
        pango_layout_set_single_paragraph_mode(layout, wraps ? 0 : 1)
        text.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        if limit >= 0 {
            if wraps {
                pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            } else {
                pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            }
            // A Pango width is an Int32 of 1/1024 pixel; no screen is as wide as 2^20 pixels.
            pango_layout_set_width(layout, min(limit, 1 << 20) * PANGO_SCALE)
        }
        for number in 0..<min(pango_layout_get_line_count(layout), Int32(TextWrapping.lineLimit)) {
            putOnBaseline(pango_layout_get_line(layout, number))
        }
        return layout
    }

    /// Puts all runs on the baseline. Pango shifts runs of other scripts than the first vertically to align their hanging
    /// baselines: they would differ from the adjacent cell, and jump where the text is cut.
    private static func putOnBaseline(_ line: UnsafeMutablePointer<PangoLayoutLine>?) {
        var next = line?.pointee.runs
        while let entry = next?.pointee {
            next = entry.next
            entry.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.y_offset = 0
        }
    }
}

extension Rect {
    /// Converts a rectangle from Pango units to device pixels.
    init(_ rect: PangoRectangle) {
        let unit = Double(PANGO_SCALE)
        self.init(
            x: Double(rect.x) / unit, y: Double(rect.y) / unit, width: Double(rect.width) / unit,
            height: Double(rect.height) / unit)
    }

    /// The union of two rectangles; ignores an empty one.
    fileprivate func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return Rect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }
}
