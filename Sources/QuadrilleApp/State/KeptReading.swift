import Tabular
import TabularText

/// How a person chose to have a file read, for when it is opened again: only what is not to be found out.
///
/// Characters are kept as they are, so that the file can be read by people; "" is none.
struct KeptReading: Codable, Hashable, Sendable {
    var isText: Bool?
    var delimiter: String?
    /// True where runs of spaces are delimiters.
    var mergesSpaces: Bool?
    var quote: String?
    var escape: String?
    var comment: String?
    var encoding: String?
    var skippedLines: Int?
    var headerRows: Int?
    var types: TypeChoices?

    /// Nil where nothing was chosen.
    init?(_ options: TextOptions) {
        guard options != TextOptions() else { return nil }
        isText = options.isForced ? true : nil
        (delimiter, encoding) = (options.delimiter, options.encoding)
        mergesSpaces = options.isMergingSpaces ? true : nil
        (quote, escape) = (Self.text(options.quote, String.init), Self.text(options.escape, String.init))
        comment = Self.text(options.comment) { $0 }
        (skippedLines, headerRows) = (options.skippedLines, options.headerRows)
        types = options.types == TypeChoices() ? nil : options.types
    }

    /// Nil where no file can be read so: somebody has written it otherwise.
    var options: TextOptions? {
        var options = TextOptions(isForced: isText ?? false, delimiter: delimiter, headerRows: headerRows)
        (options.encoding, options.skippedLines) = (encoding, skippedLines)
        options.types = types ?? TypeChoices()
        options.mergesSpaces = mergesSpaces ?? false
        guard let quote = Self.choice(quote, Self.byte), let escape = Self.choice(escape, Self.byte),
            let comment = Self.choice(comment, { TextOptions.isMark($0) ? $0 : nil }),
            delimiter.map(TextOptions.isMark) ?? true, encoding.map(TextOptions.isKnownEncoding) ?? true,
            skippedLines ?? 0 >= 0, 0...TextOptions.headerRowLimit ~= headerRows ?? 0, hasValidTypes
        else { return nil }
        (options.quote, options.escape, options.comment) = (quote, escape, comment)
        return options.conflict == nil ? options : nil
    }

    /// A Boolean value that indicates whether choices and words are so few and short that a user can have made them: they
    /// are looked up one by one.
    private var hasValidTypes: Bool {
        guard let types else { return true }
        return types.columns.count <= Self.choiceLimit && types.nullWords?.count ?? 0 <= Self.choiceLimit
            && types.nullWords?.allSatisfy { $0.utf8.count <= Self.wordLimit } != false
    }

    private static let choiceLimit = 1 << 16
    /// Bytes of a word for no value.
    private static let wordLimit = 1 << 16

    private static func text<Value>(_ choice: Choice<Value>, _ text: (Value) -> String) -> String? {
        choice == .automatic ? nil : choice.value.map(text) ?? ""
    }

    /// Nil where a text stands for no value.
    private static func choice<Value>(_ text: String?, _ value: (String) -> Value?) -> Choice<Value>? {
        guard let text else { return .automatic }
        return text.isEmpty ? Choice.none : value(text).map { .chosen($0) }
    }

    private static func byte(_ text: String) -> UInt8? {
        guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D else { return nil }
        return byte
    }
}

extension String {
    /// The text of one ASCII byte.
    fileprivate init(_ byte: UInt8) { self.init(Unicode.Scalar(byte)) }
}
