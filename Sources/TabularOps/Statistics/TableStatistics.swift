import QuadrilleRuntime
import Tabular

/// Looks at all values of some columns once, and tells what they are.
public enum TableStatistics {
    /// The limits on memory and rows; tests make the numbers small.
    struct Tuning: Sendable {
        var scan = RowScan.Tuning()
        /// Bytes of the values' counts, of all columns and threads.
        var memory = 1 << 27
        /// Bytes of the sample, likewise, and how many rows it has at most.
        var sampleMemory = 3 << 24
        var sampleRows = 1 << 17
        /// The number of most frequent values to keep, of a column of which not all are kept.
        var frequent = 1 << 12
        /// The source of memory that grows with the values.
        var source = LargeMemory.system
        /// The most rows that are looked at, in so many stretches; nil for all.
        var rows: Int?
        var stretches = 64

        init() {}
    }

    /// Begins to look at the columns `columns` (0-based, each once) of the rows that are known of `source`, or of those of
    /// an order. The statistics come in the order of `columns`.
    ///
    /// Of more than `limit` rows, where that is given, some stretches are looked at that lie evenly between the others, of so
    /// many rows in all: the statistics are of these, and say how many they are.
    ///
    /// Progress counts rows. `onChange` is called as `BackgroundJob` says.
    ///
    /// - Complexity: O(bytes of the rows that are looked at). Memory is at most some 180 MiB, or 8 KiB a column and thread where that is more,
    ///   and a value at a time.
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
        // A value of 32 bytes, and where it ends.
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
            let ascending = try chosen.ascending { control.isCancelled }
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
            // Their places, and the values in their order.
            try tuning.source.require(2 * OrderedValues.valueBytes * tally.keptCount)
            statistics.append(ColumnStatistics(tally))
        }
        return statistics
    }

    /// The rows that are looked at, of `rowCount`.
    private static func stretches(of rowCount: Int, _ tuning: Tuning) -> [Range<Int>] {
        guard let limit = tuning.rows, limit < rowCount else { return [0..<rowCount] }
        let count = max(1, min(tuning.stretches, limit))
        // The last one ends with the last row.
        return (0..<count).map { number in
            let (length, free) = ((number + 1) * limit / count - number * limit / count, rowCount - limit)
            let share = Int(Double(free) * (count > 1 ? Double(number) / Double(count - 1) : 0))
            let first = number * limit / count + min(free, share)
            return first..<first + length
        }
    }

    /// The rows at some places of an order.
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
