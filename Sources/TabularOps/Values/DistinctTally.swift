import Tabular

/// The number of occurrences of each value and of each kind of blank: exact as long as all values fit into memory, then of the
/// most frequent ones, with an estimate of the number of distinct values. Where the source distinguishes kinds, texts are counted
/// apart from values of other kinds: they count as misfits (`CountableValue`).
///
/// Tallies of parts of the rows, in any order, add up to the tally of all rows.
final class DistinctTally {
    /// The number of most frequent values to keep once not all fit.
    private let frequent: Int
    private let counts: ValueCounts
    private var rowCount = 0
    /// Rows without a value: empty, null, missing, unreadable.
    private var blanks: [Condition.Blanks: Int] = [:]
    /// Nil while all values are kept.
    private var estimate: DistinctEstimate?
    /// True once a text has been counted apart, or a value of another kind.
    private var (hasTexts, hasOthers) = (false, false)

    /// `memory` is the maximum memory of the values, in bytes.
    init(memory: Int, frequent: Int) {
        self.frequent = max(2, min(frequent, memory / 128))
        counts = ValueCounts(limit: memory)
    }

    /// Adds the values of a column in the rows that `mask` selects.
    func take(_ rows: ScannedRows, column: Int, where mask: [Bool]) {
        for row in 0..<rows.count where mask[row] {
            rowCount += 1
            let value = rows.value(column, of: row)
            if value.isEmpty {
                blanks[Condition.Blanks(rows.state(column, of: row)), default: 0] += 1
            } else {
                let counted = CountableValue(value, readable: rows.readableCount(from: value))
                let isText = rows.hasKinds && rows.kind(column, of: row) == .text
                if isText { hasTexts = true } else { hasOthers = true }
                add(isText ? counted.asMisfit : counted, weight: 1)
            }
        }
    }

    private func add(_ value: CountableValue, weight: Int) {
        if estimate == nil {
            if counts.add(value, weight: weight) { return }
            beginEstimating()
        }
        estimate?.add(value.key)
        _ = counts.add(value, weight: weight)
    }

    private func beginEstimating() {
        var estimate = DistinctEstimate()
        for index in counts.indices { counts.withValue(at: index) { estimate.add($0.key) } }
        counts.keepFrequent(frequent)
        self.estimate = estimate
    }

    /// Adds the values of another tally.
    func add(_ other: DistinctTally) {
        rowCount += other.rowCount
        hasTexts = hasTexts || other.hasTexts
        hasOthers = hasOthers || other.hasOthers
        blanks.merge(other.blanks, uniquingKeysWith: +)
        if let more = other.estimate {
            if estimate == nil { beginEstimating() }
            estimate?.add(more)
            counts.miss(other.counts.missed)
        }
        for index in other.counts.indices {
            other.counts.withValue(at: index) { value in
                let weight = other.counts.occurrences(at: index)
                if other.estimate == nil { add(value, weight: weight) } else { _ = counts.add(value, weight: weight) }
            }
        }
    }

    /// Returns the `limit` most frequent values, and all kinds of blanks. Equally frequent values of a number column are sorted
    /// by number, followed by those that are not numbers.
    ///
    /// - Complexity: O(stored values × log limit); memory O(limit).
    func list(limit: Int, numbers: ValueForm?) -> ValueList {
        var list = ValueList()
        list.rowCount = rowCount
        list.distinct = estimate?.count ?? counts.count
        list.distinctError = estimate?.error ?? 0
        list.missed = counts.missed
        list.entries = Condition.Blanks.kinds.compactMap { kind in
            blanks[kind].map { ValueList.Entry(.blank(kind), count: $0) }
        }
        var best = MostFrequent(limit: limit, numbers: numbers)
        for index in counts.indices {
            let count = counts.occurrences(at: index)
            counts.withValue(at: index) { best.offer($0, count: count, kinds: kinds(of: $0)) }
        }
        list.entries += best.sorted.map { value, count, kinds in
            var entry = ValueList.Entry(value, count: count, countAtMost: count + counts.missed)
            entry.kinds = kinds
            return entry
        }
        return list
    }

    /// The kinds of cells that a counted value stands for; nil where no cell of another kind has the same text, as far as is
    /// known once not all values are kept.
    private func kinds(of value: CountableValue) -> Condition.Kinds? {
        guard hasTexts && hasOthers, estimate != nil || counts.contains(value.twin) else { return nil }
        return value.isMisfit ? .texts : .others
    }
}

extension ValueList.Value {
    /// Creates the value from a counted one.
    init(_ value: CountableValue) {
        if value.isWhole {
            let text = String(validating: value.bytes, as: UTF8.self)
            self = text.map { .text($0) } ?? .malformed(String(decoding: value.bytes, as: UTF8.self))
        } else {
            self =
                ValueList.LongValue(value).map { .long($0) }
                ?? .malformed(String(decoding: value.bytes, as: UTF8.self))
        }
    }
}
