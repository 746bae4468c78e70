import Tabular

/// Values of records, gathered to be given many at once.
struct FieldBatch {
    /// Bytes after which a batch is given.
    private static let fullBytes = 1 << 16

    private let form: JSONField.TextForm
    private var bytes: [UInt8] = []
    private var pieces: [RecordBatch.Piece] = []
    private var states: [CellState] = []
    private var kinds: [CellKind] = []
    private(set) var recordCount = 0
    private let width: Int
    /// The first piece of the record that has not ended.
    private var firstPiece = 0

    /// Takes records of `width` values.
    init(width: Int, form: JSONField.TextForm) { (self.width, self.form) = (width, form) }

    var isFull: Bool { bytes.count >= Self.fullBytes || pieces.count >= Self.fullBytes }

    /// Appends the fields that `reader` read of `text`.
    mutating func append(_ reader: borrowing FieldReader, of text: UnsafeBufferPointer<UInt8>) {
        appendValues(reader, of: text)
        endRecord()
    }

    /// Appends these fields to the record, which does not end with them.
    mutating func appendValues(_ reader: borrowing FieldReader, of text: UnsafeBufferPointer<UInt8>) {
        for place in 0..<reader.count {
            let start = bytes.count
            let info = reader.append(at: place, of: text, form, to: &bytes)
            append(
                RecordBatch.Piece(start: start, count: bytes.count - start, endsValue: true), info.state, info.kind)
        }
    }

    /// Appends a value that is not there to the record.
    mutating func appendMissing() {
        append(RecordBatch.Piece(start: 0, count: 0, endsValue: true), .missing, .text)
    }

    mutating func endRecord() {
        if pieces.count == firstPiece {
            append(RecordBatch.Piece(start: 0, count: 0, endsValue: false), .missing, .text)
        }
        pieces[pieces.count - 1].endsRecord = true
        recordCount += 1
        firstPiece = pieces.count
    }

    private mutating func append(_ piece: RecordBatch.Piece, _ state: CellState, _ kind: CellKind) {
        pieces.append(piece)
        states.append(state)
        kinds.append(kind)
    }

    /// Gives all that was gathered to `sink`, and begins anew.
    mutating func give(to sink: inout some RecordSink) {
        guard recordCount > 0 else { return }
        bytes.withUnsafeBufferPointer { bytes in
            pieces.withUnsafeBufferPointer { pieces in
                states.withUnsafeBufferPointer { states in
                    kinds.withUnsafeBufferPointer { kinds in
                        var batch = RecordBatch(
                            bytes: bytes, elsewhere: UnsafeBufferPointer(start: nil, count: 0), pieces: pieces)
                        (batch.states, batch.kinds) = (states, kinds)
                        (batch.recordCount, batch.mostValues, batch.leastValues) = (recordCount, width, width)
                        sink.take(batch)
                    }
                }
            }
        }
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        (recordCount, firstPiece) = (0, 0)
    }
}
