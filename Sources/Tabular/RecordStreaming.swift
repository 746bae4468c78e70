import Glibc

/// A table whose records can be read from one to another, with whole values: what export needs.
///
/// Unlike `TableSource.want`, it makes its caller wait, keeps nothing, and cuts nothing: a value of any length passes
/// through in pieces.
public protocol RecordStreaming: TableSource {
    /// Waits until the snapshot is as `isReady` says, or reading has failed. Unlike `wait(until:)` it leaves the change
    /// handler to whoever has set it, and it ends when `isOver`, which is asked every twentieth of a second, gives true, or
    /// the source is closed.
    ///
    /// - Returns: The first snapshot that was seen to be ready, or that of the failure; nil when it ended before.
    func wait(until isReady: (TableSnapshot) -> Bool, orUntil isOver: () -> Bool) -> TableSnapshot?

    /// Gives the records before the data to `sink`, as they stand in the source: as many as the dialect has header
    /// rows, or fewer where the source ends before; a source without a dialect gives the names of its columns.
    func streamHeader(into sink: inout some RecordSink) throws(ReadError)

    /// Gives the rows `rows` (0-based) to `sink`, in their order, on the caller's thread; fewer when the table ends
    /// before, and none of the rows behind a pause that `sink` asked for. Rows are as the source has them: a ragged
    /// one has fewer values than there are columns.
    ///
    /// - Throws: What reading throws; `.changed` where the source has ended before rows that were counted.
    /// - Complexity: O(bytes of the rows), and at most one index interval to find the first.
    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError)

    /// Gives of the same rows the values that `request` names. A record that lacks one of the columns has `.missing` there, or
    /// ends before it where it has none of those that follow either.
    ///
    /// A source with columns of its own reads those that are asked for and no others. The default picks them out of whole
    /// records, which costs what these do.
    func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError)
}

extension RecordStreaming {
    // Enough for a source that has everything at once.
    public func wait(until isReady: (TableSnapshot) -> Bool, orUntil isOver: () -> Bool) -> TableSnapshot? {
        while true {
            let snapshot = snapshot
            if snapshot.phase.isFailed || isReady(snapshot) { return snapshot }
            if isOver() { return nil }
            usleep(50_000)
        }
    }
}

/// Takes records value by value, or many at once.
public protocol RecordSink {
    /// Asked now and then: true ends the stream.
    var isFinished: Bool { get }

    /// The next bytes of the current value, as they stand in the source (not always valid UTF-8, and not always
    /// whole characters).
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>)

    /// Ends the current value; `.null` where the source says that there is none.
    mutating func endValue(_ state: CellState)

    /// The same, with the value's kind, for sinks that tell kinds apart: the default drops it. Sinks that pass values on
    /// pass it on too.
    mutating func endValue(_ state: CellState, as kind: CellKind)

    mutating func endRecord()

    /// The same as each of the pieces by itself. They are there until it returns.
    mutating func take(_ batch: RecordBatch)

    /// Told now and then while records are read that are brought into another order before they come, or of which no value
    /// comes: how many of those that come next have been read. A time to look at whether to go on, as `isFinished` says then.
    mutating func gathered(_ records: Int)
}

extension RecordSink {
    // For each sink by itself: a call through the protocol for every value is six times the time of reading it.
    @inlinable
    public mutating func take(_ batch: RecordBatch) {
        for index in batch.pieces.indices { batch.give(index, to: &self) }
    }

    @inlinable
    public mutating func endValue(_ state: CellState, as kind: CellKind) { endValue(state) }

    public mutating func gathered(_ records: Int) {}
}
