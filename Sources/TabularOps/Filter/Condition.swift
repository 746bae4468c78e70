import Tabular

/// A condition on the value of a row in one column.
///
/// Where the column holds numbers, they are compared by value, exactly, whatever their length: 1.50 equals 1.5. Among codes
/// one with a 0 before others equals itself alone: 02139 is not 2139. Dates and times are compared by moment, whatever their
/// notation, as in sorting; any other value is neither before nor after any moment. All other values are compared as the text
/// in the file, by Unicode code point. A row without a value in the column has the empty value.
///
/// Where the source distinguishes texts from numbers, a text among numbers equals the same text alone, and is neither less nor
/// greater than a number: 007 equals the number 7 and the text "007", and neither the text "7" nor "7.0".
public struct Condition: Sendable, Hashable, Codable {
    public enum Comparison: String, Sendable, Hashable, CaseIterable, Codable {
        case equals = "="
        case notEquals = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// The value contains the text.
        case contains
        /// A regular expression matches somewhere in the value.
        case matches
        case empty
        /// The value is not of the column's type, and is not a word for "no value".
        case misfit
        /// The value is in the condition's list.
        case isIn = "in"
    }

    /// The ways in which a row can lack a value.
    public struct Blanks: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A value of no length.
        public static let empty = Blanks(rawValue: 1)
        /// A null: a mark of the source, or a word for "no value" in a column that is not text.
        public static let null = Blanks(rawValue: 2)
        /// No field: the record ends before the column.
        public static let missing = Blanks(rawValue: 4)
        /// A value that cannot be read. It belongs to no other kind, and meets only the condition that selects this kind.
        public static let unreadable = Blanks(rawValue: 8)
        public static let all: Blanks = [.empty, .null, .missing]
        /// All single kinds, in the order in which the interface offers them.
        package static let kinds: [Blanks] = [.empty, .null, .missing, .unreadable]
    }

    /// The kinds of cells (`CellKind`) that a value in a list stands for: in `2, "2"` the text "2" is not the number 2.
    public enum Kinds: String, Sendable, Hashable, Codable {
        case texts
        /// Numbers and all other kinds.
        case others
    }

    /// 0-based.
    public var column: Int
    public var comparison: Comparison
    /// The values to compare with: any of them for `isIn`, none for `empty` and `misfit`.
    public var values: [String]
    /// A Boolean value that indicates whether comparisons of texts ignore case, as in find.
    public var ignoresCase: Bool
    /// The kinds of blanks that count as the empty value for `empty`, and for a list of `isIn` that has it.
    public var blanks = Blanks.all
    /// A Boolean value that indicates whether `isIn` distinguishes numbers by their texts, 1.50 from 1.5.
    public var isLiteral = false
    /// The kinds of cells in which values of the list of `isIn` count; those that it lacks count in cells of any kind. It changes
    /// nothing in a source that distinguishes no kinds.
    public var kinds: [String: Kinds]?

    public init(column: Int, _ comparison: Comparison, _ values: [String] = [], ignoresCase: Bool = false) {
        (self.column, self.comparison, self.values, self.ignoresCase) = (column, comparison, values, ignoresCase)
    }

    /// Creates the condition that selects the rows counted for one text of a column of `type`: 1.5 and 1.50 are two texts,
    /// though equal as numbers.
    public init(column: Int, ofText text: String, type: ColumnType) {
        switch (text.isEmpty, type) {
        case (true, _): self.init(column: column, .empty)
        case (false, .text): self.init(column: column, .equals, [text])
        default:
            self.init(column: column, .isIn, [text])
            isLiteral = true
        }
    }

    /// The only comparison value, or "".
    public var value: String { values.first ?? "" }
}

/// The reason why a condition does not apply to a table.
public struct ConditionError: Error, Sendable, Hashable, CustomStringConvertible {
    public var condition: Condition
    /// The facts.
    public var fault: ConditionFault
    /// One or two sentences, in the language of the interface.
    public var description: String { fault.message }
}
