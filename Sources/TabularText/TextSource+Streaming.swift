import Tabular

extension TextSource: RecordStreaming {
    /// Streams from the checkpoint before the first row; waits for rows that are still to come.
    public func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        guard !rows.isEmpty, let (table, checkpoint) = try reader.place(ofRow: rows.lowerBound) else { return }
        let special = SpecialBytes(table.dialect)
        var scanner = RecordScanner(special)
        var toSkip = rows.lowerBound + table.headerRecords - checkpoint.record
        var adapter = StreamingSink(sink: sink, left: rows.count)
        defer { sink = adapter.sink }
        var parser = RecordParser(special)
        let buffer = ReadBuffer(count: reader.tuning.passBlock)
        var offset = checkpoint.byte
        while !adapter.isFinished && !reader.isClosed {
            let count = try table.store.read(into: buffer.bytes, at: offset)
            if count == 0 {
                let length = try table.store.wait(beyond: offset, deadline: .max)
                if length.known > offset { continue }
                // A source that was cancelled has not ended: its last record is not whole.
                if length.isComplete && toSkip == 0 { parser.finish(into: &adapter) }
                return
            }
            var chunk = buffer.prefix(count)
            if toSkip > 0 {
                let (bytes, records) = scanner.scan(chunk, limit: toSkip)
                toSkip -= records
                chunk = UnsafeBufferPointer(rebasing: chunk[bytes...])
                if toSkip == 0 { parser = RecordParser(special, state: scanner.state) }
            }
            _ = parser.parse(chunk, at: offset, into: &adapter)
            offset += count
        }
    }
}

extension TextReader {
    /// The table, and the checkpoint before `row`, once that row is known; nil when the table ends before it.
    fileprivate func place(ofRow row: Int) throws(ReadError) -> (OpenTable, Checkpoint)? {
        let found: Result<(OpenTable, Checkpoint)?, ReadError> = state.wait {
            switch $0.snapshot.phase {
            case .opening: $0.isClosed
            case .indexing: $0.isClosed || $0.snapshot.rowCount.known > row
            case .auditing, .complete, .failed: true
            }
        } then: { state in
            if case .failed(let error) = state.snapshot.phase { return .failure(error) }
            guard !state.isClosed, let table = state.table, state.snapshot.rowCount.known > row else {
                return .success(nil)
            }
            return .success((table, state.index.checkpoint(before: row + table.headerRecords)))
        }
        return try found.get()
    }
}

/// Counts the records that pass from the parser to an export.
private struct StreamingSink<Sink: RecordSink>: FieldSink {
    var sink: Sink
    var left: Int

    var isFinished: Bool { left == 0 || sink.isFinished }
    var wantsPause: Bool { left == 0 }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, isQuoted: Bool) { sink.append(bytes) }

    mutating func endField() { sink.endValue(.value) }

    mutating func endRecord() {
        sink.endRecord()
        left -= 1
    }
}
