import GridLayout

/// The mapping between the elements of a layout and the cells of the table, in both directions.
public enum DataMap: Sendable {
    /// Sections are rows, items are positions of the column order.
    case sheet
    /// One section; each row of the table is several items, one for each field of the column order: without row headers, the
    /// column that names a row is one of its fields.
    case records
    /// Sections are groups of rows, items the rows in a group. An item shows the column `label`.
    case groups(GroupedRows, label: Int)

    /// The cell of the table that an element (a cell or an aggregate) shows, if any.
    func cell(of element: Element, columns: ColumnOrder) -> CellPosition? {
        switch self {
        case .sheet:
            guard element.item < columns.count else { return nil }
            return CellPosition(row: element.section, column: columns.column(at: element.item))
        case .records:
            guard columns.fieldCount > 0 else { return nil }
            let (row, field) = element.item.quotientAndRemainder(dividingBy: columns.fieldCount)
            return CellPosition(row: row, column: columns.field(at: field))
        case .groups(let groups, let label):
            guard groups.content.contains(section: element.section, item: element.item) else { return nil }
            return CellPosition(row: groups.row(group: element.section, item: element.item), column: label)
        }
    }

    /// The element that shows a cell of the table; nil where none does.
    func element(showing cell: CellPosition, columns: ColumnOrder) -> Element? {
        switch self {
        case .sheet:
            // A cell in the row headers is found by its row.
            return .cell(section: cell.row, item: columns.place(of: cell.column) ?? 0)
        case .records:
            return .cell(section: 0, item: cell.row * columns.fieldCount + (columns.fieldPlace(of: cell.column) ?? 0))
        case .groups(let groups, _):
            return groups.place(of: cell.row).map { .cell(section: $0.group, item: $0.item) }
        }
    }
}
