/// A table of which any rows can be read with whole values, wherever they stand: what an order of rows needs.
public protocol RowPicking: RecordStreaming {
    /// Gives the rows `rows` (0-based), which ascend, each once, to `sink`, on the caller's thread; fewer when the table
    /// ends before, and none of the rows behind a pause that `sink` asked for. Rows are as the source has them, and as
    /// `streamRecords(_:into:)` gives each by itself; it waits for rows that are still to come.
    ///
    /// - Throws: What reading throws; `.changed` where the source has ended before rows that were counted.
    /// - Complexity: O(bytes of the stretches of the index that the rows stand in): none of them is read twice, and none in
    ///   which no row stands.
    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError)

    /// Gives of the same rows the values that `request` names, as `streamRecords(_:of:into:)` does.
    func streamRecords(at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink) throws(ReadError)
}
