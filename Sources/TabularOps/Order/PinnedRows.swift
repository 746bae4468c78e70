import QuadrilleRuntime
import Tabular

/// The rows of a source in the order that is applied at one moment, even if another is applied later. Copies and exports read
/// from it, since they take time and may read a row twice.
///
/// Like `OrderedSource`, except that only changes of the source affect it. It has no cells to show, sends no change
/// notifications, and does not close the source: its owner does.
public final class PinnedRows: TableSource {
    private let base: any RowPicking
    /// The order, and the reading of the source that it belongs to.
    private let order: (rows: RowOrder, reading: Int)?
    private let gatheredBytes: Int

    init(_ base: any RowPicking, _ order: (rows: RowOrder, reading: Int)?, gatheredBytes: Int) {
        (self.base, self.order, self.gatheredBytes) = (base, order, gatheredBytes)
    }

    public var snapshot: TableSnapshot { shown(of: base.snapshot) }

    private func shown(of base: TableSnapshot) -> TableSnapshot {
        guard let rows = order?.rows else { return base }
        var snapshot = base
        snapshot.rowCount = .exactly(rows.count)
        snapshot.cells = BlockTiles()
        snapshot.order = ShownOrder(version: 0, rows)
        snapshot.order?.laterRows = max(0, base.rowCount.known - rows.sourceRowCount)
        return snapshot
    }

    public func want(_ ranges: [CellRange]) {}
    public func onChange(_ handler: (@Sendable () -> Void)?) {}
    public func close() {}

    /// Returns the order; throws where it belongs to another reading than the source's.
    private func checkedOrder() throws(ReadError) -> RowOrder? {
        guard let order else { return nil }
        guard base.snapshot.reading == order.reading else {
            throw .task(.orderOfOtherReading)
        }
        return order.rows
    }
}

extension PinnedRows: RecordStreaming {
    public func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        base.wait(until: { isReady(shown(of: $0)) }, unless: cancellation).map { shown(of: $0) }
    }

    public func streamHeader(into sink: inout some RecordSink) throws(ReadError) { try base.streamHeader(into: &sink) }

    public func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(rows, of: .all, into: &sink)
    }

    public func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard let order = try checkedOrder() else { return try base.streamRecords(rows, of: request, into: &sink) }
        var gatherer = RowGatherer(base, request, gatheredBytes: gatheredBytes)
        try gatherer.stream(rows.clamped(to: 0..<order.count), of: order, into: &sink)
    }
}

extension PinnedRows: RowPicking {
    public func sourceRows(at places: Range<Int>) throws(ReadError) -> [Int]? { try checkedOrder()?.rows(at: places) }

    public func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: rows, of: .all, into: &sink)
    }

    public func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard let order = try checkedOrder() else { return try base.streamRecords(at: rows, of: request, into: &sink) }
        var places = rows[...]
        while let first = places.first, first < order.count, !sink.isFinished {
            // Extends the range while row indices are consecutive.
            var end = first
            while places.first == end { end += places.removeFirst() - end + 1 }
            var gatherer = RowGatherer(base, request, gatheredBytes: gatheredBytes)
            try gatherer.stream(first..<min(end, order.count), of: order, into: &sink)
        }
    }
}

extension PinnedRows: RawRecords {
    public var abilities: Abilities {
        var abilities = Abilities(pick: self)
        if base.abilities.raw != nil { abilities.raw = self }
        abilities.unreadableReason = base.abilities.unreadableReason
        return abilities
    }

    public func streamBytesBeforeRows(into sink: inout some RawSink) throws(ReadError) {
        try raw().streamBytesBeforeRows(into: &sink)
    }

    public func streamBytes(ofRows rows: Range<Int>, into sink: inout some RawSink) throws(ReadError) {
        try raw().streamBytes(ofRows: rows, into: &sink)
    }

    private func raw() throws(ReadError) -> any RawRecords {
        guard let raw = base.abilities.raw else {
            throw .task(.noBytes)
        }
        guard try checkedOrder() == nil else {
            throw .task(.bytesInOrder)
        }
        return raw
    }
}
