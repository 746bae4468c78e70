/// Text inside a JSON string (RFC 8259 §7).
enum JSONText {
    /// Whether `text` is ASCII that needs no escape.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Appends `text`, which is UTF-8, to `output`, escaped.
    static func escape(_ text: [UInt8], into output: inout [UInt8]) {
        for byte in text { escape(byte, into: &output) }
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
