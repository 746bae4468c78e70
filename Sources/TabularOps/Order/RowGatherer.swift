import Tabular

/// Streams the rows of an order in that order, by passes over the source: it sorts as many row indices as fit into memory by
/// source row, reads those rows as the source has them, and emits them in their order.
///
///     order      7 2 9 4 | 1 8        two passes, of four and two places
///     read       2 4 7 9 | 1 8
///     given      7 2 9 4 | 1 8
///
/// Rows that ascend are streamed directly.
struct RowGatherer {
    /// The number of row indices, and of rows of an ascending order, to request at once.
    private static let step = 1 << 16

    private let source: any RowPicking
    private let request: RecordRequest
    private let gatheredBytes: Int
    private let memory: LargeMemory
    /// The number of row indices in the next pass.
    private var places: Int
    private(set) var passes = 0

    /// Emits the values of `request` of each row.
    init(
        _ source: any RowPicking, _ request: RecordRequest = .all, gatheredBytes: Int,
        from memory: LargeMemory = .system
    ) {
        self.source = source
        self.request = request
        self.gatheredBytes = gatheredBytes
        self.memory = memory
        let snapshot = source.snapshot
        // The average record length, with a word for each value.
        let bytes = snapshot.estimatedRowBytes + 16 + 4 * snapshot.columns.count
        places = max(1, gatheredBytes / (2 * bytes))
    }

    /// Streams the rows at the row indices `wanted`.
    mutating func stream(
        _ wanted: Range<Int>, of order: RowOrder, into sink: inout some RecordSink
    ) throws(ReadError) {
        var next = wanted.lowerBound
        while next < wanted.upperBound && !sink.isFinished {
            let end = min(next + (order.isAscending ? Self.step : places), wanted.upperBound)
            let rows = try order.rows(at: next..<end)
            passes += 1
            if order.isAscending || rows.count == 1 {
                try source.streamRecords(at: rows, of: request, into: &sink)
                next = end
            } else {
                let sorted = rows.indices.sorted { rows[$0] < rows[$1] }
                let wasEnough = try gather(rows, sorted, into: &sink)
                if wasEnough { next = end } else { places = max(1, rows.count / 2) }
            }
        }
    }

    /// Returns false, and emits nothing, where the records exceed the memory limit.
    private mutating func gather<Sink: RecordSink>(
        _ rows: [Int], _ sorted: [Int], into sink: inout Sink
    ) throws(ReadError) -> Bool {
        var held = HeldRecords(limit: gatheredBytes, from: memory, for: sink)
        var isOver = false
        do throws(ReadError) {
            try source.streamRecords(at: sorted.map { rows[$0] }, of: request, into: &held)
            sink = held.sink
        } catch {
            sink = held.sink
            throw error
        }
        // The sink wants no more rows.
        if sink.isFinished { return true }
        if held.isFull { return false }
        guard held.count == rows.count else {
            throw .task(.endsBefore(row: rows[sorted[held.count]], retries: true))
        }
        var ranks = [Int](repeating: 0, count: rows.count)
        for (rank, place) in sorted.enumerated() { ranks[place] = rank }
        var batch = RecordBatchBuilder()
        for rank in ranks where !isOver {
            held.append(rank, to: &batch)
            if batch.isFull {
                batch.give(to: &sink)
                isOver = sink.isFinished
            }
        }
        batch.give(to: &sink)
        if held.byteCount < gatheredBytes / 4 { places = min(2 * places, Int.max / 4) }
        return true
    }
}

/// Whole records in memory, until there are too many of them for it, or their sink wants no more.
private struct HeldRecords<Sink: RecordSink>: RecordSink {
    /// The number of records, and of bytes, between two checks of the sink; a single record may have any number of bytes.
    private static var recordsBetweenLooks: Int { 1 << 4 }
    private static var bytesBetweenLooks: Int { 1 << 16 }

    private(set) var sink: Sink
    private let limit: Int
    private let memory: LargeMemory
    private var bytes: [UInt8] = []
    /// The end of each value in `bytes`, and the end of each record in `ends`.
    private var ends: [UInt32] = []
    private var recordEnds: [Int] = []
    /// The state and kind of each value; empty as long as all are values and text.
    private var marks = ValueMarks()
    private(set) var isFull = false
    /// The numbers of records and bytes at the last check of the sink.
    private var asked = (records: 0, bytes: 0)

    init(limit: Int, from memory: LargeMemory, for sink: Sink) {
        self.limit = min(limit, RecordBatch.Piece.longest)
        self.memory = memory
        self.sink = sink
    }

    var isFinished: Bool { isFull || sink.isFinished }

