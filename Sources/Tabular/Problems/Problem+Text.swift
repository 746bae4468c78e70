import Translation

// The kinds of problems of text, here since searches of its bytes need them.
extension Problem.Kind {
    /// The kinds in the order of their ordinals, by which findings are stored: add new ones at the end.
    public static let text: [Problem.Kind] = [
        .ragged, .invalidEncoding, .strayQuote, .unclosedQuote, .strayEscape, .nul, .overlongValue, .mixedTerminators,
        .trailingBytes,
    ]

    /// A record with more or fewer fields than the table has columns.
    public static let ragged = Problem.Kind("ragged", ordinal: 0, severity: .warning) { tr("Ragged") }
    /// Bytes that are not text in the source's encoding.
    public static let invalidEncoding = Problem.Kind("invalid-encoding", ordinal: 1, severity: .error) {
        tr("Invalid encoding")
    }
    /// Text after a closing quote, or a quote inside a field that did not begin with one.
    public static let strayQuote = Problem.Kind("stray-quote", ordinal: 2, severity: .warning) { tr("Stray quote") }
    /// A quoted field that the source's end cuts off.
    public static let unclosedQuote = Problem.Kind("unclosed-quote", ordinal: 3, severity: .warning) {
        tr("Unclosed quote")
    }
    /// An escape that is the source's last byte.
    public static let strayEscape = Problem.Kind("stray-escape", ordinal: 4, severity: .warning) { tr("Stray escape") }
    /// A NUL byte in a field.
    public static let nul = Problem.Kind("nul", ordinal: 5, severity: .note) { tr("NUL") }
    /// A value that is longer than any cell shows: over 1 MiB.
    public static let overlongValue = Problem.Kind("overlong-value", ordinal: 6, severity: .note) {
        tr("Overlong value")
    }
    /// Records that do not end like the first one. One problem, at the first of them, represents all.
    public static let mixedTerminators = Problem.Kind("mixed-terminators", ordinal: 7, severity: .note) {
        tr("Mixed terminators")
    }
    /// Bytes at the end that are not data: after the compressed data, or of a line still to be written.
    public static let trailingBytes = Problem.Kind("trailing-bytes", ordinal: 8, severity: .warning) {
        tr("Trailing bytes")
    }
}
