import Tabular

// The number of rows. It never decreases.
extension ReaderState {
    /// Shows the rows whose end the index has seen, while there may be more.
    mutating func showEnded(of table: OpenTable) {
        let rows = index.recordCount - table.headerRecords
        // A last row that was shown and has not ended yet is unchanged.
        if let openRow, rows > openRow.row { letGoOfOpenRow() }
        snapshot.rowCount = .atLeast(max(rows, snapshot.rowCount.known))
    }

    /// Shows all rows that `pass` has found; the source ends at its offset.
    mutating func showAll(_ pass: IndexPass, of table: OpenTable) {
        letGoOfOpenRow()
        index.settle(pass.endedCount, at: pass.contentEnd)
        readableEnd = pass.contentEnd
        let records = pass.recordCountAtEnd(isFollowed: table.store.isFollowed)
        let rows = max(0, records - table.headerRecords)
        snapshot.rowCount = .exactly(rows)
        if records > pass.endedCount && rows > 0 {
            openRow = OpenRow(row: rows - 1, end: pass.offset)
        }
    }

    /// Removes the open row, which may have grown: no block shows its old bytes.
    private mutating func letGoOfOpenRow() {
        guard let open = openRow else { return }
        openRow = nil
        let tile = open.row / BlockTiles.rowsPerTile
        for key in Array(snapshot.cells.keys) where key.row == tile {
            snapshot.cells[key] = snapshot.cells[key]?.rows(before: open.row)
        }
    }
}
