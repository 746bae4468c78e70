import QuadrilleRuntime

/// The source location of one value.
public struct ValuePlace: Sendable, Hashable {
    /// Counted from 1, the header's records included, as an editor that understands quotes counts them.
    public var record: Int
    /// The bytes of the source that represent the value, including its quotes and escapes.
    public var bytes: Range<Int>
    /// The path to the value in the notation of its format, such as a JSON pointer; nil in formats without paths.
    public var path: String?
    /// The byte offset of its beginning in the text that the source was converted to, by which lines are counted;
    /// `bytes.lowerBound` where nothing was converted.
    package var textOffset: Int

    package init(record: Int, bytes: Range<Int>, textOffset: Int) {
        self.record = record
        self.bytes = bytes
        self.textOffset = textOffset
    }
}

/// A table that can locate a value in its source and return the source's own bytes, for inspecting values.
///
/// Like `RecordStreaming` it makes its caller wait and keeps nothing.
public protocol ValueLocating: RecordStreaming {
    /// Returns the source location of the value at `row` and `column` (0-based); nil where the record ends before that column,
    /// or the table before that row.
    ///
    /// - Complexity: At most one interval of the index, and the bytes of the record up to there.
    func place(ofRow row: Int, column: Int) throws(ReadError) -> ValuePlace?

    /// The line of the source, counted from 1, on which the value at `place` begins; nil after the cancellation, which is
    /// checked every few megabytes.
    ///
    /// - Complexity: O(bytes before it) for the first request, then O(bytes since the nearest earlier one).
    func line(of place: ValuePlace, unless cancellation: Cancellation) throws(ReadError) -> Int?

    /// The source's own bytes in `range`; fewer where it ends before.
    func sourceBytes(_ range: Range<Int>) throws(ReadError) -> [UInt8]

    /// The byte offsets in the source of bytes of values, for each in `bytes`, whose rows ascend; nil for a value that does not
    /// lie in the source as one. A byte of a character that is written as an escape is at the beginning of the escape.
    ///
    /// - Complexity: O(bytes of the source between the first row and the last).
    func sourceOffsets(of bytes: [ValueByte]) throws(ReadError) -> [Int?]
}

/// A byte of a value, by its index in the text that is shown.
public struct ValueByte: Sendable, Hashable {
    /// 0-based, like the column.
    public var row: Int
    public var column: Int
    /// The index of the value's end is its number of bytes.
    public var index: Int

    public init(row: Int, column: Int, index: Int) { (self.row, self.column, self.index) = (row, column, index) }
}

extension ValueLocating {
    public func sourceOffsets(of bytes: [ValueByte]) throws(ReadError) -> [Int?] {
        [Int?](repeating: nil, count: bytes.count)
    }
}

/// The paths that identify values in a format of nested values.
///
/// Like `ValueLocating` it makes its caller wait.
public protocol ValuePaths: Sendable {
    /// The label of the menu entry that copies a path, such as "Copy _JSON Pointer"; in the language of the interface.
    var copyLabel: String { get }

    /// The path of the value at `row` and `column` (0-based), whether there is one or not; nil where the table ends before.
    func path(ofRow row: Int, column: Int) throws(ReadError) -> String?
}
