extension RecordStreaming {
    /// Fixes the columns and rows in which the source shows its records, and waits for that: before, a few more bytes may make
    /// it read all of them in another way (`TableSnapshot.reading`). A finding in an earlier snapshot, such as a column by its
    /// name, is valid if that has the same number.
    ///
    /// - Returns: The number of the reading, which no longer changes.
    /// - Complexity: O(1) once the source knows its first columns; no record is read.
    public func settleReading() throws(ReadError) -> Int {
        var nothing = NoRecords()
        try streamHeader(into: &nothing)
        return snapshot.reading
    }
}

/// A sink that accepts no records.
private struct NoRecords: RecordSink {
    let isFinished = true

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
    mutating func endValue(_ state: CellState) {}
    mutating func endRecord() {}
}
