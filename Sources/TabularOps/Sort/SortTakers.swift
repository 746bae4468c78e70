import Tabular

/// Makes entries of the rows of a part, and sorts them.
struct EntryTaker: RowTaker, @unchecked Sendable {
    // Unchecked, since it is one thread's at a time.
    private let plan: SortPlan
    private let runs: EntryRuns
    private let control: JobControl
    private let key = KeyBuffer(limit: SortEntry.keyBytes)
    private var buffer: EntryBuffer
    private var count = 0
    private(set) var failure: ReadError?

    /// For up to so many rows.
    init(_ plan: SortPlan, _ runs: EntryRuns, rowCount: Int, control: JobControl) {
        (self.plan, self.runs, self.control) = (plan, runs, control)
        buffer = EntryBuffer(count: rowCount)
    }

    var isFinished: Bool { failure != nil }

    mutating func take(_ rows: ScannedRows) {
        for index in 0..<rows.count {
            plan.write(rows, index, to: key)
            buffer.entries[count] = SortEntry(key, row: rows.sourceRow(index))
            count &+= 1
        }
    }

    mutating func end() {
        guard count > 0, !control.isCancelled else { return }
        let entries = UnsafeMutableBufferPointer(rebasing: buffer.entries[..<count])
        runs.withScratch(count: count) { scratch in
            var sorter = EntrySorter()
            sorter.sort(entries, scratch.entries) { control.isCancelled }
        }
        do throws(ReadError) { try runs.put(buffer, count: count) } catch { failure = error }
    }
}

/// Collects the whole keys of the rows of a part.
struct KeyTaker: RowTaker, @unchecked Sendable {
    // Unchecked, since it is one thread's at a time.
    private let plan: SortPlan
    private let runs: KeyRuns
    private let control: JobControl
    private let key = KeyBuffer()
    /// From the first row on.
    private var arena: KeyArena?
    private(set) var failure: ReadError?

    init(_ plan: SortPlan, _ runs: KeyRuns, control: JobControl) {
        (self.plan, self.runs, self.control) = (plan, runs, control)
    }

    var isFinished: Bool { failure != nil }

    mutating func take(_ rows: ScannedRows) {
        let arena = arena ?? runs.borrow()
        self.arena = arena
        for index in 0..<rows.count where failure == nil {
            plan.write(rows, index, to: key)
            if !arena.hasRoom(forKey: key.count) {
                arena.sort { control.isCancelled }
                do throws(ReadError) { try runs.write(arena) { control.isCancelled } } catch { failure = error }
                arena.clear()
            }
            arena.append(key.bytes, row: rows.sourceRow(index))
        }
    }

    mutating func end() {
        if let arena { runs.giveBack(arena) }
        arena = nil
    }
}
