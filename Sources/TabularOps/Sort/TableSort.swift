import QuadrilleRuntime
import Tabular

/// Sorts the rows of a table: reads them once, and a second time those that the first bytes of their keys do not order.
///
///     rows ── keys ── entries of 16 bytes ── runs ── merged ── order
///                                                      └ tied rows ── whole keys ── runs ── merged ┘
///
/// 1. A sample of the rows shows typical values (`SortPlan`).
/// 2. Threads read parts of the rows, and make entries of the first 11 bytes of their keys. They sort those of a part into a
/// run and pack it into 14 bytes a row (`EntryPacking`); beyond a limit, runs go to a temporary file.
/// 3. All threads merge the sorted runs, slice by slice (`EntryMerge`).
/// 4. Rows whose entries are equal and do not hold their whole keys are read again and sorted by whole key. They fill the
///    positions of such rows in the merged order, since whole keys are in the order of their first bytes.
struct TableSort {
    private let source: any RowPicking
    private let keys: [SortKey]
    private let tuning: SortTuning
    private let control: JobControl
    /// The number of rows of the source.
    private let rowCount: Int
    /// The rows to sort, ascending; nil for all.
    private let some: RowOrder?
    private(set) var work = SortWork()

    /// Sorts the rows of `order`, or without one all of the first `rowCount` rows of `source`.
    init(
        _ source: any RowPicking, rowCount: Int, order: RowOrder?, by keys: [SortKey], tuning: SortTuning,
        control: JobControl
    ) throws(ReadError) {
        (self.source, self.rowCount, self.keys, self.tuning, self.control) = (source, rowCount, keys, tuning, control)
        some = try order?.ascending(unless: control.cancellation)
    }

    /// The number of rows to sort.
    var count: Int { some?.count ?? rowCount }

    /// Returns the order; its content is undefined once the job is cancelled.
    ///
    /// Progress runs to twice the number of rows, plus twice the number of tied rows.
    mutating func run() throws(ReadError) -> RowOrder {
        control.total(2 * count)
        return try sort(try SortPlan(keys, of: source, rowCount: rowCount, tuning: tuning, control: control))
    }

    private mutating func sort(_ plan: SortPlan) throws(ReadError) -> RowOrder {
        let runs = EntryRuns(memory: tuning.memory, from: tuning.source, makeFile: tuning.makeFile)
        try scan(plan, some) { [control] part in
            EntryTaker(plan, runs, rowCount: part.rows.count, control: control)
        } failure: {
            $0.failure
        }
        var tied = TiedRows(of: rowCount, from: tuning.source)
        let order = try merge(runs, &tied)
        work.spilledBytes += runs.spilledBytes
        work.heldBytes = runs.heldBytes
        work.tiedRows = tied.count
        let settled = tied.count == 0 || control.isCancelled ? order : try settle(order, tied, plan)
        if let kind = source.snapshot.change?.kind, kind == .cut || kind == .overwritten {
            throw .task(.changedWhileSorted)
        }
        return settled
    }

    private func scan<Taker: RowTaker & Sendable>(
        _ plan: SortPlan, _ order: RowOrder?, doneBefore: Int = 0,
        into make: @escaping @Sendable (RowScan.Part) -> Taker, failure: (Taker) -> ReadError?
    ) throws(ReadError) {
        var scan =
            if let order {
                RowScan(source, columns: plan.columns, order: order, control: control, tuning: tuning.scan)
            } else {
                RowScan(source, columns: plan.columns, rows: 0..<rowCount, control: control, tuning: tuning.scan)
            }
        scan.doneBefore = doneBefore
        try scan.run(into: make) { (_, taker) throws(ReadError) in
            if let failure = failure(taker) { throw failure }
        }
    }

    private func makeBuilder() -> RowOrder.Builder {
        var order = RowOrder.Tuning()
        order.source = tuning.source
        return RowOrder.Builder(sourceRowCount: rowCount, tuning: order) { () throws(ReadError) in
            try SpillFile(for: .table, content: .rowOrder)
        }
    }

    /// Merges the runs and collects the tied rows.
    private func merge(_ runs: EntryRuns, _ tied: inout TiedRows) throws(ReadError) -> RowOrder {
        // Long slices read much of each run at once, within the limit of memory.
        let share = tuning.memory / (tuning.scan.threads * 8 * MemoryLayout<SortEntry>.stride)
        let length = runs.spilledBytes > 0 ? max(tuning.sliceLength, min(share, 1 << 19)) : tuning.sliceLength
        let merge = EntryMerge(runs, sliceLength: length)
        var builder = makeBuilder()
        var last: SortEntry?
        let control = control
        try inOrder(count: merge.sliceCount, threads: tuning.scan.threads, control: control) {
            (number) throws(ReadError) in
            try merge.slice(number, unless: control.cancellation)
        } then: { (number, slice) throws(ReadError) in
            if control.isCancelled { return }
            try builder.append(contentsOf: slice.rows)
            if let first = slice.first, let last, first.isOpen, first.hasSameKey(as: last) {
                try tied.insert([last.row, first.row])
            }
            try tied.insert(slice.tied)
            last = slice.last ?? last
            merge.drop(through: number)
            // Most of the tied rows are known by now, or soon, so the progress does not reach its end too early.
            control.report(done: count + builder.count, of: 2 * (count + tied.count))
        }
        return try builder.finish()
    }

    /// Sorts tied rows by their whole keys.
    private mutating func settle(_ order: RowOrder, _ tied: TiedRows, _ plan: SortPlan) throws(ReadError) -> RowOrder {
        let control = control
        // Together with the order, about as much memory as the entries took.
        let memory = min(tuning.memory, max(1 << 26, count * 10)) / max(1, tuning.scan.threads)
        let runs = KeyRuns(arenaBytes: memory, from: tuning.source, makeFile: tuning.makeFile)
        control.total(2 * (count + tied.count))
        try scan(plan, try tied.order(), doneBefore: 2 * count) { _ in
            KeyTaker(plan, runs, control: control)
        } failure: {
            $0.failure
        }
        work.spilledBytes += runs.spilledBytes
        if control.isCancelled { return order }
        var merge = try runs.merge(threads: tuning.scan.threads, control: control)
        var builder = makeBuilder()
        let step = 1 << 12
        var settledCount = 0
        for start in stride(from: 0, to: order.count, by: step) {
            if control.isCancelled { return order }
            for row in try order.rows(at: start..<min(start + step, order.count)) {
                guard tied.contains(row) else {
                    try builder.append(row)
                    continue
                }
                guard let settled = try merge.next() else { preconditionFailure("\(tied.count) rows are tied") }
                try builder.append(settled)
                settledCount += 1
            }
            control.report(done: 2 * count + tied.count + settledCount)
        }
        return try builder.finish()
    }
}
