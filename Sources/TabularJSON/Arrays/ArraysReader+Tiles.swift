import QuadrilleRuntime
import Tabular
import TabularBytes

extension ArraysReader {
    /// From now on wanted tiles are read.
    func startTiles() {
        let refused: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            state.withLock { $0.wants.noteFailure(of: $0.wants.stamp) }
            fail(.noThread(text.name))
        }
        let server = TileServer(in: tuning.pool, refused: refused) { [weak self] in self?.loadNextTiles() ?? false }
        state.withLock { state in
            if !state.isClosed { state.lanes.tiles = server }
        }
        server.signal()
    }

    /// Reads the most wanted tiles; false where there are none to read.
    private func loadNextTiles() -> Bool {
        let next = state.withLock(wakes: false) { $0.isClosed ? nil : $0.wants.nextLoad(in: $0.snapshot) }
        guard let load = next else { return false }
        do throws(ReadError) {
            guard let blocks = try read(load) else { return true }
            state.publish { $0.wants.store(Array(zip(load.keys, blocks)), in: &$0.snapshot) }
        } catch {
            state.withLock { $0.wants.noteFailure(of: load.stamp) }
            fail(error)
        }
        return true
    }

    /// Reads one row of tiles, column by column of their rows; nil where it is not wanted any more.
    private func read(_ load: TileLoad) throws(ReadError) -> [RowBlock]? {
        var builders = load.columns.map { RowBlockBuilder(firstRow: load.rows.lowerBound, columns: $0) }
        let columns = load.columns.map(Array.init)
        let count = columns.reduce(0) { $0 + $1.count }
        var lanes = columns.map { $0.map { ArrayLane(self, $0, of: count) } }
        var cell = CellText()
        for row in load.rows {
            for tile in lanes.indices {
                for place in lanes[tile].indices {
                    if row == load.rows.lowerBound { try lanes[tile][place].go(to: row) }
                    guard try lanes[tile][place].readNext() else { throw shorter(than: load.rows.upperBound) }
                    cell.append(
                        lanes[tile][place].fields, at: 0, of: lanes[tile][place].text, to: &builders[tile])
                }
            }
            guard row % 16 == 0 else { continue }
            let isWanted = state.withLock(wakes: false) { !$0.isClosed && $0.wants.wants(load, in: $0.snapshot) }
            if !isWanted { return nil }
        }
        return builders.map { $0.build() }
    }
}
