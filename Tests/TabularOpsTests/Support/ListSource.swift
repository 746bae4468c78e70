import QuadrilleRuntime
import Tabular

/// A table in memory that streams each value in pieces of up to `piece` bytes; nil is NULL, rows may be ragged.
final class ListSource: RowPicking {
    private let rows: [[[UInt8]?]]
    private let piece: Int
    private let rowCount: RowCount
    private let failure: ReadError?
    private let forms: [ValueForm]
    /// Whether records come in batches, where they lie in one piece.
    private let batches: Bool

    init(
        _ rows: [[[UInt8]?]], types: [ColumnType] = [], forms: [ValueForm] = [],
        batches: Bool = false, piece: Int = 3,
        rowCount: RowCount? = nil,
        failure: ReadError? = nil
    ) {
        self.rows = rows
        self.piece = piece
        self.rowCount = rowCount ?? .exactly(rows.count)
        self.failure = failure
        self.forms = forms + types.map { ValueForm($0) }
        self.batches = batches
    }

    convenience init(_ rows: [[String]]) { self.init(rows.map { $0.map { Array($0.utf8) } }) }

    var snapshot: TableSnapshot {
        let columns = (0..<(rows.map(\.count).max() ?? 0)).map {
            Column(name: "c\($0)", form: forms.indices.contains($0) ? forms[$0] : ValueForm(.text))
        }
        return TableSnapshot(
            description: TableDescription(format: "list"), columns: columns, rowCount: rowCount, phase: .complete)
    }

    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: Array(wanted.clamped(to: rows.indices)), into: &sink)
    }

    func streamRecords(at wanted: [Int], into sink: inout some RecordSink) throws(ReadError) {
        for row in wanted.lazy.map({ self.rows[$0] }) {
            if sink.isFinished { return }
            if batches {
                give(row, to: &sink)
                continue
            }
            for value in row {
                var rest = (value ?? [])[...]
                while !rest.isEmpty {
                    Array(rest.prefix(piece)).withUnsafeBufferPointer { sink.append($0) }
                    rest = rest.dropFirst(piece)
                }
                sink.endValue(value == nil ? .null : .value)
            }
            sink.endRecord()
        }
        if let failure { throw failure }
    }

    /// A record as a batch of its own.
    private func give(_ row: [[UInt8]?], to sink: inout some RecordSink) {
        var bytes: [UInt8] = []
        var pieces: [RecordBatch.Piece] = []
        for value in row {
            let value = value ?? []
            pieces.append(RecordBatch.Piece(start: bytes.count, count: value.count, endsValue: true))
            bytes += value
        }
        if pieces.isEmpty { pieces = [RecordBatch.Piece(start: 0, count: 0, endsValue: false)] }
        pieces[pieces.count - 1].endsRecord = true
        bytes.withUnsafeBufferPointer { bytes in
            pieces.withUnsafeBufferPointer { pieces in
                var batch = RecordBatch(
                    bytes: bytes, elsewhere: UnsafeBufferPointer(start: nil, count: 0), pieces: pieces)
                (batch.recordCount, batch.mostValues, batch.leastValues) = (1, row.count, row.count)
                sink.take(batch)
            }
        }
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}

/// A table whose only record never ends, until the sink has had enough.
final class EndlessSource: RowPicking {
    let hasBegun = Monitor(false)
    let hasEnded = Monitor(false)

    let snapshot: TableSnapshot

    init(phase: ReadingPhase = .indexing) {
        snapshot = TableSnapshot(
            description: TableDescription(format: "endless"), rowCount: .atLeast(1_000_000), phase: phase)
    }

    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) {
        streamRecords(0..<rows.count, into: &sink)
    }

    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) {
        hasBegun.withLock { $0 = true }
        while !sink.isFinished {
            sink.append(UnsafeBufferPointer(start: nil, count: 0))
            sink.endValue(.value)
        }
        hasEnded.withLock { $0 = true }
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}
