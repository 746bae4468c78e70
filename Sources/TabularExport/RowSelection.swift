import Translation

/// Rows as people ask for them: counted from 1, both ends included, either end open.
///
///     10:20    rows 10 to 20        10:    row 10 and all behind it
///     7        row 7                :20    the first 20 rows
public struct RowSelection: Sendable, Hashable {
    /// From 1; nil for the beginning, be there a row or not.
    public let first: Int?
    /// Included; nil for the last row, whichever that is.
    public let last: Int?

    /// All rows.
    public static let all = RowSelection(first: nil, last: nil)

    private init(first: Int?, last: Int?) {
        self.first = first
        self.last = last
    }

    /// The rows `rows`, 0-based, of which there is at least one.
    public init(_ rows: Range<Int>) {
        precondition(!rows.isEmpty && rows.lowerBound >= 0, "no selection of rows: \(rows)")
        self.init(first: rows.lowerBound + 1, last: rows.upperBound)
    }

    /// Reads `A:B`, `A:`, `:B` or `A`.
    public init(_ text: String) throws(ExportError) {
        let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? nil : Int($0) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let areNumbers = zip(parts, ends).allSatisfy { $0.isEmpty || ($1 ?? 0) > 0 }
        guard (1...2).contains(parts.count), areNumbers, ends.contains(where: { $0 != nil }) else {
            throw ExportError(
                .badRows,
                tr(
                    "rows '{rows}': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100.",
                    ["rows": text]))
        }
        first = ends[0]
        last = ends.count == 1 ? ends[0] : ends[1]
        if let first, let last, last < first {
            throw ExportError(
                .badRows,
                tr(
                    "rows '{rows}': the last row comes before the first. Write {last}:{first}.",
                    ["rows": text, "last": "\(last)", "first": "\(first)"]))
        }
    }

    /// The rows, 0-based, of a table with `count`. The last row is clamped to the table's; the first, where one is
    /// named, must be there.
    public func rows(of count: Int) throws(ExportError) -> Range<Int> {
        let start = (first ?? 1) - 1
        if let first, start >= count {
            let message =
                count == 0
                ? tr("rows from {first}: the table has no rows. Leave the rows out.", ["first": "\(first)"])
                : tr(
                    one: "rows from {first}: the table has {count} row. Ask for rows up to that.",
                    many: "rows from {first}: the table has {count} rows. Ask for rows up to that.", count,
                    ["first": "\(first)", "count": "\(count)"])
            throw ExportError(.badRows, message)
        }
        return start..<min(last ?? count, count)
    }
}
