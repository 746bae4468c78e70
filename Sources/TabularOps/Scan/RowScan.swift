import QuadrilleRuntime
import Tabular

/// Goes over rows of a source, and of each over some columns, on all processors.
///
/// The rows are divided into parts of a few MiB. Each part has a taker of its own, and is read on whichever thread is free;
/// the takers are handed over in the order of the parts, on the caller's thread, while later parts are still being read:
///
///     rows        0 … 65,535   65,536 … 131,071   131,072 …
///     thread      1            2                  1
///     then        taker 0      taker 1            taker 2
///
/// Memory is bounded by the takers of a few parts, and by a value at a time that does not lie in one piece.
package struct RowScan {
    /// The parameters of a scan; tests make the numbers small.
    struct Tuning: Sendable {
        var threads = passThreadCount()
        /// Of a part: bytes where the source's length is known, rows, and values.
        var partBytes = 1 << 22
        var partRows = 1 << 16
        var partValues = 1 << 22
        /// So many parts for each thread may be read and not handed over.
        var ahead = 4
        var longestValue = ScanSink<NoTaker>.longestValue
    }

    /// A stretch of the rows that are scanned.
    package struct Part: Sendable, Hashable {
        /// From 0.
        package var number: Int
        /// Rows of the source, or places in the order that is scanned.
        package var rows: Range<Int>
    }

    private let source: any RecordStreaming
    private let columns: [Int]
    private let rows: Range<Int>
    /// Ascends.
    private let order: (rows: RowOrder, source: any RowPicking)?
    private let control: JobControl
    private let tuning: Tuning
    /// Rows of the job that were done before: progress goes on from there.
    package var doneBefore = 0
    /// Rows that it goes over.
    var rowCount: Int { rows.count }

    /// Scans the columns `columns` (0-based; of one that is not there every value is missing) of `rows`, which have been
    /// counted.
    package init(_ source: any RecordStreaming, columns: [Int], rows: Range<Int>, control: JobControl) {
        self.init(source, columns: columns, rows: rows, control: control, tuning: Tuning())
    }

    /// Scans the rows of an order that ascends (`RowOrder.ascending` makes one of any). What is counted from 0 then are
    /// places in it.
    package init(_ source: any RowPicking, columns: [Int], order: RowOrder, control: JobControl) {
        self.init(source, columns: columns, order: order, control: control, tuning: Tuning())
    }

    init(
        _ source: any RecordStreaming, columns: [Int], rows: Range<Int>, control: JobControl, tuning: Tuning
    ) {
        (self.source, self.columns, self.rows, self.control) = (source, columns, rows, control)
        (self.tuning, order) = (tuning, nil)
    }

    init(_ source: any RowPicking, columns: [Int], order: RowOrder, control: JobControl, tuning: Tuning) {
        precondition(order.isAscending, "a scan goes over a source's rows in their order")
        (self.source, self.columns, self.control, self.tuning) = (source, columns, control, tuning)
        rows = 0..<order.count
        self.order = (order, source)
    }

    /// Waits until `source` knows all its rows, or until it is complete where `isComplete`, so that the columns' types are
    /// known too; what it is then. Tells `control` meanwhile how many rows there are. Of a source that was interrupted, such as
    /// a damaged compressed file, these are the rows before the damage.
    ///
    /// - Throws: Why reading ended, or that the source was closed, or the job cancelled.
    package static func waitForRows(
        of source: any RecordStreaming, isComplete: Bool = false, control: JobControl
    ) throws(ReadError) -> TableSnapshot {
        let snapshot = source.wait(
            until: { snapshot in
                control.report(done: 0, of: snapshot.rowCount.known)
                return snapshot.phase == .complete || snapshot.phase == .auditing && !isComplete
            }, orUntil: { control.isCancelled })
        guard let snapshot else {
            throw .task(.closed)
        }
        if let failure = snapshot.failure, snapshot.interruption == nil { throw failure }
        control.total(snapshot.rowCount.known)
        return snapshot
    }

    /// Goes over `rows` on the caller's thread, from the first to the last, into one taker: for what depends on all rows
    /// before. Of rows that are not there none come.
    package static func sequence<Taker: RowTaker>(
        of source: any RecordStreaming, columns: [Int], rows: Range<Int>, into taker: Taker, _ control: JobControl
    ) throws(ReadError) -> Taker {
        var sink = ScanSink(taker, columns: columns, first: rows.lowerBound, progress: ScanProgress(control))
        try source.streamRecords(rows, of: sink.request, into: &sink)
        sink.finish()
        if let failure = sink.failure { throw failure }
        return sink.ended()
    }

    /// The stretches in which it reads.
    package var parts: [Part] {
        let snapshot = source.snapshot
        let bytes = max(1, snapshot.estimatedRowBytes)
        let values = max(1, tuning.partValues / max(1, snapshot.columns.count))
        let count = max(1, min(tuning.partRows, tuning.partBytes / bytes, values))
        if order == nil, let stops = source.abilities.stops {
            var parts: [Part] = []
            var first = rows.lowerBound
            while first < rows.upperBound {
                let end = stops.partEnd(from: first, count: count, before: rows.upperBound)
                parts.append(Part(number: parts.count, rows: first..<end))
                first = end
            }
            return parts
        }
        if let order, let stops = order.source.abilities.stops { return Self.parts(of: order.rows, at: stops, count) }
        return stride(from: rows.lowerBound, to: rows.upperBound, by: count).enumerated().map { number, first in
            Part(number: number, rows: first..<min(first + count, rows.upperBound))
        }
    }

    /// Parts of about `count` places of an order that ascends, each of which ends at a stop of the source, where the order can
    /// be read.
    private static func parts(of order: RowOrder, at stops: RowStops, _ count: Int) -> [Part] {
        var parts: [Part] = []
        var first = 0
        while first < order.count {
            var end = min(first + count, order.count)
            if end < order.count, let start = try? order.row(at: first), let row = try? order.row(at: end) {
                let stop = stops.partEnd(from: start, count: row - start, before: order.sourceRowCount)
                if let place = try? order.firstPlace(atOrBehind: stop), place > first { end = place }
            }
            parts.append(Part(number: parts.count, rows: first..<end))
            first = end
        }
        return parts
    }

    /// Reads all parts, each into the taker that `make` makes for it, and gives those to `take` in the order of the parts.
    /// Returns early, and says so by false, when the job is cancelled.
    ///
    /// - Throws: What reading throws, and what `take` does.
    /// - Complexity: O(bytes of the rows); of those of an order, O(bytes of the index's stretches that they stand in).
    @discardableResult
    package func run<Taker: RowTaker & Sendable>(
        into make: @escaping @Sendable (Part) -> Taker, then take: (Part, Taker) throws(ReadError) -> Void
    ) throws(ReadError) -> Bool {
        let parts = parts
        let work = OrderedWork<Result<Taker, ReadError>>(
            count: parts.count, ahead: max(1, tuning.ahead * tuning.threads))
        defer { work.cancel() }
        let progress = ScanProgress(control, from: doneBefore)
        let control = control
        let read = Reading(columns: columns, source: source, order: order, progress: progress, tuning: tuning)
        let readPart = { @Sendable (number: Int) in
            work.put(read.result(of: parts[number], into: make(parts[number])), of: number)
        }
        for helper in 1..<max(1, min(tuning.threads, parts.count)) {
            WorkerPool.shared.submit(.help, refused: .drop) {
                while !control.isCancelled, let number = work.waitForNext() {
                    readPart(number)
                    if helper == 1 { ScrollActivity.leaveProcessor { !control.isCancelled } }
                }
            }
        }
        for part in parts {
            var result = work.take()
            while result == nil {
                if control.isCancelled { return false }
                // This thread works too, and waits only for those that others have begun.
                if let number = work.next() { readPart(number) } else { result = work.waitToTake() }
                if result == nil { result = work.take() }
            }
            if control.isCancelled { return false }
            if let result { try take(part, try result.get()) }
        }
        return true
    }
}

