import QuadrilleRuntime
import Tabular
import TabularBytes

extension TextSource: RecordStreaming {
    public func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        reader.state.wait(until: isReady, unless: cancellation)
    }

    public func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        let table = try reader.place(ofRow: nil)
        guard let table, table.table.dialect.hasHeader else { return }
        try reader.stream(0..<table.table.headerRecords, from: table, into: &sink)
    }

    /// Streams from the checkpoint before the first row; waits for rows still to arrive.
    public func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        guard !rows.isEmpty, let place = try reader.place(ofRow: rows.lowerBound) else { return }
        let first = rows.lowerBound + place.table.headerRecords
        try reader.stream(first..<first + min(rows.count, .max - first), from: place, into: &sink)
    }
}

/// An open table, and the byte offset to begin reading at.
private struct StreamingPlace: Sendable {
    let table: OpenTable
    let checkpoint: Checkpoint
}

extension TextReader {
    /// The checkpoint before `row`, once that row is known, or the beginning; nil when the table ends before it.
    fileprivate func place(ofRow row: Int?) throws(ReadError) -> StreamingPlace? {
        let found: Result<StreamingPlace?, ReadError> = state.wait {
            switch $0.snapshot.phase {
            case .opening: $0.isClosed || $0.isWaitingForMore && $0.snapshot.rowCount.known > row ?? -1
            case .indexing: $0.isClosed || $0.snapshot.rowCount.known > row ?? -1
            case .auditing, .complete, .failed: true
            }
        } then: { state in
            if let failure = state.snapshot.failure, !state.hasRows((row ?? 0) + 1) { return .failure(failure) }
            guard !state.isClosed, let table = state.table else { return .success(nil) }
            // Later rows must be read like those delivered now.
            state.isDialectTaken = true
            // Before any arithmetic: a row may have any number.
            if let row, row >= state.snapshot.rowCount.known { return .success(nil) }
            let record = row.map { $0 + table.headerRecords } ?? 0
            return .success(StreamingPlace(table: table, checkpoint: state.index.checkpoint(before: record)))
        }
        return try found.get()
    }

    /// Waits until the reading of bytes after `offset` is final, or there are no more. Returns the end of such bytes, and
    /// whether the source ends there.
    private func readableEnd(beyond offset: Int) throws(ReadError) -> (end: Int, isComplete: Bool) {
        state.withLock(wakes: false) { $0.waitingStreams += 1 }
        let found: Result<(end: Int, isComplete: Bool), ReadError> = state.wait { state in
            if state.isClosed || state.readableEnd > offset { return true }
            switch state.snapshot.phase {
            case .opening, .indexing: return false
            case .auditing, .complete, .failed: return true
            }
        } then: { state in
            state.waitingStreams -= 1
            let phase = state.snapshot.phase
            if case .failed(let error) = phase, state.readableEnd <= offset { return .failure(error) }
            return .success((state.readableEnd, (phase == .auditing || phase == .complete) && !state.isClosed))
        }
        return try found.get()
    }

    private var rowCount: Int { state.withLock(wakes: false) { $0.snapshot.rowCount.known } }

    /// Streams `records`, of which the header is 0 where there is one.
    fileprivate func stream<Sink: RecordSink>(
        _ records: Range<Int>, from place: StreamingPlace, into sink: inout Sink
    ) throws(ReadError) {
        var scanner = place.table.scanner(at: place.checkpoint.byte)
        var toSkip = records.lowerBound - place.checkpoint.record
        var batch = BatchSink(records: records.count)
        var parser = place.table.parser()
        let buffer = ReadBuffer(count: min(tuning.passBlock, RecordBatch.Piece.longest))
        var offset = place.checkpoint.byte
        while !batch.isLast && !sink.isFinished && !isClosed {
            let (end, isComplete) = try readableEnd(beyond: offset)
            // Those before the end are known by now.
            parser.repairs = place.table.repairs.all
            scanner.take(parser.repairs)
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(max(0, end - offset)))
            let count = room.isEmpty ? 0 : try place.table.store.read(into: room, at: offset)
            if count == 0 {
                let counted = rowCount > 0 ? rowCount + place.table.headerRecords : 0
                // A cancelled source has not ended: its last record is incomplete.
                if isComplete && toSkip == 0 {
                    batch.begin(UnsafeBufferPointer(start: nil, count: 0), at: offset)
                    parser.finish(into: &batch, mayGoOn: place.table.store.isFollowed)
                    batch.give(to: &sink)
                }
                let end = min(records.upperBound, counted)
                guard !batch.isLast && !sink.isFinished && records.upperBound - batch.left - toSkip < end else {
                    return
                }
                return try endEarly(before: end - place.table.headerRecords)
            }
            var chunk = buffer.prefix(count)
            offset += count
            if toSkip > 0 {
                let (bytes, records) = scanner.scan(chunk, limit: toSkip)
                toSkip -= records
                chunk = UnsafeBufferPointer(rebasing: chunk[bytes...])
                if toSkip == 0 { parser = RecordParser(behind: scanner) }
            }
            while !chunk.isEmpty && !batch.isLast && !sink.isFinished {
                batch.begin(chunk, at: offset - chunk.count)
                let parsed = parser.parse(chunk, at: offset - chunk.count, into: &batch)
                batch.give(to: &sink)
                chunk = UnsafeBufferPointer(rebasing: chunk[parsed...])
            }
        }
    }
}
