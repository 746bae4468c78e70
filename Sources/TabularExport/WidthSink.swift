import QuadrilleRuntime
import Tabular

/// Counts records, and the fields of the widest one.
struct WidthSink: RecordSink {
    /// The number of fields and records between two polls for cancellation.
    private static var workBetweenLooks: Int { 1 << 12 }

    private(set) var recordCount = 0
    private(set) var width = 0
    private(set) var wasCancelled = false
    private let cancellation: Cancellation
    private var column = 0
    private var work = 0

    init(unless cancellation: Cancellation) { self.cancellation = cancellation }

    var isFinished: Bool { wasCancelled }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}

    mutating func endValue(_ state: CellState) {
        column += 1
        spend(1)
    }

    mutating func endMissing(_ count: Int) {
        column += count
        spend(1)
    }

    mutating func endRecord() {
        width = max(width, column)
        column = 0
        recordCount += 1
        spend(1)
    }

    mutating func take(_ batch: RecordBatch) {
        width = max(width, batch.mostValues)
        column = batch.openValues
        recordCount += batch.recordCount
        spend(batch.pieces.count)
    }

    mutating func gathered(_ records: Int) { look() }

    private mutating func spend(_ amount: Int) {
        work += amount
        if work >= Self.workBetweenLooks { look() }
    }

    private mutating func look() {
        work = 0
        if !wasCancelled { wasCancelled = cancellation.isRequested }
    }
}
