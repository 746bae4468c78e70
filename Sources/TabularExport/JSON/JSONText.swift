/// Text inside a JSON string (RFC 8259 §7).
enum JSONText {
    /// A Boolean value that indicates whether `text` is ASCII that needs no escape.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { (0x20..<0x7F).contains($0) && !needsEscape($0) }
    }

    /// Appends `text`, which is UTF-8, to `output`, escaped.
    static func escape(_ text: [UInt8], into output: inout [UInt8]) {
        text.withUnsafeBufferPointer { escape($0, into: &output) }
    }

    /// Appends `text`, which is UTF-8, to `output`, escaped.
    static func escape(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        var start = 0
        for index in text.indices where needsEscape(text[index]) {
            output.append(contentsOf: text[start..<index])
            escape(text[index], into: &output)
            start = index + 1
        }
        output.append(contentsOf: text[start...])
    }

    /// Appends `text`, which is UTF-8, to `output` as a string with its quotes.
    static func quote(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        escape(text, into: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Appends `text` to `output` as a string with its quotes. Three bytes that encode half of a surrogate pair become its
    /// escape, other invalid UTF-8 becomes U+FFFD.
    static func quoteRepaired(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var start = 0
        while start < text.count {
            let half = (start..<max(start, text.count - 2)).first { surrogate(in: text, at: $0) != nil }
            escapeRepaired(UnsafeBufferPointer(rebasing: text[start..<(half ?? text.count)]), into: &output)
            guard let half, let unit = surrogate(in: text, at: half) else { break }
            output += "\\u".utf8
            output += String(unit, radix: 16).utf8
            start = half + 3
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func escapeRepaired(_ text: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        var characters = UTF8Text()
        if let repaired = characters.repaired(text) {
            escape(repaired + characters.end(), into: &output)
        } else {
            escape(text, into: &output)
        }
    }

    /// The UTF-16 unit of half a surrogate pair that the three bytes at `index` encode; nil for any others.
    private static func surrogate(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        guard text[index] == 0xED, text[index + 1] & 0xE0 == 0xA0, text[index + 2] & 0xC0 == 0x80 else { return nil }
        return 0xD000 | Int(text[index + 1] & 0x3F) << 6 | Int(text[index + 2] & 0x3F)
    }

    /// Returns the text of the string `token`, which includes its quotes. Half of a surrogate pair becomes the three bytes that
    /// UTF-8 would have for it, so that different strings have different texts.
    static func text(ofString token: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var rest = Array(token.dropFirst().dropLast())[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                text.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"): append(takeUnit(&rest), followedBy: &rest, to: &text)
            default: text.append(escape)
            }
        }
        return text
    }

    /// Appends the character that begins with the UTF-16 unit `unit`.
    private static func append(_ unit: UInt32, followedBy rest: inout ArraySlice<UInt8>, to text: inout [UInt8]) {
        var value = unit
        if unit & 0xFC00 == 0xD800, rest.starts(with: "\\u".utf8) {
            var next = rest.dropFirst(2)
            let low = takeUnit(&next)
            if low & 0xFC00 == 0xDC00 {
                value = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
                rest = next
            }
        }
        switch value {
        case ..<0x80: text.append(UInt8(value))
        case ..<0x800: text += [0xC0 | UInt8(value >> 6), continuation(value)]
        case ..<0x10000: text += [0xE0 | UInt8(value >> 12), continuation(value >> 6), continuation(value)]
        default:
            text += [
                0xF0 | UInt8(value >> 18), continuation(value >> 12), continuation(value >> 6), continuation(value),
            ]
        }
    }

    private static func continuation(_ value: UInt32) -> UInt8 { 0x80 | UInt8(value & 0x3F) }

    /// Removes the four digits of a UTF-16 unit.
    private static func takeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reduce(0) { value, digit in
            value << 4 | UInt32(digit < 0x40 ? digit & 15 : digit & 15 + 9)
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8, into output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): output.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
        case 0x08: output.append(contentsOf: "\\b".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0C: output.append(contentsOf: "\\f".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        default:
            let digits = Array("0123456789abcdef".utf8)
            output.append(contentsOf: "\\u00".utf8)
            output.append(digits[Int(byte >> 4)])
            output.append(digits[Int(byte & 15)])
        }
    }
}
