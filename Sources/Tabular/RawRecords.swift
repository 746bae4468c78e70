/// A table whose records can be read byte for byte as in the source: needed to export bytes.
///
/// Like `RecordStreaming` it makes its caller wait and keeps nothing. Unlike it, nothing is decoded: terminators, quotes,
/// invalid bytes and the source's own encoding are preserved. In a compressed source they are the unpacked bytes.
///
/// A record's bytes extend from its first to the first of the next record, or to the source's end: anything between two
/// records, such as comment lines, belongs to the one before it. So these are the whole source, in order and without
/// repetition, wherever it is divided:
///
///     streamBytesBeforeRows   byte order mark, preamble, header records
///     streamBytes(0..<a)      rows
///     streamBytes(a..<n)      the other rows, of which there are n
///
/// The last record may lack its terminator. A caller that writes rows out of their order appends one, in the source's encoding.
public protocol RawRecords: TableSource {
    /// Streams everything before the first row to `sink`: a byte order mark, lines before the header, the header's records. All
    /// of the source when it has no rows.
    func streamBytesBeforeRows(into sink: inout some RawSink) throws(ReadError)

    /// Streams the bytes of the rows `rows` (0-based) to `sink`, in their order, on the caller's thread; of fewer rows when the
    /// table ends before. Waits until those rows have been found.
    ///
    /// - Throws: Errors of reading; `.changed` where the source has ended before rows that were counted, after the bytes that
    ///   it still has of them; `.readFailed` where it is closed before.
    /// - Complexity: O(bytes of the rows), and at most two index intervals to find the first and the last.
    func streamBytes(ofRows rows: Range<Int>, into sink: inout some RawSink) throws(ReadError)
}

/// A receiver of the bytes of a source, in pieces that end anywhere.
public protocol RawSink {
    /// Read between two pieces: true ends the stream.
    var isFinished: Bool { get }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>)
}
