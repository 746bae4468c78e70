import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular

/// The number of hits in each row of a source, and in each range of row indices of an order.
final class RowHits: @unchecked Sendable {
    // Unchecked, since the compiler cannot see that threads write the bytes of different rows, and that these are read only
    // after all threads have ended.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// The hits of each row that has 255 or more, the most that a byte holds.
    private let many = Mutex<[Int: Int]>([:])
    /// The number of values on which a pattern was given up, for each row that has any.
    private let givenUp = Mutex<[Int: Int]>([:])
    /// The hits before each range of row indices, and finally all hits.
    private let before = Mutex<[Int]>([])

    /// The number of row indices in a range.
    static let stretch = 4096

    /// Creates counts for `rowCount` rows; nil if there is no memory for them. Only pages with hits take memory: the thread
    /// that draws creates this, and must not wait until all of it is zeroed.
    init?(rowCount: Int) {
        let kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let memory = mmap(nil, max(1, rowCount), PROT_READ | PROT_WRITE, kind, -1, 0), memory != MAP_FAILED else {
            return nil
        }
        bytes = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: UInt8.self, capacity: rowCount), count: rowCount)
    }

    deinit { munmap(bytes.baseAddress, max(1, bytes.count)) }

    /// Adds the hits of a part, which has all hits of each of its rows.
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
            // The order has no rows that arrived later.
            if row < bytes.count {
                bytes[row] = UInt8(clamping: count)
                if count >= 255 { many.withLock { $0[row] = count } }
            }
            index = end
        }
    }

    /// Discards the hits of rows that are searched again.
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
        /// Their distribution by row index.
        var places = PlaceBuckets()
        /// The rows of the given-up values in the order.
        var givenUp: [Int] = []
    }

    /// Counts the hits in the rows of the order.
    func count(in order: RowOrder, unless cancellation: Cancellation) throws(ReadError) -> Total {
        var (before, total) = ([Int](), Total())
        let undecided = givenUp.withLock { $0 }
        for start in stride(from: 0, to: order.count, by: Self.stretch) {
            if cancellation.isRequested { return Total() }
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

    /// The hits before a range of row indices, numbered from 0.
    func count(beforeStretch stretch: Int) -> Int { before.withLock { stretch < $0.count ? $0[stretch] : 0 } }
}
