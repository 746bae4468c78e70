import Glibc
import QuadrilleRuntime

/// A table whose records can be streamed with whole values: needed for export.
///
/// Unlike `TableSource.want`, it makes its caller wait, keeps nothing, and truncates nothing: a value of any length passes
/// through in pieces.
public protocol RecordStreaming: TableSource {
    /// Waits until `isReady` returns true for the snapshot, or reading has failed. Unlike `wait(until:)` it does not replace
    /// the change handler, and it ends after the cancellation, which is checked every twentieth of a second, or once the
    /// source is closed.
    ///
    /// - Returns: The first snapshot that was seen to be ready, or that of the failure; nil when it ended before.
    func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot?

    /// Streams the records before the data to `sink`, as in the source: as many as the dialect has header rows, or fewer where
    /// the source ends before; a source without a dialect streams the names of its columns.
    func streamHeader(into sink: inout some RecordSink) throws(ReadError)

    /// Streams the rows `rows` (0-based) to `sink`, in their order, on the caller's thread; fewer when the table ends before,
    /// and no rows after a pause that `sink` requested. Rows are as in the source: a ragged one has fewer values than there are
    /// columns.
    ///
    /// - Throws: Errors of reading; `.changed` where the source has ended before rows that were counted.
    /// - Complexity: O(bytes of the rows), and at most one index interval to find the first.
    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError)

    /// Streams the values that `request` names, of the same rows. A record that lacks one of the columns has `.missing` there,
    /// or ends before it where it also lacks all that follow.
    ///
    /// A source with columns of its own reads only the requested ones. The default picks them out of whole records, at the cost
    /// of reading these.
    func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError)

    /// Streams the values that `request` names, of the rows from the first one on, on the caller's thread, and counts these rows
    /// in place of the source's own thread: reading them to count them, and once more for their values, takes twice the time.
    /// Ends at the end of the table, after the cancellation, or once `sink` is finished.
    ///
    /// - Returns: The number of streamed rows. It may be any number: the source counts rows that it cannot read in this way as
    ///   if this function had not been called, and all rows where it has counted them already. The default streams none.
    func streamWhileCounting(
        of request: RecordRequest, into sink: inout some RecordSink, unless cancellation: Cancellation
    ) throws(ReadError) -> Int
}

extension RecordStreaming {
    public func streamWhileCounting(
        of request: RecordRequest, into sink: inout some RecordSink, unless cancellation: Cancellation
    ) throws(ReadError) -> Int { 0 }

    // Enough for a source that has everything at once.
    public func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        while true {
            let snapshot = snapshot
            if snapshot.phase.isFailed || isReady(snapshot) { return snapshot }
            if cancellation.isRequested { return nil }
            usleep(50_000)
        }
    }
}

/// A receiver of records, value by value or many at once.
public protocol RecordSink {
    /// Read from time to time: true ends the stream.
    var isFinished: Bool { get }

    /// Appends bytes to the current value, as in the source (not always valid UTF-8, and not always whole characters).
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>)

    /// Ends the current value; `.null` where the source declares that there is none.
    mutating func endValue(_ state: CellState)

    /// Ends it likewise, with its kind, for sinks that distinguish kinds: the default drops it. Sinks that pass values on pass
    /// it on too.
    mutating func endValue(_ state: CellState, as kind: CellKind)

    /// Ends `count` values that the record lacks, one after the other; no bytes of the first were appended. The default makes a
    /// call of `endValue(.missing)` for each. Sinks that need less time for many have their own: a record of a wide table may
    /// lack thousands.
    mutating func endMissing(_ count: Int)

    mutating func endRecord()

    /// Equals a call for each of the pieces, which are valid until it returns.
    mutating func take(_ batch: RecordBatch)

    /// Called from time to time while records are read that are reordered before delivery, or have no wanted values, with the
    /// number of upcoming records read so far. A chance to update `isFinished`, which is read next.
    mutating func gathered(_ records: Int)
}

extension RecordSink {
    // Specialized for each sink: a call through the protocol for every value is six times the time of reading it.
    @inlinable
    public mutating func take(_ batch: RecordBatch) {
        for index in batch.pieces.indices { batch.give(index, to: &self) }
    }

    @inlinable
    public mutating func endValue(_ state: CellState, as kind: CellKind) { endValue(state) }

    @inlinable
    public mutating func endMissing(_ count: Int) {
        for _ in 0..<count { endValue(.missing) }
    }

    public mutating func gathered(_ records: Int) {}
}
