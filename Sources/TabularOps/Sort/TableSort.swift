import QuadrilleRuntime
import Tabular

/// Sorts the rows of a table: reads them once, and those a second time of which the first bytes of the key do not tell.
///
///     rows ── keys ── entries of 16 bytes ── runs ── merged ── order
///                                                      └ tied rows ── whole keys ── runs ── merged ┘
///
/// 1. Some rows here and there say what values look like (`SortPlan`).
/// 2. Threads read parts of the rows, and make entries of the first 11 bytes of their keys. Those of a part are sorted, which
///    is a run, and packed into 14 bytes a row (`EntryPacking`); beyond a limit runs go to a temporary file.
/// 3. The sorted runs are merged, slice by slice, on all threads (`EntryMerge`).
/// 4. Rows whose entries are equal and do not hold their whole keys are read again. Sorted by their whole keys they take the
///    places in which such rows stand: the order of all keys is that of their beginnings.
struct TableSort {
    private let source: any RowPicking
    private let keys: [SortKey]
    private let tuning: SortTuning
    private let control: JobControl
    /// Of the source.
    private let rowCount: Int
    /// The rows to sort, ascending; nil for all.
    private let some: RowOrder?
    private(set) var work = SortWork()

    /// Sorts the rows of `order`, all of them where there is none, of the first `rowCount` rows of `source`.
    init(
        _ source: any RowPicking, rowCount: Int, order: RowOrder?, by keys: [SortKey], tuning: SortTuning,
        control: JobControl
    ) throws(ReadError) {
        (self.source, self.rowCount, self.keys, self.tuning, self.control) = (source, rowCount, keys, tuning, control)
        some = try order?.ascending { control.isCancelled }
    }

    /// The number of rows to sort.
    var count: Int { some?.count ?? rowCount }

    /// The order; of no account once the job is cancelled.
    ///
    /// Progress goes to twice the rows, and to twice those besides that are tied.
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

    /// Merges the runs; takes note of the rows that are tied.
    private func merge(_ runs: EntryRuns, _ tied: inout TiedRows) throws(ReadError) -> RowOrder {
        // The more is read of each run at once the better, as long as there is memory for it.
        let share = tuning.memory / (tuning.scan.threads * 8 * MemoryLayout<SortEntry>.stride)
        let length = runs.spilledBytes > 0 ? max(tuning.sliceLength, min(share, 1 << 19)) : tuning.sliceLength
        let merge = EntryMerge(runs, sliceLength: length)
        var builder = makeBuilder()
        var last: SortEntry?
        let control = control
        try inOrder(count: merge.sliceCount, threads: tuning.scan.threads, control: control) {
            (number) throws(ReadError) in
            try merge.slice(number) { control.isCancelled }
        } then: { (number, slice) throws(ReadError) in
            if control.isCancelled { return }
            try builder.append(contentsOf: slice.rows)
            if let first = slice.first, let last, first.isOpen, first.hasSameKey(as: last) {
                try tied.insert([last.row, first.row])
            }
            try tied.insert(slice.tied)
            last = slice.last ?? last
            merge.drop(through: number)
            // Most of those that are tied are known by now, or soon: so this does not come to its end too early.
            control.report(done: count + builder.count, of: 2 * (count + tied.count))
        }
        return try builder.finish()
    }

    /// Puts rows that are tied into the order of their whole keys.
    private mutating func settle(_ order: RowOrder, _ tied: TiedRows, _ plan: SortPlan) throws(ReadError) -> RowOrder {
        let control = control
        // With the order no more than the entries took, but for what is no matter.
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
