import Tabular

extension TextReader {
    /// Reads the wanted tiles, most wanted first, until the reader is closed.
    func loadTiles(_ table: OpenTable) {
        let buffer = ReadBuffer(count: tuning.tileBlock)
        while let (load, checkpoint) = nextLoad(table) {
            do throws(ReadError) {
                guard let blocks = try read(load, from: checkpoint, of: table, buffer) else { continue }
                publish { state in
                    state.wants.store(Array(zip(load.keys, blocks)), in: &state.snapshot)
                    state.work.tileLoads += 1
                }
            } catch {
                state.withLock { $0.failedStamp = load.stamp }
                fail(error)
            }
        }
    }

    /// Waits for something to read; nil when the reader is closed.
    private func nextLoad(_ table: OpenTable) -> (TileLoad, Checkpoint)? {
        var load: TileLoad?
        return state.wait { state in
            if state.isClosed { return true }
            load = state.failedStamp == state.wants.stamp ? nil : state.wants.nextLoad(in: state.snapshot)
            return load != nil
        } then: { state in
            guard !state.isClosed, let load else { return nil }
            return (load, state.index.checkpoint(before: load.rows.lowerBound + table.headerRecords))
        }
    }

    /// Reads one row of tiles; nil when it was not wanted any more.
    private func read(
        _ load: TileLoad, from checkpoint: Checkpoint, of table: OpenTable, _ buffer: ReadBuffer
    ) throws(ReadError) -> [RowBlock]? {
        let first = load.rows.lowerBound + table.headerRecords
        var feed = RecordFeed(SpecialBytes(table.dialect), skipping: first - checkpoint.record)
        var sink = TileSink(rows: load.rows, columns: load.columns)
        var offset = checkpoint.byte
        while !sink.isFinished {
            let count = try table.store.read(into: buffer.bytes, at: offset)
            if count == 0 {
                feed.finish(into: &sink)
                // A block with fewer rows than were counted would be wanted, and read, again for ever.
                guard sink.isFinished else { throw shorter(than: load.rows) }
                break
            }
            feed.feed(buffer.prefix(count), at: offset, into: &sink)
            offset += count
            let isWanted = state.withLock(wakes: false) { state in
                state.work.tileBytesRead += count
                return !state.isClosed
                    && (state.wants.stamp == load.stamp || state.wants.wants(anyOf: load.keys, in: state.snapshot))
            }
            if !isWanted { return nil }
        }
        return sink.blocks()
    }

    private func shorter(than rows: Range<Int>) -> ReadError {
        ReadError(
            kind: .changed, source: name,
            message: "ends before row \(rows.upperBound), which was there when the rows were counted. Open it again.")
    }
}
