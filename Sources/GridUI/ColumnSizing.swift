/// What is known of the widths of columns: which were found, and which a person gave.
struct ColumnSizing: Sendable {
    /// The tiles of columns that have been given their widths.
    var sizedTiles: Set<Int> = []
    /// Columns that a person gave a width, which nothing changes but a person.
    var given: Set<Int> = []
    /// The columns whose texts are wider than columns get by themselves, and what width those ask for.
    var cut: [Int: Double] = [:]
    /// The width that the column in the row headers had as a column.
    var rowHeaderColumnWidth: Double?
    /// The width of the row headers that their texts ask for.
    var rowHeaderWidth: Double?
}
