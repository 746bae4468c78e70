import CScan

/// The tokens of one record that is strict JSON, as the kernel finds them, a buffer of them at a time.
///
///     {"id": 12, "tags": ["a"]}
///     ^^  ^^ ^ ^ ^    ^^ ^^ ^^^
///
/// Each function passes tokens and returns nil or false where one of them is invalid or an oddity to report.
struct TokenStream {
    private let base: UnsafePointer<UInt8>
    let count: Int
    private let readable: Int
    private let tokens: UnsafeMutablePointer<UInt32>
    private let room: Int
    private var index = 0
    private var found = 0
    private var scan = cscan_token_scan()
    /// The token after the last value.
    private(set) var ahead = 0

    init(_ base: UnsafePointer<UInt8>, count: Int, readable: Int, tokens: UnsafeMutablePointer<UInt32>, room: Int) {
        (self.base, self.count, self.readable, self.tokens, self.room) = (base, count, readable, tokens, room)
    }

    /// Passes a token, and returns its byte offset: `count` after the last one.
    @inline(__always)
    mutating func next() -> Int {
        if index == found { return fill() }
        index += 1
        return Int(tokens[index - 1])
    }

    /// Reads the token after a value that has been passed.
    @inline(__always)
    mutating func readAhead() { ahead = next() }

    @inline(never)
    private mutating func fill() -> Int {
        let text = cscan_text(bytes: base, count: count, readable: readable)
        (index, found) = (0, 0)
        while found == 0 {
            if scan.place >= count { return count }
            found = cscan_tokens(text, &scan, tokens, room)
        }
        index = 1
        return Int(tokens[0])
    }

    /// The byte of a token; 0 after the last one.
    @inline(__always)
    func byte(_ token: Int) -> UInt8 { token < count ? base[token] : 0 }

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// A Boolean value that indicates whether a string so far had a control character.
    var isOdd: Bool { scan.is_odd }