/// The inputs with which a thread reads a part.
private struct Reading: Sendable {
    let columns: [Int]
    let source: any RecordStreaming
    let order: (rows: RowOrder, source: any RowPicking)?
    let progress: ScanProgress
    let tuning: RowScan.Tuning

    func result<Taker: RowTaker>(of part: RowScan.Part, into taker: Taker) -> Result<Taker, ReadError> {
        do throws(ReadError) {
            return .success(try read(part, into: taker))
        } catch {
            return .failure(error)
        }
    }

    private func read<Taker: RowTaker>(_ part: RowScan.Part, into taker: Taker) throws(ReadError) -> Taker {
        let rows = try order?.rows.rows(at: part.rows)
        var sink = ScanSink(
            taker, columns: columns, first: part.rows.lowerBound, sourceRows: rows, progress: progress,
            longestValue: tuning.longestValue)
        if let order, let rows {
            try order.source.streamRecords(at: rows, of: sink.request, into: &sink)
        } else {
            try source.streamRecords(part.rows, of: sink.request, into: &sink)
        }
        sink.finish()
        if let failure = sink.failure { throw failure }
        // What the source counted and what it gives are one, or rows would be left out in silence.
        if sink.rowCount < part.rows.count && !sink.isFinished {
            let row = rows.map { $0[sink.rowCount] } ?? part.rows.lowerBound + sink.rowCount
            throw .task(.endsBefore(row: row, retries: true))
        }
        return sink.ended()
    }
}

/// A taker of nothing, for what does not depend on one.
struct NoTaker: RowTaker {
    mutating func take(_ rows: ScannedRows) {}
}
