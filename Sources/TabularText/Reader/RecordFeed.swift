/// A reader that moves from a checkpoint to a record and reads from there, chunk by chunk: it skips with the scanner records
/// and, in a wide one, fields; reads with the parser; and skips again after the last wanted field of a record.
struct RecordFeed {
    private enum Mode {
        case skipping(records: Int)
        case reading
        /// In a record whose remaining fields are not wanted.
        case skippingRest
    }

    /// The number of fields that are read as fast as they are skipped.
    private static let fewFields = 32

    private var parser: RecordParser
    private var mode: Mode
    /// A Boolean value that indicates whether the rest of a record after its last wanted field is left unread.
    private let leavesRest: Bool

    /// Starts at the first byte of a record and skips `records` before the first that is read.
    init(_ table: OpenTable, skipping records: Int) {
        leavesRest = false
        parser = table.parser()
        mode = records > 0 ? .skipping(records: records) : .reading
    }

    /// Starts at the first byte of a field, and stops at that record's last wanted field: `sink` must be finished by then.
    init(insideRecordOf table: OpenTable) {
        leavesRest = true
        parser = table.parser(.fieldStart)
        mode = .reading
    }

    /// Feeds the next chunk, which begins at `offset`, until `sink` is finished or the chunk ends.
    ///
    /// - Returns: How many bytes were fed.
    @discardableResult
    mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout TileSink) -> Int {
        var done = 0
        while done < chunk.count && !sink.isFinished {
            let rest = UnsafeBufferPointer(rebasing: chunk[done...])
            switch mode {
            case .skipping(let records):
                let scanned = skip(records, in: rest, at: offset + done)
                done += scanned.bytes
                mode = scanned.records == records ? .reading : .skipping(records: records - scanned.records)
            case .skippingRest:
                let scanned = skip(1, in: rest, at: offset + done)
                done += scanned.bytes
                if scanned.records == 1 { endRest(&sink) }
            case .reading:
                let skipped = skipFields(in: rest, at: offset + done, &sink)
                done += skipped
                if skipped == rest.count { break }
                let unread = UnsafeBufferPointer(rebasing: rest[skipped...])
                done += parser.parse(unread, at: offset + done, into: &sink)
                if sink.isRecordFinished && !sink.isFinished {
                    if leavesRest { sink.endRecord() } else { mode = .skippingRest }
                } else if parser.state == .fieldStart && parser.held.isEmpty && !parser.isOdd(at: offset + done) {
                    sink.mark(byte: offset + done)
                }
            }
        }
        return done
    }

    /// Ends the source.
    mutating func finish(into sink: inout TileSink, mayGoOn: Bool = false) {
        switch mode {
        case .skipping: return
        case .skippingRest: endRest(&sink)
        case .reading: parser.finish(into: &sink, mayGoOn: mayGoOn)
        }
    }

    /// Skips fields that are not wanted, in whole words; returns their bytes.
    private mutating func skipFields(
        in chunk: UnsafeBufferPointer<UInt8>, at offset: Int, _ sink: inout TileSink
    ) -> Int {
        let limit = sink.unwantedFields
        guard limit >= Self.fewFields, parser.held.isEmpty, !parser.isOdd(at: offset) else { return 0 }
        guard [.recordStart, .fieldStart, .unquoted].contains(parser.state) else { return 0 }
        var (scanner, _) = parser.scanner(at: offset)
        let scanned = scanner.scanFields(chunk, limit: limit)
        if scanned.bytes > 0 {
            sink.skip(fields: scanned.fields)
            parser = RecordParser(behind: scanner)
        }
        return scanned.bytes
    }

    private mutating func endRest(_ sink: inout TileSink) {
        sink.endRecord()
        mode = .reading
    }

    private mutating func skip(
        _ records: Int, in chunk: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> (bytes: Int, records: Int) {
        var (scanner, first) = parser.scanner(at: offset)
        let scanned = scanner.scan(UnsafeBufferPointer(rebasing: chunk[first...]), limit: records)
        parser = RecordParser(behind: scanner)
        return (first + scanned.bytes, scanned.records)
    }
}
