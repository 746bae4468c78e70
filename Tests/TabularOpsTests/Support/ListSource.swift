import Tabular

/// A table in memory that streams each value in pieces of up to `piece` bytes; nil is NULL, rows may be ragged.
final class ListSource: RecordStreaming {
    private let rows: [[[UInt8]?]]
    private let piece: Int
    private let rowCount: RowCount
    private let failure: ReadError?

    init(_ rows: [[[UInt8]?]], piece: Int = 3, rowCount: RowCount? = nil, failure: ReadError? = nil) {
        self.rows = rows
        self.piece = piece
        self.rowCount = rowCount ?? .exactly(rows.count)
        self.failure = failure
    }

    convenience init(_ rows: [[String]]) { self.init(rows.map { $0.map { Array($0.utf8) } }) }

    var snapshot: TableSnapshot {
        let columns = (0..<(rows.map(\.count).max() ?? 0)).map { Column(name: "c\($0)", type: .text) }
        return TableSnapshot(
            description: TableDescription(format: "list"), columns: columns, rowCount: rowCount, phase: .complete)
    }

    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        for row in rows[wanted.clamped(to: rows.indices)] {
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

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}

/// A table whose only record never ends, until the sink has had enough.
final class EndlessSource: RecordStreaming {
    let hasEnded = Monitor(false)

    let snapshot = TableSnapshot(
        description: TableDescription(format: "endless"), rowCount: .atLeast(1_000_000), phase: .indexing)

    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) {
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
