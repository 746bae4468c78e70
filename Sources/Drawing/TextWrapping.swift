/// The bounds of wrapped text, so that one huge value can neither delay a frame nor make a row too tall for any screen.
public enum TextWrapping {
    /// The maximum number of lines of a text.
    public static let lineLimit = 40
    /// The maximum number of UTF-8 bytes of a text that are laid out.
    public static let byteLimit = 4_000
    /// The factor by which a text is measured narrower than its box. Glyphs are placed on whole device pixels, so a text is a
    /// little wider or narrower at another scale or zoom; a text that fits with this slack at one fits at the others.
    public static let slack = 1.04
}
