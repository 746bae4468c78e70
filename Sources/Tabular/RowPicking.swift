/// A table of which any rows can be read with whole values: needed by an order of rows.
public protocol RowPicking: RecordStreaming {
    /// Streams the rows `rows` (0-based), which ascend without repetition, to `sink`, on the caller's thread; fewer when the
    /// table ends before, and no rows after a pause that `sink` requested. Each row is as in the source, and the same as from
    /// `streamRecords(_:into:)`; waits for rows still to arrive.
    ///
    /// - Throws: Errors of reading; `.changed` where the source has ended before rows that were counted.
    /// - Complexity: O(bytes of the index intervals that contain the rows): each is read once, and no others.
    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError)

    /// Streams the values that `request` names, of the same rows, like `streamRecords(_:of:into:)`.
    func streamRecords(at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink) throws(ReadError)

    /// Returns the rows (0-based) in the order of the file at `places` of the one that the rows are in; nil where it is the same.
    /// The default returns nil. May read a file.
    func sourceRows(at places: Range<Int>) throws(ReadError) -> [Int]?
}

extension RowPicking {
    public func sourceRows(at places: Range<Int>) throws(ReadError) -> [Int]? { nil }
}
