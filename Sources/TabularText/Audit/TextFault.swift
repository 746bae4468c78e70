import Tabular

/// A fault in a text table, with the facts that its message gives.
///
/// If you add a case, add its text (`TextFault+Text.swift`), its words (`TextFault+Words.swift`) and a row to `Oddities.md`.
enum TextFault: Sendable, Hashable {
    // Quotes and escapes.
    case quoteInUnquoted
    case openingText
    case quoteInQuoted
    case textAfterQuote(lines: Int)
    case unclosedText
    case unclosedQuote
    case escapeAtEnd
    // Values.
    case overlong(bytes: Int)
    case nul
    case invalidBytes(encoding: String)
    // Records. Of fields beyond `limit` none are shown.
    case ragged(fields: Int, expected: Int, headerRecords: Int, limit: Int)
    case mixedTerminators(Dialect.Terminator, expected: Dialect.Terminator, lf: Int, crlf: Int, cr: Int)
    // Bytes after the text.
    case behindCompressed(bytes: Int, at: Int)
    case openCharacter(bytes: Int)
    case openComment(bytes: Int)
}
