import QuadrilleRuntime
import SeededRandom
import Testing

@testable import Tabular

/// A table whose cells are their numbers, and a server of its tiles. Reading fails in tiles of the rows in `broken`.
private final class ServedTable: Sendable {
    struct State: Sendable {
        var wants = WantList()
        var shown = TableSnapshot(description: TableDescription(format: "test"))
        var broken: Range<Int> = 0..<0
        var loads = 0
        var failures = 0
        var isAtRest = true

        func text(_ row: Int, _ column: Int) -> String? {
            shown.cells[BlockTiles.Key(cellRow: row, cellColumn: column)]?.text(row: row, column: column)
        }
    }

    let state: Monitor<State>
    private let server: TileServer

    init(rows: Int, columns: Int, in pool: WorkerPool = WorkerPool()) {
        var first = State()
        first.shown.rowCount = .exactly(rows)
        first.shown.columns = (0..<columns).map { Column(name: "\($0)", type: .text) }
        let state = Monitor(first)
        self.state = state
        server = TileServer(in: pool, refused: {}, serveNext: { Self.serveNext(state) })
    }

    private static func serveNext(_ state: Monitor<State>) -> Bool {
        state.withLock { state in
            guard let load = state.wants.nextLoad(in: state.shown) else {
                state.isAtRest = true
                return false
            }
            state.loads += 1
            if state.broken.overlaps(load.rows) {
                state.wants.noteFailure(of: load.version)
                state.failures += 1
            } else {
                state.wants.store(zip(load.keys, load.columns).map { ($0, block(load.rows, $1)) }, in: &state.shown)
            }
            return true
        }
    }

    private static func block(_ rows: Range<Int>, _ columns: Range<Int>) -> RowBlock {
        var builder = RowBlockBuilder(firstRow: rows.lowerBound, columns: columns)
        for row in rows {
            for column in columns {
                builder.append("\(row) \(column)".utf8)
                builder.endCell(CellInfo(state: .value))
            }
        }
        return builder.build()
    }

    func want(_ ranges: [CellRange]) {
        state.withLock { state in
            state.wants.replace(with: ranges)
            state.isAtRest = false
        }
        server.signal()
    }

    /// The state once nothing is left to read.
    func settle() -> State {
        state.wait(until: \.isAtRest, deadline: monotonicNow() + 60_000_000_000, then: { $0 })
    }
}

@Test(arguments: 0..<20)
private func whatIsWantedLastIsInMemoryInTheEnd(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let table = ServedTable(rows: random.int(1...5000), columns: random.int(1...60))
    for _ in 0..<20 {
        let wants = (0..<random.int(1...3)).map { _ in
            let (row, column) = (random.int(0...5000), random.int(0...60))
            return CellRange(rows: row..<row + random.int(0...200), columns: column..<column + random.int(0...20))
        }
        table.want(wants)
        guard random.int(0...3) == 0 else { continue }
        let state = table.settle()
        for want in wants {
            for row in want.rows where row < state.shown.rowCount.known {
                for column in want.columns where column < state.shown.columns.count {
                    #expect(state.text(row, column) == "\(row) \(column)")
                }
            }
        }
    }
}

@Test func failedTilesAreReadAgainForOtherWantsAlone() {
    let table = ServedTable(rows: 1000, columns: 2)
    table.state.withLock { $0.broken = 0..<1000 }
    let want = CellRange(rows: 0..<600, columns: 0..<2)
    table.want([want])
    #expect(table.settle().failures == 1)
    table.state.withLock { $0.broken = 0..<0 }
    #expect(table.state.current.wants.nextLoad(in: table.state.current.shown) == nil)
    table.want([want])
    let state = table.settle()
    #expect(state.failures == 1 && state.text(599, 1) == "599 1")
}

@Test func tablesTakeTurns() {
    // One worker, and tiles without end: the other table has a turn anyway.
    let pool = WorkerPool(WorkLimits(working: [.interaction: 1]))
    let isOver = Monitor(false)
    let endless = TileServer(in: pool, refused: {}, serveNext: { !isOver.current })
    endless.signal()
    let table = ServedTable(rows: 1000, columns: 2, in: pool)
    table.want([CellRange(rows: 0..<1000, columns: 0..<2)])
    #expect(table.settle().isAtRest)
    isOver.withLock { $0 = true }
}
