/// An immutable block of cells, `rows × columns`, row-major: valid UTF-8 of every cell in one shared buffer.
///
/// No `String` is made on the way to the screen: a reader appends bytes to a `RowBlockBuilder`, a painter copies them
/// into its display list.
public struct RowBlock: Sendable {
    public let range: CellRange
    private let bytes: [UInt8]
    private let ends: [UInt32]
    private let infos: [CellInfo]
    /// The lengths of the truncated values, by the cell's number: a side table, since hardly a block has any.
    private let lengths: [Int: Int]

    init(range: CellRange, bytes: [UInt8], ends: [UInt32], infos: [CellInfo], lengths: [Int: Int] = [:]) {
        precondition(
            ends.count == infos.count && ends.count == range.rows.count * range.columns.count,
            "a block of \(range.rows.count) × \(range.columns.count) cells was given \(ends.count)")
        self.range = range
        self.bytes = bytes
        self.ends = ends
        self.infos = infos
        self.lengths = lengths
    }

    /// Bytes of memory that the block holds, accurate enough for a cache's budget.
    public var byteCount: Int {
        bytes.count + ends.count * 4 + infos.count * MemoryLayout<CellInfo>.stride + lengths.count * 32
    }

    /// The block without the rows from `row` on; nil when none is left.
    ///
    /// - Complexity: O(cells).
    package func rows(before row: Int) -> RowBlock? {
        guard row > range.rows.lowerBound else { return nil }
        guard row < range.rows.upperBound else { return self }
        let cells = (row - range.rows.lowerBound) * range.columns.count
        let end = cells == 0 ? 0 : Int(ends[cells - 1])
        return RowBlock(
            range: CellRange(rows: range.rows.lowerBound..<row, columns: range.columns),
            bytes: Array(bytes[..<end]), ends: Array(ends[..<cells]), infos: Array(infos[..<cells]),
            lengths: lengths.filter { $0.key < cells })
    }

    /// Returns the properties of the cell besides its bytes. O(1). The cell must lie in `range`.
    public func info(row: Int, column: Int) -> CellInfo { infos[index(row, column)] }

    /// Returns the number of bytes that the whole value has in the source: of a truncated cell, more than the block holds.
    /// O(1). The cell must lie in `range`.
    public func length(row: Int, column: Int) -> Int {
        let cell = index(row, column)
        return lengths[cell] ?? Int(ends[cell]) - (cell == 0 ? 0 : Int(ends[cell - 1]))
    }

    /// Passes the cell's UTF-8 bytes to `body`, without a copy. O(1). The cell must lie in `range`.
    public func withBytes<R>(row: Int, column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        let cell = index(row, column)
        let start = cell == 0 ? 0 : Int(ends[cell - 1])
        return try bytes.withUnsafeBufferPointer {
            try body(UnsafeBufferPointer(rebasing: $0[start..<Int(ends[cell])]))
        }
    }

    /// The cell's text. For tests and messages; drawing uses `withBytes`.
    public func text(row: Int, column: Int) -> String {
        withBytes(row: row, column: column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns true where both are known to hold the same: copies of one block, or none both times. O(1).
    package static func areSame(_ a: RowBlock?, _ b: RowBlock?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        // The ends of a block are one array, whose memory no other block shares while it lives.
        return a.range == b.range
            && a.ends.withUnsafeBufferPointer { first in
                b.ends.withUnsafeBufferPointer { first.baseAddress == $0.baseAddress }
            }
    }

    private func index(_ row: Int, _ column: Int) -> Int {
        precondition(
            range.contains(row: row, column: column), "cell (\(row), \(column)) is outside the block \(range)")
        return (row - range.rows.lowerBound) * range.columns.count + column - range.columns.lowerBound
    }
}
