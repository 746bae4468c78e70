/// Small helpers over valid UTF-8.
enum Utf8 {
    /// The length of the longest prefix of at most `limit` bytes that ends between two scalars.
    static func boundary(in bytes: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> Int {
        guard bytes.count > limit else { return bytes.count }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Appends `bytes` with a visible sign for each control character: a line break becomes ⏎, a tab ⇥, others their
    /// picture from U+2400. A CR before an LF is part of the one break. `keepingLines` makes each break a line feed.
    ///
    /// Line breaks are LF, CR, and what Unicode has besides: U+0085, U+2028 and U+2029, which would end a line without a
    /// word. The other controls of U+0080 to U+009F have no picture; they show as the box of what no font has.
    static func appendVisibly(
        _ bytes: UnsafeBufferPointer<UInt8>, keepingLines: Bool = false, to text: inout [UInt8]
    ) {
        guard bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
            text.append(contentsOf: bytes)
            return
        }
        func appendBreak() {
            if keepingLines { text.append(0x0A) } else { text.append(contentsOf: [0xE2, 0x8F, 0x8E]) }
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case 0x0A: appendBreak()
            case 0x0D:
                let isBeforeLF = index < bytes.count && bytes[index] == 0x0A
                if !isBeforeLF { appendBreak() }
            case 0x09: text.append(contentsOf: [0xE2, 0x87, 0xA5])
            case 0x00..<0x20: text.append(contentsOf: [0xE2, 0x90, 0x80 | byte])
            case 0x7F: text.append(contentsOf: [0xE2, 0x90, 0xA1])
            case 0xC2 where index < bytes.count && bytes[index] == 0x85:
                appendBreak()
                index += 1
            case 0xE2 where index + 1 < bytes.count && bytes[index] == 0x80 && bytes[index + 1] & 0xFE == 0xA8:
                appendBreak()
                index += 2
            default: text.append(byte)
            }
        }
    }

    /// Appends the decimal digits of a number that is not negative.
    static func appendDecimal(_ number: Int, to text: inout [UInt8]) {
        // From the first digit on: to write them backwards and reverse the slice would copy it, once a row and frame.
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        repeat {
            text.append(48 + UInt8(number / divisor % 10))
            divisor /= 10
        } while divisor > 0
    }
}
