import CExport
import Tabular

/// Writes every record of a source of text as a JSON object (RFC 8259): in an array, or one per line.
///
/// Every value is a string, since a JSON number would lose details (`007`, `1.50`, 12345678901234567890); missing values are
/// null. If typed, numbers and booleans are written as such, and null replaces empty values and words for "no value" in a
/// column that is not text; codes, dates and values that do not fit their column stay strings. Invalid UTF-8 becomes U+FFFD,
/// since JSON requires UTF-8. Records with more values than columns are not accepted. `JSONRecordWriter` is for sources with
/// kinds or nested columns.
struct JSONWriter: TableWriter {
    private let isLines: Bool
    /// `"name":` of each column, escaped.
    private let keys: [[UInt8]]
    private let members: MemberTexts
    var output: ByteOutput
    private var column = 0
    private var recordCount = 0
    private var isInValue = false
    private var text = UTF8Text()
    private let isTyped: Bool
    /// The forms of the columns.
    private let forms: [ValueForm]
    /// The bytes of a value that may be other than a string.
    private var held: [UInt8] = []

    init(_ output: ByteOutput, columns: [Column], isLines: Bool, isTyped: Bool = false) {
        self.output = output
        self.isTyped = isTyped
        forms = columns.map(\.form)
        self.isLines = isLines
        keys = ColumnNames.unique(of: columns).map { name in
            var key: [UInt8] = [UInt8(ascii: "\"")]
            JSONText.escape(Array(name.utf8), into: &key)
            return key + Array("\":".utf8)
        }
        members = MemberTexts(keys: keys, isLines: isLines)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isHolding {
            if held.count + bytes.count <= NumberScan.limit {
                held.append(contentsOf: bytes)
                return
            }
            giveHeld()
        }
        writeString(bytes)
    }

    private mutating func writeString(_ bytes: UnsafeBufferPointer<UInt8>) {
        beginValue()
        // Most values need neither escape nor copy: three times the speed of the whole export.
        if text.isWhole && JSONText.isPlain(bytes) { return output.write(bytes) }
        writeEscaped(text.repaired(bytes) ?? Array(bytes))
    }

    mutating func endValue(_ state: CellState) {
        if isHolding, state != .value || endTyped() {
            held.removeAll(keepingCapacity: true)
            if state != .value {
                beginMember()
                output.write("null")
            }
        } else if state == .value {
            giveHeld()
            beginValue()
            if !text.isWhole { writeEscaped(text.end()) }
            output.write(UInt8(ascii: "\""))
        } else {
            beginMember()
            output.write("null")
        }
        isInValue = false
        column += 1
    }

    mutating func endRecord() {
        while column < keys.count { endValue(.missing) }
        if column == 0 { beginRecord() }
        output.write(isLines ? "}\n" : "}")
        recordCount += 1
        column = 0
    }

    /// Writes whole values many at a time, and the others one by one.
    mutating func take(_ batch: RecordBatch) {
        // Nulls take the slow path: the kernels write only strings.
        if isTyped || !batch.states.isEmpty {
            for index in batch.pieces.indices { batch.give(index, to: &self) }
            return
        }
        let utf8 = batch.utf8Bytes
        var index = 0
        while index < batch.pieces.count {
            // The text before the first record differs from that before the others.
            if !isInValue && (recordCount > 0 || column > 0) { writeWhole(batch, utf8: utf8, &index) }
            if index < batch.pieces.count {
                batch.give(index, to: &self)
                index += 1
            }
        }
    }

    /// Writes from the piece at `index` on, as many values as can take the fast path.
    private mutating func writeWhole(_ batch: RecordBatch, utf8: Range<Int>, _ index: inout Int) {
        let (members, first) = (members, column)
        var done = cexport_progress(pieces: 0, bytes: 0, records: 0, column: first)
        batch.withValues(from: index) { values in
            output.fill { room in
                guard let start = room.baseAddress else { return 0 }
                let output = cexport_output(bytes: start, room: room.count)
                members.withMembers(utf8: utf8) { done = cexport_json(values, first, $0, output) }
                return done.bytes
            }
        }
        recordCount += done.records
        index += done.pieces
        column = done.column
    }

    mutating func finish() {
        if !isLines { output.write(recordCount == 0 ? "[]\n" : "\n]\n") }
        output.flush()
    }

    // MARK: - Typed values

    /// A Boolean value that indicates whether the value may be other than a string.
    private var isHolding: Bool {
        isTyped && !isInValue && column < forms.count && forms[column].type.isTyped
    }

    /// Writes the held value as null, a number or a boolean; returns false where it is a string.
    private mutating func endTyped() -> Bool {
        let literal = held.withUnsafeBufferPointer { JSONLiteral($0, as: forms[column]) }
        guard let literal else { return false }
        beginMember()
        switch literal {
        case .asItStands: output.write(held)
        case .text(let text): output.write(text)
        }
        return true
    }

    /// Writes the held bytes as the beginning of a string.
    private mutating func giveHeld() {
        guard !held.isEmpty else { return }
        let bytes = held
        held.removeAll(keepingCapacity: true)
        bytes.withUnsafeBufferPointer { writeString($0) }
    }

    private mutating func beginValue() {
        if isInValue { return }
        beginMember()
        output.write(UInt8(ascii: "\""))
        isInValue = true
    }

    private mutating func beginMember() {
        if column == 0 { beginRecord() } else { output.write(UInt8(ascii: ",")) }
        output.write(keys[column])
    }

    private mutating func beginRecord() {
        if !isLines { output.write(recordCount == 0 ? "[\n" : ",\n") }
        output.write(UInt8(ascii: "{"))
    }

    private mutating func writeEscaped(_ text: [UInt8]) {
        var escaped: [UInt8] = []
        JSONText.escape(text, into: &escaped)
        output.write(escaped)
    }
}
