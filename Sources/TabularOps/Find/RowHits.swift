import Synchronization
import Tabular

/// How many hits each row of a source has, and each stretch of an order of its rows.
final class RowHits: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: threads write the bytes of different rows, and they are read when all
    // have ended.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// Those of rows that have more than a byte says.
    private let many = Mutex<[Int: Int]>([:])
    /// Hits before each stretch of places, and last all.
    private let before = Mutex<[Int]>([])

    /// Places of a stretch.
    static let stretch = 4096

    init(rowCount: Int) {
        bytes = .allocate(capacity: rowCount)
        bytes.initialize(repeating: 0)
    }

    deinit { bytes.deallocate() }

    /// Takes the hits of a part, all of each row.
    func add(_ hits: [CellHit]) {
        var index = 0
        while index < hits.count {
            let row = hits[index].row
            var end = index + 1
            while end < hits.count && hits[end].row == row { end += 1 }
            let count = end - index
            // Rows that came later are none of the order.
            if row < bytes.count {
                bytes[row] = UInt8(clamping: count)
                if count >= 255 { many.withLock { $0[row] = count } }
            }
            index = end
        }
    }

    func count(ofRow row: Int) -> Int {
        let count = Int(bytes[row])
        return count < 255 ? count : many.withLock { $0[row] ?? count }
    }

    /// Counts all: how many there are in the order, and in which places of it.
    func count(
        in order: RowOrder, unless isOver: () -> Bool
    ) throws(ReadError) -> (count: Int, places: PlaceBuckets) {
        var (before, total, places) = ([Int](), 0, PlaceBuckets())
        for start in stride(from: 0, to: order.count, by: Self.stretch) {
            if isOver() { return (0, PlaceBuckets()) }
            before.append(total)
            let rows = try order.rows(at: start..<min(order.count, start + Self.stretch))
            for (index, row) in rows.enumerated() {
                let count = count(ofRow: row)
                if count > 0 { places.insert(1, at: start + index) }
                total += count
            }
        }
        before.append(total)
        self.before.withLock { $0 = before }
        return (total, places)
    }

    /// Hits before a stretch, counted from 0.
    func count(beforeStretch stretch: Int) -> Int { before.withLock { stretch < $0.count ? $0[stretch] : 0 } }
}
