import QuadrilleRuntime
import Tabular
import TestSources

/// A table in memory that opens, grows and gains columns when the test says so.
final class LiveTable: RowPicking {
    private struct State: Sendable {
        var snapshot = TableSnapshot(description: TableDescription(format: "live"))
        var records: [[TestCell]] = []
        var handler: (@Sendable () -> Void)?
        var wants: [CellRange] = []
        var isClosed = false
    }

    private let state = Monitor(State())

    var snapshot: TableSnapshot { state.withLock(wakes: false) { $0.snapshot } }
    var wants: [CellRange] { state.withLock(wakes: false) { $0.wants } }
    var isClosed: Bool { state.withLock(wakes: false) { $0.isClosed } }

    func want(_ ranges: [CellRange]) { state.withLock { $0.wants = ranges } }
    func onChange(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.handler = handler } }
    func close() { state.withLock { $0.isClosed = true } }

    /// Changes the table, and says so.
    func change(_ records: [[String]], columns: [String]? = nil, _ phase: ReadingPhase = .complete) {
        let handler = state.withLock { state in
            state.records = records.map { $0.map { TestCell($0) } }
            if let columns { state.snapshot.columns = columns.map { Column(name: $0, type: .text) } }
            state.snapshot.rowCount = phase == .complete ? .exactly(records.count) : .atLeast(records.count)
            state.snapshot.phase = phase
            state.snapshot.progress.total = records.reduce(0) { $0 + $1.reduce(0) { $0 + $1.utf8.count } }
            state.snapshot.version.advance()
            return state.handler
        }
        handler?()
    }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        for column in snapshot.columns {
            Array(column.name.utf8).withUnsafeBufferPointer { sink.append($0) }
            sink.endValue(.value)
        }
        sink.endRecord()
    }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: Array(rows.clamped(to: 0..<snapshot.rowCount.known)), into: &sink)
    }

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        let records = state.withLock(wakes: false) { $0.records }
        for row in rows where row < records.count && !sink.isFinished {
            for cell in records[row] {
                cell.bytes.withUnsafeBufferPointer { sink.append($0) }
                sink.endValue(cell.state)
            }
            sink.endRecord()
        }
    }
}
