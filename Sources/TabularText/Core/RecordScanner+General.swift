extension RecordScanner {
    /// Like `scan`, for any dialect, by parsing: a scanner that must also look for delimiters would be no faster.
    mutating func scanGeneral(
        _ bytes: UnsafeBufferPointer<UInt8>, limit: Int
    ) -> (bytes: Int, records: Int) {
        var index = 0
        if limit == 0 { skipLineFeed(bytes, &index) }
        guard index < bytes.count, limit > 0 || state != .recordStart else { return (index, 0) }
        var parser = RecordParser(special, state: state, wantsFields: false)
        var counter = RecordCounter(limit: limit)
        index += parser.parse(UnsafeBufferPointer(rebasing: bytes[index...]), at: 0, into: &counter)
        state = parser.state
        if counter.count >= limit { skipLineFeed(bytes, &index) }
        return (index, counter.count)
    }

    private mutating func skipLineFeed(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        guard state == .carriageReturn, index < bytes.count else { return }
        if bytes[index] == SpecialBytes.lineFeed { index += 1 }
        state = .recordStart
    }
}

/// Counts records, up to a limit.
private struct RecordCounter: FieldSink {
    let limit: Int
    var count = 0

    /// Not inside a record: a field cannot end where the limit is reached.
    var wantsPause: Bool { count >= limit }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {}
    mutating func endField() {}
    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {}
    mutating func endRecord() { count += 1 }
}
