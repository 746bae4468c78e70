import Tabular
import Translation

extension TextFault: ProblemDetail {
    var message: String {
        switch self {
        case .quoteInUnquoted: tr("a quote inside a field that does not begin with one. Shown as it stands.")
        case .openingText: tr("a quote that begins a field and does not enclose it. Shown as it stands.")
        case .quoteInQuoted: tr("a quote inside a quoted field that is not doubled. Shown as it stands.")
        case .textAfterQuote(let lines):
            tr(
                one: "a quoted value over {count} line that ends with text behind its quote. Both are shown.",
                many: "a quoted value over {count} lines that ends with text behind its quote. Both are shown.", lines)
        case .unclosedText: tr("a quote that is never closed. Shown as it stands.")
        case .unclosedQuote: tr("a quote that is never closed. The field goes to the end of the file.")
        case .escapeAtEnd: tr("an escape with nothing behind it. Shown as it stands.")
        case .overlong(let bytes):
            tr(
                one: "a value of {count} byte. Its cell shows the beginning.",
                many: "a value of {count} bytes. Its cell shows the beginning.", bytes)
        case .nul: tr("a NUL byte. Kept in the value.")
        case .invalidBytes(let encoding):
            tr("bytes that are not {encoding}. Shown as \u{FFFD}.", ["encoding": encoding])
        case .ragged(let fields, let expected, let headerRecords, let limit):
            Self.raggedMessage(fields, expected, headerRecords, limit)
        case .mixedTerminators(let other, let expected, let lf, let crlf, let cr):
            Self.mixedMessage(other, expected, [(lf, .lf), (crlf, .crlf), (cr, .cr)])
        case .behindCompressed, .openCharacter, .openComment: trailingMessage
        }
    }

    private static func raggedMessage(_ count: Int, _ expected: Int, _ headerRecords: Int, _ limit: Int) -> String {
        let shown =
            if count < expected {
                tr("Shown padded.")
            } else if count <= limit {
                tr("Shown in extra columns.")
            } else {
                tr("Shown up to column {column}.", ["column": limit.grouped])
            }
        let fields = expected.grouped
        return switch headerRecords {
        case 0:
            tr(
                one: "{count} field where the first record has {fields}. {shown}",
                many: "{count} fields where the first record has {fields}. {shown}", count,
                ["fields": fields, "shown": shown])
        case 1:
            tr(
                one: "{count} field where the header has {fields}. {shown}",
                many: "{count} fields where the header has {fields}. {shown}", count,
                ["fields": fields, "shown": shown])
        default:
            tr(
                one: "{count} field where the last header row has {fields}. {shown}",
                many: "{count} fields where the last header row has {fields}. {shown}", count,
                ["fields": fields, "shown": shown])
        }
    }

    private static func mixedMessage(
        _ other: Dialect.Terminator, _ expected: Dialect.Terminator, _ counts: [(Int, Dialect.Terminator)]
    ) -> String {
        let counts = counts.filter { $0.0 > 0 }
            .map {
                // Translators: how many records end with a terminator, in a list of them.
                tr("{number} with {terminator}", ["number": $0.0.grouped, "terminator": $0.1.name])
            }.joined(separator: ", ")
        return tr(
            """
            a record that ends with {terminator} where the first one ends with {expected}. Of all records end \
            {counts}. Each of these is read as an end.
            """, ["terminator": other.name, "expected": expected.name, "counts": counts])
    }

    private var trailingMessage: String {
        switch self {
        case .behindCompressed(let bytes, let offset):
            tr(
                one: "{count} byte behind the compressed data, at byte {byte} of the compressed file. Left out.",
                many: "{count} bytes behind the compressed data, at byte {byte} of the compressed file. Left out.",
                bytes, ["byte": offset.grouped])
        case .openCharacter(let bytes):
            tr(
                one: """
                    {count} byte at the end of the file, of a character that is not whole. Left out until the rest is \
                    written.
                    """,
                many: """
                    {count} bytes at the end of the file, of a character that is not whole. Left out until the rest \
                    is written.
                    """, bytes)
        case .openComment(let bytes):
            tr(
                one: """
                    {count} byte at the end of the file that may begin a comment. Left out until the rest is written.
                    """,
                many: """
                    {count} bytes at the end of the file that may begin a comment. Left out until the rest is \
                    written.
                    """, bytes)
        default: ""
        }
    }
}
