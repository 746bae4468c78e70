import Tabular
import Translation

/// The entry that makes the members of a column's JSON objects columns of their own.
struct ExpansionMenu {
    /// Values that are looked at.
    private static let lookedAt = 100

    /// The full names of the columns that are expanded; nil where none can be.
    private let expansions: [String]?
    private let table: TableSnapshot
    private let rowsInSight: Range<Int>?

    init(_ expansions: [String]?, _ table: TableSnapshot, _ rowsInSight: Range<Int>?) {
        (self.expansions, self.table, self.rowsInSight) = (expansions, table, rowsInSight)
    }

    /// The switch for a column of text that has objects, or is expanded.
    func entries(_ column: Int) -> [MenuEntry] {
        guard let expansions, table.description.dialect != nil, table.columns.indices.contains(column) else {
            return []
        }
        let isOn = expansions.contains(table.columns.fullNames[column])
        guard isOn || holdsObjects(column) else { return [] }
        return [MenuEntry(tr("_JSON Members as Columns"), .request(.expand(!isOn), column: column), isOn: isOn)]
    }

    /// A Boolean value that indicates whether a value in sight begins as a JSON object does.
    private func holdsObjects(_ column: Int) -> Bool {
        guard [.text, .json, .mixed].contains(table.columns[column].type), let rowsInSight else { return false }
        return rowsInSight.prefix(Self.lookedAt).contains { row in
            guard let block = table.cells.block(row: row, column: column) else { return false }
            return block.withBytes(row: row, column: column) { bytes in
                bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
            }
        }
    }
}
