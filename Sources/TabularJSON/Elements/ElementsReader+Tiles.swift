import QuadrilleRuntime
import Tabular

extension ElementsReader: TileReading {
    /// Reads the most wanted tiles; false where there are none to read.
    func loadNextTiles() -> Bool {
        let next = state.withLock(wakes: false) { state -> (TileLoad, ColumnTree, Version)? in
            guard !state.isClosed, let tree = state.known.tree, let load = state.wants.nextLoad(in: state.snapshot)
            else { return nil }
            return (load, tree, state.known.version)
        }
        guard let (load, tree, version) = next else { return false }
        do throws(ReadError) {
            var tiles = ElementTiles(load, tree, of: self)
            try give(load.rows, to: &tiles)
            guard tiles.isWanted else { return true }
            let isCurrent = state.withLock(wakes: false) { $0.known.version == version }
            guard tiles.count == load.rows.count || !isCurrent else { throw shorter(than: load.rows.upperBound) }
            let blocks = tiles.blocks
            state.publish { state in
                guard state.known.version == version else { return }
                state.wants.store(Array(zip(load.keys, blocks)), in: &state.snapshot)
            }
        } catch {
            state.withLock { $0.wants.noteFailure(of: load.version) }
            // The pass reads changed rows of the other table again, or fails.
            if error.kind != .changed { fail(error) }
        }
        return true
    }
}

/// A maker of the blocks of one row of tiles.
private struct ElementTiles: ElementConsumer {
    private let reader: ElementsReader
    private let load: TileLoad
    private var builders: [RowBlockBuilder]
    private var fields: FieldReader
    private var cell = CellText()
    private(set) var count = 0
    private(set) var isWanted = true

    init(_ load: TileLoad, _ tree: ColumnTree, of reader: ElementsReader) {
        (self.load, self.reader) = (load, reader)
        builders = load.columns.map { RowBlockBuilder(firstRow: load.rows.lowerBound, columns: $0) }
        fields = FieldReader(tree, wanted: load.columns.flatMap { $0.map { $0 - 1 } })
    }

    var isFinished: Bool { !isWanted }

    var blocks: [RowBlock] { builders.map { $0.build() } }

    mutating func take(_ element: ArrayElement) {
        _ = fields.read(element.text, readable: element.readable)
        var place = 0
        for tile in builders.indices {
            for column in load.columns[tile] {
                if column == 0 {
                    builders[tile].append(String(element.row + 1).utf8)
                    builders[tile].endCell(CellInfo(state: .value, kind: .number))
                } else {
                    cell.append(fields, at: place, of: element.text, to: &builders[tile])
                }
                place += 1
            }
        }
        count += 1
        if count % 16 == 0 { isWanted = reader.wants(load) }
    }
}
