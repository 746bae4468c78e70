import QuadrilleRuntime
import Tabular
import TabularJSON

/// A table of a document that is still being opened: until then it has no rows, then it is the table itself.
final class PendingSource: RowPicking {
    private struct State: Sendable {
        var source: (any TableSource)?
        var failure: ReadError?
        var isClosed = false
        var wants: [CellRange] = []
        var handler: (@Sendable () -> Void)?
        var isPrioritized = false
        var format: TableFormat?
        /// The form of the format for the source, made once.
        var form: TableForm?
        var siblings: [String] = []
    }

    private let state = Monitor(State())
    /// Nil means the default table.
    let id: TableID?
    let options: FormatOptions
    private let onClose: @Sendable () -> Void

    /// `onClose` is called where it is closed before it has a source.
    init(_ id: TableID?, _ options: FormatOptions, onClose: @escaping @Sendable () -> Void) {
        (self.id, self.options, self.onClose) = (id, options, onClose)
    }

    // The table itself may have another owner by now.
    deinit { if state.withLock(wakes: false, { $0.source == nil && !$0.isClosed }) { onClose() } }

    var isClosed: Bool { state.withLock(wakes: false) { $0.isClosed } }

    /// Offers the form of `format` among its abilities.
    func offer(_ format: TableFormat?) {
        state.withLock(wakes: false) { state in
            (state.format, state.form) = (format, TableForm(format, of: state.source))
        }
    }

    /// The names of the other tables of a file in an archive, whose catalog has only one for each file.
    var siblings: [String] {
        get { state.withLock(wakes: false) { $0.siblings } }
        set { state.withLock(wakes: false) { $0.siblings = newValue } }
    }

    /// Becomes `table`, with the members of JSON objects as columns, or the elements of JSON arrays as rows, where these are
    /// chosen; false where it is closed already.
    func attach(_ table: any TableSource) -> Bool {
        var whole = ExpandedSource.expanding(table, options.expansions)
        if let column = options.elements { whole = ElementsSource(whole, of: column) }
        let source = whole
        // With the lock: later requests go to the source itself, and must not be replaced by earlier ones.
        let (isClosed, handler) = state.withLock { state in
            (state.source, state.form) = (source, TableForm(state.format, of: source))
            if state.isClosed { return (true, nil as (@Sendable () -> Void)?) }
            if state.isPrioritized { source.prioritize() }
            if !state.wants.isEmpty { source.want(state.wants) }
            if let handler = state.handler { source.onChange(handler) }
            return (false, state.handler)
        }
        if isClosed { source.close() }
        handler?()
        return !isClosed
    }

    /// Fails, where it has no source.
    func fail(_ error: ReadError) {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            state.failure = error
            return state.isClosed || state.source != nil ? nil : state.handler
        }
        handler?()
    }

    /// Waits for the table.
    ///
    /// - Throws: The reason why it cannot be opened.
    func waitForSource() throws(ReadError) -> any TableSource {
        let (source, failure) = state.wait(
            until: { $0.source != nil || $0.failure != nil || $0.isClosed }, then: { ($0.source, $0.failure) })
        if let source { return source }
        throw failure ?? .closed("")
    }

    var snapshot: TableSnapshot {
        let (source, failure) = state.withLock(wakes: false) { ($0.source, $0.failure) }
        if let source { return source.snapshot }
        var snapshot = TableSnapshot(description: TableDescription(format: "CSV"))
        if let failure { (snapshot.phase, snapshot.version) = (.failed(failure), 1) }
        return snapshot
    }

    /// The abilities of the table and the form of its format; before it exists, rows can be requested, which waits.
    var abilities: Abilities {
        let (source, form) = state.withLock(wakes: false) { ($0.source, $0.form) }
        var abilities = source?.abilities ?? Abilities(pick: self)
        if let form { abilities[TableForm.self] = form }
        return abilities
    }

    func want(_ ranges: [CellRange]) {
        state.withLock(wakes: false) { state -> (any TableSource)? in
            if state.source == nil { state.wants = ranges }
            return state.source
        }?.want(ranges)
    }

    func onChange(_ handler: (@Sendable () -> Void)?) {
        state.withLock(wakes: false) { state -> (any TableSource)? in
            state.handler = handler
            return state.source
        }?.onChange(handler)
    }

    func prioritize() {
        state.withLock(wakes: false) { state -> (any TableSource)? in
            state.isPrioritized = true
            return state.source
        }?.prioritize()
    }

    func close() {
        let (source, wasClosed) = state.withLock { state in
            let wasClosed = state.isClosed
            (state.isClosed, state.handler) = (true, nil)
            return (state.source, wasClosed)
        }
        if let source { source.close() } else if !wasClosed { onClose() }
    }
}

// Requested before the table exists.
extension PendingSource {
    func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        while true {
            let (source, isClosed, isFailed) = state.wait(
                until: { $0.source != nil || $0.failure != nil || $0.isClosed }, deadline: monotonicNow() + 50_000_000,
                then: { ($0.source, $0.isClosed, $0.failure != nil) })
            if let source {
                return source.abilities.scan.map { $0.wait(until: isReady, unless: cancellation) } ?? source.snapshot
            }
            if isFailed { return snapshot }
            if isClosed || cancellation.isRequested { return nil }
        }
    }

    private func scanning() throws(ReadError) -> any RecordStreaming {
        guard let scan = try waitForSource().abilities.scan else { throw .notStreamed }
        return scan
    }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        try scanning().streamHeader(into: &sink)
    }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try scanning().streamRecords(rows, into: &sink)
    }

    func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try scanning().streamRecords(rows, of: request, into: &sink)
    }

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try picking().streamRecords(at: rows, into: &sink)
    }

    func streamRecords(at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink) throws(ReadError) {
        try picking().streamRecords(at: rows, of: request, into: &sink)
    }

    private func picking() throws(ReadError) -> any RowPicking {
        guard let pick = try waitForSource().abilities.pick else { throw .notStreamed }
        return pick
    }
}

extension ReadError {
    fileprivate static var notStreamed: ReadError {
        ReadError(DocumentFailure.notStreamed, of: .table)
    }
}
