import Tabular

/// The rows of a source in the order that was in force at one moment, whatever comes into force later: what copies and exports
/// read, which take their time and may read a row twice.
///
/// Like `OrderedSource`, unlike it in that nothing of it changes but what becomes of the source. It has no cells to show,
/// tells nobody of changes, and leaves the source open: whoever shows that does all this.
public final class PinnedRows: TableSource {
    private let base: any RowPicking
    /// The order, and the reading of the source that it is of.
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
        snapshot.order = ShownOrder(stamp: 0, rows)
        snapshot.order?.laterRows = max(0, base.rowCount.known - rows.sourceRowCount)
        return snapshot
    }

    /// Returns the rows of the source (0-based) at `places` of the order; nil where there is no order. Reads a file.
    package func sourceRows(at places: Range<Int>) throws(ReadError) -> [Int]? {
        try checkedOrder()?.rows(at: places)
    }

    public func want(_ ranges: [CellRange]) {}
    public func onChange(_ handler: (@Sendable () -> Void)?) {}
    public func close() {}

    /// An order of another reading says nothing of this one's rows.
    private func checkedOrder() throws(ReadError) -> RowOrder? {
        guard let order else { return nil }
        guard base.snapshot.reading == order.reading else {
            throw .task(.orderOfOtherReading)
        }
        return order.rows
    }
}

extension PinnedRows: RecordStreaming {
    public func wait(until isReady: (TableSnapshot) -> Bool, orUntil isOver: () -> Bool) -> TableSnapshot? {
        base.wait(until: { isReady(shown(of: $0)) }, orUntil: isOver).map { shown(of: $0) }
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
    public func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: rows, of: .all, into: &sink)
    }

    public func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard let order = try checkedOrder() else { return try base.streamRecords(at: rows, of: request, into: &sink) }
        var places = rows[...]
        while let first = places.first, first < order.count, !sink.isFinished {
            // A stretch of places, and by chance those that follow each other.
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
