import QuadrilleRuntime
import Tabular
import TabularBytes

extension ArraysReader {
    /// Reads the most wanted tiles; false where there are none to read.
    func loadNextTiles() -> Bool {
        let next = state.withLock(wakes: false) { $0.isClosed ? nil : $0.wants.nextLoad(in: $0.snapshot) }
        guard let load = next else { return false }
        do throws(ReadError) {
            guard let blocks = try read(load) else { return true }
            state.publish { $0.wants.store(Array(zip(load.keys, blocks)), in: &$0.snapshot) }
        } catch {
            fail(load, error)
        }
        return true
    }

    /// Reads one row of tiles, column by column of their rows; nil where it is no longer wanted.
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
            if row % 16 == 0, !wants(load) { return nil }
        }
        return builders.map { $0.build() }
    }
}
