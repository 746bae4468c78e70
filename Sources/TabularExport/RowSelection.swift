/// Rows in the notation of users: counted from 1, both ends included, either end open.
///
///     10:20    rows 10 to 20        10:    row 10 and all after it
///     7        row 7                :20    the first 20 rows
public struct RowSelection: Sendable, Hashable {
    /// The first row, from 1; nil for the beginning, even of an empty table.
    public let first: Int?
    /// The last row, included; nil for the end of the table.
    public let last: Int?

    /// All rows.
    public static let all = RowSelection(first: nil, last: nil)

    private init(first: Int?, last: Int?) {
        self.first = first
        self.last = last
    }

    /// Creates the selection of the rows `rows`, 0-based and not empty.
    public init(_ rows: Range<Int>) {
        precondition(!rows.isEmpty && rows.lowerBound >= 0, "no selection of rows: \(rows)")
        self.init(first: rows.lowerBound + 1, last: rows.upperBound)
    }

    /// Parses `A:B`, `A:`, `:B` or `A`.
    public init(_ text: String) throws(ExportError) {
        let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? nil : Int($0) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let areNumbers = zip(parts, ends).allSatisfy { $0.isEmpty || ($1 ?? 0) > 0 }
        guard (1...2).contains(parts.count), areNumbers, ends.contains(where: { $0 != nil }) else {
            throw ExportError(.noRange(text))
        }
        first = ends[0]
        last = ends.count == 1 ? ends[0] : ends[1]
        if let first, let last, last < first {
            throw ExportError(.reversedRange(text, first: first, last: last))
        }
    }

    /// Returns the rows, 0-based, of a table with `count`. The last row is clamped to the table's; an explicit first row must
    /// exist.
    public func rows(of count: Int) throws(ExportError) -> Range<Int> {
        let start = (first ?? 1) - 1
        if let first, start >= count { throw ExportError(.noRow(first: first, count: count)) }
        return start..<min(last ?? count, count)
    }
}
