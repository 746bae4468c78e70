import QuadrilleRuntime
import Tabular

extension TextSource: ValueLocating {
    public func place(ofRow row: Int, column: Int) throws(ReadError) -> ValuePlace? {
        precondition(row >= 0 && column >= 0, "there is no row \(row) or no column \(column)")
        let found = try reader.waitForRows(row + 1)
        guard row < found.rowCount else { return nil }
        let start = try found.start(ofRow: row)
        guard start.row == row, let field = try found.field(column, ofRecordAt: start.offset) else { return nil }
        let store = found.table.store
        let bytes = try store.sourceOffset(of: field.lowerBound)..<store.sourceOffset(of: field.upperBound)
        return ValuePlace(record: row + found.table.headerRecords + 1, bytes: bytes, textOffset: field.lowerBound)
    }

    public func line(of place: ValuePlace, unless cancellation: Cancellation) throws(ReadError) -> Int? {
        let table = try reader.waitForRows(0).table
        let ending = Cancellation { [reader] in cancellation.isRequested || reader.isClosed }
        return try reader.lines.line(at: place.textOffset, in: table.store, unless: ending)
    }

    public func sourceOffsets(of bytes: [ValueByte]) throws(ReadError) -> [Int?] {
        var offsets = [Int?](repeating: nil, count: bytes.count)
        let places = bytes.indices.filter { bytes[$0].column >= 0 }.sorted {
            (bytes[$0].row, bytes[$0].column, bytes[$0].index) < (bytes[$1].row, bytes[$1].column, bytes[$1].index)
        }
        guard let first = places.first, let last = places.last else { return offsets }
        let store = try reader.waitForRows(bytes[last].row + 1).table.store
        let ending = Cancellation { [reader] in reader.isClosed }
        var locator = ValueByteLocator(places.map { bytes[$0] }, from: bytes[first].row, unless: ending)
        try streamRecords(bytes[first].row..<bytes[last].row + 1, into: &locator)
        for (place, offset) in zip(places, locator.offsets) {
            offsets[place] = try offset.map { (offset) throws(ReadError) in try store.sourceOffset(of: offset) }
        }
        return offsets
    }

    public func sourceBytes(_ range: Range<Int>) throws(ReadError) -> [UInt8] {
        let store = try reader.waitForRows(0).table.store.source
        let buffer = ReadBuffer(count: range.count)
        return Array(try buffer.prefix(store.readFully(into: buffer.bytes, at: range.lowerBound)))
    }
}

extension FoundRows {
    /// The bytes of the field `column` of the record that begins at `offset`, or after comments there; nil where the record has
    /// no such field.
    fileprivate func field(_ column: Int, ofRecordAt offset: Int) throws(ReadError) -> Range<Int>? {
        var parser = table.parser()
        let special = parser.special
        var sink = FieldCounter()
        let buffer = ReadBuffer(count: block)
        var (offset, start) = (offset, offset)
        while true {
            let count = try table.store.read(into: buffer.bytes, at: offset)
            if count == 0 {
                let length = try table.store.wait(beyond: offset, deadline: .max)
                if length.known > offset { continue }
                if table.store.isFollowed { parser.giveOpenField(into: &sink) }
                while parser.finishHeld(into: &sink) {
                    if let field = sink.field(column, endingAt: parser.heldOffset, from: start, parser) { return field }
                    start = parser.heldOffset
                }
                let isBehindField = parser.state == .rare(.spaces)
                parser.finish(into: &sink)
                guard sink.fields == column + 1 else { return nil }
                if special.mergesSpaces { start = parser.lastField.start }
                return max(start, sink.start)..<(isBehindField ? parser.lastField.end : offset)
            }
            var done = 0
            while done < count {
                done += parser.parse(
                    UnsafeBufferPointer(rebasing: buffer.prefix(count)[done...]), at: offset + done, into: &sink)
                guard sink.wantsPause else { break }
                let end = parser.held.isEmpty ? offset + done : parser.heldOffset
                if let field = sink.field(column, endingAt: end, from: start, parser) { return field }
                if sink.hasEnded { return nil }
                start = end
            }
            offset += count
        }
    }
}

extension FieldCounter {
    /// The bytes of the field that the parser stopped after, at `end`, where it is the field `column`; it begins at `start` if
    /// it is not the record's first. The next stop is after the next field.
    mutating func field(_ column: Int, endingAt end: Int, from start: Int, _ parser: RecordParser) -> Range<Int>? {
        wantsPause = false
        guard fields == column + 1 else { return nil }
        // The byte that ended the field follows its parsed bytes.
        return parser.special.isPlain
            ? max(start, self.start)..<end - 1 : parser.lastField.start..<parser.lastField.end
    }
}

/// A counter of a record's fields that pauses the parser after each.
private struct FieldCounter: FieldSink {
    static var takesMany: Bool { false }

    var wantsPause = false
    /// The byte offset of the record.
    private(set) var start = 0
    private(set) var fields = 0
    private(set) var hasEnded = false

    mutating func takeMany(in range: Range<Int>, _ special: SpecialBytes, _ state: inout ParserState) -> Int { 0 }
    mutating func beginRecord(at offset: Int) { start = offset }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {}
    mutating func endRecord() { hasEnded = true }

    mutating func endField() {
        fields += 1
        wantsPause = true
    }
}
