import Tabular

/// The recognition of values that are not text though they have no type: network addresses, identifiers in hexadecimal digits,
/// and lists of numbers. A column of them has one kind.
///
/// `10.0.0.17`, `2001:db8::1`, `6f:00:1b:2c:3d:4e`, `{6ba7b810-9dad-11d1-80b4-00c04fd430c8}`, `#ff8000`, `[1, 2.5, 3]`
enum ComposedValue {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Longer values are text.
    private static let limit = 200
    /// Digits of identifiers and of usual digests.
    private static let digestLengths: Set<Int> = [16, 24, 32, 40, 56, 64, 96, 128]

    /// True for an address, an identifier or a list.
    ///
    /// - Complexity: O(bytes), and for most words of letters O(1).
    static func matches(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard value.count >= 5, value.count <= limit, let first = value.first, mayBegin(first) else { return false }
        if first == UInt8(ascii: "#") { return isColor(Bytes(rebasing: value.dropFirst())) }
        var (digits, letters) = (0, 0)
        for byte in value {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x41...0x46, 0x61...0x66: letters += 1
            case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","),
                UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"):
                break
            default: return false
            }
        }
        guard digits > 0 else { return false }
        let inner = withoutBrackets(value)
        if digits + letters == value.count { return letters > 0 && digestLengths.contains(value.count) }
        return letters == 0 && (isListOfNumbers(inner) || isDottedAddress(inner)) || isColonAddress(inner)
            || isIdentifier(inner)
    }

    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("),
            UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "#"):
            true
        default: false
        }
    }

    private static func isColor(_ value: Bytes) -> Bool {
        (value.count == 6 || value.count == 8) && value.allSatisfy(isHexadecimal)
    }

    private static func withoutBrackets(_ value: Bytes) -> Bytes {
        let pairs = ["[": "]", "{": "}", "(": ")"] as [Unicode.Scalar: Unicode.Scalar]
        guard let first = value.first, let last = value.last,
            pairs[Unicode.Scalar(first)] == Unicode.Scalar(last)
        else { return value }
        return Bytes(rebasing: value.dropFirst().dropLast())
    }

    /// Three or more numbers with the same separator between them, which may have a space after it, or two with a decimal point
    /// in each: `59.91,10.75` is no number.
    private static func isListOfNumbers(_ value: Bytes) -> Bool {
        guard let separator = value.first(where: { ",;| ".utf8.contains($0) }) else { return false }
        let items = value.split(separator: separator, omittingEmptySubsequences: false)
        return items.count > 1
            && items.allSatisfy { item in
                let number = item.drop { $0 == 0x20 }.drop { $0 == UInt8(ascii: "-") }
                let points = number.count { $0 == UInt8(ascii: ".") }
                return number.count > points && points < 2 && (items.count > 2 || points == 1)
                    && number.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            }
    }

    /// Four numbers up to 255, with the length of a prefix or a port.
    private static func isDottedAddress(_ value: Bytes) -> Bool {
        let end = value.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") } ?? value.count
        let groups = value[..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return groups.count == 4
            && groups.allSatisfy { group in
                (1...3).contains(group.count) && group.allSatisfy { (0x30...0x39).contains($0) }
                    && group.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
            } && value[end...].dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Groups of hexadecimal digits: six pairs, or up to eight groups of four digits, of which one may represent blank ones.
    private static func isColonAddress(_ value: Bytes) -> Bool {
        let end = value.firstIndex(of: UInt8(ascii: "/")) ?? value.count
        let separator = value.contains(UInt8(ascii: ":")) ? UInt8(ascii: ":") : UInt8(ascii: "-")
        let groups = value[..<end].split(separator: separator, omittingEmptySubsequences: false)
        guard groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(isHexadecimal) }) else { return false }
        if groups.count == 6 && groups.allSatisfy({ $0.count == 2 }) { return true }
        guard separator == UInt8(ascii: ":") else { return false }
        let blank = groups.dropFirst().dropLast().count(where: \.isEmpty)
        return blank == 1 ? groups.count <= 9 : blank == 0 && groups.count == 8 && groups.allSatisfy { !$0.isEmpty }
    }

    /// 8, 4, 4, 4 and 12 hexadecimal digits.
    private static func isIdentifier(_ value: Bytes) -> Bool {
        value.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
            && value.allSatisfy { isHexadecimal($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
