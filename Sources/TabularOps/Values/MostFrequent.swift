import Tabular

/// The most frequent of many values; equally frequent ones are sorted by number if they are numbers, and then by their bytes.
struct MostFrequent {
    private struct Candidate {
        var bytes: [UInt8]
        var count: Int
        /// Nil for a value that is not a number, which sorts after all numbers.
        var number: Threshold?
        var value: ValueList.Value
        /// The kinds of cells that have the value; nil where all with its text do.
        var kinds: Condition.Kinds?
        /// True for a text where texts are apart, which sorts after another value with the same bytes.
        var isText: Bool

        func isBefore(_ other: Candidate) -> Bool {
            isBefore(other.bytes, count: other.count, number: other.number, isText: other.isText)
        }

        func isBefore(
            _ bytes: some Sequence<UInt8>, count other: Int, number otherNumber: Threshold?, isText otherIsText: Bool
        ) -> Bool {
            if count != other { return count > other }
            switch (number, otherNumber) {
            case (let number?, let other?):
                if number.isLess(than: other) { return true }
                if other.isLess(than: number) { return false }
            case (nil, nil): break
            case (let number, _): return number != nil
            }
            if isText != otherIsText && self.bytes.elementsEqual(bytes) { return otherIsText }
            return self.bytes.lexicographicallyPrecedes(bytes)
        }
    }

    private let limit: Int
    /// The form of numbers; nil where the values are not numbers.
    private let numbers: ValueForm?
    private var candidates: [Candidate] = []
    /// The last of the `limit` best candidates at the last sort: values that do not come before it are rejected.
    private var bar: Candidate?

    init(limit: Int, numbers: ValueForm?) {
        (self.limit, self.numbers) = (limit, numbers)
    }

    /// Offers a value that occurred `count` times, in cells of `kinds`.
    ///
    /// - Complexity: O(log limit) on average, and O(bytes of the value) for a rejected value.
    mutating func offer(_ value: CountableValue, count: Int, kinds: Condition.Kinds? = nil) {
        if let bar, count < bar.count { return }
        let number =
            value.isWhole && !value.isMisfit
            ? numbers.flatMap { form in
                form.withNumber(value.bytes) { _ in Threshold(String(decoding: value.bytes, as: UTF8.self), form) }
            } : nil
        if let bar, bar.isBefore(value.bytes, count: count, number: number, isText: value.isMisfit) { return }
        candidates.append(
            Candidate(
                bytes: Array(value.bytes), count: count, number: number, value: ValueList.Value(value), kinds: kinds,
                isText: value.isMisfit))
        guard candidates.count >= 4 * limit else { return }
        cut()
        bar = candidates.last
    }

    private mutating func cut() {
        candidates.sort { $0.isBefore($1) }
        candidates.removeLast(max(0, candidates.count - limit))
    }

    /// The most frequent values, sorted.
    var sorted: [(value: ValueList.Value, count: Int, kinds: Condition.Kinds?)] {
        var all = self
        all.cut()
        return all.candidates.map { ($0.value, $0.count, $0.kinds) }
    }
}
