import SeededRandom
import Tabular

/// Records as batches that are cut anywhere: also within a value, and after one that no other follows yet.
public enum CutBatches {
    /// Gives `records`, with values in any number of pieces. Values alone are in pieces; all others have no bytes.
    public static func give(_ records: [[TestCell]], to sink: inout some RecordSink, _ random: inout SplitMix64) {
        var batch = GrowingBatch(hasMarks: records.contains { $0.contains { $0.state != .value || $0.kind != .text } })
        for record in records {
            for (column, value) in record.enumerated() {
                var rest = value.bytes[...]
                while value.state == .value, random.oneIn(2) || (rest.isEmpty && random.oneIn(4)) {
                    let count = random.int(0...rest.count)
                    batch.add(rest.prefix(count), isElsewhere: random.oneIn(3))
                    rest = rest.dropFirst(count)
                    if random.oneIn(3) { batch.give(to: &sink) }
                    if sink.isFinished { return }
                }
                batch.end(rest, value.state, value.kind)
                if column == record.count - 1 { batch.endRecord() }
                if random.oneIn(6) { batch.give(to: &sink) }
                if sink.isFinished { return }
            }
        }
        batch.give(to: &sink)
    }
}

/// The things that a source makes a batch from.
private struct GrowingBatch {
    private let hasMarks: Bool
    private var bytes: [UInt8] = []
    private var elsewhere: [UInt8] = []
    private var pieces: [RecordBatch.Piece] = []
    private var states: [CellState] = []
    private var kinds: [CellKind] = []
    private var recordCount = 0
    private var (mostValues, leastValues, openValues) = (0, Int.max, 0)

    init(hasMarks: Bool) { self.hasMarks = hasMarks }

    mutating func add(_ part: ArraySlice<UInt8>, isElsewhere: Bool) {
        append(part, endsValue: false, isElsewhere: isElsewhere)
        mark(.value, .text)
    }

    mutating func end(_ part: ArraySlice<UInt8>, _ state: CellState, _ kind: CellKind) {
        append(part, endsValue: true, isElsewhere: false)
        mark(state, kind)
        openValues += 1
        mostValues = max(mostValues, openValues)
    }

    private mutating func append(_ part: ArraySlice<UInt8>, endsValue: Bool, isElsewhere: Bool) {
        let start = isElsewhere ? elsewhere.count : bytes.count
        pieces.append(
            RecordBatch.Piece(start: start, count: part.count, endsValue: endsValue, isElsewhere: isElsewhere))
        if isElsewhere { elsewhere += part } else { bytes += part }
    }

    private mutating func mark(_ state: CellState, _ kind: CellKind) {
        guard hasMarks else { return }
        states.append(state)
        kinds.append(kind)
    }

    mutating func endRecord() {
        pieces[pieces.count - 1].endsRecord = true
        leastValues = min(leastValues, openValues)
        recordCount += 1
        openValues = 0
    }

    mutating func give(to sink: inout some RecordSink) {
        bytes.withUnsafeBufferPointer { bytes in
            elsewhere.withUnsafeBufferPointer { elsewhere in
                pieces.withUnsafeBufferPointer { pieces in
                    var batch = RecordBatch(bytes: bytes, elsewhere: elsewhere, pieces: pieces)
                    (batch.recordCount, batch.mostValues) = (recordCount, mostValues)
                    (batch.leastValues, batch.openValues) = (leastValues, openValues)
                    states.withUnsafeBufferPointer { states in
                        kinds.withUnsafeBufferPointer { kinds in
                            if hasMarks { (batch.states, batch.kinds) = (states, kinds) }
                            sink.take(batch)
                        }
                    }
                }
            }
        }
        let open = openValues
        self = GrowingBatch(hasMarks: hasMarks)
        (openValues, mostValues) = (open, open)
    }
}
