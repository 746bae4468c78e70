/// Scans a JSON text (RFC 8259) without recursion: values may be nested to any depth.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The closing brackets of the open objects and arrays.
    private var closing: [UInt8] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// A Boolean value that indicates whether `bytes` are a JSON text, including surrounding spaces, by the grammar alone:
    /// strings may contain any bytes from 0x20 on.
    static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = JSONScanner(bytes)
        guard scanner.skipValue() else { return false }
        scanner.skipSpaces()
        return scanner.index == bytes.count
    }

    /// A Boolean value that indicates whether `bytes` are exactly one JSON number (RFC 8259 §6).
    static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = JSONScanner(bytes)
        return scanner.number() && scanner.index == bytes.count
    }

    /// A member of an object, as byte ranges.
    struct Member {
        /// The key, including its quotes.
        var key: Range<Int>
        var value: Range<Int>

        /// Key and value, including the bytes between them.
        var range: Range<Int> { key.lowerBound..<value.upperBound }
    }

    /// Returns the members of the object in `bytes`; nil where they are not an object.
    static func members(of bytes: UnsafeBufferPointer<UInt8>) -> [Member]? {
        var members: [Member] = []
        return forEachMember(of: bytes) { members.append($0) } ? members : nil
    }

    /// Passes the members of the object in `bytes` to `take`; returns false where they are not an object, perhaps after some.
    static func forEachMember(of bytes: UnsafeBufferPointer<UInt8>, _ take: (Member) -> Void) -> Bool {
        var scanner = JSONScanner(bytes)
        scanner.skipSpaces()
        guard scanner.skip(UInt8(ascii: "{")) else { return false }
        scanner.skipSpaces()
        if !scanner.skip(UInt8(ascii: "}")) {
            repeat {
                scanner.skipSpaces()
                let key = scanner.index
                guard scanner.string() else { return false }
                let keyEnd = scanner.index
                scanner.skipSpaces()
                guard scanner.skip(UInt8(ascii: ":")) else { return false }
                scanner.skipSpaces()
                let value = scanner.index
                guard scanner.skipValue() else { return false }
                take(Member(key: key..<keyEnd, value: value..<scanner.index))
                scanner.skipSpaces()
            } while scanner.skip(UInt8(ascii: ","))
            guard scanner.skip(UInt8(ascii: "}")) else { return false }
        }
        scanner.skipSpaces()
        return scanner.index == bytes.count
    }

    /// Skips a whole value.
    private mutating func skipValue() -> Bool {
        repeat {
            guard value() else { return false }
            // After a value: closing brackets, and the next member or element.
            var isNext = false
            while !isNext, let last = closing.last {
                skipSpaces()
                if skip(last) {
                    closing.removeLast()
                } else {
                    guard skip(UInt8(ascii: ",")), last == UInt8(ascii: "]") || key() else { return false }
                    isNext = true
                }
            }
        } while !closing.isEmpty
        return true
    }

    /// Skips a value, or enters a nonempty object or array.
    private mutating func value() -> Bool {
        while true {
            skipSpaces()
            guard index < bytes.count else { return false }
            switch bytes[index] {
            case UInt8(ascii: "{"):
                index += 1
                skipSpaces()
                if skip(UInt8(ascii: "}")) { return true }
                closing.append(UInt8(ascii: "}"))
                guard key() else { return false }
            case UInt8(ascii: "["):
                index += 1
                skipSpaces()
                if skip(UInt8(ascii: "]")) { return true }
                closing.append(UInt8(ascii: "]"))
            case UInt8(ascii: "\""): return string()
            case UInt8(ascii: "t"): return skip("true")
            case UInt8(ascii: "f"): return skip("false")
            case UInt8(ascii: "n"): return skip("null")
            default: return number()
            }
        }
    }

    private mutating func key() -> Bool {
        skipSpaces()
        guard string() else { return false }
        skipSpaces()
        return skip(UInt8(ascii: ":"))
    }

    private mutating func string() -> Bool {
        guard skip(UInt8(ascii: "\"")) else { return false }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard index < bytes.count else { return false }
            let escape = bytes[index]
            index += 1
            if escape == UInt8(ascii: "u") {
                let digits = bytes[index...].prefix(4)
                guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
                    return false
                }
                index += 4
            } else if !"\"\\/bfnrt".utf8.contains(escape) {
                return false
            }
        }
        return false
    }

    private mutating func number() -> Bool {
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) && digits() == 0 { return false }
        if skip(UInt8(ascii: ".")) && digits() == 0 { return false }
        guard index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") else { return true }
        index += 1
        if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
        return digits() > 0
    }

    private mutating func digits() -> Int {
        let start = index
        while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
        return index - start
    }

    private mutating func skipSpaces() {
        while index < bytes.count,
            bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
        {
            index += 1
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[index...].starts(with: word) else { return false }
        index += word.count
        return true
    }
}
