/// The most frequent of many values; of equally frequent ones the least number where they are numbers, and the first by their
/// bytes.
struct MostFrequent {
    private struct Candidate {
        var bytes: [UInt8]
        var count: Int
        var value: ValueList.Value
        /// Nil for what is none, behind which there is no number.
        var number: Threshold?
    }

    private let limit: Int
    private let areNumbers: Bool
    private var candidates: [Candidate] = []
    /// The last of the first `limit` candidates that were put in order: what does not stand before it is none.
    private var bar: Candidate?

    init(limit: Int, areNumbers: Bool) {
        (self.limit, self.areNumbers) = (limit, areNumbers)
    }

    /// Takes a value into account that came so often.
    ///
    /// - Complexity: O(log(limit)) on average, and O(1) for one that is no candidate.
    mutating func offer(_ value: CountableValue, count: Int) {
        if let bar, count < bar.count { return }
        let candidate = Candidate(
            bytes: Array(value.bytes), count: count, value: ValueList.Value(value),
            number: areNumbers && value.isWhole ? Threshold(String(decoding: value.bytes, as: UTF8.self)) : nil)
        if let bar, !Self.areInOrder(candidate, bar) { return }
        candidates.append(candidate)
        guard candidates.count >= 4 * limit else { return }
        cut()
        bar = candidates.last
    }

    private mutating func cut() {
        candidates.sort(by: Self.areInOrder)
        candidates.removeLast(max(0, candidates.count - limit))
    }

    private static func areInOrder(_ first: Candidate, _ second: Candidate) -> Bool {
        if first.count != second.count { return first.count > second.count }
        switch (first.number, second.number) {
        case (let number?, let other?):
            if number.isLess(than: other) { return true }
            if other.isLess(than: number) { return false }
        case (nil, nil): break
        case (let number, _): return number != nil
        }
        return first.bytes.lexicographicallyPrecedes(second.bytes)
    }

    /// They in their order.
    var sorted: [(value: ValueList.Value, count: Int)] {
        var all = self
        all.cut()
        return all.candidates.map { ($0.value, $0.count) }
    }
}
