import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// Reads the most wanted tiles; false where there are none to read.
    func loadNextTiles() -> Bool {
        let next = state.withLock(wakes: false) { state -> (TileLoad, Checkpoint, SeenRows)? in
            guard !state.isClosed, let load = state.wants.nextLoad(in: state.snapshot) else { return nil }
            let checkpoint = state.index.checkpoint(before: table.omitted.member(ofRow: load.rows.lowerBound))
            let seen = SeenRows(tree: state.tree, breaks: state.breaks, openRow: state.openRow ?? .max)
            return (load, checkpoint, seen)
        }
        guard let (load, checkpoint, seen) = next else { return false }
        let openRow = seen.openRow
        do throws(ReadError) {
            guard let blocks = try read(load, from: checkpoint, seen.tree, table.broken(at: seen.breaks)) else {
                return true
            }
            publish { state in
                // So are rows that were found again.
                guard state.breaks == seen.breaks else { return }
                // A last row that has grown meanwhile is wanted again.
                let isStale = load.rows.upperBound > openRow && state.openRow != openRow
                let kept = zip(load.keys, blocks).compactMap { key, block in
                    (isStale ? block.rows(before: openRow) : block).map { (key, $0) }
                }
                state.wants.store(kept, in: &state.snapshot)
                state.work.tileLoads += 1
            }
        } catch {
            fail(load, error)
        }
        return true
    }

    /// Reads one row of tiles; nil where it is no longer wanted.
    private func read(
        _ load: TileLoad, from checkpoint: Checkpoint, _ tree: ColumnTree, _ table: JSONTable
    ) throws(ReadError) -> [RowBlock]? {
        var rows = RowReader(table, at: checkpoint, tuning)
        var tiles = TileFields(load, tree)
        guard try rows.go(to: load.rows.lowerBound) else { throw shorter(than: load.rows.upperBound) }
        for row in load.rows {
            guard let text = try rows.next() else { throw shorter(than: load.rows.upperBound) }
            tiles.append(text)
            // Rows may be long.
            if row % 16 == 0, !wants(load) { return nil }
        }
        let read = rows.bytesRead
        state.withLock(wakes: false) { $0.work.tileBytesRead += read }
        return tiles.blocks
    }
}

/// The rows as they were when a load began.
private struct SeenRows {
    let tree: ColumnTree
    let breaks: [RowBreak]
    /// The last row, while it may still grow.
    let openRow: Int
}

/// A maker of the blocks of one row of tiles.
private struct TileFields {
    private let widths: [Int]
    private var builders: [RowBlockBuilder]
    private var fields: FieldReader
    private var cell = CellText()

    init(_ load: TileLoad, _ tree: ColumnTree) {
        widths = load.columns.map(\.count)
        builders = load.columns.map { RowBlockBuilder(firstRow: load.rows.lowerBound, columns: $0) }
        fields = FieldReader(tree, wanted: load.columns.flatMap { Array($0) })
    }

    var blocks: [RowBlock] { builders.map { $0.build() } }

    /// Appends the cells of a row.
    mutating func append(_ row: RowText) {
        _ = fields.read(row)
        var place = 0
        for tile in builders.indices {
            for _ in 0..<widths[tile] {
                cell.append(fields, at: place, of: row.bytes, to: &builders[tile])
                place += 1
            }
        }
    }
}
