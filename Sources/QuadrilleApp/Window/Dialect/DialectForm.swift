import TableFormats
import Tabular
import TabularText
import Translation

/// The texts of the fields in which the user chooses how to read a file. An empty field stands for detection.
struct DialectForm: Sendable, Hashable {
    enum Field: CaseIterable, Sendable {
        case delimiter, quote, escape, comment, encoding, skippedLines, headerRows, numbers, nullWords
    }

    /// The reason why the fields do not form valid options.
    struct Fault: Error, Hashable {
        let message: String
    }

    private var texts: [Field: String] = [:]

    subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    /// Words for characters, and for no character, that options of the command line also accept.
    private static let written = TextOption.delimiterNames + [TextOption.none]

    /// Returns the field's text for a word of the options, translated; of any other text, that text.
    static func shown(_ written: String) -> String {
        switch written {
        case TextOption.none: TypingWords.none
        case "spaces": tr("spaces", in: "character")
        case "comma", "semicolon", "pipe", "colon", "space", "tab":
            Dialect.delimiterName(TextOptions.delimiter(written: written) ?? written)
        default: written
        }
    }

    /// The word that the options use for the text of a field, in English or in the language of the interface.
    fileprivate static func written(_ shown: String) -> String {
        written.first { Self.shown($0).lowercased() == shown.lowercased() } ?? shown
    }

    init() {}

    /// Fills the fields with the explicit choices in `options`.
    init(_ options: FormatOptions) {
        for field in Field.allCases {
            guard let option = field.option, let text = options.written(option) else { continue }
            self[field] = field.shown(text)
        }
        self[.numbers] = options.types.numbers.map(TypingWords.name) ?? ""
        self[.nullWords] = options.types.nullWords.map(TypingWords.list) ?? ""
    }

    /// `options` with the fields in place of their choices; opening the file checks whether its encoding is known.
    func options(over options: FormatOptions) throws(Fault) -> FormatOptions {
        var chosen = options.resettingText()
        for field in Field.allCases where !self[field].isEmpty {
            guard let option = field.option else { continue }
            if option == .encoding {
                chosen.encoding = self[field]
            } else if !chosen.set(option, written: field.written(self[field])) {
                throw Fault(message: Self.fault(in: option))
            }
        }
        if let conflict = chosen.conflict { throw Fault(message: Self.words(of: conflict)) }
        chosen.types = try types(over: options.types)
        return chosen
    }

    private static func fault(in option: TextOption) -> String {
        switch option {
        case .delimiter: tr("A delimiter is a name, or 1 to 16 bytes of text without line ends.")
        case .quote: tr("A quote is one ASCII character, or there is none.")
        case .escape: tr("An escape is one ASCII character, or there is none.")
        case .comment: tr("Comments begin with 1 to 16 bytes of text without line ends, or there are none.")
        case .skippedLines: tr("Lines to skip are a whole number from 0.")
        case .headerRows: tr("A table has 0 to {limit} header rows.", ["limit": "\(TextOption.headerRowLimit)"])
        case .encoding: ""
        }
    }

    /// Describes a dialect or encoding that reads most of a table better than the applied one; nil where none is known.
    static func suggestion(in description: TableDescription) -> String? {
        guard let text = description.text else { return nil }
        var parts: [String] = []
        if let dialect = text.suggestion { parts.append(dialect) }
        if let other = text.encoding.suggested {
            let now = text.encoding.name
            parts.append(tr("bytes that are not {encoding} fit {other}", ["encoding": now, "other": other]))
        }
        guard let first = parts.first?.first else { return nil }
        let all =
            parts.count > 1 ? tr("{dialect}, and {encoding}", ["dialect": parts[0], "encoding": parts[1]]) : parts[0]
        return tr("{suggestion}.", ["suggestion": String(first).uppercased() + all.dropFirst()])
    }

