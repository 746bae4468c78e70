import Tabular

/// A tally of the values of a column, or of a selection: their counts as long as these fit into memory, then an estimate of the
/// number of distinct values, the most frequent ones, and the totals that need no values in memory.
///
///     exact        every value with its count: all the rest follows from that, at the end
///     estimating   totals (exact), frequent values, `DistinctEstimate`, a sample of the rows
///
/// Tallies of parts of the rows, in any order, add up to the tally of all rows.
final class ValueTally: @unchecked Sendable {
    // Unchecked, since one thread at a time has it.

    struct Limits: Sendable {
        /// The maximum memory of the counts, in bytes.
        var memory: Int
        /// The number of most frequent values to keep once not all fit; 0 for none.
        var frequent: Int
        /// The precision of the estimate of distinct values.
        var precision = 14
        /// The source of memory. When it is exhausted, the tally stops keeping all values.
        var source = LargeMemory.system
    }

    let kind: ValueKind
    /// The form of the values.
    let form: ValueForm
    let limits: Limits
    /// The kinds of values that are not misfits.
    private let readKinds: ReadKinds
    private(set) var counts: ValueCounts
    /// The number of values that are not empty.
    private(set) var valueCount = 0
    /// The rows without a value.
    private(set) var blanks = BlankCounts()
    private(set) var sample = ValueSample()
    /// Nil while all values are kept.
    private var estimating: (totals: ValueTotals, distinct: DistinctEstimate)?
    /// The totals of the numbers that are too long to be stored whole, which no other totals have.
    private var longTotals: ValueTotals
    /// A Boolean value that indicates whether the rows that are taken have such numbers.
    private var hasLongNumbers = false

    init(_ kind: ValueKind, _ form: ValueForm, limits: Limits) {
        (self.kind, self.form, self.limits) = (kind, form, limits)
        readKinds = ReadKinds(kind, form)
        counts = ValueCounts(limit: limits.memory, from: limits.source)
        longTotals = ValueTotals(kind, form)
    }

    var isExact: Bool { estimating == nil }

    /// The number of values that are sorted at the end: all distinct ones, or those of the sample.
    var keptCount: Int { isExact ? counts.count : sample.count }

    /// The number of distinct values, and its relative error.
    var distinct: (count: Int, error: Double) {
        estimating.map { ($0.distinct.count, $0.distinct.error) } ?? (counts.count, 0)
    }

    /// - Complexity: O(1) while estimating, else O(distinct values).
    var totals: ValueTotals {
        var totals = totalsOfStored
        totals.add(longTotals)
        return totals
    }

    /// The number of numbers that are not among the stored values, or in the sample, since they are too long.
    var longNumberCount: Int { longTotals.numberCount }

    private var totalsOfStored: ValueTotals {
        var totals = estimating?.totals ?? ValueTotals(kind, form)
        if estimating != nil { return totals }
        for index in counts.indices {
            counts.withValue(at: index) { totals.add($0, weight: counts.occurrences(at: index)) }
        }
        return totals
    }

    /// The number of distinct words for "no value" among the stored values.
    var distinctWords: Int { counts.indices.count { isWord(at: $0) } }

    /// Returns true where a stored value is a word for "no value".
    func isWord(at index: Int) -> Bool {
        counts.withValue(at: index) { $0.isWhole && !$0.isMisfit && form.isNull($0.bytes) }
    }

    /// Adds the values of a column. The rows at the indices `sampled` go into the sample too.
    func take(_ rows: ScannedRows, column: Int, sampled: [Int] = []) {
        if rows.isMissing(column) {
            blanks.missing += rows.count
            return
        }
        let hasMisfits = rows.hasMisfits(column, readKinds)
        var row = 0
        if estimating == nil {
            row = count(rows, column, hasMisfits)
            if row < rows.count { beginEstimating() }
        }
        if estimating != nil { estimate(rows, column, from: row, hasMisfits) }
        if kind == .text { return }
        if hasLongNumbers { addLongNumbers(of: rows, column, hasMisfits) }
        for row in sampled where !(hasMisfits && rows.isMisfit(column, of: row, readKinds)) {
            let value = rows.value(column, of: row)
            if value.count > 0 && value.count <= ValueSample.longestValue { sample.add(value) }
        }
    }

    /// The number of values counted together, so that their memory accesses overlap.
    private static let batch = 64

