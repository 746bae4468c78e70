/// An encoding of one or two bytes a character, and the costs of its characters by their first bytes.
struct PairEncodingModel: Sendable {
    let name: String
    let language: String
    let rarity: Double
    /// First bytes of characters, the second bytes that may follow, and the cost in bits.
    let rows: [(leads: ClosedRange<UInt8>, trails: ClosedRange<UInt8>, cost: Double)]
    /// True where single bytes from 0xA1 to 0xDF are half-width kana.
    let hasHalfWidthKana: Bool
    /// The two bytes of each of the characters that make up most of a text.
    private let frequent: Set<UInt16>

    /// The cost of an ideograph of the common ones, of a rare one, and of a syllable.
    private static let (common, rare, syllable) = (11.3, 17.0, 6.0)
    /// The bits that a frequent character costs less.
    private static let frequency = 2.8

    static let all = [
        PairEncodingModel(
            name: "GB18030", language: "zh", rarity: 3,
            rows: [
                (0xB0...0xD7, 0xA1...0xFE, common), (0xA1...0xA3, 0xA1...0xFE, 6), (0xD8...0xF7, 0xA1...0xFE, rare),
                (0x81...0xFE, 0x40...0xFE, 19),
            ], frequent: CommonCharacters.simplified),
        PairEncodingModel(
            name: "BIG5", language: "zh", rarity: 4,
            rows: [
                (0xA4...0xC6, 0xA1...0xFE, common), (0xA4...0xC6, 0x40...0x7E, common),
                (0xA1...0xA3, 0x40...0xFE, 6), (0xC9...0xF9, 0x40...0xFE, rare),
            ], frequent: CommonCharacters.traditional),
        PairEncodingModel(
            name: "SHIFT_JIS", language: "ja", rarity: 3,
            rows: [
                (0x82...0x82, 0x4F...0xF1, syllable), (0x83...0x83, 0x40...0x96, syllable),
                (0x81...0x81, 0x40...0xFC, 6), (0x87...0x87, 0x40...0x9C, 9),
                (0x88...0x97, 0x40...0xFC, 10.3), (0x98...0x9F, 0x40...0xFC, rare), (0xE0...0xEA, 0x40...0xFC, rare),
                (0xFA...0xFC, 0x40...0xFC, rare),
            ], frequent: CommonCharacters.kanji, hasHalfWidthKana: true),
        PairEncodingModel(
            name: "EUC-JP", language: "ja", rarity: 5,
            rows: [
                (0xA4...0xA4, 0xA1...0xF3, syllable), (0xA5...0xA5, 0xA1...0xF6, syllable),
                (0xA1...0xA3, 0xA1...0xFE, 6), (0xB0...0xCF, 0xA1...0xFE, common), (0xD0...0xF3, 0xA1...0xFE, rare),
                (0xF4...0xF4, 0xA1...0xA6, rare),
                (0x8E...0x8E, 0xA1...0xDF, 9),
            ], frequent: CommonCharacters.kanji),
        PairEncodingModel(
            name: "EUC-KR", language: "ko", rarity: 5,
            rows: [
                (0xB0...0xC8, 0xA1...0xFE, 10.5), (0xA1...0xA3, 0xA1...0xFE, 6), (0xCA...0xFD, 0xA1...0xFE, rare),
                (0x81...0xC6, 0x41...0xFE, 18),
            ], frequent: CommonCharacters.hangul),
    ]

    private init(
        name: String, language: String, rarity: Double,
        rows: [(leads: ClosedRange<UInt8>, trails: ClosedRange<UInt8>, cost: Double)], frequent: String,
        hasHalfWidthKana: Bool = false
    ) {
        (self.name, self.language, self.rarity, self.rows) = (name, language, rarity, rows)
        self.hasHalfWidthKana = hasHalfWidthKana
        let bytes = EncodingName(name).iconvName.flatMap { Iconv.bytes(of: frequent, in: $0) } ?? []
        self.frequent = Set(
            stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) })
    }

    /// The cost of the character that begins with `lead`, and its bytes. `before` is the byte before it.
    func cost(_ lead: UInt8, _ trail: UInt8, behind before: UInt8) -> (cost: Double, length: Int) {
        for row in rows where row.leads.contains(lead) && row.trails.contains(trail) {
            let isFrequent = frequent.contains(UInt16(lead) << 8 | UInt16(trail))
            return (row.cost - (isFrequent ? Self.frequency : 0), 2)
        }
        if hasHalfWidthKana, HalfWidthKana.all.contains(lead) { return (HalfWidthKana.cost(lead, behind: before), 1) }
        return (ByteEncodingModel.impossibleCost, 1)
    }
}

/// Half-width kana of JIS X 0201, as banks and old systems write names: a byte each, voiced by the byte after it.
private enum HalfWidthKana {
    static let all: ClosedRange<UInt8> = 0xA1...0xDF
    /// ｳ, ｶ to ﾄ, and ﾊ to ﾎ.
    private static let voiceable: [ClosedRange<UInt8>] = [0xB3...0xB3, 0xB6...0xC4, 0xCA...0xCE]
    /// ｷ, ｼ, ﾁ, ﾆ, ﾋ, ﾐ and ﾘ.
    private static let palatal: [UInt8] = [0xB7, 0xBC, 0xC1, 0xC6, 0xCB, 0xD0, 0xD8]

    /// The cost of a kana in bits by the byte before it. A quarter of those that can be voiced are.
    static func cost(_ kana: UInt8, behind before: UInt8) -> Double {
        switch kana {
        case 0xDE: voiceable.contains { $0.contains(before) } ? 2 : 18
        case 0xDF: (0xCA...0xCE).contains(before) ? 3 : 18
        // Small ya, yu and yo go with a syllable in i.
        case 0xAC...0xAE: palatal.contains(before) || before == 0xDE ? 4 : 14
        // Marks, wo and small vowels; long vowels, small tsu and n where a word begins.
        case 0xA1...0xAB: 10
        case 0xAF, 0xB0, 0xDD: all.contains(before) ? 6 : 14
        default: 6.2
        }
    }
}