    /// Fills the fields with the suggested dialect and encoding.
    mutating func takeSuggestion(in description: TableDescription) {
        let suggestion = TableFormats.suggestion(in: description)
        for field in Field.allCases {
            if let text = field.option.flatMap({ suggestion[$0] }) { self[field] = field.shown(text) }
        }
    }

    private static func words(of conflict: (first: TextOption, second: TextOption)) -> String {
        switch (conflict.first, conflict.second) {
        case (.delimiter, .quote): tr("The delimiter and the quote cannot share a character.")
        case (.delimiter, .escape): tr("The delimiter and the escape cannot share a character.")
        case (.quote, .escape): tr("The quote and the escape cannot share a character.")
        case (.comment, .quote): tr("The comment and the quote cannot share a character.")
        case (.comment, .escape): tr("The comment and the escape cannot share a character.")
        default: tr("The delimiter and the comment cannot share a character.")
        }
    }
}

extension DialectForm.Field {
    /// The choice in the field; nil for types.
    fileprivate var option: TextOption? {
        switch self {
        case .delimiter: .delimiter
        case .quote: .quote
        case .escape: .escape
        case .comment: .comment
        case .encoding: .encoding
        case .skippedLines: .skippedLines
        case .headerRows: .headerRows
        case .numbers, .nullWords: nil
        }
    }

    /// Returns the field's text for a choice as options write it: words are translated.
    fileprivate func shown(_ written: String) -> String { isWord(written) ? DialectForm.shown(written) : written }

    /// Returns the choice that `shown(_:)` made a text of.
    fileprivate func written(_ shown: String) -> String {
        let written = DialectForm.written(shown)
        return isWord(written) ? written : shown
    }

    /// Delimiters have names; in other fields the same texts are none.
    private func isWord(_ written: String) -> Bool { self == .delimiter || written == TextOption.none }

    /// The label, with a mnemonic.
    var label: String {
        switch self {
        case .delimiter: tr("_Delimiter")
        case .quote: tr("_Quote")
        case .escape: tr("_Escape")
        case .comment: tr("Co_mments")
        case .encoding: tr("E_ncoding")
        case .skippedLines: tr("_Skip lines")
        case .headerRows: tr("_Header rows")
        case .numbers: tr("Numbe_rs")
        case .nullWords: tr("Empty _values")
        }
    }

    /// The choices besides detection; every field accepts other texts too.
    var presets: [String] {
        switch self {
        case .delimiter: TextOption.delimiterNames
        case .quote: ["\"", "'", "none"]
        case .escape: ["none", "\\"]
        case .comment: ["none", "#", "//", "--"]
        case .encoding:
            [
                "UTF-8", "UTF-16LE", "UTF-16BE", "Windows-1252", "ISO-8859-1", "ISO-8859-15", "Windows-1251",
                "GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR",
            ]
        case .skippedLines: ["0", "1", "2", "3"]
        case .headerRows: ["0", "1", "2", "3"]
        case .numbers: DecimalMark.allCases.map(TypingWords.name)
        case .nullWords: ["none", "NA", "NA, N/A, NULL", "-"]
        }
    }

    /// Returns the applied value of the field, for the user.
    func found(in description: TableDescription, _ columns: [Column] = []) -> String {
        switch self {
        case .encoding: return description.text?.encoding.name ?? ""
        case .numbers: return DialectForm.marks(of: columns)
        case .nullWords: return TypingWords.list(description.nullWords)
        default: break
        }
        guard let dialect = description.text?.dialect else { return "" }
        return switch self {
        case .delimiter: dialect.delimiterName
        case .quote: dialect.quote.map(Dialect.name) ?? TypingWords.none
        case .escape: dialect.escape.map(Dialect.name) ?? TypingWords.none
        case .comment: dialect.comment?.visible ?? TypingWords.none
        case .encoding, .numbers, .nullWords: ""
        case .skippedLines: String(dialect.skippedLines)
        case .headerRows: String(dialect.headerRows)
        }
    }
}
