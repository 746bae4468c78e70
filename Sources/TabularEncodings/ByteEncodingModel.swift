import Synchronization

/// An encoding of a byte a character, and the costs of its bytes in the languages that are written in it.
struct ByteEncodingModel: Sendable {
    /// The kinds of characters that determine whether an adjacent one is plausible.
    enum Kind: UInt8, Sendable {
        case lowercase, uppercase, caseless, sign, mark, space, joiner, impossible
    }

    let name: String
    /// The cost in bits of assuming this encoding at all.
    let rarity: Double
    let languages: [Language]
    /// Of each byte from 0x80 on.
    let kinds: [Kind]
    /// True for letters of the Latin script.
    let areLatin: [Bool]
    /// Of each byte from 0x80 on.
    private let places: [SignPlace]
    private let finals: [UInt8]
    /// For each language, the costs of the bytes from 0x80 on, without those of their context.
    let costs: [[Double]]

    private static let known: [(name: String, rarity: Double, languages: [Language])] = [
        ("Windows-1252", 0, Language.western), ("Windows-1250", 5, Language.central),
        ("Windows-1251", 5, Language.cyrillic), ("Windows-1254", 5, Language.turkish),
        ("Windows-1257", 5, Language.baltic), ("Windows-1253", 5, Language.greek),
        ("Windows-1255", 6, Language.hebrew), ("Windows-1256", 6, Language.arabic), ("CP874", 6, Language.thai),
        ("ISO-8859-2", 6, Language.central), ("KOI8-R", 9, Language.cyrillic), ("KOI8-U", 10, Language.cyrillic),
        ("ISO-8859-7", 7, Language.greek), ("ISO-8859-5", 9, Language.cyrillic), ("CP850", 9, Language.western),
        ("Mac Roman", 8, Language.western), ("CP866", 7, Language.cyrillic), ("CP852", 7, Language.central),
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
        places = scalars.map { $0.map { SignPlace($0) } ?? [] }
        finals = scalars.indices.filter { scalars[$0] == "ς" }.map { UInt8($0 + 0x80) }
        areLatin = scalars.map { ($0?.value ?? 0x250) < 0x250 }
        costs = languages.map { language in
            zip(scalars, kinds).map { scalar, kind in
                guard let scalar else { return Self.impossibleCost }
                return switch kind {
                case .impossible: Self.impossibleCost
                case .sign, .mark, .space, .joiner: Self.cost(ofSign: scalar)
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

    /// The plausible contexts of the sign of a byte beyond ASCII.
    func place(of byte: UInt8) -> SignPlace { places[Int(byte) - 0x80] }

    /// True for the letter that occurs only at the end of words.
    func isFinal(_ byte: UInt8) -> Bool { finals.contains(byte) }

    private static func kind(_ scalar: Unicode.Scalar?) -> Kind {
        guard let scalar else { return .impossible }
        // The sign of a unit, not the letter of Greek.
        if scalar == "µ" { return .sign }
        switch scalar.properties.generalCategory {
        case .control, .unassigned, .privateUse, .surrogate: return .impossible
        case .lowercaseLetter: return .lowercase
        case .uppercaseLetter, .titlecaseLetter: return .uppercase
        case .otherLetter, .modifierLetter, .nonspacingMark:
            // Ordinals are signs.
            return scalar.value == 0xAA || scalar.value == 0xBA ? .sign : .caseless
        default:
            if scalar.value == 0xA0 { return .space }
            return joiners.contains(scalar) ? .joiner : marks.contains(scalar) ? .mark : .sign
        }
    }

    /// Signs that occur inside words too.
    private static let joiners = Set("’‘´·\u{AD}".unicodeScalars)
    /// Signs that occur before and after words.
    private static let marks = Set("“”„‚«»‹›…¿¡•–—°".unicodeScalars)
    private static let commonSigns = Set("€£¥¢§°µ–—‘’‚“”„«»©®±¹²³¼½¾…•·×÷ªº¿¡™†‡№\u{A0}\u{AD}".unicodeScalars)

    private static func cost(ofSign scalar: Unicode.Scalar) -> Double {
        if commonSigns.contains(scalar) { return 2 }
        return (0x2500...0x259F).contains(scalar.value) ? 5 : 7
    }
}

/// The plausible contexts of a sign next to letters and other signs, besides those common to all.
struct SignPlace: OptionSet, Sendable {
    let rawValue: UInt8

    /// As in `1ª`, `N°`, `Paint®`, `Smith†` and `note¹`.
    static let afterLetters = SignPlace(rawValue: 1)
    /// As in `5 µm`.
    static let beforeLetters = SignPlace(rawValue: 2)
    /// As in `m³`: the unit has to be a separate word.
    static let afterUnits = SignPlace(rawValue: 4)
    /// Only at the beginning of words and lines, as in `¿qué?` and `•item`.
    static let opening = SignPlace(rawValue: 8)
    /// As in `“Well…”`.
    static let besideMarks = SignPlace(rawValue: 16)
    /// As in `col·legi`.
    static let doublingL = SignPlace(rawValue: 32)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ scalar: Unicode.Scalar) {
        self =
            switch scalar {
            case "ª", "º": [.afterLetters, .beforeLetters]
            case "®", "©", "™", "†", "‡", "¹": .afterLetters
            case "µ": .beforeLetters
            case "²", "³": .afterUnits
            case "•", "¿", "¡", "„", "‚": .opening
            case "·": .doublingL
            case "…", "–", "—", "“", "”", "‘", "’", "«", "»": .besideMarks
            default: []
            }
    }
}
