import Synchronization

/// An encoding of a byte a character, and the costs of its bytes in the languages that are written in it.
struct ByteEncodingModel: Sendable {
    /// The kinds of characters, as far as their neighbours tell whether they are in their place.
    enum Kind: UInt8, Sendable {
        case lowercase, uppercase, caseless, sign, mark, joiner, impossible
    }

    let name: String
    /// The cost in bits of taking a text for one in this encoding at all.
    let rarity: Double
    let languages: [Language]
    /// Of each byte from 0x80 on.
    let kinds: [Kind]
    /// True for letters of the Latin script.
    let areLatin: [Bool]
    private let ordinals: [UInt8]
    /// Of each language, the costs of the bytes from 0x80 on, without those of their neighbours.
    let costs: [[Double]]

    private static let known: [(name: String, rarity: Double, languages: [Language])] = [
        ("Windows-1252", 0, Language.western), ("Windows-1250", 5, Language.central),
        ("Windows-1251", 5, Language.cyrillic), ("Windows-1254", 5, Language.turkish),
        ("Windows-1257", 5, Language.baltic), ("Windows-1253", 5, Language.greek),
        ("Windows-1255", 6, Language.hebrew), ("Windows-1256", 6, Language.arabic), ("CP874", 6, Language.thai),
        ("ISO-8859-2", 6, Language.central), ("KOI8-R", 7, Language.cyrillic), ("KOI8-U", 8, Language.cyrillic),
        ("ISO-8859-7", 7, Language.greek), ("ISO-8859-5", 9, Language.cyrillic), ("CP850", 7, Language.western),
        ("Mac Roman", 7, Language.western), ("CP866", 7, Language.cyrillic), ("CP852", 7, Language.central),
        ("Mac Central Europe", 9, Language.central), ("CP775", 9, Language.baltic), ("ISO-8859-8", 7, Language.hebrew),
        ("ISO-8859-6", 7, Language.arabic),
        ("CP857", 9, Language.turkish), ("Mac Cyrillic", 10, Language.cyrillic), ("CP437", 9, Language.western),
    ]

    private static let keys = [
        "Mac Cyrillic": "MAC-CYRILLIC", "Mac Roman": "MACINTOSH", "Mac Central Europe": "MAC-CENTRALEUROPE",
    ]

    /// The models that this machine's iconv has tables for. They are made once.
    static let all: [ByteEncodingModel] = known.compactMap { ByteEncodingModel($0.name, $0.rarity, $0.languages) }

    private init?(_ name: String, _ rarity: Double, _ languages: [Language]) {
        let key = Self.keys[name] ?? name
        guard let iconvName = EncodingName(key).iconvName, let iconv = Iconv(from: iconvName) else { return nil }
        let scalars = (0x80...0xFF).map { Self.scalar(of: UInt8($0), iconv) }
        self.name = key
        self.rarity = rarity
        self.languages = languages
        let kinds = scalars.map(Self.kind)
        self.kinds = kinds
        ordinals = scalars.indices.filter { scalars[$0]?.value == 0xAA || scalars[$0]?.value == 0xBA }
            .map { UInt8($0 + 0x80) }
        areLatin = scalars.map { ($0?.value ?? 0x250) < 0x250 }
        costs = languages.map { language in
            zip(scalars, kinds).map { scalar, kind in
                guard let scalar else { return Self.impossibleCost }
                return switch kind {
                case .impossible: Self.impossibleCost
                case .sign, .mark, .joiner: Self.cost(ofSign: scalar)
                case .lowercase, .uppercase, .caseless: language.cost(of: scalar)
                }
            }
        }
    }

    private static func scalar(of byte: UInt8, _ iconv: Iconv) -> Unicode.Scalar? {
        iconv.reset()
        return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { output in
            // A letter that may have a mark waits for what follows.
            [byte, UInt8(ascii: ".")].withUnsafeBufferPointer { input in
                let step = iconv.convert(input, into: output)
                guard step.consumed > 0, step.produced > 0 else { return nil }
                return String(decoding: output[..<step.produced], as: UTF8.self).unicodeScalars.first
            }
        }
    }

    static let impossibleCost = 30.0

    /// True for ª and º.
    func isOrdinal(_ byte: UInt8) -> Bool { ordinals.contains(byte) }

    private static func kind(_ scalar: Unicode.Scalar?) -> Kind {
        guard let scalar else { return .impossible }
        switch scalar.properties.generalCategory {
        case .control, .unassigned, .privateUse, .surrogate: return .impossible
        case .lowercaseLetter: return .lowercase
        case .uppercaseLetter, .titlecaseLetter: return .uppercase
        case .otherLetter, .modifierLetter, .nonspacingMark:
            // Ordinals are signs.
            return scalar.value == 0xAA || scalar.value == 0xBA ? .sign : .caseless
        default:
            return joiners.contains(scalar) ? .joiner : marks.contains(scalar) ? .mark : .sign
        }
    }

    /// Signs that stand inside words too.
    private static let joiners = Set("’‘´·\u{AD}".unicodeScalars)
    /// Signs that stand before and after words.
    private static let marks = Set("“”„‚«»‹›…¿¡•–—°\u{A0}".unicodeScalars)
    private static let commonSigns = Set("€£¥§°µ–—‘’‚“”„«»©®±²³¼½¾…•·×ªº¿¡™№\u{A0}\u{AD}".unicodeScalars)

    private static func cost(ofSign scalar: Unicode.Scalar) -> Double {
        if commonSigns.contains(scalar) { return 2 }
        return (0x2500...0x259F).contains(scalar.value) ? 5 : 7
    }
}