    /// The first eight bytes at `place`, the first in the lowest bits; nil where fewer can be read.
    @inline(__always)
    func head(_ place: Int) -> UInt64? {
        guard place + 8 <= readable else { return nil }
        return UInt64(littleEndian: UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self))
    }

    // MARK: - Strings

    /// Passes the rest of a string, whose first quote has been passed.
    ///
    /// - Returns: The closing quote, and whether there are escapes.
    @inline(__always)
    mutating func string() -> (end: Int, hasEscapes: Bool)? {
        let token = next()
        if byte(token) == UInt8(ascii: "\"") { return (token, false) }
        return escapedString(from: token)
    }

    @inline(never)
    private mutating func escapedString(from first: Int) -> (end: Int, hasEscapes: Bool)? {
        var token = first
        while byte(token) == UInt8(ascii: "\\") {
            guard passEscape(at: token) else { return nil }
            token = next()
        }
        return byte(token) == UInt8(ascii: "\"") ? (token, true) : nil
    }

    private mutating func passEscape(at place: Int) -> Bool {
        switch byte(place + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            guard let unit = unit(at: place), unit > 0 else { return false }
            if unit & 0xF800 != 0xD800 { return true }
            guard unit < 0xDC00, next() == place + 6, byte(place + 6) == UInt8(ascii: "\\"),
                byte(place + 7) == UInt8(ascii: "u"), let low = self.unit(at: place + 6)
            else { return false }
            return low & 0xFC00 == 0xDC00
        default: return false
        }
    }

    /// The number of an escape's four digits.
    private func unit(at place: Int) -> Int? {
        var value = 0
        for digit in place + 2..<place + 6 {
            guard let digit = byte(digit).hexadecimalValue else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    // MARK: - Values

    /// Passes a value that begins with the byte `first` at `start`, and reads the token after it.
    @inline(__always)
    mutating func value(_ first: UInt8, at start: Int) -> JSONField? {
        if first == UInt8(ascii: "\"") {
            guard let (end, hasEscapes) = string() else { return nil }
            ahead = next()
            return JSONField(kind: hasEscapes ? .escapedString : .string, start: start + 1, end: end)
        }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            let isObject = first == UInt8(ascii: "{")
            guard let end = nested(isObject: isObject, next()) else { return nil }
            return JSONField(kind: isObject ? .object : .array, start: start, end: end)
        }
        return word(first, at: start)
    }

    /// Passes a number or a word.
    @inline(__always)
    private mutating func word(_ first: UInt8, at start: Int) -> JSONField? {
        ahead = next()
        var end = ahead
        while end > start, base[end - 1].isJSONBlank { end -= 1 }
        if first &- 0x30 < 10 || first == UInt8(ascii: "-") {
            guard let kind = number(start, end) else { return nil }
            return JSONField(kind: kind, start: start, end: end)
        }
        guard let head = head(start) ?? slowHead(start) else { return nil }
        switch (end - start, UInt32(truncatingIfNeeded: head)) {
        case (4, 0x6C6C_756E): return JSONField(kind: .null, start: start, end: end)
        case (4, 0x6575_7274): return JSONField(kind: .true, start: start, end: end)
        case (5, 0x736C_6166):
            return head >> 32 & 0xFF == 0x65 ? JSONField(kind: .false, start: start, end: end) : nil
        default: return nil
        }
    }

    /// The bytes at the end of a text that no readable bytes follow.
    private func slowHead(_ place: Int) -> UInt64? {
        var head: UInt64 = 0
        for index in 0..<8 { head |= UInt64(byte(place + index)) << UInt64(8 * index) }
        return head
    }

    /// The kind of a number; nil for forms that JSON does not have.
    @inline(__always)
    private func number(_ start: Int, _ end: Int) -> JSONField.Kind? {
        let length = end - start
        guard length <= 32, start + 32 <= readable else { return longNumber(start, end) }
        var digits = cscan_digits16(base + start)
        if length > 16 { digits |= cscan_digits16(base + start + 16) << 16 }
        let all = UInt32(truncatingIfNeeded: 1 << UInt64(truncatingIfNeeded: length) &- 1)
        let sign = base[start] == UInt8(ascii: "-") ? 1 : 0
        let others = ~digits & all & ~UInt32(truncatingIfNeeded: sign)
        let isZero = base[start + sign] == 0x30
        if others == 0 { return length > sign && !(isZero && length > sign + 1) ? .integer : nil }
        let point = others.trailingZeroBitCount
        guard others & (others - 1) == 0, base[start + point] == UInt8(ascii: ".") else {
            return longNumber(start, end)
        }
        return point > sign && point + 1 < length && !(isZero && point > sign + 1) ? .decimal : nil
    }

    @inline(never)
    private func longNumber(_ start: Int, _ end: Int) -> JSONField.Kind? {
        var place = start
        func digits() -> Int {
            let first = place
            while place < end, base[place] &- 0x30 < 10 { place += 1 }
            return place - first
        }
        if place < end, base[place] == UInt8(ascii: "-") { place += 1 }
        let isZero = place < end && base[place] == 0x30
        let whole = digits()
        guard whole == 1 || whole > 1 && !isZero else { return nil }
        if place == end { return .integer }
        if base[place] == UInt8(ascii: ".") {
            place += 1
            guard digits() > 0 else { return nil }
        }
        if place < end, base[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if place < end, base[place] == UInt8(ascii: "-") || base[place] == UInt8(ascii: "+") { place += 1 }
            guard digits() > 0 else { return nil }
        }
        return place == end ? .decimal : nil
    }

    // MARK: - Nested values

    /// Passes the rest of an object or array, whose bracket and the token `first` after it have been passed.
    ///
    /// - Returns: The byte offset after the closing bracket.
    @inline(never)
    mutating func nested(isObject: Bool, _ first: Int) -> Int? {
        // A bit for each open bracket, set for those of objects; the innermost is the lowest.
        var (brackets, depth, token): (UInt64, Int, Int) = (isObject ? 1 : 0, 1, first)
        var isFirst = true
        while true {
            let closer = UInt8(ascii: brackets & 1 != 0 ? "}" : "]")
            if isFirst && byte(token) == closer {
                ahead = token
            } else {
                if brackets & 1 != 0 {
                    guard byte(token) == UInt8(ascii: "\""), string() != nil, byte(next()) == UInt8(ascii: ":") else {
                        return nil
                    }
                    token = next()
                }
                let first = byte(token)
                if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
                    guard depth < 64 else { return nil }
                    brackets = brackets << 1 | (first == UInt8(ascii: "{") ? 1 : 0)
                    (depth, isFirst, token) = (depth + 1, true, next())
                    continue
                }
                if first == UInt8(ascii: "\"") {
                    guard string() != nil else { return nil }
                    ahead = next()
                } else {
                    guard word(first, at: token) != nil else { return nil }
                }
            }
            isFirst = false
            while byte(ahead) == UInt8(ascii: brackets & 1 != 0 ? "}" : "]") {
                let end = ahead + 1
                (brackets, depth) = (brackets >> 1, depth - 1)
                ahead = next()
                if depth == 0 { return end }
            }
            guard byte(ahead) == UInt8(ascii: ",") else { return nil }
            token = next()
        }
    }
}

extension UInt8 {
    /// True for the blanks of RFC 8259.
    @inline(__always)
    var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
