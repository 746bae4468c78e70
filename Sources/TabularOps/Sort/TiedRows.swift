import Tabular

/// Rows of a table whose keys need more than their first bytes, one bit for each row of the table.
struct TiedRows: Sendable {
    private var bits: [UInt64] = []
    private let rowCount: Int
    private let memory: LargeMemory
    private(set) var count = 0

    /// Creates an empty set of `rowCount` rows.
    init(of rowCount: Int, from memory: LargeMemory = .system) { (self.rowCount, self.memory) = (rowCount, memory) }

    mutating func insert(_ rows: [Int]) throws(ReadError) {
        if rows.isEmpty { return }
        if bits.isEmpty { try memory.require(rowCount / 8) }
        if bits.isEmpty { bits = [UInt64](repeating: 0, count: (rowCount + 63) / 64) }
        for row in rows {
            let bit: UInt64 = 1 << UInt64(row & 63)
            if bits[row >> 6] & bit == 0 { count += 1 }
            bits[row >> 6] |= bit
        }
    }

    @inline(__always)
    func contains(_ row: Int) -> Bool { bits[row >> 6] & (1 << UInt64(row & 63)) != 0 }

    /// All tied rows, ascending.
    func order() throws(ReadError) -> RowOrder {
        var builder = RowOrder.Builder(sourceRowCount: rowCount)
        for (index, word) in bits.enumerated() where word != 0 {
            var word = word
            while word != 0 {
                try builder.append(index << 6 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
        return try builder.finish()
    }
}
