import CCairo
import Geometry

/// A character that looks the same beside any other, so that its glyph and advance can be looked up instead of shaped:
/// letters of scripts that do not join, digits, ideographs, signs. All others go through Pango.
struct SimpleGlyph {
    enum State: UInt8 {
        /// Not determined yet.
        case unknown
        /// One glyph of one font.
        case simple
        /// Needs shaping.
        case complex
    }

    var state: State
    /// The index of its font in the face.
    var font: UInt8 = 0
    /// A Boolean value that indicates whether it is taller than the face's lines, and must be clipped to its box.
    var isTall = false
    var index: UInt32 = 0
    /// The number of its picture in the atlas, after it was first drawn from there.
    var image = Self.noImage
    /// In device pixels.
    var advance = 0.0

    static let noImage = UInt32.max
    static let ellipsis: UInt32 = 0x2026

    /// Returns true where everything that drawing needs is known.
    func isReady(for atlas: GlyphAtlas?) -> Bool { state == .simple && (atlas == nil || image != Self.noImage) }

    static var unknown: SimpleGlyph { SimpleGlyph(state: .unknown) }
    static var complex: SimpleGlyph { SimpleGlyph(state: .complex) }
}

/// The simple glyphs of a face, in pages of 256 characters, each created at the first use of one of them.
struct GlyphTable: ~Copyable {
    /// The first three pages, which always exist. Every letter of a frame is looked up here: an array would be retained and
    /// released for each.
    private let early: UnsafeMutablePointer<SimpleGlyph>
    private static let earlyCount: UInt32 = 0x300
    /// The start of the page of each later character in `glyphs`.
    private var pages: [Int32]
    private var glyphs: [SimpleGlyph] = []

    init() {
        early = .allocate(capacity: Int(Self.earlyCount))
        early.initialize(repeating: .unknown, count: Int(Self.earlyCount))
        pages = Array(repeating: -1, count: 0x110000 >> 8)
    }

    deinit { early.deallocate() }

    /// The glyph of a character, which must be a Unicode scalar.
    subscript(scalar: UInt32) -> SimpleGlyph {
        get {
            if scalar < Self.earlyCount { return early[Int(scalar)] }
            let page = pages[Int(scalar >> 8)]
            return page < 0 ? .unknown : glyphs[Int(page) + Int(scalar & 0xFF)]
        }
        set {
            if scalar < Self.earlyCount {
                early[Int(scalar)] = newValue
                return
            }
            if pages[Int(scalar >> 8)] < 0 {
                pages[Int(scalar >> 8)] = Int32(glyphs.count)
                glyphs.append(contentsOf: repeatElement(.unknown, count: 256))
            }
            glyphs[Int(pages[Int(scalar >> 8)]) + Int(scalar & 0xFF)] = newValue
        }
    }

    /// Discards the numbers of pictures.
    mutating func forgetImages() {
        for index in 0..<Int(Self.earlyCount) { early[index].image = SimpleGlyph.noImage }
        for index in glyphs.indices { glyphs[index].image = SimpleGlyph.noImage }
    }
}

extension Face {
    /// The glyph of a scalar, shaped at its first use.
    func glyph(_ scalar: UInt32) -> SimpleGlyph {
        let known = table[scalar]
        if known.state != .unknown { return known }
        let glyph = withFonts { shape(scalar) }
        table[scalar] = glyph
        return glyph
    }

    /// Discards picture numbers of another version of the atlas.
    func follow(_ atlas: GlyphAtlas?) {
        guard let atlas, version != atlas.version else { return }
        version = atlas.version
        table.forgetImages()
    }

    /// The same glyph with its picture, rasterized at its first use. Call `follow` with the atlas first.
    func glyph(_ scalar: UInt32, from atlas: GlyphAtlas?) -> SimpleGlyph {
        var glyph = glyph(scalar)
        guard let atlas, glyph.state == .simple, glyph.image == SimpleGlyph.noImage else { return glyph }
        glyph.image = atlas.image(of: glyph.index, fonts[Int(glyph.font)])
        table[scalar] = glyph
        return glyph
    }

    /// Shapes one scalar alone. Complex when it may look different in a text.
    private func shape(_ scalar: UInt32) -> SimpleGlyph {
        guard let script = SimpleScript(scalar) else { return .complex }
        let alone = shape([scalar])
        guard let baseFont, alone.count == 1, let found = alone.first, found.isPlain, found.isKnown else {
            return .complex
        }
        if found.font == baseFont, script != .emoji {
            return simple(found, font: 0)
        }
        // A character of no script, such as the Chinese full stop, has the font of the letters beside it.
        for neighbour in script.neighbours {
            let pair = shape([neighbour, scalar])
            guard pair.count == 2, pair[1] == found else { return .complex }
        }
        guard let number = number(of: found.font) else { return .complex }
        return simple(found, font: number)
    }

    /// Complex where its ink extends sideways beyond its advance by more than two pixels.
    private func simple(_ found: FoundGlyph, font: UInt8) -> SimpleGlyph {
        var rect = PangoRectangle()
        pango_font_get_glyph_extents(found.font, found.glyph, &rect, nil)
        let ink = Rect(rect)
        var glyph = SimpleGlyph(state: .simple, font: font, index: found.glyph, advance: found.advance)
        guard !ink.isEmpty else { return glyph }
        guard ink.minX >= -2, ink.maxX <= found.advance + 2 else { return .complex }
        glyph.isTall = ink.minY < -ascent - 1 || ink.maxY > descent + 1
        return glyph
    }

    /// Returns the number of a font, which the face retains; nil when there are too many.
    private func number(of font: UnsafeMutablePointer<PangoFont>) -> UInt8? {
        if let known = fonts.firstIndex(of: font) { return UInt8(known) }
        guard !fonts.isEmpty, fonts.count < 255 else { return nil }
        font.keep()
        fonts.append(font)
        return UInt8(fonts.count - 1)
    }
}