    var count: Int { recordEnds.count }
    var byteCount: Int { bytes.count + 4 * ends.count + 8 * recordEnds.count + marks.byteCount }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        if isFull { return }
        guard memory.mayGrow(from: bytes.capacity, to: bytes.count + more.count) else {
            isFull = true
            return
        }
        bytes.append(contentsOf: more)
        if byteCount > limit { isFull = true }
        if bytes.count - asked.bytes >= Self.bytesBetweenLooks { ask() }
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if isFull { return }
        guard ends.count < ends.capacity || memory.mayGrow(from: 4 * ends.capacity, to: 4 * ends.count + 4) else {
            isFull = true
            return
        }
        marks.append(state, kind, at: ends.count)
        ends.append(UInt32(bytes.count))
        if byteCount > limit { isFull = true }
    }

    mutating func endRecord() {
        if isFull { return }
        recordEnds.append(ends.count)
        if count - asked.records >= Self.recordsBetweenLooks { ask() }
    }

    private mutating func ask() {
        asked = (count, bytes.count)
        sink.gathered(count)
    }

    func append(_ record: Int, to batch: inout RecordBatchBuilder) {
        let values = (record == 0 ? 0 : recordEnds[record - 1])..<recordEnds[record]
        var start = values.lowerBound == 0 ? 0 : Int(ends[values.lowerBound - 1])
        for value in values {
            let end = Int(ends[value])
            batch.append(bytes[start..<end], marks.state(at: value), marks.kind(at: value))
            start = end
        }
        batch.endRecord()
    }
}

/// Builds batches of records that are whole in memory.
private struct RecordBatchBuilder {
    private static let byteLimit = 1 << 16
    private static let pieceLimit = 1 << 12

    private var bytes: [UInt8] = []
    private var pieces: [RecordBatch.Piece] = []
    /// The marks of the pieces.
    private var marks = ValueMarks()
    private var recordStart = 0
    private var (records, most, least) = (0, 0, Int.max)

    var isFull: Bool { bytes.count >= Self.byteLimit || pieces.count >= Self.pieceLimit }

    mutating func append(_ value: ArraySlice<UInt8>, _ state: CellState, _ kind: CellKind) {
        marks.append(state, kind, at: pieces.count)
        pieces.append(RecordBatch.Piece(start: bytes.count, count: value.count, endsValue: true))
        bytes.append(contentsOf: value)
    }

    mutating func endRecord() {
        let width = pieces.count - recordStart
        // A record without values consists only of its end.
        if width == 0 {
            marks.append(.value, .text, at: pieces.count)
            pieces.append(RecordBatch.Piece(start: bytes.count, count: 0, endsValue: false))
        }
        pieces[pieces.count - 1].endsRecord = true
        (records, most, least) = (records + 1, max(most, width), min(least, width))
        recordStart = pieces.count
    }

    mutating func give<Sink: RecordSink>(to sink: inout Sink) {
        guard !pieces.isEmpty else { return }
        bytes.withUnsafeBufferPointer { bytes in
            pieces.withUnsafeBufferPointer { pieces in
                let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
                var batch = RecordBatch(bytes: bytes, elsewhere: none, pieces: pieces)
                (batch.recordCount, batch.mostValues, batch.leastValues) = (records, most, least)
                marks.withBuffers { states, kinds in
                    (batch.states, batch.kinds) = (states, kinds)
                    sink.take(batch)
                }
            }
        }
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        marks = ValueMarks()
        (recordStart, records, most, least) = (0, 0, 0, .max)
    }
}

/// The states and kinds of values; takes no memory as long as all are values and text.
private struct ValueMarks {
    private var states: [CellState] = []
    private var kinds: [CellKind] = []

    var byteCount: Int { states.count + kinds.count }

    /// Adds those of the value at `index`; all values before it must have been added.
    mutating func append(_ state: CellState, _ kind: CellKind, at index: Int) {
        if state != .value || !states.isEmpty {
            if states.isEmpty { states = [CellState](repeating: .value, count: index) }
            states.append(state)
        }
        if kind != .text || !kinds.isEmpty {
            if kinds.isEmpty { kinds = [CellKind](repeating: .text, count: index) }
            kinds.append(kind)
        }
    }

    func state(at index: Int) -> CellState { states.isEmpty ? .value : states[index] }
    func kind(at index: Int) -> CellKind { kinds.isEmpty ? .text : kinds[index] }

    func withBuffers(_ body: (UnsafeBufferPointer<CellState>, UnsafeBufferPointer<CellKind>) -> Void) {
        states.withUnsafeBufferPointer { states in kinds.withUnsafeBufferPointer { body(states, $0) } }
    }
}
