import CExport
import Tabular

/// Writes every record of a source of text as a JSON object (RFC 8259): in an array, or one a line.
///
/// Every value is a string, since a number would lose what makes it what it is (`007`, `1.50`, 12345678901234567890);
/// what a record does not have is null. Where it is typed, numbers and truth values are such, and null is what is empty or a
/// word for no value in a column that is no text; codes, dates and what does not fit its column are strings.
/// Bytes that are no UTF-8 become U+FFFD, which JSON cannot do without.
/// It takes no record of more values than there are columns. `JSONRecordWriter` is for sources with kinds or nested columns.
struct JSONWriter: TableWriter {
    private let isLines: Bool
    /// `"name":` of each column, escaped.
    private let keys: [[UInt8]]
    private let members: MemberTexts
    private(set) var output: ByteOutput
    private var column = 0
    private var recordCount = 0
    private var isInValue = false
    private var text = UTF8Text()
    private let isTyped: Bool
    /// Of the columns.
    private let forms: [ValueForm]
    /// The bytes of a value that may be more than a string.
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

    /// Whole values are written many at a time, the others by themselves.
    mutating func take(_ batch: RecordBatch) {
        // Null is on no fast path yet: the kernels write strings.
        if isTyped || !batch.states.isEmpty {
            for index in batch.pieces.indices { batch.give(index, to: &self) }
            return
        }
        let utf8 = batch.utf8Bytes
        var index = 0
        while index < batch.pieces.count {
            // Before the first record stands something else than before the others.
            if !isInValue && (recordCount > 0 || column > 0) { writeWhole(batch, utf8: utf8, &index) }
            if index < batch.pieces.count {
                batch.give(index, to: &self)
                index += 1
            }
        }
    }

    /// Writes from the piece at `index` on, as many as go the short way.
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

    /// A Boolean value that indicates whether the value may be more than a string.
    private var isHolding: Bool {
        isTyped && !isInValue && column < forms.count && forms[column].type.isTyped
    }

    /// Writes what is held as null, a number or a truth value; false where it is a string.
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

    /// Writes what is held as the beginning of a string.
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
