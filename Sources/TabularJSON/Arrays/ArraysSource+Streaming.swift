import QuadrilleRuntime
import Tabular
import TabularBytes

extension ArraysSource {
    /// Streams the names of the columns.
    package func streamHeader(into sink: inout some RecordSink) throws(ReadError) { snapshot.giveNames(to: &sink) }

    package func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(rows, of: .all, into: &sink)
    }

    package func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        let rows = rows.clamped(to: 0..<reader.arrays.rowCount)
        guard !rows.isEmpty else { return }
        try reader.checkIsReadable()
        var stream = ArraysStream(reader, request)
        try stream.go(to: rows.lowerBound)
        try stream.give(rows.count, into: &sink)
        stream.giveRest(to: &sink)
    }

    package func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: rows, of: .all, into: &sink)
    }

    package func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try reader.checkIsReadable()
        var stream = ArraysStream(reader, request)
        for row in rows where row < reader.arrays.rowCount && !sink.isFinished {
            try stream.go(to: row)
            try stream.give(1, into: &sink)
        }
        stream.giveRest(to: &sink)
    }
}

extension ArraysReader {
    /// - Throws: The reason for which rows cannot be read any more.
    fileprivate func checkIsReadable() throws(ReadError) {
        let (snapshot, isClosed) = state.withLock(wakes: false) { ($0.snapshot, $0.isClosed) }
        if let failure = snapshot.failure, snapshot.interruption == nil { throw failure }
        if isClosed { throw ReadError(JSONFailure.closed, of: .source(text.name)) }
    }
}

/// A stream of ascending rows: the arrays of the wanted columns in step.
private struct ArraysStream {
    private let reader: ArraysReader
    /// Nil for a column that does not exist.
    private var lanes: [ArrayLane?]
    private var batch: FieldBatch

    init(_ reader: ArraysReader, _ request: RecordRequest) {
        self.reader = reader
        var columns = Array(reader.tables.indices)
        if case .some(let wanted) = request.columns { columns = wanted }
        lanes = columns.map { column in
            reader.tables.indices.contains(column) ? ArrayLane(reader, column, of: columns.count) : nil
        }
        batch = FieldBatch(width: columns.count, form: JSONField.TextForm(of: request))
    }

    /// Moves to `row`, which is not before the next one.
    mutating func go(to row: Int) throws(ReadError) {
        for place in lanes.indices { try lanes[place]?.go(to: row) }
    }

    /// Delivers the next `count` rows.
    mutating func give(_ count: Int, into sink: inout some RecordSink) throws(ReadError) {
        for _ in 0..<count where !sink.isFinished && !reader.isClosed {
            // All values of a record are read before any of them is appended.
            for place in lanes.indices where try lanes[place]?.readNext() == false {
                giveRest(to: &sink)
                throw reader.shorter(than: reader.arrays.rowCount)
            }
            for lane in lanes {
                if let lane { batch.appendValues(lane.fields, of: lane.text) } else { batch.appendMissing() }
            }
            batch.endRecord()
            if batch.isFull { giveRest(to: &sink) }
        }
    }

    /// Delivers the gathered rows.
    mutating func giveRest(to sink: inout some RecordSink) { batch.give(to: &sink) }
}