    /// Counts values as long as there is room for them; returns the index of the first row without room.
    private func count(_ rows: ScannedRows, _ column: Int, _ hasMisfits: Bool) -> Int {
        let counts = counts
        return withUnsafeTemporaryAllocation(of: CountableValue.self, capacity: Self.batch) { values in
            var (first, without) = (0, 0)
            while first < rows.count {
                let count = min(Self.batch, rows.count &- first)
                for index in 0..<count {
                    let value = value(rows, column, of: first &+ index, hasMisfits)
                    values.initializeElement(at: index, to: value)
                    counts.expect(value.key)
                }
                for index in 0..<count {
                    if values[index].length == 0 {
                        countNothing(rows.state(column, of: first &+ index))
                        without &+= 1
                    } else if !counts.add(values[index]) {
                        valueCount += first + index - without
                        return first + index
                    }
                }
                first &+= count
            }
            valueCount += first - without
            return first
        }
    }

    private func estimate(_ rows: ScannedRows, _ column: Int, from first: Int, _ hasMisfits: Bool) {
        // Moved out, so that the loop needs no further checks on the property.
        guard var (totals, distinct) = estimating else { return }
        estimating = nil
        let counts = limits.frequent > 0 ? counts : nil
        // In other columns than text, texts are added one by one.
        let hasNumbers = totals.readsPlainNumbers && form.type != .text
        var numbers = NumberRun()
        var without = 0
        for row in first..<rows.count {
            let value = value(rows, column, of: row, hasMisfits)
            if value.length > 0 {
                if hasNumbers, !value.isMisfit, let number = ShortDecimal(value.bytes) {
                    numbers.add(number, value.bytes)
                } else {
                    totals.add(value)
                }
                distinct.add(value.key)
                _ = counts?.add(value)
            } else {
                countNothing(rows.state(column, of: row))
                without &+= 1
            }
        }
        totals.add(numbers)
        valueCount += rows.count - first - without
        estimating = (totals, distinct)
    }

    /// The value of a row, for counting; `hasMisfits` if any row has a misfit.
    @inline(__always)
    private func value(_ rows: ScannedRows, _ column: Int, of row: Int, _ hasMisfits: Bool) -> CountableValue {
        let value = CountableValue(rows, column, of: row)
        if !value.isWhole && kind.hasNumbers {
            let isNumber = isLongNumber(rows, column, of: row, hasMisfits)
            if isNumber { hasLongNumbers = true }
            return isNumber ? value : value.asMisfit
        }
        return hasMisfits && rows.isMisfit(column, of: row, readKinds) ? value.asMisfit : value
    }

    @inline(never)
    private func isLongNumber(_ rows: ScannedRows, _ column: Int, of row: Int, _ hasMisfits: Bool) -> Bool {
        if hasMisfits && rows.isMisfit(column, of: row, readKinds) { return false }
        return longTotals.isNumber(rows.value(column, of: row))
    }

    private func addLongNumbers(of rows: ScannedRows, _ column: Int, _ hasMisfits: Bool) {
        hasLongNumbers = false
        for row in 0..<rows.count {
            let value = rows.value(column, of: row)
            if value.count > CountableValue.longestWhole, isLongNumber(rows, column, of: row, hasMisfits) {
                longTotals.add(longNumber: value)
            }
        }
    }

    private func countNothing(_ state: CellState) { blanks.add(state) }

    private func add(_ value: CountableValue, weight: Int) {
        if estimating == nil {
            if counts.add(value, weight: weight) { return }
            beginEstimating()
        }
        estimating?.totals.add(value, weight: weight)
        estimating?.distinct.add(value.key)
        if limits.frequent > 0 { _ = counts.add(value, weight: weight) }
    }

    @inline(never)
    private func beginEstimating() {
        var distinct = DistinctEstimate(precision: limits.precision)
        let totals = totalsOfStored
        for index in counts.indices { counts.withValue(at: index) { distinct.add($0.key) } }
        if limits.frequent > 0 { counts.keepFrequent(limits.frequent) } else { counts = ValueCounts(limit: 0) }
        estimating = (totals, distinct)
    }

    /// Adds the values of another tally of the same kind.
    func add(_ other: ValueTally) {
        valueCount += other.valueCount
        blanks.add(other.blanks)
        sample.add(other.sample)
        longTotals.add(other.longTotals)
        if let more = other.estimating {
            if estimating == nil { beginEstimating() }
            estimating?.totals.add(more.totals)
            estimating?.distinct.add(more.distinct)
            counts.miss(other.counts.missed)
            if limits.frequent == 0 { return }
            for index in other.counts.indices {
                other.counts.withValue(at: index) {
                    _ = counts.add($0, weight: other.counts.occurrences(at: index))
                }
            }
        } else {
            for index in other.counts.indices {
                other.counts.withValue(at: index) { add($0, weight: other.counts.occurrences(at: index)) }
            }
        }
    }
}
