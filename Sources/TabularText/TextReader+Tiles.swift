import Tabular

extension TextReader {
    /// Reads the wanted tiles, most wanted first, until the reader is closed.
    func loadTiles(_ table: OpenTable) {
        let buffer = ReadBuffer(count: tuning.tileBlock)
        while let (load, checkpoint) = nextLoad(table) {
            do throws(ReadError) {
                guard let blocks = try read(load, from: checkpoint, of: table, buffer) else { continue }
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
    private func nextLoad(_ table: OpenTable) -> (TileLoad, Checkpoint)? {
        var load: TileLoad?
        return state.wait { state in
            if state.isClosed { return true }
            load = state.failedStamp == state.wants.stamp ? nil : state.wants.nextLoad(in: state.snapshot)
            return load != nil
        } then: { state in
            guard !state.isClosed, var load else { return nil }
            load.openRow = state.openRow
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
        // What is appended meanwhile belongs to the next state of the last row.
        let end = load.openRow?.end ?? .max
        while !sink.isFinished {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - offset))
            let count = try table.store.read(into: room, at: offset)
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
