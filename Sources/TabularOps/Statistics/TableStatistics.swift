import Tabular

/// Looks at all values of some columns once, and tells what they are.
public enum TableStatistics {
    /// How much it may keep; tests make the numbers small.
    struct Tuning: Sendable {
        var scan = RowScan.Tuning()
        /// Bytes of the values' counts, of all columns and threads.
        var memory = 1 << 27
        /// Bytes of the sample, likewise, and how many rows it has at most.
        var sampleMemory = 3 << 24
        var sampleRows = 1 << 17
        /// How many of the most frequent values are kept of a column of which not all are.
        var frequent = 1 << 12

        init() {}
    }

    /// Begins to look at the columns `columns` (0-based, each once) of the rows that are known of `source`, or of those of
    /// an order. The statistics come in the order of `columns`.
    ///
    /// Progress counts rows. `onChange` is called as `BackgroundJob` says.
    ///
    /// - Complexity: O(bytes of the rows). Memory is at most some 180 MiB, or 8 KiB a column and thread where that is more,
    ///   and a value at a time.
    public static func job(
        of columns: [Int], in source: any RecordStreaming, order: RowOrder? = nil,
        onChange: @escaping @Sendable () -> Void = {}
    ) -> BackgroundJob<[ColumnStatistics]> {
        let rowCount = order?.count ?? source.snapshot.rowCount.known
        return BackgroundJob(total: rowCount, onChange: onChange) { control throws(ReadError) in
            try statistics(of: columns, in: source, order: order, control: control, tuning: Tuning())
        }
    }

    static func statistics(
        of columns: [Int], in source: any RecordStreaming, order: RowOrder?, control: JobControl, tuning: Tuning
    ) throws(ReadError) -> [ColumnStatistics] {
        let snapshot = source.snapshot
        let types = columns.map { snapshot.columns.indices.contains($0) ? snapshot.columns[$0].type : .empty }
        let limits = limits(columnCount: columns.count, tuning)
        let rowCount = order?.count ?? snapshot.rowCount.known
        // A value of 32 bytes, and where it ends.
        let typed = max(1, types.count { ValueKind($0) != .text })
        let sampled = SampledRows(max(64, min(tuning.sampleRows, tuning.sampleMemory / (36 * typed))), of: rowCount)
        let scan = TallyScan(places: Array(columns.indices), sampled: sampled) {
            types.map { ValueTally(ValueKind($0), limits: limits) }
        }
        let rows: RowScan
        if let order, let picking = source as? any RowPicking {
            let ascending = try order.ascending { control.isCancelled }
            rows = RowScan(picking, columns: columns, order: ascending, control: control, tuning: tuning.scan)
        } else {
            precondition(order == nil, "an order of a table whose rows cannot be picked")
            rows = RowScan(source, columns: columns, rows: 0..<rowCount, control: control, tuning: tuning.scan)
        }
        guard try scan.run(rows) else { return [] }
        return zip(scan.sum(), types).map { ColumnStatistics($0, type: $1) }
    }

    private static func limits(columnCount: Int, _ tuning: Tuning) -> ValueTally.Limits {
        let memory = max(1 << 12, tuning.memory / (max(1, columnCount) * max(1, tuning.scan.threads)))
        var precision = 14
        while precision > 8 && 1 << precision > memory / 4 { precision -= 1 }
        return ValueTally.Limits(
            memory: memory, frequent: max(16, min(tuning.frequent, memory / 128)), precision: precision)
    }
}
