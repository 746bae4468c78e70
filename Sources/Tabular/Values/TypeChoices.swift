/// The type that the user chose for a column, as the command line writes it: `text`, `code`, `boolean`, `number`,
/// `number:point`, `number:comma`, `date`, `date:dmy`, `date:mdy`, `date:ymd`.
public enum TypeChoice: Sendable, Hashable {
    case text
    case code
    case boolean
    /// Without a mark the values of the column and of the rest of the table decide.
    case number(DecimalMark?)
    /// Dates with or without a time, likewise.
    case date(DateOrder?)

    /// The choice that a text represents; nil where it is invalid.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count > 1 ? parts[1] : nil) {
        case ("text", nil): self = .text
        case ("code", nil): self = .code
        case ("boolean", nil): self = .boolean
        case ("number", nil): self = .number(nil)
        case ("number", let mark?):
            guard let mark = DecimalMark(rawValue: mark) else { return nil }
            self = .number(mark)
        case ("date", nil): self = .date(nil)
        case ("date", let order?):
            guard let order = DateOrder(rawValue: order) else { return nil }
            self = .date(order)
        default: return nil
        }
    }

    public var text: String {
        switch self {
        case .text: "text"
        case .code: "code"
        case .boolean: "boolean"
        case .number(let mark): mark.map { "number:\($0.rawValue)" } ?? "number"
        case .date(let order): order.map { "date:\($0.rawValue)" } ?? "date"
        }
    }
}

extension TypeChoice: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let choice = TypeChoice(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no type of a column")
        }
        self = choice
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The user's choices about the types of a table's columns. All other types are detected.
public struct TypeChoices: Sendable, Hashable, Codable {
    /// By the column as people write it: its name, else its number from 1, else a spreadsheet's letters. A column without
    /// a choice is detected.
    public var columns: [String: TypeChoice] = [:]
    /// The decimal mark of all numbers of the table; detected when nil.
    public var numbers: DecimalMark?
    /// The null words; the standard ones when nil.
    public var nullWords: [String]?

    public init() {}

    /// The choices of a table of `columns` by their indices.
    ///
    /// A name that no column has yet may belong to a column that a later record adds.
    ///
    /// - Complexity: O(choices × columns).
    package func resolved(in columns: [Column]) -> [Int: TypeChoice] {
        var choices: [Int: TypeChoice] = [:]
        for (key, choice) in self.columns {
            if let index = columns.index(written: key, isOpen: true) { choices[index] = choice }
        }
        return choices
    }

    /// The choice for a column of `columns`.
    public func choice(for index: Int, in columns: [Column]) -> TypeChoice? { resolved(in: columns)[index] }

    /// Sets the choice for a column of `columns`; nil for the detected type.
    public mutating func set(_ choice: TypeChoice?, for index: Int, in columns: [Column]) {
        for key in self.columns.keys where columns.index(written: key, isOpen: true) == index {
            self.columns[key] = nil
        }
        if let choice { self.columns[columns.key(of: index)] = choice }
    }

    /// The null words.
    package var effectiveNullWords: NullWords { nullWords.map { NullWords($0) } ?? .standard }
}
