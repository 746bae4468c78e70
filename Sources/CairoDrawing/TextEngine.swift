import CCairo
import Drawing

/// Fonts and the text set in them: measures it and keeps what drawing needs from frame to frame.
///
/// One per window and font options; not for several threads at once.
public final class TextEngine: TextMeasuring {
    private let options: FontOptions
    private var faces: [FontKey: Face] = [:]
    private var recent: (key: FontKey, face: Face)?
    var lines = ShapedLineCache()

    public init(options: FontOptions = FontOptions()) {
        FallbackFont.installIfNeeded()
        self.options = options
    }

    /// Lines of text that had to be laid out by Pango since the start. Simple text never is.
    public var shapedLineCount: Int { lines.shapedCount }

    func face(_ font: Font, scale: Double) -> Face {
        let key = FontKey(font: font, scale: scale)
        if let recent, recent.key == key { return recent.face }
        let face = faces[key] ?? Face(key, options: options)
        // Zooming makes a face a step; a handful is in use at any time.
        if faces.count >= 32, faces[key] == nil { faces.removeAll() }
        faces[key] = face
        recent = (key, face)
        return face
    }

    public func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double {
        width(of: text, face: face(font, scale: 1))
    }

    /// The advance width of one line, in device pixels.
    func width(of text: UnsafeBufferPointer<UInt8>, face: Face) -> Double {
        simpleWidth(of: text, face: face) ?? lines.line(text, limit: -1, face: face).width
    }

    public func metrics(of font: Font) -> FontMetrics {
        let face = face(font, scale: 1)
        return FontMetrics(ascent: face.ascent, descent: face.descent)
    }

    /// The sum of advances, in device pixels, or nil when one of the characters is not simple.
    func simpleWidth(of text: UnsafeBufferPointer<UInt8>, face: Face) -> Double? {
        var width = 0.0
        var scalars = SimpleScalars(text)
        while let scalar = scalars.next() {
            let glyph = face.glyph(scalar)
            guard glyph.state == .simple else { return nil }
            width += glyph.advance
        }
        return width
    }
}

/// Decodes UTF-8 that is known to be valid: one and two byte sequences, which hold all simple scalars. What is longer
/// comes out as a scalar that is not simple.
struct SimpleScalars {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func next() -> UInt32? {
        guard position < text.count else { return nil }
        let lead = text[position]
        if lead < 0x80 {
            position += 1
            return UInt32(lead)
        }
        guard lead < 0xE0, position + 1 < text.count else {
            position = text.count
            return 0xFFFD
        }
        let scalar = UInt32(lead & 0x1F) << 6 | UInt32(text[position + 1] & 0x3F)
        position += 2
        return scalar
    }
}
