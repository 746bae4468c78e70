import Tabular

extension TextSource: RawRecords {
    public func streamBytesBeforeRows(into sink: inout some RawSink) throws(ReadError) {
        let table = try reader.waitForRows(1)
        try reader.copy(0..<table.place(ofRow: 0).byte, of: table.table, into: &sink)
    }

    public func streamBytes(ofRows rows: Range<Int>, into sink: inout some RawSink) throws(ReadError) {
        if rows.isEmpty { return }
        let table = try reader.waitForRows(rows.upperBound)
        let (start, before) = try table.place(ofRow: rows.lowerBound)
        let (end, row) = try table.place(ofRow: rows.upperBound)
        // What was there is given, and that it is not all is said.
        try reader.copy(start..<max(start, end), of: table.table, into: &sink)
        let counted = min(rows.upperBound, table.rowCount)
        guard max(0, before, row) < counted && !sink.isFinished else { return }
        if reader.isClosed { throw reader.closed }
        try reader.endEarly(before: counted)
    }
}

/// A table of which as many rows are known as were asked for, or all.
private struct FoundRows: Sendable {
    let table: OpenTable
    let index: RecordIndex
    /// Rows that were counted.
    let rowCount: Int
    let block: Int

    /// Where in the source's own bytes the row begins; the source's end, and how many rows stand before it, when there is
    /// none.
    func place(ofRow row: Int) throws(ReadError) -> (byte: Int, row: Int) {
        let record = row < Int.max - table.headerRecords ? row + table.headerRecords : row
        let checkpoint = index.checkpoint(before: record)
        var scanner = RecordScanner(SpecialBytes(table.dialect))
        let buffer = ReadBuffer(count: block)
        var offset = checkpoint.byte
        var left = record - checkpoint.record
        while left > 0 || scanner.state == .carriageReturn {
            let count = try table.store.read(into: buffer.bytes, at: offset)
            if count == 0 {
                // Of a source that still comes, the next byte may be a LF that belongs to the record before.
                let length = try table.store.wait(beyond: offset, deadline: .max)
                guard length.known > offset else { break }
                continue
            }
            let (bytes, records) = scanner.scan(buffer.prefix(count), limit: left)
            left -= records
            offset += bytes
        }
        if left > 0 && scanner.isInsideRecord { left -= 1 }
        return (try table.store.sourceOffset(of: offset), record - left - table.headerRecords)
    }
}

extension TextReader {
    /// Waits until `count` rows are known, or all that there are.
    fileprivate func waitForRows(_ count: Int) throws(ReadError) -> FoundRows {
        let found: Result<FoundRows, ReadError> = state.wait {
            switch $0.snapshot.phase {
            case .opening: $0.isClosed || $0.isWaitingForMore && $0.snapshot.rowCount.known >= count
            case .indexing: $0.isClosed || $0.snapshot.rowCount.known >= count
            case .auditing, .complete, .failed: true
            }
        } then: { [tuning, closed] state in
            if case .failed(let error) = state.snapshot.phase { return .failure(error) }
            guard !state.isClosed, let table = state.table else { return .failure(closed) }
            // What comes later is to be read as what is given now.
            state.isDialectTaken = true
            return .success(
                FoundRows(
                    table: table, index: state.index, rowCount: state.snapshot.rowCount.known, block: tuning.tileBlock))
        }
        return try found.get()
    }

    /// Says that the source ended before as many rows as were counted, unless the reader was closed, which ends every stream.
    func endEarly(before rowCount: Int) throws(ReadError) {
        let (phase, isClosed) = state.withLock(wakes: false) { ($0.snapshot.phase, $0.isClosed) }
        if isClosed { return }
        if case .failed(let error) = phase { throw error }
        throw shorter(than: rowCount)
    }

    /// Bytes that are not there would not be missed by whoever gets the others.
    fileprivate var closed: ReadError {
        ReadError(
            kind: .readFailed, source: name, message: "was closed before all of it was read. Open it again and retry.")
    }

    /// The source ends at `offset`; its records went up to `end` when they were found.
    private func cutShort(at offset: Int, before end: Int) -> ReadError {
        ReadError(
            kind: .changed, source: name,
            message: """
                ends at byte \(offset.grouped), and went on to byte \(end.grouped) when its records were found. Open it \
                again.
                """)
    }

    /// Gives the bytes `range` of the source itself to `sink`.
    fileprivate func copy(
        _ range: Range<Int>, of table: OpenTable, into sink: inout some RawSink
    ) throws(ReadError) {
        let buffer = ReadBuffer(count: tuning.passBlock)
        var offset = range.lowerBound
        while offset < range.upperBound && !sink.isFinished {
            if isClosed { throw closed }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(range.upperBound - offset))
            let count = try table.store.source.read(into: room, at: offset)
            guard count > 0 else { throw isClosed ? closed : cutShort(at: offset, before: range.upperBound) }
            sink.append(buffer.prefix(count))
            offset += count
        }
    }
}
