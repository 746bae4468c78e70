/// Makes the records of a table to sort: of each row the values follow from its number alone, so that an order of them can be
/// checked.
///
///     id,number,name,country
///     1,-483920183,Ines Moreau 48213,Peru
public struct SortGenerator {
    /// Goes up with every change of what comes out.
    public static let version = 1

    public private(set) var recordCount = 0

    public init() {}

    public static func appendHeader(to text: inout ByteWriter) { text.append("id,number,name,country\n") }

    /// Appends the next record.
    public mutating func appendRecord(to text: inout ByteWriter) {
        let row = recordCount
        recordCount += 1
        text.append(recordCount)
        text.append(UInt8(ascii: ","))
        let number = Self.number(ofRow: row)
        if number < 0 { text.append(UInt8(ascii: "-")) }
        text.append(abs(number))
        text.append(UInt8(ascii: ","))
        Self.appendName(ofRow: row, to: &text)
        text.append(UInt8(ascii: ","))
        text.append(Words.countries, at: Self.bits(row, 3), before: "\n")
    }

    /// From -10⁹ to 10⁹.
    public static func number(ofRow row: Int) -> Int { Int(bits(row, 1) % 2_000_000_001) - 1_000_000_000 }

    /// Two words and a number, in the place of what `text` had: of ten million about one in five comes twice.
    public static func write(nameOfRow row: Int, to text: inout ByteWriter) {
        text.removeAll()
        appendName(ofRow: row, to: &text)
    }

    private static func appendName(ofRow row: Int, to text: inout ByteWriter) {
        let bits = bits(row, 2)
        text.append(Words.firstNames, at: bits, before: " ")
        text.append(Words.lastNames, at: bits >> 8, before: " ")
        text.append(Int(bits >> 16 % 100_000))
    }

    /// Steele, Lea and Flood, 2014, of one number.
    private static func bits(_ row: Int, _ salt: UInt64) -> UInt64 {
        var z = (UInt64(row) &* 4 &+ salt) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
