import CTranscode

/// The characters that iconv makes of every byte, and of every two where a byte needs another: the same text many times faster.
struct CharacterTables: Sendable {
    /// In the form that `ctranscode_table` expects.
    let single: [UInt32]
    let pairs: [UInt32]?
    let isASCII: Bool
    /// For characters of more than two bytes.
    let name: String

    /// The tables of an encoding in which every character can be read on its own; nil when this is not certain: where a byte is
    /// consumed without a character, or `mayPair` is false and one needs another.
    ///
    /// - Complexity: O(256), or O(65,536) for one with pairs: about 2 ms.
    init?(_ name: String, mayPair: Bool) {
        guard let iconv = Iconv(from: name) else { return nil }
        var single: [UInt32] = []
        var leads: [Int] = []
        for byte in 0..<256 {
            let entry = Self.entry([UInt8(byte)], iconv)
            guard entry != .swallowed, entry != .long else { return nil }
            if entry == .incomplete { leads.append(byte) }
            single.append(entry.number)
        }
        if !leads.isEmpty && !mayPair { return nil }
        // In EBCDIC, A is here and lines end with NEL (U+0085), which no reader of tables accepts as an end.
        if single[0xC1] == Self.only(0x41) {
            single = single.map { $0 == 2 << 24 | 0x85C2 ? Self.only(0x0A) : $0 }
        }
        var pairs = leads.isEmpty ? nil : [UInt32](repeating: CTRANSCODE_LEAD, count: 1 << 16)
        for lead in leads {
            for second in 0..<256 {
                let entry = Self.entry([UInt8(lead), UInt8(second)], iconv)
                guard entry != .swallowed else { return nil }
                pairs?[lead << 8 | second] = entry == .incomplete ? CTRANSCODE_HELP : entry.number
            }
        }
        // Without pairs every byte has an entry, and the loop over them no branch.
        self.single = leads.isEmpty ? single.map { $0 == CTRANSCODE_LEAD ? 1 << 24 | 0xFF : $0 } : single
        self.pairs = pairs
        self.name = name
        isASCII = single.prefix(0x80).enumerated().allSatisfy { $1 == 1 << 24 | UInt32($0) }
    }

    /// The entry of a character of ASCII.
    private static func only(_ byte: UInt32) -> UInt32 { 1 << 24 | byte }

    private enum Entry: Equatable {
        case text(UInt32)
        case invalid
        case incomplete
        case swallowed
        /// More text than an entry can store.
        case long

        var number: UInt32 {
            switch self {
            case .text(let number): number
            case .long: CTRANSCODE_HELP
            case .invalid, .incomplete, .swallowed: CTRANSCODE_LEAD
            }
        }
    }

    private static func entry(_ bytes: [UInt8], _ iconv: Iconv) -> Entry {
        iconv.reset()
        return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { output in
            bytes.withUnsafeBufferPointer { input in
                let step = iconv.convert(input, into: output)
                if step.stop == .invalid { return .invalid }
                if step.consumed < input.count { return .incomplete }
                if step.produced == 0 { return .swallowed }
                if step.produced > 3 { return .long }
                return .text(
                    output[..<step.produced].reversed().reduce(0) { $0 << 8 | UInt32($1) } | UInt32(step.produced) << 24
                )
            }
        }
    }
}
