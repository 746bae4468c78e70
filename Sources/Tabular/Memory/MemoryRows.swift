import QuadrilleRuntime

/// The rows of a table in memory while a format reads them: what it appends is in the next snapshot.
///
/// All members may be called on any thread.
public struct MemoryRows: Sendable {
    let state: Monitor<State>

    /// The values that the threads of a source share.
    struct State: Sendable {
        var snapshot: TableSnapshot
        var rows: [[MemoryValue]] = []
        var wants = WantList()
        var handler: (@Sendable () -> Void)?
        /// Nil once the source is closed.
        var tiles: TileServer?
        var isClosed = false

        /// A Boolean value that indicates whether no more rows come.
        var isOver: Bool { isClosed || !snapshot.phase.isReading }
    }

    /// True once the source was closed: rows that are appended then are dropped.
    public var isCancelled: Bool { state.withLock(wakes: false) { $0.isClosed } }

    /// Appends rows: at least a few hundred at once where there are many. A row may have fewer values than there are columns;
    /// those beyond the columns are streamed with whole records alone.
    public func append(_ rows: [[MemoryValue]]) {
        publish { state in
            state.rows += rows
            state.snapshot.rowCount = .atLeast(state.rows.count)
        }
    }

    /// Appends a problem, whose kind is one of `TableDescription.problemKinds`.
    public func append(_ problem: Problem) { publish { $0.snapshot.problems.append(problem) } }

    /// Ends reading; the rows stay where it has failed.
    func end(_ failure: ReadError?) {
        publish { state in
            state.snapshot.rowCount = .exactly(state.rows.count)
            state.snapshot.phase = failure.map { .failed($0) } ?? .complete
        }
    }

    /// Changes a table that is still being read: a new version, and a call of the handler.
    private func publish(_ change: (inout State) -> Void) {
        let (handler, tiles) = state.withLock { state -> ((@Sendable () -> Void)?, TileServer?) in
            guard !state.isOver else { return (nil, nil) }
            change(&state)
            state.snapshot.version.advance()
            return (state.handler, state.tiles)
        }
        tiles?.signal()
        // Outside the lock: the handler may read the snapshot.
        handler?()
    }

    /// Reads the next wanted tiles; false where there are none.
    func serveNextTiles() -> Bool {
        let next = state.withLock(wakes: false) { state -> (load: TileLoad, rows: [[MemoryValue]])? in
            guard !state.isClosed, let load = state.wants.nextLoad(in: state.snapshot) else { return nil }
            return (load, Array(state.rows[load.rows]))
        }
        guard let next else { return false }
        let blocks = zip(next.load.keys, next.load.columns).map { key, columns in
            (key, Self.block(next.rows, from: next.load.rows.lowerBound, columns))
        }
        let handler = state.withLock { state in
            state.wants.store(blocks, in: &state.snapshot)
            state.snapshot.version.advance()
            return state.handler
        }
        handler?()
        return true
    }

    private static func block(_ rows: [[MemoryValue]], from first: Int, _ columns: Range<Int>) -> RowBlock {
        var block = RowBlockBuilder(firstRow: first, columns: columns)
        for row in rows {
            for column in columns {
                let value = column < row.count ? row[column] : .missing
                block.append(value.text(in: .shown).utf8)
                block.endCell(CellInfo(state: value.state, isMalformed: value.isMalformed, kind: value.kind))
            }
        }
        return block.build()
    }
}
