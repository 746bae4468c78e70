/// Consecutive rows, and the bytes that contain them.
public struct RowPart: Sendable, Hashable {
    /// 0-based over the data.
    public var rows: Range<Int>
    /// Bytes of the text: from the first byte of a record to the first of another, or to the end of the known ones.
    public var bytes: Range<Int>
    /// Records that begin in `bytes` before the first of the rows.
    public var skippedRecords: Int
    /// A Boolean value that indicates whether it is the last known part: there may be more of it later, and its last bytes may
    /// belong to a record that is not one of its rows yet.
    public var isLast: Bool

    public init(rows: Range<Int>, bytes: Range<Int> = 0..<0, skippedRecords: Int = 0, isLast: Bool = false) {
        (self.rows, self.bytes, self.skippedRecords, self.isLast) = (rows, bytes, skippedRecords, isLast)
    }
}

/// The bytes of a text that have a meaning other than that of a value's bytes.
public struct ByteRules: Sendable, Hashable {
    /// The separator between two values; of several bytes, perhaps only some separate.
    public var delimiter: [UInt8]
    /// A byte that may enclose a value, and is doubled in it.
    public var quote: UInt8?
    /// A byte that makes the next byte part of the value, and is not part of it.
    public var escape: UInt8?
    /// A Boolean value that indicates whether there may be lines that are not records.
    public var hasComments: Bool

    public init(delimiter: [UInt8], quote: UInt8?, escape: UInt8? = nil, hasComments: Bool = false) {
        (self.delimiter, self.quote, self.escape, self.hasComments) = (delimiter, quote, escape, hasComments)
    }
}

/// A table whose bytes can be searched for values before anything is parsed: most bytes need never be.
///
/// The bytes are those of the text, in UTF-8: unpacked if the source is compressed, and converted if it is in another encoding.
/// All but the last row belong to a part, and a value lies completely in its row's part:
///
///     part(fromRow: 0)      rows 0..<a     the header's records skipped
///     part(fromRow: a)      rows a..<b
///
/// Unlike `RecordStreaming`, reading does not wait for bytes still to arrive. All members may be called on any thread but one
/// that draws.
public protocol ByteScanning: RecordStreaming {
    /// Nil while the text may still turn out to be read in another way.
    var byteRules: ByteRules? { get }

    /// The rows from `row` on that lie in about so many bytes; nil where no more are known. O(log bytes).
    func part(fromRow row: Int, byteCount: Int) -> RowPart?

    /// Reads bytes of the text from `offset` on, perhaps fewer than there is room for; 0 where there are none.
    func readText(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int

    /// Streams the rows of `part`, whose bytes these are, to `sink`, like `streamRecords`. Batches have byte offsets.
    func parse(_ bytes: UnsafeBufferPointer<UInt8>, of part: RowPart, into sink: inout some RecordSink)

    /// Returns false where all bytes of each value in `part`, whose bytes these are, are adjacent, except for doubled quotes;
    /// true where a value continues after its closing quote, and where that is not certain.
    func mayHaveSplitValues(_ bytes: UnsafeBufferPointer<UInt8>, in part: RowPart) -> Bool

    /// The row, 0-based, that contains a byte of the source; -1 before the first. Nil after the known ones. In a source in
    /// another encoding it is a byte of that, and in a compressed one a byte of its content.
    ///
    /// - Complexity: O(a part of the index); in an encoding whose characters depend on those before, O(bytes to there).
    func row(ofSourceByte byte: Int) throws(ReadError) -> Int?

    /// Returns the byte offset in the source itself of a byte of the text.
    func sourceByte(ofText offset: Int) throws(ReadError) -> Int
}
