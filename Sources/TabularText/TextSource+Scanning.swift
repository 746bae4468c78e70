import QuadrilleRuntime
import Tabular
import TabularBytes

extension TextSource: ByteScanning {
    public var byteRules: ByteRules? {
        guard let dialect = reader.scannedTable?.dialect else { return nil }
        let special = SpecialBytes(dialect)
        var delimiter = (0..<special.delimiterText.count).map { special.delimiterText[$0] }
        if special.mergesSpaces { delimiter.append(SpecialBytes.tab) }
        if dialect.isSeparated { delimiter.append(special.terminator) }
        return ByteRules(
            delimiter: delimiter,
            quote: special.isQuoting ? special.quote : nil,
            escape: special.isEscaping ? special.escape : nil, hasComments: special.comment.count > 0)
    }

    public func part(fromRow row: Int, byteCount: Int) -> RowPart? {
        reader.state.withLock(wakes: false) { state in
            guard let table = state.table, state.snapshot.phase != .opening else { return nil }
            let rowCount = state.snapshot.rowCount.known
            guard row >= 0 && row < rowCount else { return nil }
            return state.index.part(from: row, to: rowCount, behind: table.headerRecords, byteCount: byteCount)
        }
    }

    public func readText(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        guard let table = reader.scannedTable else { return 0 }
        return try table.store.readFully(into: buffer, at: offset)
    }

    public func parse(_ bytes: UnsafeBufferPointer<UInt8>, of part: RowPart, into sink: inout some RecordSink) {
        guard let table = reader.scannedTable else { return }
        var parser = table.parser()
        var chunk = bytes
        if part.skippedRecords > 0 {
            var scanner = table.scanner(at: part.bytes.lowerBound)
            let (skipped, _) = scanner.scan(chunk, limit: part.skippedRecords)
            chunk = UnsafeBufferPointer(rebasing: chunk[skipped...])
            parser = RecordParser(behind: scanner)
        }
        var batch = BatchSink(records: part.rows.count)
        while !chunk.isEmpty && !batch.isLast && !sink.isFinished {
            let offset = part.bytes.lowerBound + bytes.count - chunk.count
            batch.begin(chunk, at: offset)
            let parsed = parser.parse(chunk, at: offset, into: &batch)
            batch.give(to: &sink)
            chunk = UnsafeBufferPointer(rebasing: chunk[parsed...])
        }
        guard !batch.isLast && !sink.isFinished else { return }
        batch.begin(UnsafeBufferPointer(start: nil, count: 0), at: part.bytes.upperBound)
        parser.finish(into: &batch, mayGoOn: table.store.isFollowed)
        batch.give(to: &sink)
    }

    public func mayHaveSplitValues(_ bytes: UnsafeBufferPointer<UInt8>, in part: RowPart) -> Bool {
        guard let table = reader.scannedTable else { return true }
        guard table.bytes.isQuoting else { return false }
        // Repaired quotes would be read as those of a value.
        guard table.bytes.isPlain, table.bytes.terminator == SpecialBytes.lineFeed, table.repairs.all.isEmpty else {
            return bytes.contains(table.bytes.quote)
        }
        return bytes.hasSplitValues(quote: table.bytes.quote, delimiter: table.bytes.delimiter)
    }

    public func row(ofSourceByte byte: Int) throws(ReadError) -> Int? {
        guard byte >= 0, let table = reader.scannedTable,
            let byte = try table.store.textOffset(ofSource: byte)
        else { return nil }
        let (start, known) = reader.state.withLock(wakes: false) { state in
            let next = state.index.firstCheckpoint { $0.byte > byte }
            return (state.index.checkpoints[max(0, next - 1)], state.index.end)
        }
        guard byte < known else { return nil }
        if byte < start.byte { return -1 }
        var scanner = table.scanner(at: start.byte)
        var (record, offset) = (start.record, start.byte)
        let buffer = ReadBuffer(count: 1 << 18)
        while offset < byte {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(byte - offset))
            let count = try table.store.read(into: room, at: offset)
            if count == 0 { return nil }
            record += scanner.scan(buffer.prefix(count)).records
            offset += count
        }
        // A line feed belongs to the carriage return before it.
        if scanner.state == .carriageReturn {
            let one = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(1))
            if try table.store.read(into: one, at: byte) == 1, one[0] == 0x0A { record -= 1 }
        }
        return max(-1, record - table.headerRecords)
    }

    public func sourceByte(ofText offset: Int) throws(ReadError) -> Int {
        guard let table = reader.scannedTable else { return offset }
        return try table.store.sourceOffset(of: offset)
    }
}

extension TextReader {
    /// The open table, once its reading is final.
    fileprivate var scannedTable: OpenTable? {
        state.withLock(wakes: false) { $0.snapshot.phase == .opening ? nil : $0.table }
    }
}

extension RecordIndex {
    /// The rows from `row` on, up to the first checkpoint after so many bytes; up to `rowCount` where there is none. `header`
    /// records precede the rows.
    fileprivate func part(from row: Int, to rowCount: Int, behind header: Int, byteCount: Int) -> RowPart {
        let start = checkpoint(before: row + header)
        let skipped = row + header - start.record
        let next = firstCheckpoint { $0.byte >= start.byte + byteCount && $0.record > row + header }
        guard next < checkpoints.count, checkpoints[next].record - header <= rowCount else {
            return RowPart(
                rows: row..<rowCount, bytes: start.byte..<max(start.byte, end), skippedRecords: skipped, isLast: true)
        }
        let last = checkpoints[next]
        return RowPart(
            rows: row..<last.record - header, bytes: start.byte..<last.byte, skippedRecords: skipped)
    }
}
