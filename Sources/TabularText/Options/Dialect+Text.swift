import Tabular
import Translation

extension TextDetails {
    /// "comma", "UTF-8", "LF", "header": the detected or chosen dialect. The quote is included where it is not the usual one,
    /// all else where it exists.
    public var statusWords: [String] {
        guard let dialect else { return [encoding.words] }
        var words = [dialect.delimiterName]
        if dialect.quote != UInt8(ascii: "\"") { words.append(dialect.quoteName) }
        return words + dialect.rareParts + [encoding.words, dialect.terminator.name, dialect.headerName]
    }

    public var infoLines: [(label: String, words: String)] {
        [encoding.infoLine] + (dialect.map { [("dialect", $0.words)] } ?? [])
    }

    /// "most records fit semicolon, quote '": the difference of a dialect that fits most records from the applied one.
    public var suggestion: String? {
        guard let dialect, let better = suggestedDialect else { return nil }
        var parts: [String] = []
        if (better.delimiter, better.mergesSpaces) != (dialect.delimiter, dialect.mergesSpaces) {
            parts.append(better.delimiterName)
        }
        if better.quote != dialect.quote { parts.append(better.quoteName) }
        if better.escape != dialect.escape { parts.append(better.escapeName) }
        return parts.isEmpty ? nil : tr("most records fit {dialect}", ["dialect": parts.joined(separator: ", ")])
    }
}

extension Dialect {
    /// "comma, quote \", escape \, comments #, 2 lines skipped, LF, header": all of the dialect.
    package var words: String {
        ([delimiterName, quoteName] + rareParts + [terminator.name, headerName]).joined(separator: ", ")
    }

    package var delimiterName: String {
        mergesSpaces ? tr("spaces", in: "character") : Self.delimiterName(delimiter)
    }

    package static func delimiterName(_ delimiter: String) -> String {
        switch delimiter {
        case ",": tr("comma", in: "character")
        case "\t": tr("tab", in: "character")
        case ";": tr("semicolon", in: "character")
        case "|": tr("pipe", in: "character")
        case ":": tr("colon", in: "character")
        case " ": tr("space", in: "character")
        default: tr("“{text}”", ["text": delimiter.unicodeScalars.map(name).joined()])
        }
    }

    package var quoteName: String {
        quote.map { tr("quote {character}", ["character": Self.name(of: $0)]) } ?? tr("no quote")
    }

    fileprivate var escapeName: String {
        escape.map { tr("escape {character}", ["character": Self.name(of: $0)]) } ?? tr("no escape")
    }

    fileprivate var headerName: String {
        switch headerRows {
        case 0: tr("no header")
        case 1: tr("header")
        default: tr(one: "{count} header row", many: "{count} header rows", headerRows)
        }
    }

    fileprivate var rareParts: [String] {
        var parts: [String] = []
        if escape != nil { parts.append(escapeName) }
        if let comment { parts.append(tr("comments {mark}", ["mark": comment])) }
        if skippedLines > 0 {
            parts.append(tr(one: "{count} line skipped", many: "{count} lines skipped", skippedLines))
        }
        return parts
    }

    /// Returns a name for an ASCII byte, also where it is invisible.
    package static func name(of byte: UInt8) -> String { name(of: Unicode.Scalar(byte)) }

    /// Returns a character, or the number of a control character.
    private static func name(of scalar: Unicode.Scalar) -> String {
        guard scalar.properties.generalCategory == .control else { return String(Character(scalar)) }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
