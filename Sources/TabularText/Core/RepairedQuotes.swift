import Synchronization

/// The quotes of a table that begin a field and do not enclose it, though a quote some lines below could close it: the text
/// between is records. The field ends on its line then.
///
///     3,"note 3,6
///     4,note 4,8
///     5,"note 5,10     by the quote above, the value `note 3,6 … 5,`, and text behind its closing quote
///
/// The index finds them, in order, before it reports any record after them. Every reader of bytes has to know those in them:
/// `RecordParser` and `RecordScanner` take them as they begin, since one quote alone decides how all that follows is read.
final class RepairedQuotes: Sendable {
    /// Of more no file makes sense, and memory is bounded.
    static let limit = 1 << 16

    private let offsets = Mutex<[Int]>([])

    init(_ offsets: [Int] = []) { self.offsets.withLock { $0 = offsets } }

    /// In order.
    var all: [Int] { offsets.withLock { $0 } }

    var isFull: Bool { offsets.withLock { $0.count >= Self.limit } }

    /// Takes over more, as a rule behind those that are known.
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
