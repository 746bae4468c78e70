import Tabular

/// Passes some of the records that come, by their number, and ends the stream behind them.
struct RecordWindow<Sink: RecordSink>: RecordSink {
    var sink: Sink
    private let records: Range<Int>
    private var record = 0

    init(_ sink: Sink, records: Range<Int>) {
        self.sink = sink
        self.records = records
    }

    var isFinished: Bool { record >= records.upperBound || sink.isFinished }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if records.contains(record) { sink.append(bytes) }
    }

    mutating func endValue(_ state: CellState) {
        if records.contains(record) { sink.endValue(state) }
    }

    mutating func endRecord() {
        if records.contains(record) { sink.endRecord() }
        record += 1
    }

    mutating func gathered(_ records: Int) { sink.gathered(records) }
}
