/// The form of a value with its letters and digits unified, to distinguish names from values: `2031-02-03 INFO` is `9-9-9 a`,
/// and a hexadecimal number of a fixed length keeps that length.
struct ValueShape: Sendable, Hashable {
    /// The beginning of longer values is enough.
    private static let limit = 8

    /// The parts, a byte each, the last one lowest; of a hexadecimal number its length.
    private var parts: UInt64 = 0
    private var count = 0
    private var isHexadecimal = false
    private var hasOthers = false

    /// True where few values have the form by chance.
    var isTelling: Bool { isHexadecimal || count >= 4 && hasOthers }

    /// The first parts, which also begin values with more text after them.
    var beginning: UInt64 { isHexadecimal || count <= 4 ? parts : parts >> (8 * UInt64(count - 4)) }

    /// True for forms that begin alike: `9:9 a` and `9:9 a-a`.
    func beginsLike(_ other: ValueShape) -> Bool {
        isHexadecimal == other.isHexadecimal && beginning == other.beginning
    }

    init() {}

    init(_ text: some BidirectionalCollection<UInt8>) {
        let value = text.dropFirst(0).reversed().drop { $0 == 0x20 }.reversed()
        if let length = Self.hexadecimalLength(value) {
            (parts, isHexadecimal) = (UInt64(length), true)
            return
        }
        var last: UInt8 = 0
        for byte in value {
            let part: UInt8 =
                switch byte {
                case 0x30...0x39: UInt8(ascii: "9")
                case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...: UInt8(ascii: "a")
                default: byte
                }
            if part == last { continue }
            if count == Self.limit { break }
            (parts, count, last) = (parts << 8 | UInt64(part), count + 1, part)
            if part != UInt8(ascii: "a") && part != 0x20 { hasOthers = true }
        }
    }

    /// The number of hexadecimal digits where there are 8 or more, with only hyphens and colons between them, and with a digit
    /// and a letter among them.
    private static func hexadecimalLength(_ value: some Collection<UInt8>) -> Int? {
        var (digits, letters, length) = (0, 0, 0)
        for byte in value {
            length += 1
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x41...0x46, 0x61...0x66: letters += 1
            case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"): break
            default: return nil
            }
        }
        return digits > 0 && letters > 0 && digits + letters >= 8 ? length : nil
    }
}
