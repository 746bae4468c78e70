/// The invented values of a `GeneratedSource`: a repeated mix of types in seven columns, after an id.
///
///     id  count  amount  date  place  active  note  time  count  …
enum GeneratedValue {
    /// Appends the text of the cell at a row and a column to some bytes, in valid UTF-8.
    typealias Writer = @Sendable (_ row: Int, _ column: Int, _ bytes: inout [UInt8]) -> Void

    private enum Kind: Int, CaseIterable {
        case integer
        case decimal
        case date
        case word
        case boolean
        case text
        case time
    }

    private static let words: [StaticString] = [
        "amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "harbour", "islet", "juniper", "kestrel",
        "linden", "meadow", "north", "orchard", "pebble", "quarry", "river", "saffron", "tundra", "umber", "valley",
        "willow", "yarrow", "zephyr", "Åland", "Łódź", "東京", "Αθήνα", "São Paulo", "naïve", "crème",
    ]

    /// Name and type of the 0-based `column`.
    static func column(at column: Int) -> Column {
        if column == 0 { return Column(name: "id", type: .integer) }
        let (name, type): (String, ColumnType) =
            switch kind(of: column) {
            case .integer: ("count", .integer)
            case .decimal: ("amount", .decimal)
            case .date: ("date", .date)
            case .word: ("place", .text)
            case .boolean: ("active", .boolean)
            case .text: ("note", .text)
            case .time: ("time", .time)
            }
        return Column(name: "\(name) \(column)", type: type)
    }

    /// All cells of `range`, as `write` writes them.
    static func block(_ range: CellRange, _ write: Writer) -> RowBlock {
        var builder = RowBlockBuilder(firstRow: range.rows.lowerBound, columns: range.columns)
        var value: [UInt8] = []
        for row in range.rows {
            for column in range.columns {
                value.removeAll(keepingCapacity: true)
                write(row, column, &value)
                value.withUnsafeBufferPointer { builder.append($0) }
                builder.endCell(CellInfo(state: .value))
            }
        }
        return builder.build()
    }

    /// Appends the value at (`row`, `column`) to `bytes`.
    @Sendable static func append(row: Int, column: Int, to bytes: inout [UInt8]) {
        if column == 0 { return append(row + 1, to: &bytes) }
        let bits = mixed(UInt64(row) &* 0x1_0000_0001 &+ UInt64(column))
        // One value of 32 is empty.
        if bits >> 59 == 0 { return }
        let number = Int(bits & 0xFF_FFFF)
        switch kind(of: column) {
        case .integer: append(number % 100_000 - 5_000, to: &bytes)
        case .decimal:
            append(number % 10_000, to: &bytes)
            bytes.append(UInt8(ascii: "."))
            append(number / 10_000 % 100, digits: 2, to: &bytes)
        case .date:
            append(1990 + number % 40, to: &bytes)
            bytes.append(UInt8(ascii: "-"))
            append(1 + number / 40 % 12, digits: 2, to: &bytes)
            bytes.append(UInt8(ascii: "-"))
            append(1 + number / 480 % 28, digits: 2, to: &bytes)
        case .word: append(words[number % words.count], to: &bytes)
        case .boolean: append(number % 2 == 0 ? "true" : "false", to: &bytes)
        case .text:
            append(words[number % words.count], to: &bytes)
            for place in 1...(1 + number >> 8 % 5) {
                bytes.append(UInt8(ascii: " "))
                append(words[(number >> 4 + place * 7) % words.count], to: &bytes)
            }
        case .time:
            append(number % 24, digits: 2, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(number / 24 % 60, digits: 2, to: &bytes)
        }
    }

    private static func kind(of column: Int) -> Kind { Kind.allCases[(column - 1) % Kind.allCases.count] }

    /// Bits that look random (the finalizer of SplitMix64, Steele et al. 2014).
    private static func mixed(_ seed: UInt64) -> UInt64 {
        var bits = seed &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func append(_ number: Int, digits: Int = 1, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let text = String(number.magnitude).utf8
        for _ in 0..<max(0, digits - text.count) { bytes.append(UInt8(ascii: "0")) }
        bytes.append(contentsOf: text)
    }
}
