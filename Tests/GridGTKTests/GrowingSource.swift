import Glibc
import Synchronization
import Tabular

/// A column of rows with one value, of which more are found when a test says so.
nonisolated final class GrowingSource: RecordStreaming {
    private struct Shared {
        var snapshot = TableSnapshot(
            version: 1, description: TableDescription(format: "test"), columns: [Column(name: "a", type: .text)],
            rowCount: .atLeast(4), phase: .indexing)
        var handler: (@Sendable () -> Void)?
        var isHeld = false
    }

    private let shared = Mutex(Shared())

    var snapshot: TableSnapshot { shared.withLock { $0.snapshot } }

    /// From now on streams wait until they are given up.
    func hold() { shared.withLock { $0.isHeld = true } }

    func grow(to rowCount: RowCount) {
        let handler = shared.withLock { shared in
            shared.snapshot.version.advance()
            shared.snapshot.rowCount = rowCount
            return shared.handler
        }
        handler?()
    }

    func onChange(_ handler: (@Sendable () -> Void)?) { shared.withLock { $0.handler = handler } }
    func want(_ ranges: [CellRange]) {}
    func close() {}
    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {}

    func streamRecords(_ range: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        while shared.withLock({ $0.isHeld }), !sink.isFinished { usleep(1000) }
        var value = "x"
        for _ in range {
            value.withUTF8 { sink.append($0) }
            sink.endValue(.value)
            sink.endRecord()
        }
    }
}
