import Synchronization
import Tabular

// The source of one's own that the page of `Tabular` shows.

/// A table in memory that grows at its end.
final class Journal: TableSource {
    private struct State: Sendable {
        var lines: [[String]] = []
        var snapshot: TableSnapshot
        var handler: (@Sendable () -> Void)?

        /// Makes the tiles that `range` touches.
        mutating func load(_ range: CellRange) {
            for key in BlockTiles.keys(covering: range) {
                let tile = BlockTiles.range(of: key, rowCount: lines.count, columnCount: snapshot.columns.count)
                var block = RowBlockBuilder(firstRow: tile.rows.lowerBound, columns: tile.columns)
                for row in tile.rows {
                    for column in tile.columns {
                        let isThere = column < lines[row].count
                        if isThere { block.append(lines[row][column].utf8) }
                        block.endCell(CellInfo(state: isThere ? .value : .missing))
                    }
                }
                snapshot.cells[key] = block.build()
            }
            snapshot.version.advance()
        }
    }

    private let state: Mutex<State>

    init(columns: [Column]) {
        let snapshot = TableSnapshot(
            description: TableDescription(format: "journal"), columns: columns, rowCount: .exactly(0), phase: .complete)
        state = Mutex(State(snapshot: snapshot))
    }

    var snapshot: TableSnapshot { state.withLock { $0.snapshot } }

    /// Adds a row; one with fewer fields than there are columns is shown with places that say so.
    func append(_ line: [String]) {
        change { state in
            state.lines.append(line)
            let row = state.lines.count - 1
            state.snapshot.rowCount = .exactly(row + 1)
            state.load(CellRange(rows: row..<row + 1, columns: state.snapshot.columns.indices))
        }
    }

    func want(_ ranges: [CellRange]) {
        change { state in for range in ranges where !range.isEmpty { state.load(range) } }
    }

    func onChange(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.handler = handler } }

    func close() { onChange(nil) }

    private func change(_ change: (inout State) -> Void) {
        let handler = state.withLock { state in
            change(&state)
            return state.handler
        }
        handler?()
    }
}
