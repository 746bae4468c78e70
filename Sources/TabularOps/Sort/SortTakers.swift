import QuadrilleRuntime
import Tabular

/// Creates and sorts the entries of the rows of a part.
struct EntryTaker: RowTaker, @unchecked Sendable {
    // Unchecked, since one thread at a time uses it.
    private let plan: SortPlan
    private let runs: EntryRuns
    private let control: JobControl
    private let key = KeyBuffer(limit: SortEntry.keyBytes)
    private let rowCount: Int
    /// Allocated for the first row.
    private var buffer: EntryBuffer?
    private var entries = UnsafeMutableBufferPointer<SortEntry>(start: nil, count: 0)
    private var count = 0
    private(set) var failure: ReadError?

    /// For up to `rowCount` rows.
    init(_ plan: SortPlan, _ runs: EntryRuns, rowCount: Int, control: JobControl) {
        (self.plan, self.runs, self.rowCount, self.control) = (plan, runs, rowCount, control)
    }

    var isFinished: Bool { failure != nil }

    mutating func take(_ rows: ScannedRows) {
        if buffer == nil {
            do throws(ReadError) {
                let borrowed = try runs.borrow(count: rowCount)
                (buffer, entries) = (borrowed, borrowed.entries)
            } catch {
                failure = error
                return
            }
        }
        if plan.fields.count == 1 && !rows.hasUnreadable && !rows.hasMisfits(0, plan.fields[0].kinds) {
            let field = plan.fields[0]
            switch field.kind {
            case .number where field.form.readsPlainNumbers: return takeNumbers(rows, field)
            case .number where !field.form.nullWords.mayBeTyped: return takeWrittenNumbers(rows, field)
            case .text(let words): return takeTexts(rows, field, words)
            default: return takeValues(rows, field)
            }
        }
        for index in 0..<rows.count {
            plan.write(rows, index, to: key)
            put(SortEntry(key, row: rows.sourceRow(index)))
        }
    }

    /// The same for one column. The field is a parameter, so that it is not copied for each value.
    private mutating func takeValues(_ rows: ScannedRows, _ field: KeyField) {
        for index in 0..<rows.count {
            key.clear()
            field.append(rows.value(0, of: index), to: key)
            put(SortEntry(key, row: rows.sourceRow(index)))
        }
    }

    @inline(__always)
    private mutating func put(_ entry: SortEntry) {
        entries[count] = entry
        count &+= 1
    }

    /// The same for one column of numbers: most keys fit into the entry whole.
    private mutating func takeNumbers(_ rows: ScannedRows, _ field: KeyField) {
        for index in 0..<rows.count {
            let row = rows.sourceRow(index)
            if let (kind, digits) = KeyBuffer.shortNumber(rows.value(0, of: index)) {
                put(Self.entry(kind, digits, row, field))
            } else {
                plan.write(rows, index, to: key)
                put(SortEntry(key, row: row))
            }
        }
    }

    /// Creates the entry of a number that fits into it whole.
    @inline(__always)
    private static func entry(_ kind: UInt8, _ digits: UInt64, _ row: Int, _ field: KeyField) -> SortEntry {
        field.isDescending
            ? SortEntry(kind: 0xF0 &- kind, digits: ~digits, row: row) : SortEntry(kind: kind, digits: digits, row: row)
    }

    /// The same for one column of numbers that are not plain.
    private mutating func takeWrittenNumbers(_ rows: ScannedRows, _ field: KeyField) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestWritten + 1) { room in
            guard let plain = room.baseAddress else { return }
            for index in 0..<rows.count {
                let (row, value) = (rows.sourceRow(index), rows.value(0, of: index))
                if value.count <= Self.longestWritten, !value.isEmpty,
                    let count = field.form.writePlainNumber(value, to: plain),
                    let (kind, digits) = KeyBuffer.shortNumber(UnsafeBufferPointer(start: plain, count: count))
                {
                    put(Self.entry(kind, digits, row, field))
                } else {
                    plan.write(rows, index, to: key)
                    put(SortEntry(key, row: row))
                }
            }
        }
    }

    /// The length, in bytes, that few numbers exceed.
    private static let longestWritten = 63

    /// The same for one column of texts.
    private mutating func takeTexts(_ rows: ScannedRows, _ field: KeyField, _ words: TextWords) {
        for index in 0..<rows.count {
            key.clear()
            field.append(text: rows.value(0, of: index), words, to: key)
            put(SortEntry(key, row: rows.sourceRow(index)))
        }
    }

    mutating func end() {
        guard let buffer else { return }
        self.buffer = nil
        defer { runs.giveBack(buffer) }
        guard count > 0, !control.isCancelled else { return }
        let sorted = UnsafeMutableBufferPointer(rebasing: entries[..<count])
        do throws(ReadError) {
            try runs.withScratch(count: rowCount) { scratch in
                var sorter = EntrySorter(rowsAscend: true)
                sorter.sort(sorted, scratch.entries, unless: control.cancellation)
            }
            try runs.put(sorted)
        } catch { failure = error }
    }
}

/// Collects the whole keys of the rows of a part.
struct KeyTaker: RowTaker, @unchecked Sendable {
    // Unchecked, since one thread at a time uses it.
    private let plan: SortPlan
    private let runs: KeyRuns
    private let control: JobControl
    private let key = KeyBuffer()
    /// Allocated for the first row.
    private var arena: KeyArena?
    private(set) var failure: ReadError?

    init(_ plan: SortPlan, _ runs: KeyRuns, control: JobControl) {
        (self.plan, self.runs, self.control) = (plan, runs, control)
    }

    var isFinished: Bool { failure != nil }

    mutating func take(_ rows: ScannedRows) {
        do throws(ReadError) {
            let arena = if let arena { arena } else { try runs.borrow() }
            self.arena = arena
            if plan.fields.count == 1 && !rows.hasUnreadable && !rows.hasMisfits(0, plan.fields[0].kinds) {
                // A local constant for one column's field, so that it is not copied for each value.
                let field = plan.fields[0]
                for index in 0..<rows.count {
                    key.clear()
                    field.append(rows.value(0, of: index), to: key)
                    try keep(rows.sourceRow(index), in: arena)
                }
            } else {
                for index in 0..<rows.count {
                    plan.write(rows, index, to: key)
                    try keep(rows.sourceRow(index), in: arena)
                }
            }
        } catch { failure = error }
    }

    /// Adds the key to `arena`; if that is full, sorts and writes it first.
    @inline(__always)
    private func keep(_ row: Int, in arena: KeyArena) throws(ReadError) {
        if !arena.hasRoom(forKey: key.count) {
            try arena.sort(unless: control.cancellation)
            try runs.write(arena, unless: control.cancellation)
            arena.clear()
        }
        try arena.append(key.bytes, row: row)
    }

    mutating func end() {
        if let arena { runs.giveBack(arena) }
        arena = nil
    }
}
