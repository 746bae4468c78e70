import Tabular

/// Takes the rows of a table, of each no more than one or two values.
protocol PickedRowTaker {
    /// The next row's values, as they stand in the source; empty where the row has none.
    mutating func take(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>)
}

/// Picks one or two columns out of a stream of records, and looks now and then whether to go on.
struct ColumnPicker<Taker: PickedRowTaker>: RecordSink {
    /// Bytes and values between two looks; a record may have any number of either, so records are no measure.
    private static var workBetweenLooks: Int { 1 << 14 }

    private(set) var taker: Taker
    private let columns: (first: Int, second: Int)
    private let control: JobControl
    private var first: [UInt8] = []
    private var second: [UInt8] = []
    private var column = 0
    private var rowCount = 0
    private var work = 0

    /// Picks the columns `first` and `second` (0-based), which may be the same.
    init(_ taker: Taker, first: Int, second: Int? = nil, control: JobControl) {
        self.taker = taker
        columns = (first, second ?? -1)
        self.control = control
    }

    var isFinished: Bool { control.isCancelled }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if column == columns.first { first.append(contentsOf: bytes) }
        if column == columns.second { second.append(contentsOf: bytes) }
        work += bytes.count
    }

    mutating func endValue(_ state: CellState) {
        column += 1
        work += 1
    }

    mutating func endRecord() {
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { taker.take(first, $0) }
        }
        first.removeAll(keepingCapacity: true)
        second.removeAll(keepingCapacity: true)
        column = 0
        rowCount += 1
        guard work >= Self.workBetweenLooks else { return }
        work = 0
        control.report(done: rowCount)
    }
}
