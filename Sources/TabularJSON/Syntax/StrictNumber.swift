/// A number as JSON (RFC 8259) has it, where the file has it in a form of JSON5.
///
///     .5      5.      +5    -.5e3     0x1F    -0x10
///     0.5     5.0     5     -0.5e3    31      -16
///
/// The value is exactly the same. `NaN` and the infinities are not numbers of JSON.
enum StrictNumber {
    /// The most digits of a hexadecimal number: reading one takes time with the square of its digits.
    static let longestHexadecimal = 1 << 16

    private static let limb: UInt64 = 1_000_000_000
    private static let limbDigits = 9

    /// Replaces the number at the end of `bytes`, from `start` on; keeps it where JSON does not have it.
    static func replace(_ bytes: inout [UInt8], from start: Int) {
        let strict = bytes[start...].withUnsafeBufferPointer { text(of: $0) }
        if let strict { bytes.replaceSubrange(start..., with: strict) }
    }

    /// The text of `number`; nil where JSON does not have it. A number of JSON stays as it is.
    static func text(of number: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var (text, rest) = ([UInt8](), number[...])
        if rest.first == UInt8(ascii: "-") { text.append(UInt8(ascii: "-")) }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard let first = rest.first, isDigit(first) || first == UInt8(ascii: ".") else { return nil }
        let digits = rest.dropFirst(2)
        if rest.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
            return digits.count <= longestHexadecimal ? text + decimal(ofHexadecimal: digits) : nil
        }
        let whole = rest.prefix(while: isDigit)
        if whole.isEmpty { text.append(0x30) } else { text += whole }
        rest = rest.dropFirst(whole.count)
        guard rest.first == UInt8(ascii: ".") else { return text + rest }
        let fraction = rest.dropFirst().prefix(while: isDigit)
        text.append(UInt8(ascii: "."))
        if fraction.isEmpty { text.append(0x30) } else { text += fraction }
        return text + rest.dropFirst(1 + fraction.count)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// - Complexity: O(digits²).
    private static func decimal(ofHexadecimal digits: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        // The lowest first.
        var limbs: [UInt64] = [0]
        var rest = digits
        while !rest.isEmpty {
            let part = rest.prefix(8)
            rest = rest.dropFirst(part.count)
            var carry = part.reduce(UInt64(0)) { $0 << 4 | UInt64($1.hexadecimalValue ?? 0) }
            for index in limbs.indices {
                let value = limbs[index] << UInt64(4 * part.count) + carry
                carry = value / limb
                limbs[index] = value - carry * limb
            }
            while carry > 0 {
                limbs.append(carry % limb)
                carry /= limb
            }
        }
        var text = Array(String(limbs[limbs.count - 1]).utf8)
        for limb in limbs.dropLast().reversed() {
            let part = Array(String(limb).utf8)
            text += repeatElement(0x30, count: limbDigits - part.count)
            text += part
        }
        return text
    }
}
