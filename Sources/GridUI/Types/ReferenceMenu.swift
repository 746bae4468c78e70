import Tabular
import Translation

/// The entries that lead from a cell to the rows of other tables that it refers to.
struct ReferenceMenu {
    /// The most characters of a value in an entry.
    private static let shownCharacters = 40

    private let isOffered: Bool
    private let table: TableSnapshot

    init(_ offers: GridOffers, _ table: TableSnapshot) { (isOffered, self.table) = (offers.references, table) }

    /// An entry for each reference of the cell's column, except where a value of it is known to be null.
    func entries(_ cell: CellPosition) -> [MenuEntry] {
        guard isOffered, let schema = table.description.schema, table.columns.indices.contains(cell.column) else {
            return []
        }
        return schema.references(ofColumn: table.columns[cell.column].name).compactMap { number in
            let reference = schema.references[number]
            let values = reference.columns.map { value(row: cell.row, column: $0) }
            guard !values.contains(.null) else { return nil }
            let known = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
            let key = known.count == values.count ? known.joined(separator: ", ") : ""
            let name = reference.table.visible
            let label =
                key.isEmpty
                ? tr("Go to Its Row in {table}", ["table": name])
                : tr("Go to {table} {key}", ["table": name, "key": key])
            // An underscore would precede a mnemonic letter.
            return MenuEntry(label.replacing("_", with: "__"), .takeValue(.follow(number), cell))
        }
    }

    private enum Value: Equatable {
        case null, unknown
        case text(String)
    }

    /// A value for display, as far as it is in memory.
    private func value(row: Int, column name: String) -> Value {
        guard let column = table.columns.firstIndex(where: { $0.name == name }),
            let block = table.cells.block(row: row, column: column)
        else { return .unknown }
        let info = block.info(row: row, column: column)
        guard info.state == .value else { return info.state == .unreadable ? .unknown : .null }
        let text = block.text(row: row, column: column)
        guard !info.isCut, info.kind != .binary, text.count <= Self.shownCharacters else { return .unknown }
        return .text(text.visible)
    }
}
