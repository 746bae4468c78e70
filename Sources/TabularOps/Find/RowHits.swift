import Glibc
import Synchronization
import Tabular

/// The number of hits in each row of a source, and in each stretch of an order of its rows.
final class RowHits: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: threads write the bytes of different rows, and they are read when all
    // have ended.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// The hits of each row that has 255 or more, the most that a byte holds.
    private let many = Mutex<[Int: Int]>([:])
    /// The number of values on which a pattern was given up, for each row that has any.
    private let givenUp = Mutex<[Int: Int]>([:])
    /// Hits before each stretch of places, and last all.
    private let before = Mutex<[Int]>([])

    /// Places of a stretch.
    static let stretch = 4096

    /// For so many rows; nil where there is no memory for them. It takes as much as the pages that have hits: whoever draws
    /// makes it, and must not wait until all of it is 0.
    init?(rowCount: Int) {
        let kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let memory = mmap(nil, max(1, rowCount), PROT_READ | PROT_WRITE, kind, -1, 0), memory != MAP_FAILED else {
            return nil
        }
        bytes = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: UInt8.self, capacity: rowCount), count: rowCount)
    }

    deinit { munmap(bytes.baseAddress, max(1, bytes.count)) }

    /// Takes what was found in a part, all of each row.
    func add(_ found: PartHits) {
        if !found.givenUp.isEmpty {
            let counts = Dictionary(found.givenUp.map { ($0, 1) }, uniquingKeysWith: +)
            givenUp.withLock { $0.merge(counts) { $1 } }
        }
        let hits = found.hits ?? []
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

    /// Forgets what was found in rows that are searched again.
    func forget(_ rows: Range<Int>) {
        for row in rows.clamped(to: 0..<bytes.count) where bytes[row] > 0 { bytes[row] = 0 }
        givenUp.withLock { all in
            for row in rows where !all.isEmpty { all[row] = nil }
        }
    }

    func count(ofRow row: Int) -> Int {
        let count = Int(bytes[row])
        return count < 255 ? count : many.withLock { $0[row] ?? count }
    }

    /// The hits in an order of rows.
    struct Total {
        var hits = 0
        /// In which places of it they are.
        var places = PlaceBuckets()
        /// The rows of the values that were given up there.
        var givenUp: [Int] = []
    }

    /// Counts all that the order has.
    func count(in order: RowOrder, unless isOver: () -> Bool) throws(ReadError) -> Total {
        var (before, total) = ([Int](), Total())
        let undecided = givenUp.withLock { $0 }
        for start in stride(from: 0, to: order.count, by: Self.stretch) {
            if isOver() { return Total() }
            before.append(total.hits)
            let rows = try order.rows(at: start..<min(order.count, start + Self.stretch))
            for (index, row) in rows.enumerated() {
                let count = count(ofRow: row)
                if count > 0 { total.places.insert(1, at: start + index) }
                total.hits += count
                if !undecided.isEmpty, let count = undecided[row] {
                    total.givenUp += repeatElement(row, count: count)
                }
            }
        }
        before.append(total.hits)
        self.before.withLock { $0 = before }
        return total
    }

    /// Hits before a stretch, counted from 0.
    func count(beforeStretch stretch: Int) -> Int { before.withLock { stretch < $0.count ? $0[stretch] : 0 } }
}
