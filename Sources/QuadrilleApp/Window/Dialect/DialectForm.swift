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
    /// The types of single columns, which have no fields.
    var columnTypes: [String: TypeChoice] = [:]

    subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    private static let none = "none"

    /// Words for characters, and for no character, that options of the command line also accept.
    private static let written = TextOption.delimiterNames + [none]

    /// Returns the field's text for a word of the options, translated; of any other text, that text.
    static func shown(_ written: String) -> String {
        switch written {
        case none: tr("none", in: "character")
        case "spaces": tr("spaces", in: "character")
        case "comma", "semicolon", "pipe", "colon", "space", "tab":
            Dialect.delimiterName(TextOptions.delimiter(written: written) ?? written)
        default: written
        }
    }

    /// The word that the options use for the text of a field, in English or in the language of the interface.
    private static func written(_ shown: String) -> String {
        written.first { Self.shown($0).lowercased() == shown.lowercased() } ?? shown
    }

    init() {}

    /// Fills the fields with the explicit choices in `options`.
    init(_ options: TextOptions) {
        self[.delimiter] = options.writtenDelimiter.map(Self.shown) ?? ""
        self[.quote] = Self.text(options.quote) { String(Unicode.Scalar($0)) }
        self[.escape] = Self.text(options.escape) { String(Unicode.Scalar($0)) }
        self[.comment] = Self.text(options.comment) { $0 }
        self[.encoding] = options.encoding ?? ""
        self[.skippedLines] = options.skippedLines.map(String.init) ?? ""
        self[.headerRows] = options.headerRows.map(String.init) ?? ""
        columnTypes = options.types.columns
        self[.numbers] = options.types.numbers.map(Self.shown) ?? ""
        self[.nullWords] = options.types.nullWords.map(Self.shown(nullWords:)) ?? ""
    }

    /// The options in the fields; opening the file checks whether its encoding is known.
    func options(isForced: Bool) throws(Fault) -> TextOptions {
        var options = TextOptions(isForced: isForced)
        if !self[.delimiter].isEmpty, !options.setDelimiter(written: Self.written(self[.delimiter])) {
            throw Fault(message: tr("A delimiter is a name, or 1 to 16 bytes of text without line ends."))
        }
        options.quote = try byte(.quote, tr("A quote is one ASCII character, or there is none."))
        options.escape = try byte(.escape, tr("An escape is one ASCII character, or there is none."))
        options.comment = try choice(.comment) { text throws(Fault) in
            if TextOptions.isMark(text) { return text }
            throw Fault(
                message: tr("Comments begin with 1 to 16 bytes of text without line ends, or there are none."))
        }
        options.encoding = self[.encoding].isEmpty ? nil : self[.encoding]
        options.skippedLines = try number(.skippedLines, 0...Int.max, tr("Lines to skip are a whole number from 0."))
        let limit = TextOptions.headerRowLimit
        options.headerRows = try number(
            .headerRows, 0...limit, tr("A table has 0 to {limit} header rows.", ["limit": "\(limit)"]))
        if let conflict = options.conflict {
            throw Fault(message: Self.words(of: conflict))
        }
        options.types = try types()
        return options
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
        if let encoding = description.text?.encoding.suggested { self[.encoding] = encoding }
        guard let now = description.text?.dialect, let better = description.text?.suggestedDialect else { return }
        let form = DialectForm(TextOptions(reading: better))
        let isOther: [(Field, Bool)] = [
            (.delimiter, (better.delimiter, better.mergesSpaces) != (now.delimiter, now.mergesSpaces)),
            (.quote, better.quote != now.quote),
            (.escape, better.escape != now.escape),
        ]
        for (field, isOther) in isOther where isOther { self[field] = form[field] }
    }

    private static func words(of conflict: DialectConflict) -> String {
        switch (conflict.first, conflict.second) {
        case (.delimiter, .quote): tr("The delimiter and the quote cannot share a character.")
        case (.delimiter, .escape): tr("The delimiter and the escape cannot share a character.")
        case (.quote, .escape): tr("The quote and the escape cannot share a character.")
        case (.comment, .quote): tr("The comment and the quote cannot share a character.")
        case (.comment, .escape): tr("The comment and the escape cannot share a character.")
        default: tr("The delimiter and the comment cannot share a character.")
        }
    }

    private static func text<Value>(_ choice: Choice<Value>, _ text: (Value) -> String) -> String {
        switch choice {
        case .automatic: ""
        case .none: shown(none)
        case .chosen(let value): text(value)
        }
    }

    private func byte(_ field: Field, _ message: String) throws(Fault) -> Choice<UInt8> {
        try choice(field) { text throws(Fault) in
            if text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D { return byte }
            throw Fault(message: message)
        }
    }

    private func choice<Value>(
        _ field: Field, _ value: (String) throws(Fault) -> Value
    ) throws(Fault) -> Choice<Value> {
        let text = self[field]
        if text.isEmpty { return .automatic }
        return Self.written(text) == Self.none ? .none : .chosen(try value(text))
    }

    private func number(_ field: Field, _ range: ClosedRange<Int>, _ message: String) throws(Fault) -> Int? {
        if self[field].isEmpty { return nil }
        guard let number = Int(self[field]), range.contains(number) else { throw Fault(message: message) }
        return number
    }
}

extension DialectForm.Field {
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
        case .numbers: DecimalMark.allCases.map(DialectForm.shown)
        case .nullWords: ["none", "NA", "NA, N/A, NULL", "-"]
        }
    }

    /// Returns the applied value of the field, for the user.
    func found(in description: TableDescription, _ columns: [Column] = []) -> String {
        switch self {
        case .encoding: return description.text?.encoding.name ?? ""
        case .numbers: return DialectForm.marks(of: columns)
        case .nullWords: return DialectForm.shown(nullWords: description.nullWords)
        default: break
        }
        guard let dialect = description.text?.dialect else { return "" }
        return switch self {
        case .delimiter: dialect.delimiterName
        case .quote: dialect.quote.map(Dialect.name) ?? DialectForm.shown("none")
        case .escape: dialect.escape.map(Dialect.name) ?? DialectForm.shown("none")
        case .comment: dialect.comment?.visible ?? DialectForm.shown("none")
        case .encoding, .numbers, .nullWords: ""
        case .skippedLines: String(dialect.skippedLines)
        case .headerRows: String(dialect.headerRows)
        }
    }
}
