/// A builder that collects the cells of one block, row by row from the first, column by column.
public struct RowBlockBuilder {
    private let columns: Range<Int>
    private let firstRow: Int
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var infos: [CellInfo] = []
    private var lengths: [Int: Int] = [:]

    /// Starts a block at row `firstRow` with the columns `columns` (0-based).
    public init(firstRow: Int, columns: Range<Int>) {
        self.firstRow = firstRow
        self.columns = columns
    }

    /// Cells appended so far.
    public var cellCount: Int { ends.count }

    /// Bytes of text appended so far.
    public var byteCount: Int { bytes.count }

    /// Appends to the text of the cell that `endCell` will end. The bytes must make valid UTF-8 by then.
    public mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

    /// The same for bytes in one piece, which readers have: one copy.
    public mutating func append(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

    /// Ends the current cell. `length` is that of the whole value in bytes, where the text is only its beginning.
    public mutating func endCell(_ info: CellInfo, length: Int? = nil) {
        if let length { lengths[ends.count] = length }
        ends.append(UInt32(bytes.count))
        infos.append(info)
    }

    /// The block of all complete rows so far.
    public func build() -> RowBlock {
        let rows = columns.isEmpty ? 0 : ends.count / columns.count
        let cells = rows * columns.count
        let lengths = lengths.isEmpty ? lengths : lengths.filter { $0.key < cells }
        return RowBlock(
            range: CellRange(rows: firstRow..<firstRow + rows, columns: columns),
            bytes: bytes, ends: Array(ends.prefix(cells)), infos: Array(infos.prefix(cells)), lengths: lengths)
    }
}
