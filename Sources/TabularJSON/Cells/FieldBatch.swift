import Tabular

/// Values of records, gathered to be delivered many at once.
struct FieldBatch {
    /// Bytes after which a batch is delivered.
    private static let fullBytes = 1 << 16
    /// The most bytes of one piece; a longer record can be delivered in parts.
    private static let longPiece = 1 << 24

    private let form: JSONField.TextForm
    private var bytes: [UInt8] = []
    private var pieces: [RecordBatch.Piece] = []
    private var states: [CellState] = []
    private var kinds: [CellKind] = []
    private(set) var recordCount = 0
    private let width: Int
    /// The first piece of the record that has not ended, and its first byte.
    private var firstPiece = (index: 0, byte: 0)
    /// The first byte that is in no piece yet.
    private var pieceStart = 0
    /// Values of the record that have ended.
    private var valueCount = 0

    /// Creates a batch for records of `width` values.
    init(width: Int, form: JSONField.TextForm) { (self.width, self.form) = (width, form) }

    var isFull: Bool { bytes.count >= Self.fullBytes || pieces.count >= Self.fullBytes }

    /// Appends the fields that `reader` read of `text`.
    mutating func append(_ reader: borrowing FieldReader, of text: UnsafeBufferPointer<UInt8>) {
        appendValues(reader, of: text)
        endRecord()
    }

    /// Appends these fields to the record, without ending it.
    mutating func appendValues(_ reader: borrowing FieldReader, of text: UnsafeBufferPointer<UInt8>) {
        var place = 0
        while place < reader.count {
            // Most columns of a wide table are missing in most records.
            let missing = reader.missingFields(from: place)
            if missing > 1 { appendMissing(missing) } else { appendValue(of: reader, at: place, of: text) }
            place += max(1, missing)
        }
    }

    /// Appends `count` missing values.
    private mutating func appendMissing(_ count: Int) {
        pieces.append(
            contentsOf: repeatElement(RecordBatch.Piece(start: pieceStart, count: 0, endsValue: true), count: count))
        states.append(contentsOf: repeatElement(.missing, count: count))
        kinds.append(contentsOf: repeatElement(.text, count: count))
        valueCount += count
    }

    /// Appends the field at `place` to the record, without ending it.
    mutating func appendValue(
        of reader: borrowing FieldReader, at place: Int, of text: UnsafeBufferPointer<UInt8>
    ) {
        let info = reader.append(at: place, of: text, form, to: &bytes)
        endValue(info.state, info.kind)
    }

    /// Appends a number to the record.
    mutating func appendNumber(_ number: Int) {
        bytes.append(contentsOf: String(number).utf8)
        endValue(.value, .number)
    }

    /// Appends the value that `write` writes from `source`.
    mutating func appendValue<Source>(
        of source: borrowing Source, _ write: (borrowing Source, inout [UInt8]) -> CellInfo
    ) {
        let info = write(source, &bytes)
        endValue(info.state, info.kind)
    }

    /// Appends bytes to the value that `endValue` ends.
    mutating func append(_ part: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: part) }

    /// Ends the value that was appended.
    mutating func endValue(_ state: CellState, _ kind: CellKind) {
        while bytes.count - pieceStart > Self.longPiece { endPiece(count: Self.longPiece, endsValue: false) }
        endPiece(count: bytes.count - pieceStart, endsValue: true, state, kind)
    }

    private mutating func endPiece(
        count: Int, endsValue: Bool, _ state: CellState = .value, _ kind: CellKind = .text
    ) {
        append(RecordBatch.Piece(start: pieceStart, count: count, endsValue: endsValue), state, kind)
        pieceStart += count
        if endsValue { valueCount += 1 }
    }

    /// Appends a missing value to the record.
    mutating func appendMissing() { endValue(.missing, .text) }

    mutating func endRecord() {
        if pieces.count == firstPiece.index {
            append(RecordBatch.Piece(start: 0, count: 0, endsValue: false), .missing, .text)
        }
        pieces[pieces.count - 1].endsRecord = true
        recordCount += 1
        (firstPiece, valueCount) = ((pieces.count, bytes.count), 0)
    }

    /// Removes the values of the unfinished record.
    mutating func removeOpenRecord() {
        let count = pieces.count - firstPiece.index
        pieces.removeLast(count)
        states.removeLast(count)
        kinds.removeLast(count)
        bytes.removeLast(bytes.count - firstPiece.byte)
        (pieceStart, valueCount) = (bytes.count, 0)
    }

    /// A Boolean value that indicates whether the unfinished record must be delivered in parts.
    var isLong: Bool { bytes.count >= Self.longPiece }

    /// Delivers all gathered values to `sink`, including those of the unfinished record.
    mutating func giveOpen(to sink: inout some RecordSink) {
        while pieceStart < bytes.count {
            endPiece(count: min(bytes.count - pieceStart, Self.longPiece), endsValue: false)
        }
        giveAll(to: &sink)
    }

    private mutating func append(_ piece: RecordBatch.Piece, _ state: CellState, _ kind: CellKind) {
        pieces.append(piece)
        states.append(state)
        kinds.append(kind)
    }

    /// Delivers all gathered values to `sink`, and begins the next batch. The last record has ended.
    mutating func give(to sink: inout some RecordSink) {
        guard recordCount > 0 else { return }
        giveAll(to: &sink)
    }

    /// Delivers all gathered records, and then the record that `reader` read of `text`, value by value: it would take a piece for
    /// each of its missing values.
    mutating func giveSparse(
        _ reader: borrowing FieldReader, of text: UnsafeBufferPointer<UInt8>, to sink: inout some RecordSink
    ) {
        give(to: &sink)
        reader.give(of: text, form, through: &bytes, to: &sink)
        sink.endRecord()
    }

    private mutating func giveAll(to sink: inout some RecordSink) {
        guard !pieces.isEmpty else { return }
        RecordBatch.withBatch(of: bytes, pieces, states, kinds) { batch in
            (batch.recordCount, batch.openValues) = (recordCount, valueCount)
            batch.mostValues = recordCount > 0 ? width : valueCount
            if recordCount > 0 { batch.leastValues = width }
            sink.take(batch)
        }
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        (recordCount, firstPiece, pieceStart) = (0, (0, 0), 0)
    }
}
