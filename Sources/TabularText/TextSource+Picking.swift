import QuadrilleRuntime
import Tabular

extension TextSource: RowPicking {
    /// Reads the intervals of the index that contain the rows, each once and no further than the next begins; adjacent ones are
    /// read together.
    public func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        guard let last = rows.last else { return }
        let found = try reader.waitForRows(min(last, .max - 1) + 1)
        var picker = RowPicker(reader, found)
        var next = 0
        while next < rows.count && rows[next] < found.rowCount && !sink.isFinished {
            let first = rows[next]
            var count = 1
            while next + count < rows.count && rows[next + count] == first + count { count += 1 }
            next += count
            precondition(next == rows.count || rows[next] > first + count - 1, "rows to pick do not ascend")
            try picker.pick(first..<min(first + count, found.rowCount), into: &sink)
        }
        picker.give(to: &sink)
    }
}

/// A reader that moves from one wanted row to the next: by the index where a checkpoint lies between them, else record by
/// record.
///
///     checkpoints   |---------------|---------------|---------------|
///     rows             7  8      31                    90
///     read          |---------------|               |---------------|
///     parsed           ----      --                    --
private struct RowPicker {
    private let reader: TextReader
    private let found: FoundRows
    private let buffer: ReadBuffer
    /// The bytes in the buffer, and the byte offset of the first one in the store.
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var start = 0
    private var batch = BatchSink(records: 0)
    /// The byte offset of the next byte, the state there, and the number of records that have ended before it.
    private var offset = 0
    private var state = ParserState.recordStart
    private var record = -1

    init(_ reader: TextReader, _ found: FoundRows) {
        (self.reader, self.found) = (reader, found)
        buffer = ReadBuffer(count: min(reader.tuning.passBlock, RecordBatch.Piece.longest))
    }

    /// Reads `rows`, all of which come after those picked before.
    mutating func pick(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        let first = rows.lowerBound + found.table.headerRecords
        let checkpoint = found.index.checkpoint(before: first)
        if checkpoint.record > record { (record, offset, state) = (checkpoint.record, checkpoint.byte, .recordStart) }
        var scanner = found.table.scanner(at: offset, state)
        while record < first {
            // A source that ends here has fewer rows than were counted.
            guard let bytes = try rest(for: first, into: &sink) else { return try endEarly(before: rows) }
            let scanned = scanner.scan(bytes, limit: first - record)
            offset += scanned.bytes
            record += scanned.records
        }
        var parser = RecordParser(behind: scanner)
        batch.want(records: rows.count)
        while !batch.isLast && !sink.isFinished {
            if batch.isFull { give(to: &sink) }
            guard let bytes = try rest(for: first + rows.count - batch.left, into: &sink) else {
                parser.finish(into: &batch, mayGoOn: found.table.store.isFollowed)
                if !batch.isLast { try endEarly(before: rows) }
                break
            }
            offset += parser.parse(bytes, at: offset, into: &batch)
        }
        record = first + rows.count
        state = parser.state
    }

    /// Delivers the held rows. The bytes in the buffer are still used.
    mutating func give(to sink: inout some RecordSink) {
        batch.give(to: &sink)
        batch.begin(chunk, at: start)
    }

    /// The bytes from `offset` on in the buffer, which is filled where it has none, up to the known end of `record`; nil at the
    /// source's end.
    private mutating func rest(
        for record: Int, into sink: inout some RecordSink
    ) throws(ReadError) -> UnsafeBufferPointer<UInt8>? {
        if offset < start || offset >= start + chunk.count {
            give(to: &sink)
            chunk = UnsafeBufferPointer(start: nil, count: 0)
            let store = found.table.store
            let goal = found.index.end(ofRecords: record + 1) - offset
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(goal > 0 ? goal : .max))
            while chunk.isEmpty {
                if reader.isClosed { throw reader.closed }
                let count = try store.read(into: room, at: offset)
                (chunk, start) = (buffer.prefix(count), offset)
                if count > 0 { break }
                // A last record without a terminator is looked for past the end of a source that may have grown.
                let length = try store.wait(beyond: offset, deadline: .max)
                if length.known <= offset {
                    if reader.isClosed || !length.isComplete { throw reader.closed }
                    batch.begin(chunk, at: offset)
                    return nil
                }
            }
            batch.begin(chunk, at: start)
        }
        return UnsafeBufferPointer(rebasing: chunk[(offset - start)...])
    }

    private func endEarly(before rows: Range<Int>) throws(ReadError) {
        try reader.endEarly(before: rows.upperBound)
        throw reader.closed
    }
}
