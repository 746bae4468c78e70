/// The choices that an input makes, a byte each, and the bytes behind them.
struct Choices {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    /// The next byte; 0 behind the last.
    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func flag() -> Bool { byte() & 1 != 0 }

    /// A number below `end`, at most 256.
    mutating func number(below end: Int) -> Int { Int(byte()) % end }

    /// The next eight bytes.
    mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    /// So many of the next bytes, as text.
    mutating func text(_ count: Int) -> String {
        defer { bytes = bytes.dropFirst(count) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    var rest: [UInt8] { Array(bytes) }
}

extension [UInt8] {
    /// The bytes with a few edits: bits turned, words of extreme numbers, an end cut off.
    mutating func edit(by choices: inout Choices) {
        for _ in 0..<choices.number(below: 5) where !isEmpty {
            let index = (Int(choices.byte()) << 8 | Int(choices.byte())) % count
            switch choices.number(below: 4) {
            case 0: self[index] ^= choices.byte()
            case 1: self[index] = choices.byte()
            case 2: removeLast(count - index)
            default:
                let number = choices.pick([0, 1, 0x7F, 0xFFFF, 0xFFFF_FFFF, UInt64(Int.max), .max, choices.word()])
                let start = index / 8 * 8
                for place in start..<Swift.min(start + 8, count) {
                    self[place] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(place - start)))
                }
            }
        }
    }
}
