import QuadrilleRuntime
import Tabular

/// Computes statistics of columns in one scan of all their values.
public enum TableStatistics {
    /// The limits on memory and rows; tests make the numbers small.
    struct Tuning: Sendable {
        var scan = RowScan.Tuning()
        /// The bytes for counts of values, for all columns and threads.
        var memory = 1 << 27
        /// The bytes of the sample, for all columns and threads, and its maximum number of rows.
        var sampleMemory = 3 << 24
        var sampleRows = 1 << 17
        /// The number of most frequent values to keep in a column whose values do not all fit.
        var frequent = 1 << 12
        /// The source of memory that grows with the values.
        var source = LargeMemory.system
        /// The maximum number of rows to read, in `stretches` ranges; nil for all.
        var rows: Int?
        var stretches = 64

        init() {}
    }

    /// Starts to compute statistics of the columns `columns` (0-based, each once), over the rows that `source` knows now, or
    /// those of an order. The result is in the order of `columns`.
    ///
    /// For more than `limit` rows, if it is given, the job reads that many rows in evenly distributed ranges: the statistics
    /// cover only these, and contain their number.
    ///
    /// Progress counts rows. See `BackgroundJob` for `onChange`.
    ///
    /// - Complexity: O(bytes of the rows read). Memory is at most some 180 MiB, or 8 KiB a column and thread where that is
    ///   more, plus one value at a time.
    public static func job(
        of columns: [Int], in source: any RecordStreaming, order: RowOrder? = nil, atMost limit: Int? = nil,
        onChange: @escaping @Sendable () -> Void = {}
    ) -> BackgroundJob<[ColumnStatistics]> {
        let rowCount = order?.count ?? source.snapshot.rowCount.known
        var tuning = Tuning()
        tuning.rows = limit
        return BackgroundJob(total: min(rowCount, limit ?? rowCount), onChange: onChange) {
            [tuning] control throws(ReadError) in
            try statistics(of: columns, in: source, order: order, control: control, tuning: tuning)
        }
    }

    static func statistics(
        of columns: [Int], in source: any RecordStreaming, order: RowOrder?, control: JobControl, tuning: Tuning
    ) throws(ReadError) -> [ColumnStatistics] {
        let snapshot = source.snapshot
        let forms = columns.map {
            snapshot.columns.indices.contains($0) ? snapshot.columns[$0].form : ValueForm(.empty)
        }
        let limits = limits(columnCount: columns.count, tuning)
        let rowCount = order?.count ?? snapshot.rowCount.known
        // A value of 32 bytes, and the offset of its end.
        let typed = max(1, forms.count { ValueKind($0.type) != .text })
        let sampled = SampledRows(
            max(64, min(tuning.sampleRows, tuning.sampleMemory / (36 * typed))),
            of: min(rowCount, tuning.rows ?? rowCount))
        let scan = TallyScan(places: Array(columns.indices), sampled: sampled) {
            forms.map { ValueTally(ValueKind($0.type), $0, limits: limits) }
        }
        let stretches = stretches(of: rowCount, tuning)
        if let order, let picking = source.abilities.pick {
            let chosen = stretches.count > 1 ? try self.order(of: stretches, in: order) : order
            let ascending = try chosen.ascending(unless: control.cancellation)
            let rows = RowScan(picking, columns: columns, order: ascending, control: control, tuning: tuning.scan)
            guard try scan.run(rows) else { return [] }
        } else {
            precondition(order == nil, "an order of a table whose rows cannot be picked")
            var done = 0
            for stretch in stretches {
                var rows = RowScan(source, columns: columns, rows: stretch, control: control, tuning: tuning.scan)
                rows.doneBefore = done
                guard try scan.run(rows) else { return [] }
                done += stretch.count
            }
        }
        let tallies = scan.sum()
        var statistics: [ColumnStatistics] = []
        for tally in tallies {
            // The indices of the values, and the sorted values.
            try tuning.source.require(2 * OrderedValues.valueBytes * tally.keptCount)
            statistics.append(ColumnStatistics(tally))
        }
        return statistics
    }

    /// The ranges of rows to read, of `rowCount`.
    private static func stretches(of rowCount: Int, _ tuning: Tuning) -> [Range<Int>] {
        guard let limit = tuning.rows, limit < rowCount else { return [0..<rowCount] }
        let count = max(1, min(tuning.stretches, limit))
        // The last range ends with the last row.
        return (0..<count).map { number in
            let (length, free) = ((number + 1) * limit / count - number * limit / count, rowCount - limit)
            let share = Int(Double(free) * (count > 1 ? Double(number) / Double(count - 1) : 0))
            let first = number * limit / count + min(free, share)
            return first..<first + length
        }
    }

    /// The rows at some row indices of an order.
    private static func order(of stretches: [Range<Int>], in order: RowOrder) throws(ReadError) -> RowOrder {
        var builder = RowOrder.Builder(sourceRowCount: order.sourceRowCount)
        for stretch in stretches { try builder.append(contentsOf: try order.rows(at: stretch)) }
        return try builder.finish()
    }

    private static func limits(columnCount: Int, _ tuning: Tuning) -> ValueTally.Limits {
        let memory = max(1 << 12, tuning.memory / (max(1, columnCount) * max(1, tuning.scan.threads)))
        var precision = 14
        while precision > 8 && 1 << precision > memory / 4 { precision -= 1 }
        return ValueTally.Limits(
            memory: memory, frequent: max(16, min(tuning.frequent, memory / 128)), precision: precision,
            source: tuning.source)
    }
}
