import Tabular

/// Writes records as `INSERT` statements of standard SQL, many rows each:
///
///     INSERT INTO "orders" ("id", "name") VALUES
///     (1, 'O''Brien'),
///     (2, NULL);
///
/// Values are texts in quotes, which every database turns into the type of its own column. In numeric columns those that
/// are plain numbers (`-?[0-9]+(.[0-9]+)?` without zeros before it) have none: what is longer than `numberDigits`, which
/// some databases read as a binary fraction, keeps its quotes, and so does what would lose something, such as `007`.
/// Numbers in another form than the plain one are written as plain numbers: `1.234,50 €` as 1234.50. Codes are texts. What
/// a record does not have is NULL, and what is empty or a word for no value too in a column that is neither text nor empty
/// as a whole. Where the source tells kinds apart, each value is as its kind says: `TRUE`, `X'0AFF'`, and an empty text is one.
/// Bytes that are no UTF-8, and NUL, become U+FFFD. It takes no record of more values than there are columns.
struct SQLWriter: TableWriter {
    /// A statement ends behind so many rows or bytes: the least limits that databases are known to have are 1,000 rows
    /// and 1,000,000 bytes.
    static let statementRows = 500
    static let statementBytes = 1 << 18
    /// Bytes of a value that may be a word for no value.
    private static let wordBytes = 64
    /// The most digits of a number without quotes: every integer of so many fits into 64 bits.
    static let numberDigits = 18

    private static let escapes = ByteEscapes(["'": "''", "\0": "\u{FFFD}"])

    private(set) var output: ByteOutput
    /// `INSERT INTO … VALUES`
    private let opening: [UInt8]
    private let forms: [ValueForm]
    private let hasKinds: Bool
    private var text = UTF8Text()
    private var column = 0
    /// The bytes of the value until its form is known: it may be a number, or null.
    private var held: [UInt8] = []
    private var isQuoting = false
    private var rowCount = 0
    private var byteCount = 0

    /// Writes records of `columns` into the table that `style` names.
    init(_ output: ByteOutput, columns: [Column], style: ExportStyle, hasKinds: Bool = false) {
        self.output = output
        self.hasKinds = hasKinds
        forms = columns.map(\.form)
        let names = ColumnNames.unique(of: columns, ignoringCase: true).map(Self.identifier).joined(separator: ", ")
        let list = style.hasHeader ? " (\(names))" : ""
        opening = Array("INSERT INTO \(Self.identifier(style.tableName))\(list) VALUES\n(".utf8)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        byteCount += bytes.count
        if !isQuoting {
            let type = forms[column].type
            // The kind of a value comes at its end.
            let limit =
                hasKinds
                ? .max
                : type.isNumeric ? NumberScan.limit : type.isTyped ? Self.wordBytes : 0
            if held.count <= limit - bytes.count {
                held.append(contentsOf: bytes)
                return
            }
            beginQuoting()
        }
        writeText(bytes)
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if isQuoting {
            endQuoting()
        } else if hasKinds && state == .value {
            endKind(kind)
        } else if state != .value || isNull {
            beginValue()
            output.write("NULL")
        } else if let number {
            if number.isPlain {
                beginValue()
                output.write(number.text)
            } else {
                held = number.text
                beginQuoting()
                endQuoting()
            }
        } else {
            beginQuoting()
            endQuoting()
        }
        held.removeAll(keepingCapacity: true)
        isQuoting = false
        column += 1
        byteCount += 4
    }

    /// Writes what is held as its kind says.
    private mutating func endKind(_ kind: CellKind) {
        switch kind {
        case .number:
            if held.withUnsafeBufferPointer({ Self.isPlainNumber($0) }) { return writeHeld() }
        case .boolean:
            if held.elementsEqual("true".utf8) || held.elementsEqual("false".utf8) {
                held = held.map { $0 & ~0x20 }
                return writeHeld()
            }
        case .binary:
            if held.count % 2 == 0, held.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) {
                held = Array("X'".utf8) + held + [UInt8(ascii: "'")]
                return writeHeld()
            }
        case .text, .date, .time, .dateTime, .duration, .error, .json, .formula: break
        }
        beginQuoting()
        endQuoting()
    }

    private mutating func writeHeld() {
        beginValue()
        output.write(held)
    }

    /// A Boolean value that indicates whether the held bytes are no value.
    private var isNull: Bool {
        guard forms[column].type.isTyped else { return false }
        return held.isEmpty || held.withUnsafeBufferPointer { forms[column].isNull($0) }
    }

    /// The number that is held, in a numeric column, and whether it needs no quotes.
    private var number: (text: [UInt8], isPlain: Bool)? {
        guard forms[column].type.isNumeric, let text = CanonicalNumber.text(of: held, forms[column]) else { return nil }
        return (text, text.withUnsafeBufferPointer { Self.isPlainNumber($0) })
    }

    mutating func endRecord() {
        while column < forms.count { endValue(.missing) }
        output.write(")")
        column = 0
        rowCount += 1
        if rowCount >= Self.statementRows || byteCount >= Self.statementBytes { endStatement() }
    }

    mutating func finish() {
        if rowCount > 0 { endStatement() }
        output.flush()
    }

    private mutating func endStatement() {
        output.write(";\n")
        (rowCount, byteCount) = (0, 0)
    }

    private mutating func beginValue() {
        if column > 0 {
            output.write(", ")
        } else if rowCount > 0 {
            output.write(",\n(")
        } else {
            output.write(opening)
        }
    }

    private mutating func beginQuoting() {
        beginValue()
        output.write("'")
        isQuoting = true
        held.withUnsafeBufferPointer { writeText($0) }
    }

    private mutating func endQuoting() {
        text.end().withUnsafeBufferPointer { write($0) }
        output.write("'")
    }

    private mutating func writeText(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let repaired = text.repaired(bytes) else { return write(bytes) }
        repaired.withUnsafeBufferPointer { write($0) }
    }

    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < text.count {
            let end = Self.escapes.next(in: text, from: start)
            output.write(UnsafeBufferPointer(rebasing: text[start..<end]))
            if end < text.count { output.write(Self.escapes[text[end]]) }
            start = end + 1
        }
    }

    /// Returns true where every database reads `text` as the number that it says, digit for digit.
    static func isPlainNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = text.first == UInt8(ascii: "-") ? 1 : 0
        let isNegative = index == 1
        func digits() -> Range<Int> {
            let start = index
            while index < text.count && text[index] &- 0x30 < 10 { index += 1 }
            return start..<index
        }
        let whole = digits()
        let zero = UInt8(ascii: "0")
        guard !whole.isEmpty, whole.count == 1 || text[whole.lowerBound] != zero else { return false }
        var count = whole.count
        if index < text.count {
            guard text[index] == UInt8(ascii: ".") else { return false }
            index += 1
            let fraction = digits()
            guard !fraction.isEmpty else { return false }
            count += fraction.count
        }
        // A number has no negative zero.
        let isZero = isNegative && text.allSatisfy { $0 &- UInt8(ascii: "1") >= 9 }
        return index == text.count && count <= numberDigits && !isZero
    }

    /// A name in quotes, which may hold anything but NUL.
    private static func identifier(_ name: String) -> String {
        var quoted = "\""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\"\""
            case "\0": quoted += "\u{FFFD}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
