import QuadrilleRuntime
import Tabular

/// Scans some columns of the rows of a source, on all processors.
///
/// A scan divides the rows into parts of a few MiB. Each part has its own taker, and any free thread reads it; the caller's
/// thread receives the takers in the order of the parts, while later parts are still being read:
///
///     rows        0 … 65,535   65,536 … 131,071   131,072 …
///     thread      1            2                  1
///     then        taker 0      taker 1            taker 2
///
/// The memory is bounded by the takers of a few parts, and by one value at a time that is in several pieces.
package struct RowScan {
    /// The parameters of a scan; tests make the numbers small.
    struct Tuning: Sendable {
        var threads = passThreadCount()
        /// The size of a part: in bytes where the source's length is known, in rows, and in values.
        var partBytes = 1 << 22
        var partRows = 1 << 16
        var partValues = 1 << 22
        /// The number of parts for each thread that may be read ahead of the caller.
        var ahead = 4
        var rules = ScanRules()
    }

    /// A range of the scanned rows.
    package struct Part: Sendable, Hashable {
        /// The number of the part, from 0.
        package var number: Int
        /// Rows of the source, or row indices in the scanned order.
        package var rows: Range<Int>
    }

    private let source: any RecordStreaming
    private let columns: [Int]
    private let rows: Range<Int>
    /// The order, which ascends, and its source; nil to scan the source's own rows.
    private let order: (rows: RowOrder, source: any RowPicking)?
    private let control: JobControl
    private let tuning: Tuning
    /// The rows of the job that were done before this scan: progress continues from there.
    package var doneBefore = 0
    var needs = ColumnNeeds()
    /// The number of rows to scan.
    var rowCount: Int { rows.count }

    /// Scans the columns `columns` (0-based; a column that does not exist has missing values) of `rows`, which are known to
    /// exist.
    package init(_ source: any RecordStreaming, columns: [Int], rows: Range<Int>, control: JobControl) {
        self.init(source, columns: columns, rows: rows, control: control, tuning: Tuning())
    }

    /// Scans the rows of an ascending order (`RowOrder.ascending` makes one of any order). Row numbers are then row indices in
    /// the order.
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

    /// Waits until `source` knows all its rows, or, with `isComplete`, until it is complete, so that the column types are known
    /// too; returns its snapshot. Meanwhile it reports the number of rows to `control`. For an interrupted source, such as a
    /// damaged compressed file, these are the rows before the damage.
    ///
    /// - Throws: The error that ended reading, or an error for a closed source or a cancelled job.
    package static func waitForRows(
        of source: any RecordStreaming, isComplete: Bool = false, control: JobControl
    ) throws(ReadError) -> TableSnapshot {
        let snapshot = source.wait(
            until: { snapshot in
                control.report(done: 0, of: snapshot.rowCount.known)
                return snapshot.phase == .complete || snapshot.phase == .auditing && !isComplete
            }, unless: control.cancellation)
        guard let snapshot else {
            throw .task(.closed)
        }
        if let failure = snapshot.failure, snapshot.interruption == nil { throw failure }
        control.total(snapshot.rowCount.known)
        return snapshot
    }

    /// Waits until `source` knows its columns, and returns its snapshot; see `waitForRows`.
    package static func waitForColumns(
        of source: any RecordStreaming, control: JobControl
    ) throws(ReadError) -> TableSnapshot {
        let snapshot = source.wait(until: { $0.phase != .opening }, unless: control.cancellation)
        guard let snapshot else { throw .task(.closed) }
        if let failure = snapshot.failure, snapshot.interruption == nil { throw failure }
        return snapshot
    }

    /// Waits until `source` knows all its rows and the types of `columns`, and returns its snapshot; see `waitForRows`.
    package static func waitForTypes(
        of source: any RecordStreaming, columns: [Int], control: JobControl
    ) throws(ReadError) -> TableSnapshot {
        guard let settle = source.abilities.settleTypes else {
            return try waitForRows(of: source, isComplete: true, control: control)
        }
        var snapshot = try waitForRows(of: source, control: control)
        guard let columns = try settle(columns, control.cancellation) else { throw .task(.closed) }
        snapshot.columns = columns
        return snapshot
    }

    /// Scans `rows` sequentially on the caller's thread, into one taker: for results that depend on all earlier rows. Rows that
    /// do not exist are skipped.
    package static func sequence<Taker: RowTaker>(
        of source: any RecordStreaming, columns: [Int], rows: Range<Int>, into taker: Taker, _ control: JobControl
    ) throws(ReadError) -> Taker {
        let rules = ScanRules().with(kindsOf: source)
        var sink = ScanSink(
            taker, columns: columns, first: rows.lowerBound, progress: ScanProgress(control), rules: rules)
        try source.streamRecords(rows, of: sink.request, into: &sink)
        sink.finish()
        if let failure = sink.failure { throw failure }
        return sink.ended()
    }

    /// Scans the rows from the first one on into `taker`, on the caller's thread, while `source` counts them; returns the taker
    /// and the number of these rows, which may be any.
    static func scanWhileCounting<Taker: RowTaker>(
        _ source: any RecordStreaming, columns: [Int], needs: ColumnNeeds, into taker: Taker, _ control: JobControl
    ) throws(ReadError) -> (taker: Taker, count: Int) {
        guard let scan = source.abilities.scan else { return (taker, 0) }
        var rules = ScanRules().with(kindsOf: source)
        rules.needs = needs
        var sink = ScanSink(taker, columns: columns, progress: ScanProgress(control), rules: rules)
        let count = try scan.streamWhileCounting(of: sink.request, into: &sink, unless: control.cancellation)
        sink.finish()
        if let failure = sink.failure { throw failure }
        return (sink.ended(), count)
    }

    /// The ranges in which the scan reads.
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

    /// Returns parts of about `count` row indices of an ascending order, each of which ends at a stop of the source, where it
    /// can be read.
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

    /// Reads all parts, each into the taker that `make` creates for it, and passes those to `take` in the order of the parts.
    /// Returns false, early, when the job is cancelled.
    ///
    /// - Throws: Read errors, and errors of `take`.
    /// - Complexity: O(bytes of the rows); for an order, O(bytes of the index intervals that contain the rows).
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
        var rules = tuning.rules.with(kindsOf: source)
        rules.needs = needs
        let read = Reading(
            columns: columns, source: source, order: order, progress: progress, rules: rules)
        let readPart = { @Sendable (number: Int) in
            work.put(read.result(of: parts[number], into: make(parts[number])), of: number)
        }
        for helper in 1..<max(1, min(tuning.threads, parts.count)) {
            control.background.pool.submit(.help, refused: .drop) {
                while !control.isCancelled, let number = work.waitForNext() {
                    readPart(number)
                    if helper == 1 { control.background.scrolling.leaveProcessor(unless: control.cancellation) }
                }
            }
        }
        for part in parts {
            var result = work.take()
            while result == nil {
                if control.isCancelled { return false }
                // This thread works too, and waits only for parts that other threads have begun.
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
    let rules: ScanRules

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
            rules: rules)
        if let order, let rows {
            try order.source.streamRecords(at: rows, of: sink.request, into: &sink)
        } else {
            try source.streamRecords(part.rows, of: sink.request, into: &sink)
        }
        sink.finish()
        if let failure = sink.failure { throw failure }
        // The source must emit as many rows as it counted, or rows would be lost silently.
        if sink.rowCount < part.rows.count && !sink.isFinished {
            let row = rows.map { $0[sink.rowCount] } ?? part.rows.lowerBound + sink.rowCount
            throw .task(.endsBefore(row: row, retries: true))
        }
        return sink.ended()
    }
}
