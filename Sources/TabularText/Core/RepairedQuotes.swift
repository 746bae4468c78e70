import Synchronization

/// The quotes of a table that begin a field and do not enclose it, though a quote some lines later could close it: the text
/// between is records. The field then ends on its line.
///
///     3,"note 3,6
///     4,note 4,8
///     5,"note 5,10     with the quote above, the value `note 3,6 … 5,`, and text after its closing quote
///
/// The index finds them, in order, before it reports any record after them. Every reader of bytes has to know those in its
/// bytes: `RecordParser` and `RecordScanner` receive them at the start, since one quote decides how all later bytes are read.
final class RepairedQuotes: Sendable {
    /// A file with more makes no sense, and memory is bounded.
    static let limit = 1 << 16

    private let offsets = Mutex<[Int]>([])

    init(_ offsets: [Int] = []) { self.offsets.withLock { $0 = offsets } }

    /// In order.
    var all: [Int] { offsets.withLock { $0 } }

    var isFull: Bool { offsets.withLock { $0.count >= Self.limit } }

    /// Adds more quotes, usually after the known ones.
    func insert(_ more: [Int]) {
        offsets.withLock { offsets in
            let isBehind = more.first ?? .max > offsets.last ?? .min
            offsets += more
            if !isBehind { offsets = Set(offsets).sorted() }
        }
    }
}

extension [Int] {
    /// The first of the ascending numbers that is not before `offset`; `Int.max` where there is none. O(log n).
    func first(from offset: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] >= offset { high = middle } else { low = middle + 1 }
        }
        return low < count ? self[low] : .max
    }
}
