/// Whole records for a sink, many at once.
struct MemoryBatch {
    /// Records of more bytes go to the sink value by value.
    private static let longestRecord = 1 << 20

    private let request: RecordRequest
    private var bytes: [UInt8] = []
    private var pieces: [RecordBatch.Piece] = []
    private var states: [CellState] = []
    private var kinds: [CellKind] = []
    private var (hasStates, hasKinds) = (false, false)
    private var recordCount = 0
    private var (most, least) = (0, Int.max)

    init(_ request: RecordRequest) { self.request = request }

    /// Appends the requested values of `row`, and passes the batch on when it is full.
    mutating func append(_ row: [MemoryValue], to sink: inout some RecordSink) {
        switch request.columns {
        case .all: append(values: row, to: &sink)
        case .some(let columns):
            append(values: columns.lazy.map { row.indices.contains($0) ? row[$0] : .missing }, to: &sink)
        }
    }

    private mutating func append(values: some Collection<MemoryValue>, to sink: inout some RecordSink) {
        var length = 0
        for value in values { length += value.text(in: request.form).utf8.count }
        if length > Self.longestRecord {
            give(to: &sink)
            return give(values, to: &sink)
        }
        for value in values { append(value) }
        if values.isEmpty { append(RecordBatch.Piece(start: bytes.count, count: 0, endsValue: false), .value, .text) }
        pieces[pieces.count - 1].endsRecord = true
        recordCount += 1
        (most, least) = (max(most, values.count), min(least, values.count))
        if pieces.count >= 1 << 10 || bytes.count >= 1 << 16 { give(to: &sink) }
    }

    private mutating func append(_ value: MemoryValue) {
        let start = bytes.count
        bytes.append(contentsOf: value.text(in: request.form).utf8)
        append(
            RecordBatch.Piece(start: start, count: bytes.count - start, endsValue: true), value.state, value.kind)
    }

    private mutating func append(_ piece: RecordBatch.Piece, _ state: CellState, _ kind: CellKind) {
        pieces.append(piece)
        states.append(state)
        kinds.append(kind)
        if state != .value { hasStates = true }
        if kind != .text { hasKinds = true }
    }

    /// Passes on a long record.
    private func give(_ values: some Collection<MemoryValue>, to sink: inout some RecordSink) {
        for value in values {
            var text = value.text(in: request.form)
            text.withUTF8 { sink.append($0) }
            sink.endValue(value.state, as: value.kind)
        }
        sink.endRecord()
    }

    /// Passes on the records so far.
    mutating func give(to sink: inout some RecordSink) {
        if pieces.isEmpty { return }
        RecordBatch.withBatch(of: bytes, pieces, hasStates ? states : [], hasKinds ? kinds : []) { batch in
            (batch.recordCount, batch.mostValues, batch.leastValues) = (recordCount, most, least)
            sink.take(batch)
        }
        self = MemoryBatch(request)
    }
}
