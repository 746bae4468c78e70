import QuadrilleRuntime

/// A table of rows in memory, for formats that read a document into values.
///
///     MemorySource(
///         TableDescription(format: "names"), columns: [Column(name: "name", type: .text)],
///         rows: [["Ada"], ["Grace"], [.null]])
///
/// The columns and their types stay as they are given. Every value is in memory as long as the source is: a format for
/// documents larger than that reads them by a source of its own.
public final class MemorySource: RowPicking {
    /// Rows that are copied at once from a table that grows.
    private static let rowsAtOnce = 256

    private let rows: MemoryRows
    private let onClose: @Sendable () -> Void
    private var state: Monitor<MemoryRows.State> { rows.state }

    /// Creates a table that is complete; with `failure`, one whose reading ended early, after `rows`.
    public convenience init(
        _ description: TableDescription, columns: [Column], rows: [[MemoryValue]], problems: [Problem] = [],
        failure: ReadError? = nil
    ) {
        self.init(description, columns) {}
        state.withLock(wakes: false) { state in
            state.rows = rows
            for problem in problems { state.snapshot.problems.append(problem) }
        }
        self.rows.end(failure)
    }

    /// Creates a table that `read` reads on a background thread. The table is complete when `read` returns, and has failed when
    /// it throws; the rows before stay.
    ///
    /// `onClose` is called once, when the source is closed or no longer used: end waiting reads there, such as by
    /// `FileBytes.close`. `read` returns soon after that: `MemoryRows.isCancelled` is true then.
    public convenience init(
        _ description: TableDescription, columns: [Column], onClose: @escaping @Sendable () -> Void = {},
        read: @escaping @Sendable (MemoryRows) throws(ReadError) -> Void
    ) {
        self.init(description, columns, onClose)
        let rows = rows
        WorkerPool.shared.submit(.pass, refused: .call({ rows.end(ReadError(TableFailure.noThread, of: .table)) })) {
            do throws(ReadError) {
                try read(rows)
                rows.end(nil)
            } catch {
                rows.end(error)
            }
        }
    }

    private init(_ description: TableDescription, _ columns: [Column], _ onClose: @escaping @Sendable () -> Void) {
        let snapshot = TableSnapshot(description: description, columns: columns, phase: .indexing)
        let rows = MemoryRows(state: Monitor(MemoryRows.State(snapshot: snapshot)))
        (self.rows, self.onClose) = (rows, onClose)
        // Not the rows themselves, which keep the server.
        let serve = { @Sendable [weak state = rows.state] in
            state.map { MemoryRows(state: $0).serveNextTiles() } ?? false
        }
        let tiles = TileServer(refused: { while serve() {} }, serveNext: serve)
        rows.state.withLock(wakes: false) { $0.tiles = tiles }
    }

    deinit { close() }

    public var snapshot: TableSnapshot { state.withLock(wakes: false) { $0.snapshot } }

    public func want(_ ranges: [CellRange]) {
        state.withLock(wakes: false) { state in
            state.wants.replace(with: ranges)
            return state.tiles
        }?.signal()
    }

    public func onChange(_ handler: (@Sendable () -> Void)?) {
        state.withLock(wakes: false) { $0.handler = $0.isClosed ? nil : handler }
    }

    public func close() {
        let wasClosed = state.withLock { state in
            defer { (state.isClosed, state.handler, state.tiles) = (true, nil, nil) }
            return state.isClosed
        }
        if !wasClosed { onClose() }
    }
}

extension MemorySource {
    public func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        while true {
            let (snapshot, isClosed) = state.wait(
                until: { $0.isClosed || $0.snapshot.phase.isFailed || isReady($0.snapshot) },
                deadline: monotonicNow() + 50_000_000, then: { ($0.snapshot, $0.isClosed) })
            if snapshot.phase.isFailed || isReady(snapshot) { return snapshot }
            if isClosed || cancellation.isRequested { return nil }
        }
    }

    public func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        for column in snapshot.columns {
            var name = column.name
            name.withUTF8 { sink.append($0) }
            sink.endValue(.value)
        }
        sink.endRecord()
    }

    public func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try stream(rows.clamped(to: 0..<Int.max), of: .all, into: &sink)
    }

    public func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try stream(rows.clamped(to: 0..<Int.max), of: request, into: &sink)
    }

    public func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try stream(rows, of: .all, into: &sink)
    }

    public func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try stream(rows, of: request, into: &sink)
    }

    /// Streams ascending rows; waits for those that are still to be read.
    private func stream(
        _ wanted: some RandomAccessCollection<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        var batch = MemoryBatch(request)
        var rest = wanted[...]
        while let first = rest.first, !sink.isFinished {
            let (copied, isOver, failure) = state.wait(
                until: { $0.rows.count > first || $0.isOver }, deadline: monotonicNow() + 50_000_000,
                then: { state in
                    let known = rest.prefix(Self.rowsAtOnce).prefix { $0 < state.rows.count }
                    return (known.map { state.rows[$0] }, state.isOver, state.snapshot.failure)
                })
            for row in copied where !sink.isFinished { batch.append(row, to: &sink) }
            rest = rest.dropFirst(copied.count)
            guard copied.isEmpty else { continue }
            batch.give(to: &sink)
            if let failure { throw failure }
            if isOver { return }
        }
        batch.give(to: &sink)
    }
}
