import Tabular

/// The most frequent of many values; of equally frequent ones the least number where they are numbers, and the first by their
/// bytes.
struct MostFrequent {
    private struct Candidate {
        var bytes: [UInt8]
        var count: Int
        /// Nil for what is none, behind which there is no number.
        var number: Threshold?
        var value: ValueList.Value

        func isBefore(_ bytes: some Sequence<UInt8>, count other: Int, number otherNumber: Threshold?) -> Bool {
            if count != other { return count > other }
            switch (number, otherNumber) {
            case (let number?, let other?):
                if number.isLess(than: other) { return true }
                if other.isLess(than: number) { return false }
            case (nil, nil): break
            case (let number, _): return number != nil
            }
            return self.bytes.lexicographicallyPrecedes(bytes)
        }
    }

    private let limit: Int
    /// The form of numbers; nil where the values are none.
    private let numbers: ValueForm?
    private var candidates: [Candidate] = []
    /// The last of the first `limit` candidates that were put in order: what does not stand before it is none.
    private var bar: Candidate?

    init(limit: Int, numbers: ValueForm?) {
        (self.limit, self.numbers) = (limit, numbers)
    }

    /// Takes a value into account that came so often.
    ///
    /// - Complexity: O(log limit) on average, and O(bytes of the value) for one that is no candidate.
    mutating func offer(_ value: CountableValue, count: Int) {
        if let bar, count < bar.count { return }
        let number =
            value.isWhole
            ? numbers.flatMap { form in
                form.withNumber(value.bytes) { _ in Threshold(String(decoding: value.bytes, as: UTF8.self), form) }
            } : nil
        if let bar, bar.isBefore(value.bytes, count: count, number: number) { return }
        candidates.append(
            Candidate(bytes: Array(value.bytes), count: count, number: number, value: ValueList.Value(value)))
        guard candidates.count >= 4 * limit else { return }
        cut()
        bar = candidates.last
    }

    private mutating func cut() {
        candidates.sort { $0.isBefore($1.bytes, count: $1.count, number: $1.number) }
        candidates.removeLast(max(0, candidates.count - limit))
    }

    /// They in their order.
    var sorted: [(value: ValueList.Value, count: Int)] {
        var all = self
        all.cut()
        return all.candidates.map { ($0.value, $0.count) }
    }
}
