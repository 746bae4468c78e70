import QuadrilleRuntime
import Tabular
import TestSources

/// A table in memory that changes when a test says so.
final class StagedSource: RowPicking {
    struct Stage: Sendable {
        var columns: [Column]
        var records: [[TestCell]]
        var phase: ReadingPhase
        var hasLateColumns = false
        var problemCount = 0
        var version = Version()
    }

    private struct State: Sendable {
        var stage: Stage
        var handler: (@Sendable () -> Void)?
    }

    private let state: Monitor<State>

    init(_ stage: Stage) { state = Monitor(State(stage: stage)) }

    /// A table of one column `a` with these texts.
    convenience init(_ texts: [String], _ phase: ReadingPhase) {
        self.init(
            Stage(columns: [Column(name: "a", type: .text)], records: texts.map { [TestCell($0)] }, phase: phase))
    }

    func change(_ change: (inout Stage) -> Void) {
        let handler = state.withLock { state in
            change(&state.stage)
            state.stage.version.advance()
            return state.handler
        }
        handler?()
    }

    var isClosed: Bool { state.withLock(wakes: false) { $0.handler == nil } }

    private var stage: Stage { state.withLock(wakes: false) { $0.stage } }

    var snapshot: TableSnapshot {
        let stage = stage
        var description = TableDescription(format: "staged")
        description.hasLateColumns = stage.hasLateColumns
        let isKnown = stage.phase == .auditing || stage.phase == .complete
        var snapshot = TableSnapshot(
            version: stage.version, description: description, columns: stage.columns,
            rowCount: isKnown ? .exactly(stage.records.count) : .atLeast(stage.records.count), phase: stage.phase)
        for row in 0..<stage.problemCount {
            snapshot.problems.append(
                Problem(
                    kind: TypedSource.damagedPage, row: row, column: 0, location: "\(row)", detail: Damage()))
        }
        return snapshot
    }

    private struct Damage: ProblemDetail {
        var message: String { "a row that is broken." }
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.handler = handler } }
    func close() { onChange(nil) }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {}

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: Array(rows.clamped(to: stage.records.indices)), into: &sink)
    }

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        let records = stage.records
        for row in rows where row < records.count && !sink.isFinished {
            for cell in records[row] {
                // In pieces.
                for byte in cell.bytes {
                    withUnsafePointer(to: byte) { sink.append(UnsafeBufferPointer(start: $0, count: 1)) }
                }
                sink.endValue(cell.state, as: cell.kind)
            }
            sink.endRecord()
        }
    }
}
