/// A table whose records can be had as they stand in the source, byte for byte: what an export of "bytes" needs.
///
/// Like `RecordStreaming` it makes its caller wait and keeps nothing. Unlike it, nothing is decoded: terminators, quotes,
/// invalid bytes and the source's own encoding are as they are. Of a compressed source it is what was unpacked.
///
/// A record's bytes go from its first to the first of the next record, or to the source's end: whatever stands between
/// two records, such as comment lines, goes with the one before it. So these are the whole source, in order and with
/// nothing twice, wherever it is divided:
///
///     streamBytesBeforeRows   byte order mark, preamble, header records
///     streamBytes(0..<a)      rows
///     streamBytes(a..<n)      the other rows, of which there are n
///
/// The last record may lack its terminator. Whoever writes rows out of their order puts one behind it, in the source's
/// encoding.
public protocol RawRecords: TableSource {
    /// Gives everything before the first row to `sink`: a byte order mark, lines before the header, the header's
    /// records. All of the source when it has no rows.
    func streamBytesBeforeRows(into sink: inout some RawSink) throws(ReadError)

    /// Gives the bytes of the rows `rows` (0-based) to `sink`, in their order, on the caller's thread; of fewer rows when
    /// the table ends before. Waits until those rows have been found.
    ///
    /// - Throws: What reading throws; `.changed` where the source has ended before rows that were counted, behind what it
    ///   still has of them; `.readFailed` where it is closed before.
    /// - Complexity: O(bytes of the rows), and at most two index intervals to find the first and the last.
    func streamBytes(ofRows rows: Range<Int>, into sink: inout some RawSink) throws(ReadError)
}

/// Takes the bytes of a source, in pieces that end anywhere.
public protocol RawSink {
    /// Asked between two pieces: true ends the stream.
    var isFinished: Bool { get }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>)
}
