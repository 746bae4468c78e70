import QuadrilleRuntime
import Tabular

/// Groups a table in the background.
public typealias GroupingJob = BackgroundJob<Grouping>

extension GroupingJob {
    /// Starts to group the rows that `source` knows now by the column `group`, with the weights of the column `weight` (both
    /// 0-based; a column that does not exist has no values).
    ///
    /// The job calls `onChange` on its thread when `state` has changed.
    ///
    /// - Complexity: O(bytes of the rows); memory O(rows + bytes of the keys).
    public convenience init(
        source: any RecordStreaming, group: Int, weight: Int? = nil, onChange: @escaping @Sendable () -> Void
    ) {
        self.init(source: source, group: group, weight: weight, onChange: onChange) { $0 }
    }
}

extension Job where Failure == ReadError {
    /// Creates the same job, which converts the grouping to `Value` with `make` on the job's thread.
    public convenience init(
        source: any RecordStreaming, group: Int, weight: Int?, onChange: @escaping @Sendable () -> Void,
        make: @escaping @Sendable (Grouping) -> Value
    ) {
        let total = source.snapshot.rowCount.known
        self.init(total: total, onChange: onChange) { (control) throws(ReadError) in
            guard total <= Grouping.rowLimit else {
                throw ReadError.task(.tooManyRows(total, for: .group, limit: Grouping.rowLimit))
            }
            let known = source.snapshot.columns
            let form = weight.map { known.indices.contains($0) ? known[$0].form : ValueForm(.decimal) }
            let builder = try GroupingBuilder(rowCount: total, weights: form)
            let columns = [group] + (weight.map { [$0] } ?? [])
            let filled = try RowScan.sequence(of: source, columns: columns, rows: 0..<total, into: builder, control)
            if let failure = filled.failure { throw failure }
            return make(try filled.grouping(control))
        }
    }
}

/// Collects the group and the weight of every row, in the order of the table.
struct GroupingBuilder: RowTaker {
    private var keys = KeyTable()
    private var groups: [UInt32] = []
    private var weights: [Double] = []
    private var problems = 0
    /// The form of the weights; nil without weights.
    private let form: ValueForm?
    private let memory: LargeMemory
    /// The bytes that the keys may take before the next check of memory.
    private var granted = 1 << 20
    private(set) var failure: ReadError?

    init(rowCount: Int, weights form: ValueForm?, from memory: LargeMemory = .system) throws(ReadError) {
        (self.form, self.memory) = (form, memory)
        let stride = MemoryLayout<UInt32>.stride + (form == nil ? 0 : MemoryLayout<Double>.stride)
        try memory.require(rowCount * stride)
        groups.reserveCapacity(rowCount)
        if form != nil { weights.reserveCapacity(rowCount) }
    }

    var isFinished: Bool { failure != nil }

    mutating func take(_ rows: ScannedRows) {
        guard failure == nil else { return }
        if keys.memory > granted {
            // The key table doubles when it grows.
            granted = 2 * keys.memory
            do throws(ReadError) { try memory.require(granted) } catch { failure = error }
        }
        for row in 0..<rows.count {
            groups.append(UInt32(keys.number(of: rows.value(0, of: row))))
            guard let form else { continue }
            let isMisfit = rows.isMisfit(1, of: row, .numbers)
            let value = isMisfit ? .nan : form.withNumber(rows.value(1, of: row)) { $0.finiteDouble } ?? .nan
            if !(value >= 0) { problems += 1 }
            weights.append(value)
        }
    }

    /// Sorts the rows by group with a counting sort, which preserves their order within each group.
    consuming func grouping(_ control: JobControl) throws(ReadError) -> Grouping {
        let bytes = groups.count * MemoryLayout<UInt32>.stride + weights.count * MemoryLayout<Double>.stride
        try memory.require(bytes + 2 * keys.count * MemoryLayout<Int>.stride)
        var starts = [Int](repeating: 0, count: keys.count + 1)
        for group in groups { starts[Int(group) + 1] += 1 }
        for group in 0..<keys.count { starts[group + 1] += starts[group] }
        var next = starts
        var rows = [UInt32](repeating: 0, count: groups.count)
        var sorted = [Double](repeating: 0, count: weights.count)
        for (row, group) in groups.enumerated() {
            if row & 0xFFFF == 0 && control.isCancelled { break }
            let place = next[Int(group)]
            next[Int(group)] += 1
            rows[place] = UInt32(row)
            if form != nil { sorted[place] = weights[row] }
        }
        keys.freeze()
        return Grouping(
            starts: starts, rows: rows, groups: groups, keys: keys,
            weights: ItemWeights(values: sorted, problems: problems))
    }
}
