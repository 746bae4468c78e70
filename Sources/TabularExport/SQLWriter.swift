import Tabular

/// Writes records as `INSERT` statements of standard SQL, many rows each:
///
///     INSERT INTO "orders" ("id", "name") VALUES
///     (1, 'O''Brien'),
///     (2, NULL);
///
/// Values are quoted texts, which every database converts to the type of its own column. In numeric columns plain numbers
/// (`-?[0-9]+(.[0-9]+)?` without leading zeros) have no quotes: numbers longer than `numberDigits`, which some databases read
/// as a binary fraction, keep them, and so do numbers that would lose something, such as `007`. Numbers in another form are
/// written as plain numbers: `1.234,50 €` as 1234.50. Codes are texts. Missing values are NULL, and so are empty values and
/// words for "no value" in a column that is neither text nor completely empty. If the source has kinds, each value is written
/// by its kind: `TRUE`, `X'0AFF'`, an empty text stays one, and numbers are literals of their type: `9223372036854775807`, `1.0`,
/// `1e+308`, and `9e999`, which SQLite reads as infinite. A text with a NUL is `CAST(X'…' AS TEXT)`. Invalid UTF-8, and NUL, become U+FFFD. Records with more values
/// than columns are not accepted.
struct SQLWriter: TableWriter {
    /// A statement ends after at most this many rows or bytes: the lowest known limits of databases are 1,000 rows and
    /// 1,000,000 bytes.
    static let statementRows = 500
    static let statementBytes = 1 << 18
    /// The maximum length of a word for "no value", in bytes.
    private static let wordBytes = 64
    /// The most digits of a number without quotes: every such integer fits into 64 bits.
    static let numberDigits = 18
    /// The digits that the shortest text of a 64-bit binary fraction has at most.
    private static let doubleDigits = 17

    private static let escapes = ByteEscapes(["'": "''", "\0": "\u{FFFD}"])

    var output: ByteOutput
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

    /// Writes records of `columns` into the table `style.tableName`.
    init(_ output: ByteOutput, columns: [Column], style: ExportStyle, hasKinds: Bool = false) {
        self.output = output
        self.hasKinds = hasKinds
        forms = columns.map(\.form)
        let names = ColumnNames.unique(of: columns, ignoringCase: true, as: Self.withoutNUL)
            .map(Self.identifier).joined(separator: ", ")
        let list = style.hasHeader ? " (\(names))" : ""
        opening = Array("INSERT INTO \(Self.identifier(style.tableName))\(list) VALUES\n(".utf8)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        byteCount += bytes.count
        if !isQuoting {
            let type = forms[column].type
            // The kind of a value is known only at its end.
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

    /// Writes the held value by its kind.
    private mutating func endKind(_ kind: CellKind) {
        switch kind {
        case .number:
            if let number = Self.literal(of: held) {
                held = number
                return writeHeld()
            }
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
        case .text, .date, .time, .dateTime, .duration, .error, .json, .formula:
            if held.contains(0) { return writeBytesAsText() }
        }
        beginQuoting()
        endQuoting()
    }

    /// Writes a text that no quotes can hold, since it has a NUL.
    private mutating func writeBytesAsText() {
        beginValue()
        output.write("CAST(X'")
        let digits = Array("0123456789ABCDEF".utf8)
        output.write(held.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        output.write("' AS TEXT)")
    }

    private mutating func writeHeld() {
        beginValue()
        output.write(held)
    }

    /// A Boolean value that indicates whether the held bytes are a null.
    private var isNull: Bool {
        guard forms[column].type.isTyped else { return false }
        return held.isEmpty || held.withUnsafeBufferPointer { forms[column].isNull($0) }
    }

    /// The held number, in a numeric column, and whether it needs no quotes.
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

    /// Returns the literal that databases read as the number `text` and as its type: digits for an integer, a point or an exponent
    /// for a binary fraction. Nil where there is none.
    private static func literal(of text: [UInt8]) -> [UInt8]? {
        if text.withUnsafeBufferPointer({ isPlainNumber($0) }) { return text }
        let digits = String(decoding: text, as: UTF8.self)
        // SQLite reads too large numbers as infinite ones.
        if digits == "Infinity" { return Array("9e999".utf8) }
        if digits == "-Infinity" { return Array("-9e999".utf8) }
        guard isNumber(text) else { return nil }
        // As an integer it would lose its sign.
        if digits == "-0" { return Array("-0.0".utf8) }
        if Int64(digits) != nil { return text }
        let isFraction = text.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        // More digits than those would be lost.
        guard isFraction, let number = Double(digits), number.isFinite else { return nil }
        let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let count = mantissa.filter { $0 &- 0x30 < 10 }.drop { $0 == UInt8(ascii: "0") }.count
        return count <= doubleDigits ? text : nil
    }

    /// Returns true for a number of JSON: `-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?`.
    private static func isNumber(_ text: [UInt8]) -> Bool {
        var rest = text[...]
        func digits() -> Int {
            let count = rest.prefix { $0 &- 0x30 < 10 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if digits() == 0 { return false }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }

    /// Returns true where every database reads `text` as exactly that number.
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
        // A negative zero would lose its sign.
        let isZero = isNegative && text.allSatisfy { $0 &- UInt8(ascii: "1") >= 9 }
        return index == text.count && count <= numberDigits && !isZero
    }

    /// A name in which each NUL, which no identifier may have, is a replacement character.
    private static func withoutNUL(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    /// Returns a quoted name, without a NUL.
    private static func identifier(_ name: String) -> String {
        var quoted = "\""
        for scalar in withoutNUL(name).unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
