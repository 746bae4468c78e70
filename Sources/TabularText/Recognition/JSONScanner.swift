/// A scanner for the JSON value that a text begins with (RFC 8259), token by token.
///
/// Some deviations from the standard are accepted, since programs write them: NaN and Infinity, a comma after the last member,
/// control characters in strings. Single quotes, unquoted names and comments are not.
struct JSONScanner {
    enum Outcome: Hashable {
        /// The value ends before this index.
        case ended(Int)
        /// The text ends within the value.
        case cut
        /// At this index the value cannot continue.
        case broken(Int)
    }

    private let text: Slice<UnsafeBufferPointer<UInt8>>
    private var index: Int
    /// For each open bracket, whether it is one of an object.
    private var open: [Bool] = []

    private init(_ text: Slice<UnsafeBufferPointer<UInt8>>) { (self.text, index) = (text, text.startIndex) }

    /// - Complexity: O(bytes of the value).
    static func scan(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Outcome {
        var scanner = JSONScanner(text)
        return scanner.scan()
    }

    /// The reasons to stop: a wrong token, or the end of the text within one.
    private enum Stop: Error { case cut, broken }

    private mutating func scan() -> Outcome {
        do throws(Stop) {
            repeat {
                try beginValue()
                try endValues()
            } while !open.isEmpty
            return .ended(index)
        } catch {
            return error == .cut ? .cut : .broken(index)
        }
    }

    /// Skips a scalar, an empty object or array, or a bracket with the tokens before its first scalar.
    private mutating func beginValue() throws(Stop) {
        while true {
            switch try next() {
            case UInt8(ascii: "{"):
                index += 1
                open.append(true)
                if try next() == UInt8(ascii: "}") { return }
                try passName()
            case UInt8(ascii: "["):
                index += 1
                open.append(false)
                if try next() == UInt8(ascii: "]") { return }
            default: return try passScalar()
            }
        }
    }

    /// Skips the brackets that close after a value, and the comma before the next one with its name.
    private mutating func endValues() throws(Stop) {
        while let isObject = open.last {
            let close = UInt8(ascii: isObject ? "}" : "]")
            var byte = try next()
            if byte == UInt8(ascii: ",") {
                index += 1
                byte = try next()
                if byte != close { return isObject ? try passName() : () }
            }
            guard byte == close else { throw .broken }
            index += 1
            open.removeLast()
        }
    }

    private mutating func passName() throws(Stop) {
        guard try next() == UInt8(ascii: "\"") else { throw .broken }
        try passString()
        guard try next() == UInt8(ascii: ":") else { throw .broken }
        index += 1
    }

    private mutating func passScalar() throws(Stop) {
        switch try next() {
        case UInt8(ascii: "\""): try passString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try passNumber()
        default: try passWord(["true", "false", "null", "NaN", "Infinity"])
        }
    }

    private mutating func passString() throws(Stop) {
        index += 1
        while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
            guard text[index] != 0x0A && text[index] != 0x0D else { throw .broken }
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < text.endIndex else { throw .cut }
        index += 1
    }

    /// `-`, digits without a zero before them, a fraction, an exponent.
    private mutating func passNumber() throws(Stop) {
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "I") { return try passWord(["Infinity"]) }
        if byte == UInt8(ascii: "0") { index += 1 } else { try passDigits() }
        if byte == UInt8(ascii: ".") {
            index += 1
            try passDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            try passDigits()
        }
    }

    private mutating func passDigits() throws(Stop) {
        let start = index
        while let byte, byte &- 0x30 < 10 { index += 1 }
        if index == start { throw byte == nil ? .cut : .broken }
    }

    private mutating func passWord(_ words: [StaticString]) throws(Stop) {
        for word in words {
            let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            let found = text[index...].prefix(wanted.count)
            guard wanted.starts(with: found) else { continue }
            guard found.count == wanted.count else { throw .cut }
            index += wanted.count
            return
        }
        throw .broken
    }

    private var byte: UInt8? { index < text.endIndex ? text[index] : nil }

    /// Skips blanks, and returns the first byte after them.
    private mutating func next() throws(Stop) -> UInt8 {
        while let byte {
            guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return byte }
            index += 1
        }
        throw .cut
    }
}
