/// One of the columns by which rows are sorted, and the comparison of its values.
///
/// By the column's type, regardless of the values' notation:
///
///     integer, decimal   by value, exactly, of any length: -1 < 0.5 < 7 = 007 = 7.0 < 1e5 = 100000; -0 is 0. Marks, groups
///                        and units are read as the column's form has them: 2,75 < 10,00 < 1.234,50
///     code               by the number of its digits, then by its text: 007 < 07 < 7 < 10
///     date               by day, in the order of the column's form; years of two digits are 1969 to 2068
///     time, dateTime     by moment, any fraction of a second; what has no zone counts as in UTC
///     boolean            false and no before true and yes
///     text               by its bytes, which is by code point
///
/// Or as natural text: in the word order of the user's locale, with digits ordered by their number (`item 9` before `item 10`).
///
/// Values that are not of the column's type, such as a word among numbers, come after those that are, ordered by their bytes.
/// Rows without a value (empty, a word for "no value", or missing in a short record) come last, or first if so requested. Both
/// hold in either direction. Rows that compare equal stay in the file's order.
public struct SortKey: Sendable, Hashable, Codable {
    /// A way to compare values.
    public enum Comparison: String, Sendable, Hashable, Codable {
        /// By the column's type.
        case typed
        /// As text in the order of the user's locale, digits by their number.
        case natural
    }

    /// The column (0-based); one that does not exist has no values.
    public var column: Int
    public var isDescending: Bool
    public var comparison: Comparison
    /// A Boolean value that indicates whether rows without a value come first, in either direction.
    public var isEmptyFirst: Bool

    public init(
        column: Int, isDescending: Bool = false, comparison: Comparison = .typed, isEmptyFirst: Bool = false
    ) {
        self.column = column
        self.isDescending = isDescending
        self.comparison = comparison
        self.isEmptyFirst = isEmptyFirst
    }
}
