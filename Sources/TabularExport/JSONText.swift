/// Text inside a JSON string (RFC 8259 §7).
enum JSONText {
    /// Whether `text` is ASCII that needs no escape.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Appends `text` to `output`, escaped; what is no UTF-8 becomes U+FFFD.
    static func escape(_ text: [UInt8], into output: inout [UInt8]) {
        if text.contains(where: { $0 >= 0x80 }) {
            for byte in String(decoding: text, as: UTF8.self).utf8 { escape(byte, into: &output) }
        } else {
            for byte in text { escape(byte, into: &output) }
        }
    }

    /// Where the last whole character of `text` ends; behind it stands at most the beginning of one.
    static func completeEnd(of text: [UInt8]) -> Int {
        for back in 1...3 where back <= text.count {
            let byte = text[text.count - back]
            if byte < 0x80 { return text.count }
            if byte >= 0xC0 {
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                return length > back ? text.count - back : text.count
            }
        }
        return text.count
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
        case 0..<0x20, 0x7F:
            let digits = Array("0123456789abcdef".utf8)
            output.append(contentsOf: "\\u00".utf8)
            output.append(digits[Int(byte >> 4)])
            output.append(digits[Int(byte & 15)])
        default: output.append(byte)
        }
    }
}
