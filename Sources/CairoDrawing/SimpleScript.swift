/// Scripts whose characters look the same beside any other: they do not join, stack or change direction.
///
/// They contain no combining mark, no directional control, no right-to-left character, and none that changes the character
/// before it (variation selectors, skin tones). If you add one of those, texts with it silently come out wrong.
enum SimpleScript {
    /// Letters and signs of text fonts.
    case plain
    /// Ideographs, syllables, and the punctuation between them.
    case eastAsian
    /// Standalone pictures.
    case emoji

    init?(_ scalar: UInt32) {
        switch scalar {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x2B0, 0x370..<0x483, 0x48A..<0x530, 0x10D0..<0x10FB, 0x1E00..<0x2000,
            0x2010..<0x2028, 0x202F..<0x205F, 0x2070..<0x20C1, 0x2100..<0x23E9, 0x2400..<0x2427, 0x2500..<0x25FD,
            0x27C0..<0x27F0, 0x2900..<0x2B00:
            self = .plain
        case 0x2E80..<0x2FE0, 0x2FF0..<0x302A, 0x3030..<0x3099, 0x309B..<0x312F, 0x3131..<0x3164, 0x3165..<0x318F,
            0x3190..<0xA000, 0xAC00..<0xD7A4, 0xF900..<0xFAFF, 0xFF01..<0xFF9E, 0xFFE0..<0xFFE7, 0x20000..<0x32000:
            self = .eastAsian
        case 0x1F300..<0x1F3FB, 0x1F400..<0x1F650, 0x1F680..<0x1F700, 0x1F900..<0x1FA00: self = .emoji
        default: return nil
        }
    }

    /// Characters of the scripts that may surround a character.
    var neighbours: [UInt32] {
        switch self {
        case .plain, .emoji: [0x61, 0x6F22]
        case .eastAsian: [0x6F22, 0x3042, 0x30AB, 0xD55C]
        }
    }
}
