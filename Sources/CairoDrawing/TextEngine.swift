import CCairo
import Drawing

/// Fonts and texts: measures text and caches the data for drawing between frames.
///
/// One for everything that is drawn with the same font options; not thread-safe.
public final class TextEngine: TextMeasuring {
    private let options: FontOptions
    private var faces: [FontKey: Face] = [:]
    private var recent: (key: FontKey, face: Face)?
    private var faceCount = 0
    private var useCount = 0
    /// Zooming creates a face or two per step; a handful is in use at any time.
    private static let faceLimit = 32
    var texts = ShapedTextCache()
    /// The pictures of all glyphs in all fonts.
    let atlas: GlyphAtlas
    /// Memory that the frames of all renderers reuse: half a megabyte for each hidden tab would be too much.
    var work = PixelWork()

    public convenience init(options: FontOptions = FontOptions()) {
        self.init(options: options, atlas: GlyphAtlas())
    }

    init(options: FontOptions, atlas: GlyphAtlas) {
        FallbackFont.installIfNeeded()
        self.options = options
        self.atlas = atlas
    }

    /// The number of lines laid out by Pango since the start. Simple text never is.
    public var shapedLineCount: Int { texts.shapedCount }

    /// Starts a frame, and evicts from full caches.
    func beginFrame() {
        texts.beginFrame()
        atlas.beginFrame()
    }

    func face(_ font: Font, scale: Double) -> Face {
        let key = FontKey(font: font, scale: scale)
        if let recent, recent.key == key { return recent.face }
        let face = faces[key] ?? makeFace(key)
        useCount += 1
        face.lastUse = useCount
        recent = (key, face)
        return face
    }

    /// Creates a face, in place of the least recently used one. The texts of that one are evicted as the oldest; other texts
    /// stay cached.
    private func makeFace(_ key: FontKey) -> Face {
        if faces.count >= Self.faceLimit, let oldest = faces.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            faces[oldest.key] = nil
        }
        faceCount += 1
        let face = withFonts { Face(key, number: faceCount, options: options) }
        faces[key] = face
        return face
    }

    public func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double {
        width(of: text, face: face(font, scale: 1))
    }

    /// The advance width of one line, in device pixels.
    func width(of text: UnsafeBufferPointer<UInt8>, face: Face) -> Double {
        simpleWidth(of: text, face: face) ?? texts.text(text, limit: -1, face: face).width
    }

    public func metrics(of font: Font) -> FontMetrics {
        let face = face(font, scale: 1)
        return FontMetrics(ascent: face.ascent, descent: face.descent)
    }

    /// The sum of advances, in device pixels, or nil when one of the characters is not simple.
    func simpleWidth(of text: UnsafeBufferPointer<UInt8>, face: Face) -> Double? {
        var width = 0.0
        var scalars = Scalars(text)
        while let scalar = scalars.next() {
            let glyph = face.glyph(scalar)
            guard glyph.state == .simple else { return nil }
            width += glyph.advance
        }
        return width
    }
}

/// Decodes UTF-8 that should be valid. Never reads beyond its end where it is not.
struct Scalars {
    private let text: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func next() -> UInt32? {
        guard position < text.count else { return nil }
        let lead = UInt32(text[position])
        position += 1
        if lead < 0x80 { return lead }
        if lead < 0xE0 { return lead << 6 & 0x7C0 | tail() }
        if lead < 0xF0 { return lead << 12 & 0xF000 | tail() << 6 | tail() }
        return min(lead << 18 & 0x1C_0000 | tail() << 12 | tail() << 6 | tail(), 0x10_FFFF)
    }

    private mutating func tail() -> UInt32 {
        guard position < text.count else { return 0 }
        defer { position += 1 }
        return UInt32(text[position] & 0x3F)
    }
}
