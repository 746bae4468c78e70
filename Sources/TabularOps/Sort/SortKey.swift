/// One of the columns that rows are sorted by, and how its values compare.
///
/// By the column's type, whatever the values look like:
///
///     integer, decimal   by value, exactly, of any length: -1 < 0.5 < 7 = 007 = 7.0 < 1e5 = 100000; -0 is 0. Marks, groups
///                        and units are read as the column's form has them: 2,75 < 10,00 < 1.234,50
///     code               by the number of its digits, then by its text: 007 < 07 < 7 < 10
///     date               by day, in the order of the column's form; years of two digits are 1969 to 2068
///     time, dateTime     by moment, any fraction of a second; what has no zone counts as in UTC
///     boolean            false and no before true and yes
///     text               by its bytes, which is by code point
///
/// Or as natural text: as the user's locale orders words, with digits by the number they make (`item 9` before `item 10`).
///
/// Values that are not of the column's type, such as a word among numbers, come behind those that are, by their bytes.
/// Where a row has no value (it is empty, a word for that, or missing in a short record), it comes last, or first when so
/// asked. Both hold in either direction. Rows that compare equal stay in the file's order.
public struct SortKey: Sendable, Hashable, Codable {
    /// A way to compare values.
    public enum Comparison: String, Sendable, Hashable, Codable {
        /// By the column's type.
        case typed
        /// As text in the order of the user's locale, digits by their number.
        case natural
    }

    /// The column (0-based); one that is not there has no values.
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
