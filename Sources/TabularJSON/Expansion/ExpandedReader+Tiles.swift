import QuadrilleRuntime
import Tabular

extension ExpandedReader: TileReading {
    /// Reads the most wanted tiles; false where there are none to read.
    func loadNextTiles() -> Bool {
        let next = state.withLock(wakes: false) { state in
            state.nextLoad().map { ($0, state.base.rowCount.known, state.survey.growth) }
        }
        guard let (load, rowCount, growth) = next else { return false }
        do throws(ReadError) {
            guard let blocks = try read(load) else { return true }
            let isWhole = blocks.allSatisfy { $0.range.rows == load.rows }
            publish { state in
                // The base ended early: the same read would end in the same way.
                if !isWhole && growth == state.survey.growth { state.wants.noteFailure(of: load.version) }
                state.store(blocks, of: load, rowCount: rowCount, growth: growth)
            }
        } catch {
            fail(load, error)
        }
        return true
    }

    /// Reads one row of tiles; nil where it is no longer wanted.
    private func read(_ load: TileLoad) throws(ReadError) -> [RowBlock]? {
        var sink = TileSink(load, unless: Cancellation { [state] in state.withLock(wakes: false) { !$0.wants(load) } })
        try stream(.range(load.rows), of: .columns(load.columns.flatMap(Array.init), form: .shown), into: &sink)
        return sink.isFinished ? nil : sink.blocks
    }
}

/// A sink that makes the blocks of one row of tiles from records of their columns.
private struct TileSink: RecordSink {
    private let widths: [Int]
    private let cancellation: Cancellation
    private var builders: [RowBlockBuilder]
    private var cell = CellText()
    private var place = (tile: 0, column: 0)
    private var rowCount = 0
    private(set) var isFinished = false

    init(_ load: TileLoad, unless cancellation: Cancellation) {
        (widths, self.cancellation) = (load.columns.map(\.count), cancellation)
        builders = load.columns.map { RowBlockBuilder(firstRow: load.rows.lowerBound, columns: $0) }
    }

    var blocks: [RowBlock] { builders.map { $0.build() } }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { cell.append(bytes) }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        guard place.tile < builders.count else { return }
        cell.end(CellInfo(state: state, kind: kind), in: &builders[place.tile])
        place.column += 1
        if place.column == widths[place.tile] { place = (place.tile + 1, 0) }
    }

    mutating func endRecord() {
        while place.tile < builders.count { endValue(.missing) }
        place = (0, 0)
        rowCount += 1
        // Rows may be long.
        if rowCount % 16 == 0, cancellation.isRequested { isFinished = true }
    }
}
