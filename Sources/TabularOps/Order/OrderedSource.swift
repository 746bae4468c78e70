import QuadrilleRuntime
import Synchronization
import Tabular

/// A source with its rows in a row order; without one, in the order of the source.
///
/// Rows are numbered by row index in the order, from 0; the snapshot knows the source rows of those whose tiles are in memory.
/// Tiles are built by picking their rows, the most wanted first.
///
///     source     0 Mon   1 Tue   2 Sun        order 2 0
///     shown      0 Sun   1 Mon                snapshot.sourceRow(at: 0) is 2
///
/// An order belongs to one reading of its source, and to the rows at the time of its creation. Rows that arrive later are not
/// in it (`ShownOrder.laterRows` counts them); a new reading of the source drops the order.
public final class OrderedSource: TableSource {
    struct State: Sendable {
        var order: RowOrder?
        /// The order's part of the snapshot: cells, and the source rows that they belong to. The rest is the source's.
        var shown = TableSnapshot(description: TableDescription(format: ""))
        var reading = 0
        var wants = WantList()
        var handler: (@Sendable () -> Void)?
        var isClosed = false
        /// Advances with every change of the order; the source's versions cover all other changes.
        var changes = Version()
        /// Unique across all sources, so that caches can identify the order by it.
        var version = Version.unique()
        var tiles: TileServer?
        /// The failure of the last tiles; nil after the next success.
        var failure: ReadError?
    }

    /// The source, in its own row order.
    public let base: any RowPicking
    let state = Monitor(State())
    /// The most bytes of records held in memory to sort them.
    let gatheredBytes: Int

    public convenience init(_ base: any RowPicking) { self.init(base, gatheredBytes: 1 << 28) }

    init(_ base: any RowPicking, gatheredBytes: Int) {
        self.base = base
        self.gatheredBytes = gatheredBytes
        state.withLock { $0.tiles = makeTiles() }
        base.onChange { [weak self] in self?.announce() }
    }

    deinit { close() }

    /// The applied order.
    public var order: RowOrder? { state.withLock(wakes: false) { $0.order } }

    /// Applies an order of the reading `reading` of the source, or none. Returns false, and changes nothing, where the source
    /// has another reading by now. O(1).
    @discardableResult
    public func show(_ order: RowOrder?, ofReading reading: Int) -> Bool {
        let now = base.snapshot
        guard order == nil || now.reading == reading else { return false }
        let ranges = state.withLock { state in
            state.order = order
            (state.reading, state.failure) = (reading, nil)
            state.version = Version.unique()
            state.changes.advance()
            state.shown.cells = BlockTiles()
            state.shown.order = order.map { ShownOrder(version: state.version, $0) }
            state.shown.rowCount = .exactly(order?.count ?? 0)
            state.shown.columns = now.columns
            let ranges = state.wants.ranges
            state.wants = WantList()
            state.wants.replace(with: ranges)
            return ranges
        }
        // Wanted rows have other row indices now; the view requests its ranges again.
        base.want(order == nil ? ranges : [])
        announce()
        return true
    }

    public var snapshot: TableSnapshot { shown(of: base.snapshot) }

    /// Returns the snapshot for a state of the source, with the cells and rows of the order.
    private func shown(of base: TableSnapshot) -> TableSnapshot {
        var snapshot = base
        state.withLock(wakes: false) { state in
            snapshot.version = snapshot.version.joined(with: state.changes)
            guard state.order != nil else { return }
            if base.reading != state.reading { return }
            snapshot.rowCount = state.shown.rowCount
            snapshot.columns = base.columns
            snapshot.cells = state.shown.cells
            snapshot.order = state.shown.order
            snapshot.order?.laterRows = max(0, base.rowCount.known - (state.order?.sourceRowCount ?? 0))
            if let failure = state.failure, !snapshot.phase.isFailed { snapshot.phase = .failed(failure) }
        }
        return snapshot
    }

    /// The rows in the order that is applied now, for reads that take a while: all streams of the result have the same order,
    /// even if another order is applied in between. O(1).
    public func pinned() -> PinnedRows {
        let (order, reading) = state.withLock(wakes: false) { ($0.order, $0.reading) }
        return PinnedRows(base, order.map { ($0, reading) }, gatheredBytes: gatheredBytes)
    }

    public func want(_ ranges: [CellRange]) {
        let (isOrdered, tiles) = state.withLock(wakes: false) { state in
            if state.wants.ranges != ranges { state.wants.replace(with: ranges) }
            return (state.order != nil, state.tiles)
        }
        if isOrdered { tiles?.signal() } else { base.want(ranges) }
    }

    public func onChange(_ handler: (@Sendable () -> Void)?) { state.withLock(wakes: false) { $0.handler = handler } }

    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.handler = nil
            state.tiles = nil
        }
        base.onChange(nil)
        base.close()
    }

    /// Notifies the handler, and drops an order of another reading.
    func announce() {
        let now = base.snapshot
        let (handler, tiles) = state.withLock(wakes: false) { state in
            // Tiles that lack columns are rebuilt.
            state.shown.columns = now.columns
            if state.order != nil, now.reading != state.reading {
                state.order = nil
                state.version = Version.unique()
                state.changes.advance()
            }
            return (state.handler, state.order == nil ? nil : state.tiles)
        }
        tiles?.signal()
        handler?()
    }
}

extension OrderedSource: RecordStreaming {
    public func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        base.wait(until: { isReady(shown(of: $0)) }, unless: cancellation).map { shown(of: $0) }
    }

    public func streamHeader(into sink: inout some RecordSink) throws(ReadError) { try base.streamHeader(into: &sink) }

    public func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try pinned().streamRecords(rows, into: &sink)
    }

    public func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try pinned().streamRecords(rows, of: request, into: &sink)
    }
}

extension OrderedSource: RowPicking {
    public func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try pinned().streamRecords(at: rows, into: &sink)
    }

    public func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try pinned().streamRecords(at: rows, of: request, into: &sink)
    }
}

extension OrderedSource: RawRecords {
    public var abilities: Abilities {
        var abilities = Abilities(pick: self)
        if base.abilities.raw != nil { abilities.raw = self }
        abilities.unreadableReason = base.abilities.unreadableReason
        abilities.pin = { [self] in pinned() }
        return abilities
    }

    public func streamBytesBeforeRows(into sink: inout some RawSink) throws(ReadError) {
        try pinned().streamBytesBeforeRows(into: &sink)
    }

    public func streamBytes(ofRows rows: Range<Int>, into sink: inout some RawSink) throws(ReadError) {
        try pinned().streamBytes(ofRows: rows, into: &sink)
    }
}
