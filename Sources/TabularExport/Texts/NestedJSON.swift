/// JSON that stands in a value, to be written within another JSON text.
enum NestedJSON {
    /// The text on one line, as it stands otherwise; nil where it is no JSON text (RFC 8259) or no UTF-8, so that what is
    /// written around it stays whole.
    ///
    /// - Complexity: O(bytes).
    static func text(of value: [UInt8]) -> [UInt8]? {
        guard String(validating: value, as: UTF8.self) != nil else { return nil }
        var scanner = Scanner(value)
        guard scanner.isWhole() else { return nil }
        // Between tokens alone: in strings they have to be escaped.
        return value.contains { $0 == 0x0A || $0 == 0x0D } ? value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : value
    }

    /// Goes over one JSON text, without recursion: values may be nested as deep as there are bytes.
    private struct Scanner {
        private let bytes: [UInt8]
        private var index = 0
        /// The brackets that are open, as they close.
        private var closing: [UInt8] = []

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func isWhole() -> Bool {
            repeat {
                guard value() else { return false }
                // Behind a value: the ends of what it stands in, and what comes next there.
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
            skipSpaces()
            return index == bytes.count
        }

        /// Goes behind a value, or into one that is nested and has any.
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

        private mutating func skip(_ word: String) -> Bool {
            guard bytes[index...].starts(with: word.utf8) else { return false }
            index += word.utf8.count
            return true
        }
    }
}
