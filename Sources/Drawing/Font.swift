/// A typeface at a size.
public struct Font: Sendable, Hashable {
    /// A family name that the text engine knows; it falls back to other fonts for missing glyphs.
    public var family: String
    /// In logical pixels.
    public var size: Double
    public var isBold: Bool

    public init(family: String, size: Double, isBold: Bool = false) {
        self.family = family
        self.size = size
        self.isBold = isBold
    }

    /// The same face `factor` times as large.
    public func scaled(by factor: Double) -> Font {
        Font(family: family, size: size * factor, isBold: isBold)
    }
}

/// The vertical measures of a font's lines, in logical pixels.
public struct FontMetrics: Sendable, Hashable {
    public var ascent: Double
    public var descent: Double

    public init(ascent: Double, descent: Double) {
        self.ascent = ascent
        self.descent = descent
    }

    public var lineHeight: Double { ascent + descent }
}

/// The horizontal alignment of a line of text in its box.
public enum TextAlignment: String, Sendable, Hashable {
    case left
    case center
    case right
}

/// The font and color of a line of text. Figures are tabular: all digits of a font have one width.
public struct TextStyle: Sendable, Hashable {
    public var font: Font
    public var color: Color

    public init(font: Font, color: Color) {
        self.font = font
        self.color = color
    }
}

/// The measuring of text for layout, abstracted so that behavior can be tested without a text engine.
public protocol TextMeasuring {
    /// The advance width of one line of UTF-8, in logical pixels.
    func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double

    /// The height of UTF-8 text whose lines are at most `width` wide, in logical pixels: a multiple of the font's line
    /// height, at least one and at most `TextWrapping.lineLimit` lines. Lines break at line feeds, else between words, else
    /// between characters. Only the first `TextWrapping.byteLimit` bytes count.
    func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double

    func metrics(of font: Font) -> FontMetrics
}

extension TextMeasuring {
    /// The advance width of one line, in logical pixels.
    public func width(of text: String, font: Font) -> Double {
        var text = text
        return text.withUTF8 { width(of: $0, font: font) }
    }
}
