/// The bounds of a text that goes on in further lines, so that one huge value can neither hold up a frame nor make a
/// row that no screen shows.
public enum TextWrapping {
    /// The lines that a text has at most.
    public static let lineLimit = 40
    /// The UTF-8 bytes of a text that are looked at.
    public static let byteLimit = 4_000
    /// By how much narrower than its box a text is to be measured. Glyphs are placed on whole device pixels, so a text
    /// is a little wider or narrower at another scale or zoom; what fits with this slack at one fits at the others.
    public static let slack = 1.04
}
