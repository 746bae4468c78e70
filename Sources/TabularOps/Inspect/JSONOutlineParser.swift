/// Parses a JSON text once, from its first byte to its last, with an explicit stack: a text may be nested to any depth.
struct JSONOutlineParser {
    typealias Failure = JSONOutline.Failure

    private(set) var nodes: [JSONOutline.Node] = []
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The node indices of the objects and arrays that have not ended.
    private var open: [Int] = []

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func parse() throws(Failure) {
        skipBlanks()
        try value(key: nil)
        while let last = open.last { try goOn(in: last) }
        skipBlanks()
        guard index == text.count else { throw failure("the end") }
    }

    /// Parses the next item of an open object or array: its end, or its next member.
    private mutating func goOn(in parent: Int) throws(Failure) {
        let isObject = nodes[parent].kind == .object
        let closer = UInt8(ascii: isObject ? "}" : "]")
        let isFirst = nodes[parent].childCount == 0
        skipBlanks()
        if peek == closer {
            index += 1
            open.removeLast()
            nodes[parent].text = nodes[parent].text.lowerBound..<index
            nodes[parent].end = nodes.count
            return
        }
        if !isFirst {
            guard peek == UInt8(ascii: ",") else { throw failure(isObject ? "a comma or }" : "a comma or ]") }
            index += 1
            skipBlanks()
        }
        var key: Range<Int>?
        if isObject {
            guard peek == UInt8(ascii: "\"") else {
                throw failure(isFirst ? "a name in quotes or }" : "a name in quotes")
            }
            key = try string()
            skipBlanks()
            guard peek == UInt8(ascii: ":") else { throw failure("a colon") }
            index += 1
            skipBlanks()
        }
        nodes[parent].childCount += 1
        try value(key: key)
    }

    /// Parses a value; of an object or array only its beginning.
    private mutating func value(key: Range<Int>?) throws(Failure) {
        let start = index
        let kind: JSONOutline.Kind
        switch peek {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            kind = peek == UInt8(ascii: "{") ? .object : .array
            index += 1
        case UInt8(ascii: "\""):
            kind = .string
            _ = try string()
        case let byte? where byte == UInt8(ascii: "-") || byte &- 0x30 < 10:
            kind = .number
            try number()
        default:
            kind = .literal
            guard let word = ["true", "false", "null"].first(where: { text[index...].starts(with: $0.utf8) }) else {
                throw failure("a value")
            }
            index += word.utf8.count
        }
        nodes.append(JSONOutline.Node(kind: kind, depth: open.count, key: key, text: start..<index))
        nodes[nodes.count - 1].end = nodes.count
        if kind == .object || kind == .array { open.append(nodes.count - 1) }
    }

    private mutating func string() throws(Failure) -> Range<Int> {
        let start = index
        index += 1
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw failure("no control character in a string") }
            index += 1
            if byte == UInt8(ascii: "\\") { try escape() }
        }
        guard index < text.count else { throw failure("the quote that ends the string at byte \(start + 1)") }
        index += 1
        return start..<index
    }

    /// Parses the bytes of an escape after its backslash.
    private mutating func escape() throws(Failure) {
        guard let byte = peek, "\"\\/bfnrtu".utf8.contains(byte) else { throw failure("an escape that JSON has") }
        index += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = peek, isHexDigit(digit) else { throw failure("four hexadecimal digits") }
            index += 1
        }
    }

    private func isHexDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }

    private mutating func number() throws(Failure) {
        if peek == UInt8(ascii: "-") { index += 1 }
        let isZero = peek == UInt8(ascii: "0")
        let digits = try digits()
        // JSON does not allow a number such as 007.
        if isZero && digits > 1 {
            index -= digits - 1
            throw failure("no digit behind a leading 0")
        }
        if peek == UInt8(ascii: ".") {
            index += 1
            _ = try self.digits()
        }
        if peek.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            _ = try self.digits()
        }
    }

    private mutating func digits() throws(Failure) -> Int {
        let start = index
        while let byte = peek, byte &- 0x30 < 10 { index += 1 }
        guard index > start else { throw failure("a digit") }
        return index - start
    }

    private var peek: UInt8? { index < text.count ? text[index] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private func failure(_ expected: String) -> Failure { Failure(byte: index, expected: expected) }
}
