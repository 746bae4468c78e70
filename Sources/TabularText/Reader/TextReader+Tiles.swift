import QuadrilleRuntime
import Synchronization
import Tabular

extension TextReader {
    /// Buffers that are reused from turn to turn.
    private struct TileTools {
        var bytes: TileBytes
        var marks = FieldMarks()
    }

    /// Begins to read wanted tiles.
    func startTiles(_ table: OpenTable) {
        let tools = Mutex(TileTools(bytes: TileBytes(block: tuning.tileBlock)))
        let refused: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            state.withLock { $0.wants.noteFailure(of: $0.wants.version) }
            fail(.noThread(name))
        }
        let server = TileServer(in: tuning.background.pool, refused: refused) { [weak self] in
            guard let self else { return false }
            return tools.withLock { loadNextTiles(table, &$0) }
        }
        state.withLock { state in
            if !state.isClosed { state.lanes.tiles = server }
        }
        server.signal()
    }

    /// Reads the most wanted tiles; false where there are none to read.
    private func loadNextTiles(_ table: OpenTable, _ tools: inout TileTools) -> Bool {
        guard let load = nextLoad else { return false }
        do throws(ReadError) {
            let blocks = try Trace.measure("load tiles") { () throws(ReadError) in
                try read(load, of: table, &tools.marks, &tools.bytes)
            }
            guard let blocks else { return true }
            publish { state in
                state.wants.store(state.current(blocks, of: load), in: &state.snapshot)
                state.work.tileLoads += 1
            }
        } catch {
            state.withLock { $0.wants.noteFailure(of: load.version) }
            fail(error)
        }
        return true
    }

    /// The tiles to read next; nil where there are none.
    private var nextLoad: TileLoad? {
        state.withLock(wakes: false) { state in
            guard !state.isClosed, var load = state.wants.nextLoad(in: state.snapshot) else { return nil }
            load.openRow = state.openRow
            return load
        }
    }

    /// Reads one row of tiles; nil when it is no longer wanted. Rows whose far fields are in `marks` are read from there, the
    /// others from the checkpoint before them.
    private func read(
        _ load: TileLoad, of table: OpenTable, _ marks: inout FieldMarks, _ bytes: inout TileBytes
    ) throws(ReadError) -> [RowBlock]? {
        var sink = TileSink(rows: load.rows, columns: load.columns)
        let column = load.columns[0].lowerBound
        bytes.begin(load, of: table.store)
        while sink.row < load.rows.upperBound {
            let isDone: Bool
            if let mark = marks.start(row: sink.row, column: column) {
                sink.goal = sink.row - load.rows.lowerBound + 1
                sink.begin(at: mark.column)
                let feed = RecordFeed(insideRecordOf: table)
                let span = TileSpan(offset: mark.byte, isFar: true)
                isDone = try read(load, span, feed, of: table, into: &sink, &bytes)
            } else {
                let next = (sink.row + 1..<load.rows.upperBound).first { marks.start(row: $0, column: column) != nil }
                sink.goal = (next ?? load.rows.upperBound) - load.rows.lowerBound
                let first = sink.row + table.headerRecords
                let last = (next ?? load.rowsToCome) + table.headerRecords
                // Under the lock, and without a copy: while one exists, the next checkpoint would copy all of them.
                let (skipped, span) = state.withLock(wakes: false) { state in
                    let (index, checkpoint) = (state.index, state.index.checkpoint(before: first))
                    let span = TileSpan(
                        offset: checkpoint.byte, lead: lead(to: checkpoint, in: index), goal: index.end(ofRecords: last)
                    )
                    return (first - checkpoint.record, span)
                }
                let feed = RecordFeed(table, skipping: skipped)
                isDone = try read(load, span, feed, of: table, into: &sink, &bytes)
            }
            if !isDone { return nil }
        }
        for mark in sink.marks { marks.note(row: mark.row, column: mark.column, byte: mark.byte) }
        return sink.blocks()
    }

    /// Feeds the bytes of `span` to `feed` until `sink` has reached its goal; false when they are no longer wanted.
    private func read(
        _ load: TileLoad, _ span: TileSpan, _ feed: RecordFeed, of table: OpenTable, into sink: inout TileSink,
        _ bytes: inout TileBytes
    ) throws(ReadError) -> Bool {
        var (span, feed) = (span, feed)
        // Bytes appended meanwhile belong to the next state of the last row.
        span.end = load.openRow?.end ?? .max
        while !sink.isFinished {
            let (chunk, count) = try bytes.bytes(span, of: table.store)
            if count > 0 {
                let (held, start) = bytes.held
                try check(held, at: start, from: start + held.count - count, of: table)
            }
            if chunk.isEmpty {
                feed.finish(into: &sink, mayGoOn: table.store.isFollowed)
                // A block with fewer rows than were counted would be wanted, and read, again and again.
                guard sink.isFinished else { throw shorter(than: load.rows.upperBound) }
                break
            }
            feed.feed(chunk, at: span.offset, into: &sink)
            span.offset += chunk.count
            let isWanted = state.withLock(wakes: false) { state in
                state.work.tileBytesRead += count
                return !state.isClosed && state.wants.wants(load, in: state.snapshot)
            }
            if !isWanted { return false }
        }
        return true
    }

    /// The error for a source that ends before the row number `row` (1-based), which was counted.
    func shorter(than row: Int) -> ReadError { ReadError(TextFailure.endsBefore(row: row), of: .source(name)) }
}

extension ReaderState {
    /// The blocks with their keys; without a last row that has grown since they were requested.
    fileprivate func current(_ blocks: [RowBlock], of load: TileLoad) -> [(BlockTiles.Key, RowBlock)] {
        let end = load.openRow == openRow ? nil : load.openRow?.row
        return zip(load.keys, blocks).compactMap { key, block in
            guard let end else { return (key, block) }
            return block.rows(before: end).map { (key, $0) }
        }
    }
}
