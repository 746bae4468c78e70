import QuadrilleRuntime
import Synchronization
import Tabular

/// A table to which something happens when it has been read from so often, right before it is read again.
final class MeddledSource: RowPicking {
    private let source: any RowPicking
    private let readsLeft: Atomic<Int>
    private let meddle: @Sendable () -> Void

    init(_ source: any RowPicking, afterReads reads: Int, meddle: @escaping @Sendable () -> Void) {
        self.source = source
        readsLeft = Atomic(reads)
        self.meddle = meddle
    }

    private func countRead() {
        if readsLeft.subtract(1, ordering: .relaxed).oldValue == 0 { meddle() }
    }

    /// Whether it has happened.
    var isMeddledWith: Bool { readsLeft.load(ordering: .relaxed) < 0 }

    var snapshot: TableSnapshot { source.snapshot }

    func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        source.wait(until: isReady, unless: cancellation)
    }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) { try source.streamHeader(into: &sink) }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        countRead()
        try source.streamRecords(rows, into: &sink)
    }

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        countRead()
        try source.streamRecords(at: rows, into: &sink)
    }

    func want(_ ranges: [CellRange]) { source.want(ranges) }
    func onChange(_ handler: (@Sendable () -> Void)?) { source.onChange(handler) }
    func close() { source.close() }
}
