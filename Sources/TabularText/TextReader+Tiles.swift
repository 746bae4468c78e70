import Tabular
import Translation

extension TextReader {
    /// Reads the wanted tiles, most wanted first, until the reader is closed.
    func loadTiles(_ table: OpenTable) {
        var bytes = TileBytes(block: tuning.tileBlock)
        var marks = FieldMarks()
        while let load = nextLoad() {
            do throws(ReadError) {
                let blocks = try Trace.measure("load tiles") { () throws(ReadError) in
                    try read(load, of: table, &marks, &bytes)
                }
                guard let blocks else { continue }
                publish { state in
                    state.wants.store(state.current(blocks, of: load), in: &state.snapshot)
                    state.work.tileLoads += 1
                }
            } catch {
                state.withLock { $0.failedStamp = load.stamp }
                fail(error)
            }
        }
    }

    /// Waits for something to read; nil when the reader is closed.
    private func nextLoad() -> TileLoad? {
        var load: TileLoad?
        return state.wait { state in
            if state.isClosed { return true }
            load = state.failedStamp == state.wants.stamp ? nil : state.wants.nextLoad(in: state.snapshot)
            return load != nil
        } then: { state in
            guard !state.isClosed, var load else { return nil }
            load.openRow = state.openRow
            return load
        }
    }

    /// Reads one row of tiles; nil when it was not wanted any more. Rows whose far fields `marks` knows are read from
    /// there, the others from the checkpoint before them.
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
                // Under the lock, and not of a copy: while there is one, the next checkpoint would copy all of them.
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

    /// Feeds the bytes of `span` to `feed` until `sink` has as many rows as it is to have; false when they were not wanted any
    /// more.
    private func read(
        _ load: TileLoad, _ span: TileSpan, _ feed: RecordFeed, of table: OpenTable, into sink: inout TileSink,
        _ bytes: inout TileBytes
    ) throws(ReadError) -> Bool {
        var (span, feed) = (span, feed)
        // What is appended meanwhile belongs to the next state of the last row.
        span.end = load.openRow?.end ?? .max
        while !sink.isFinished {
            let (chunk, count) = try bytes.bytes(span, of: table.store)
            if count > 0 {
                let (held, start) = bytes.held
                try check(held, at: start, from: start + held.count - count, of: table)
            }
            if chunk.isEmpty {
                feed.finish(into: &sink, mayGoOn: table.store.isFollowed)
                // A block with fewer rows than were counted would be wanted, and read, again for ever.
                guard sink.isFinished else { throw shorter(than: load.rows.upperBound) }
                break
            }
            feed.feed(chunk, at: span.offset, into: &sink)
            span.offset += chunk.count
            let isWanted = state.withLock(wakes: false) { state in
                state.work.tileBytesRead += count
                return !state.isClosed
                    && (state.wants.stamp == load.stamp || state.wants.wants(anyOf: load.keys, in: state.snapshot))
            }
            if !isWanted { return false }
        }
        return true
    }

    /// The source ends before the row number `row` (1-based), which was counted.
    func shorter(than row: Int) -> ReadError {
        ReadError(
            kind: .changed, source: name,
            message: tr(
                "ends before row {row}, which was there when the rows were counted. Open it again.",
                ["row": row.grouped]))
    }
}

extension ReaderState {
    /// The blocks with their keys; without a last row that has gone on since they were wanted.
    fileprivate func current(_ blocks: [RowBlock], of load: TileLoad) -> [(BlockTiles.Key, RowBlock)] {
        let end = load.openRow == openRow ? nil : load.openRow?.row
        return zip(load.keys, blocks).compactMap { key, block in
            guard let end else { return (key, block) }
            return block.rows(before: end).map { (key, $0) }
        }
    }
}
