import Synchronization
import Tabular

/// Collects the rows of a scan in tallies, one set for each thread, however many parts the rows are divided into.
///
///     part 0   thread 1   set A            part 2   thread 1   set A
///     part 1   thread 2   set B            part 3   thread 2   set B           at the end A + B
final class TallyScan: Sendable {
    /// The tallies of one thread.
    private struct Free: Sendable {
        var sets: [[ValueTally]] = []
    }

    private let free = Mutex(Free())
    private let makeSet: @Sendable () -> [ValueTally]
    /// For each scanned column, the index of its tally.
    private let places: [Int]
    private let sampled: SampledRows?

    init(places: [Int], sampled: SampledRows? = nil, makeSet: @escaping @Sendable () -> [ValueTally]) {
        (self.places, self.sampled, self.makeSet) = (places, sampled, makeSet)
    }

    /// Scans the rows of `scan`; returns false where the job was cancelled.
    func run(_ scan: RowScan) throws(ReadError) -> Bool {
        try scan.run(into: { part in Taker(scan: self, left: part.rows.count) }, then: { _, _ in })
    }

    /// Adds up the sets of all threads and returns the tallies of all rows so far.
    func sum() -> [ValueTally] {
        let sets = free.withLock { free in
            defer { free.sets = [] }
            return free.sets
        }
        guard let first = sets.first else { return makeSet() }
        for set in sets.dropFirst() {
            for (tally, other) in zip(first, set) { tally.add(other) }
        }
        return first
    }

    private struct Taker: RowTaker, Sendable {
        let scan: TallyScan
        /// The rows of the part that are still to come. After the last of them the tallies are free for another part.
        var left: Int
        var set: [ValueTally]?

        mutating func take(_ rows: ScannedRows) {
            let set = set ?? scan.free.withLock { $0.sets.popLast() } ?? scan.makeSet()
            var sampled: [Int] = []
            if let chosen = scan.sampled {
                for row in 0..<rows.count where chosen.contains(rows.first + row) { sampled.append(row) }
            }
            for (column, place) in scan.places.enumerated() {
                set[place].take(rows, column: column, sampled: sampled)
            }
            left -= rows.count
            self.set = left > 0 ? set : nil
            if left <= 0 { scan.free.withLock { $0.sets.append(set) } }
        }
    }
}
