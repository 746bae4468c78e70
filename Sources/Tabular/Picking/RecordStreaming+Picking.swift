// Sources without columns of their own: the picker finds the values in whole records.
extension RecordStreaming {
    public func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard case .some(let columns) = request.columns else { return try streamRecords(rows, into: &sink) }
        try ColumnPicker.pick(columns, into: &sink) { (records, picker) throws(ReadError) in
            let first = rows.lowerBound + min(records.lowerBound, rows.count)
            try streamRecords(first..<min(rows.upperBound, first + min(records.count, rows.count)), into: &picker)
        }
    }

    /// Streams the values of `columns`, in their order, in the records before the data.
    public func streamHeader(of columns: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try ColumnPicker.pick(columns, into: &sink) { (records, picker) throws(ReadError) in
            try withUnsafeMutablePointer(to: &picker) { (picker) throws(ReadError) in
                var window = RecordWindow(picker, records: records)
                try streamHeader(into: &window)
            }
        }
    }
}

extension RowPicking {
    public func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard case .some(let columns) = request.columns else { return try streamRecords(at: rows, into: &sink) }
        try ColumnPicker.pick(columns, into: &sink) { (records, picker) throws(ReadError) in
            let records = records.clamped(to: rows.indices)
            try streamRecords(at: records == rows.indices ? rows : Array(rows[records]), into: &picker)
        }
    }
}

/// A sink that passes a range of the records, by their number, and ends the stream after them.
private struct RecordWindow<Sink: RecordSink>: RecordSink {
    private let sink: UnsafeMutablePointer<Sink>
    private let records: Range<Int>
    private var record = 0

    init(_ sink: UnsafeMutablePointer<Sink>, records: Range<Int>) {
        self.sink = sink
        self.records = records
    }

    var isFinished: Bool { record >= records.upperBound || sink.pointee.isFinished }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if records.contains(record) { sink.pointee.append(bytes) }
    }

    mutating func endValue(_ state: CellState) {
        if records.contains(record) { sink.pointee.endValue(state) }
    }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if records.contains(record) { sink.pointee.endValue(state, as: kind) }
    }

    mutating func endRecord() {
        if records.contains(record) { sink.pointee.endRecord() }
        record += 1
    }

    mutating func gathered(_ records: Int) { sink.pointee.gathered(records) }
}
