import QuadrilleRuntime
import Tabular

/// A slice of the sorted rows.
struct SortedSlice: Sendable {
    var rows: [Int] = []
    /// The rows whose entries are equal and open: the rest of their keys determines their order.
    var tied: [Int] = []
    var first: SortEntry?
    var last: SortEntry?
}

/// Merges sorted runs: bounds divide the keys into slices of some ten thousand entries, and several threads each sort the
/// entries of all runs in one slice.
struct EntryMerge {
    private let runs: EntryRuns
    private let list: [EntryRun]
    /// A slice has the entries from one bound on and before the next; the first and the last slice are unbounded on one side.
    private let bounds: [SortEntry]

    /// Divides the runs into slices of about `sliceLength` entries.
    init(_ runs: EntryRuns, sliceLength: Int) {
        self.runs = runs
        runs.endRuns()
        list = runs.runs
        var samples = list.flatMap(\.someEntries)
        samples.sort(by: <)
        // Each sample represents the entries up to the next sample of its run.
        let step = max(1, sliceLength / EntryRun.sampleStride)
        bounds = stride(from: step, to: samples.count, by: step).map { samples[$0] }
    }

    var sliceCount: Int { bounds.count + 1 }

    private func bounds(of slice: Int) -> (lower: SortEntry?, upper: SortEntry?) {
        (slice == 0 ? nil : bounds[slice - 1], slice < bounds.count ? bounds[slice] : nil)
    }

    /// Returns the sorted rows of a slice.
    func slice(_ number: Int, unless cancellation: Cancellation) throws(ReadError) -> SortedSlice {
        let (lower, upper) = bounds(of: number)
        let room = list.reduce(0) { $0 + runs.room($1, from: lower, before: upper) }
        return try runs.withScratch(count: 2 * room) { (buffer) throws(ReadError) in
            guard room > 0, let base = buffer.entries.baseAddress else { return SortedSlice() }
            var count = 0
            for run in list {
                if cancellation.isRequested { return SortedSlice() }
                count += try runs.copy(run, from: lower, before: upper, to: base + count)
            }
            let copied = UnsafeMutableBufferPointer(rebasing: buffer.entries[..<count])
            var sorter = EntrySorter()
            sorter.sort(
                copied, UnsafeMutableBufferPointer(rebasing: buffer.entries[room..<2 * room]), unless: cancellation)
            return Self.slice(copied)
        }
    }

    private static func slice(_ sorted: UnsafeMutableBufferPointer<SortEntry>) -> SortedSlice {
        var slice = SortedSlice(first: sorted.first, last: sorted.last)
        slice.rows = [Int](unsafeUninitializedCapacity: sorted.count) { rows, count in
            for index in 0..<sorted.count { rows[index] = sorted[index].row }
            count = sorted.count
        }
        var isTied = false
        for index in 1..<max(1, sorted.count) {
            let isSame = sorted[index].isOpen && sorted[index].hasSameKey(as: sorted[index - 1])
            if isSame && !isTied { slice.tied.append(sorted[index - 1].row) }
            if isSame { slice.tied.append(sorted[index].row) }
            isTied = isSame
        }
        return slice
    }

    /// Frees the entries of all slices up to `number`.
    func drop(through number: Int) {
        guard let upper = bounds(of: number).upper else { return }
        for run in list { run.entries?.drop(first: run.count(before: upper)) }
    }
}
