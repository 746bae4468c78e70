import Tabular

extension ElementsSource {
    /// Streams the names of the columns.
    package func streamHeader(into sink: inout some RecordSink) throws(ReadError) { snapshot.giveNames(to: &sink) }

    package func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(rows, of: .all, into: &sink)
    }

    package func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try stream(rows, of: request, into: &sink)
    }

    package func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: rows, of: .all, into: &sink)
    }

    package func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try stream(rows, of: request, into: &sink)
    }

    private func stream<Rows: RandomAccessCollection, Sink: RecordSink>(
        _ rows: Rows, of request: RecordRequest, into sink: inout Sink
    ) throws(ReadError) where Rows.Element == Int, Rows.Index == Int {
        guard let first = rows.first else { return }
        let known = try reader.waitForRows(min(first, .max - 1) + 1)
        guard first < known.count, let tree = known.tree else { return }
        try withUnsafeMutablePointer(to: &sink) { [reader] sink throws(ReadError) in
            var records = ElementRecords(request, tree, of: reader, into: sink)
            do throws(ReadError) {
                try reader.give(rows, to: &records)
            } catch {
                records.giveRest()
                throw error
            }
            records.giveRest()
        }
    }
}

/// A consumer that streams elements as records.
private struct ElementRecords<Sink: RecordSink>: ElementConsumer {
    private let reader: ElementsReader
    private let sink: UnsafeMutablePointer<Sink>
    private let columns: [Int]
    private var fields: FieldReader
    private var batch: FieldBatch

    init(
        _ request: RecordRequest, _ tree: ColumnTree, of reader: ElementsReader, into sink: UnsafeMutablePointer<Sink>
    ) {
        (self.reader, self.sink) = (reader, sink)
        if case .some(let wanted) = request.columns {
            columns = wanted
        } else {
            columns = Array(0...tree.columnCount)
        }
        fields = FieldReader(tree, wanted: columns.map { $0 - 1 })
        batch = FieldBatch(width: columns.count, form: JSONField.TextForm(of: request))
    }

    var isFinished: Bool { sink.pointee.isFinished || reader.isClosed }

    mutating func take(_ element: ArrayElement) {
        _ = fields.read(element.text, readable: element.readable)
        for (place, column) in columns.enumerated() {
            if column == 0 {
                batch.appendNumber(element.row + 1)
            } else {
                batch.appendValue(of: fields, at: place, of: element.text)
            }
        }
        batch.endRecord()
        if batch.isFull { giveRest() }
    }

    /// Delivers the gathered records.
    mutating func giveRest() { batch.give(to: &sink.pointee) }
}
