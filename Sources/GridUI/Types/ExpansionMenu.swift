import Tabular
import Translation

/// The entries for a column of JSON: its objects' members as columns, its arrays' elements as a table.
struct ExpansionMenu {
    /// Values that are inspected.
    private static let lookedAt = 100

    /// The full names of the expanded columns; nil where none can be.
    private let expansions: [String]?
    private let hasElements: Bool
    private let table: TableSnapshot
    private let rowsInSight: Range<Int>?

    init(_ offers: GridOffers, _ table: TableSnapshot, _ rowsInSight: Range<Int>?) {
        (expansions, hasElements) = (offers.expansions, offers.elements)
        (self.table, self.rowsInSight) = (table, rowsInSight)
    }

    func entries(_ column: Int) -> [MenuEntry] {
        guard table.columns.indices.contains(column) else { return [] }
        return members(column) + elements(column)
    }

    private func elements(_ column: Int) -> [MenuEntry] {
        guard hasElements, holds(UInt8(ascii: "["), column) else { return [] }
        return [MenuEntry(tr("Open as Table"), .request(.openElements, column: column))]
    }

    /// The switch for a column of text that contains objects, or is expanded. Tables without header records, such as those of
    /// JSON, have columns of objects anyway.
    private func members(_ column: Int) -> [MenuEntry] {
        guard let expansions, table.description.headerRows != nil else { return [] }
        let isOn = expansions.contains(table.columns.fullNames[column])
        guard isOn || holds(UInt8(ascii: "{"), column) else { return [] }
        return [MenuEntry(tr("_JSON Members as Columns"), .request(.expand(!isOn), column: column), isOn: isOn)]
    }

    /// A Boolean value that indicates whether a visible value begins with `bracket`.
    private func holds(_ bracket: UInt8, _ column: Int) -> Bool {
        guard [.text, .json, .mixed].contains(table.columns[column].type), let rowsInSight else { return false }
        return rowsInSight.prefix(Self.lookedAt).contains { row in
            guard let block = table.cells.block(row: row, column: column) else { return false }
            return block.withBytes(row: row, column: column) { bytes in
                bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == bracket
            }
        }
    }
}
