/// Rows that follow each other, and the bytes in which they lie.
public struct RowPart: Sendable, Hashable {
    /// 0-based over the data.
    public var rows: Range<Int>
    /// Of the text: from the first byte of a record to the first of another, or to the end of what is known.
    public var bytes: Range<Int>
    /// Records that begin in `bytes` before the first of the rows.
    public var skippedRecords: Int
    /// A Boolean value that indicates whether nothing is known after it: there may be more of it later, and its last bytes may
    /// be those of a record that is none of its rows yet.
    public var isLast: Bool

    public init(rows: Range<Int>, bytes: Range<Int> = 0..<0, skippedRecords: Int = 0, isLast: Bool = false) {
        (self.rows, self.bytes, self.skippedRecords, self.isLast) = (rows, bytes, skippedRecords, isLast)
    }
}

/// The bytes of a text that have a meaning other than that of a value's bytes.
public struct ByteRules: Sendable, Hashable {
    /// Stands between two values; of several bytes, perhaps only some do.
    public var delimiter: [UInt8]
    /// A value may stand between two of them, and a quote in it is doubled then.
    public var quote: UInt8?
    /// Makes the byte behind it part of the value, and is none itself.
    public var escape: UInt8?
    /// A Boolean value that indicates whether there may be lines that are no records.
    public var hasComments: Bool

    public init(delimiter: [UInt8], quote: UInt8?, escape: UInt8? = nil, hasComments: Bool = false) {
        (self.delimiter, self.quote, self.escape, self.hasComments) = (delimiter, quote, escape, hasComments)
    }
}

/// A table whose values can be looked for in its bytes before anything is parsed: most bytes need never be.
///
/// The bytes are those of the text, in UTF-8: what is unpacked, and converted, of what is compressed or in another
/// encoding. All but the last row is of some part, and a value stands in its row's part whole:
///
///     part(fromRow: 0)      rows 0..<a     the header's records skipped
///     part(fromRow: a)      rows a..<b
///
/// Unlike `RecordStreaming`, reading does not wait for what is to come. All members may be called on any thread but one
/// that draws.
public protocol ByteScanning: RecordStreaming {
    /// Nil as long as it may come to be read in another way.
    var byteRules: ByteRules? { get }

    /// The rows from `row` on that lie in so many bytes, about; nil where no more are known. O(log bytes).
    func part(fromRow row: Int, byteCount: Int) -> RowPart?

    /// Reads bytes of the text from `offset` on, perhaps fewer than there is room for; 0 where there are none.
    func readText(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int

    /// Gives the rows of `part`, whose bytes these are, to `sink`, as `streamRecords` does. Batches say where they stand.
    func parse(_ bytes: UnsafeBufferPointer<UInt8>, of part: RowPart, into sink: inout some RecordSink)

    /// Returns false where all bytes of each value in `part`, whose bytes these are, stand together, but for doubled quotes; true
    /// where a value goes on behind its closing quote, and where that is not certain.
    func mayHaveSplitValues(_ bytes: UnsafeBufferPointer<UInt8>, in part: RowPart) -> Bool

    /// The row in which a byte of the source stands, 0-based; -1 before the first. Nil behind what is known. Of a source in
    /// another encoding it is a byte of that, and of one that is compressed a byte of what was in it.
    ///
    /// - Complexity: O(a part of the index); in an encoding whose characters depend on those before, O(bytes to there).
    func row(ofSourceByte byte: Int) throws(ReadError) -> Int?

    /// Returns the byte offset in the source itself of a byte of the text.
    func sourceByte(ofText offset: Int) throws(ReadError) -> Int
}
