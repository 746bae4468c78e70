import TabularBytes

/// The fast pass over a whole source, fed in order with bytes, or with stretches scanned on other threads, that finds all rows
/// and sets the checkpoints.
///
/// The first row that begins in an interval gets a checkpoint: there, a scanner in its first state can resume. It may be the
/// empty row at the source's end. The pass can be kept and resumed when the source grows.
struct RowIndexing: Sendable {
    private(set) var scanner: RowScanner
    /// The offset of the first row.
    let start: Int
    /// Bytes of an interval.
    let interval: Int
    /// A Boolean value that indicates whether the bytes of intervals are summed.
    let isChecking: Bool
    /// The offset after the last scanned byte.
    private(set) var offset: Int
    /// Rows that ended before `offset`.
    private(set) var rowCount = 0
    private var hasCheckpoint = true
    private var endsWithRow = false
    /// The sum of the bytes of the current interval so far; nil where it was not scanned from its first one.
    private var cellSum: UInt64? = 0
    /// The sums of the intervals that have ended since `takeSums()`.
    private var sums: [(cell: Int, sum: UInt32)] = []

    /// Starts with the row that begins at `offset`, which has its checkpoint.
    init(
        _ scanner: RowScanner, startingAt offset: Int, interval: Int = RecordIndex.interval, isChecking: Bool = false
    ) {
        precondition(interval > 0, "cells of \(interval) bytes")
        self.scanner = scanner
        self.interval = interval
        self.isChecking = isChecking
        start = offset
        self.offset = offset
    }

    /// Resumes from the last checkpoint of `index`, which was made by a pass with intervals of `interval` bytes.
    init?(_ scanner: RowScanner, after index: RecordIndex, interval: Int, isChecking: Bool = false) {
        guard let first = index.checkpoints.first, let last = index.checkpoints.last else { return nil }
        self.init(scanner, startingAt: first.byte, interval: interval, isChecking: isChecking)
        (offset, rowCount) = (last.byte, last.record)
        if offset != cellStart(at: offset) { cellSum = nil }
    }

    /// A Boolean value that indicates whether the container was closed before `offset`.
    var isEnded: Bool { scanner.isEnded }

    /// The rows if the source ended at `offset`: the last one may be cut off there.
    var rowCountAtEnd: Int { rowCount + (scanner.isInsideRow ? 1 : 0) }

    /// A Boolean value that indicates whether some row may hold others, since a comma or two quotes are missing. Of elements and
    /// members; it holds for nothing before a checkpoint at which the pass resumed.
    var mayHoldRowsInRows: Bool { scanner.hasLineFeed || scanner.openings > rowCountAtEnd }

    /// Removes and returns the sums of the intervals that have ended since the last call.
    mutating func takeSums() -> [(cell: Int, sum: UInt32)] {
        defer { sums = [] }
        return sums
    }

    private func cellStart(at offset: Int) -> Int { start + (offset - start) / interval * interval }

    /// Scans the next bytes, up to the end of the container, and returns the checkpoints set in them.
    mutating func scan(_ block: UnsafeBufferPointer<UInt8>) -> [Checkpoint] {
        var checkpoints: [Checkpoint] = []
        var rest = block
        while !rest.isEmpty && !isEnded {
            checkpoints += startCell()
            let cell = cellStart(at: offset)
            let part = UnsafeBufferPointer(rebasing: rest.prefix(cell + interval - offset))
            var run = RowRun(scanner, at: offset)
            run.scan(part, findsFirst: !hasCheckpoint)
            let length = run.end - offset
            if isChecking, cellSum != nil {
                add(CellChecks.part(UnsafeBufferPointer(rebasing: part.prefix(length)), at: offset - cell))
            }
            let first = run.scanner.isEnded && run.first == run.end ? nil : run.first
            checkpoints += setCheckpoint(first)
            (scanner, rowCount, endsWithRow) = (run.scanner, rowCount + run.rows, run.endsWithRow)
            advance(to: run.end)
            rest = UnsafeBufferPointer(rebasing: rest[length...])
        }
        return checkpoints
    }

    /// Ends the row here, where another one begins; returns the checkpoint of that one.
    mutating func breakRow() -> [Checkpoint] {
        if scanner.isInsideRow { rowCount += 1 }
        scanner = RowScanner(scanner.form, isRelaxed: scanner.isRelaxed)
        endsWithRow = true
        guard !hasCheckpoint else { return [] }
        hasCheckpoint = true
        return [Checkpoint(record: rowCount, byte: offset)]
    }

    /// Makes all bytes up to the next call of `breakRow()` part of one row.
    mutating func passAll() { scanner.passAll() }

    /// Appends a stretch that begins at `offset` and lies in one interval, and returns the checkpoints set in it. Nil where its
    /// bytes must be scanned instead: nothing was appended.
    mutating func append(_ stretch: RowStretch) -> [Checkpoint]? {
        let cell = cellStart(at: offset)
        guard stretch.start == offset, stretch.end > offset, stretch.end <= cell + interval,
            let outcome = stretch.outcome(after: scanner)
        else { return nil }
        let checkpoints = startCell() + setCheckpoint(outcome.first)
        if isChecking { add(stretch.sum) }
        (scanner, rowCount, endsWithRow) = (outcome.scanner, rowCount + outcome.rows, outcome.endsWithRow)
        advance(to: stretch.end)
        return checkpoints
    }

    /// Sets the checkpoint of a row that begins with an interval.
    private mutating func startCell() -> [Checkpoint] {
        guard offset > start, offset == cellStart(at: offset), !hasCheckpoint, endsWithRow else { return [] }
        hasCheckpoint = true
        return [Checkpoint(record: rowCount, byte: offset)]
    }

    /// Sets the checkpoint of the row after the first that ends, unless it begins with the next interval.
    private mutating func setCheckpoint(_ first: Int?) -> [Checkpoint] {
        guard let first, !hasCheckpoint, first < cellStart(at: offset) + interval else { return [] }
        hasCheckpoint = true
        return [Checkpoint(record: rowCount + 1, byte: first)]
    }

    private mutating func add(_ sum: UInt64) { cellSum = cellSum.map { $0 &+ sum } }

    private mutating func advance(to end: Int) {
        let cell = cellStart(at: offset)
        offset = end
        guard end == cell + interval else { return }
        hasCheckpoint = false
        if isChecking, let cellSum { sums.append(((cell - start) / interval, CellChecks.sum(of: cellSum))) }
        cellSum = 0
    }
}
