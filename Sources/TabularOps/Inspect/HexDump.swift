/// The usual dump of a value's bytes: eight a line, after their offset, with their ASCII. That fits a side panel.
///
///     00000010  4c 69 6e 64 73 74 72 c3  |Lindstr.|
///     00000018  b6 6d                    |.m|
public enum HexDump {
    public static let bytesPerLine = 8

    /// The lines of `bytes`, the first of which is at `offset` in the value, without a line end after the last.
    ///
    /// - Complexity: O(bytes).
    public static func text(of bytes: [UInt8], from offset: Int = 0) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count / bytesPerLine + 1) * 80)
        for start in stride(from: 0, to: bytes.count, by: bytesPerLine) {
            if start > 0 { text.append(0x0A) }
            append(bytes[start..<min(start + bytesPerLine, bytes.count)], at: offset + start, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ line: ArraySlice<UInt8>, at offset: Int, to text: inout [UInt8]) {
        var width = 8
        while width < 16 && offset >> (width * 4) != 0 { width += 1 }
        for place in (0..<width).reversed() {
            text.append(digit(UInt8(truncatingIfNeeded: offset >> (place * 4)) & 15))
        }
        text.append(0x20)
        for place in 0..<bytesPerLine {
            let index = line.startIndex + place
            if index < line.endIndex {
                text += [0x20, digit(line[index] >> 4), digit(line[index] & 15)]
            } else {
                text += [0x20, 0x20, 0x20]
            }
        }
        text += [0x20, 0x20, UInt8(ascii: "|")]
        for byte in line { text.append((0x20..<0x7F).contains(byte) ? byte : UInt8(ascii: ".")) }
        text.append(UInt8(ascii: "|"))
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 48 + nibble : UInt8(ascii: "a") + nibble - 10
    }
}
