/// An encoding other than UTF-8.
package struct TextEncoding: Sendable {
    enum Method: Sendable {
        case utf16(bigEndian: Bool)
        case utf32(bigEndian: Bool)
        case tables(CharacterTables)
        /// By iconv's name: a character may depend on those before it.
        case stream(String)
    }

    /// The name for display: "Windows-1252".
    package let name: String
    let method: Method

    static let utf16LittleEndian = TextEncoding(name: "UTF-16LE", method: .utf16(bigEndian: false))
    static let utf16BigEndian = TextEncoding(name: "UTF-16BE", method: .utf16(bigEndian: true))
    static let utf32LittleEndian = TextEncoding(name: "UTF-32LE", method: .utf32(bigEndian: false))
    static let utf32BigEndian = TextEncoding(name: "UTF-32BE", method: .utf32(bigEndian: true))

    private init(name: String, method: Method) {
        self.name = name
        self.method = method
    }

    /// True where each character can be read independently of those before it.
    package var isStateless: Bool {
        if case .stream = method { false } else { true }
    }

    /// Creates an encoding by a name that iconv knows; nil for unknown names. Not for UTF-8.
    package init?(_ name: EncodingName) {
        switch name.key {
        case "UTF16LE", "UCS2LE", "UNICODELITTLE", "ISO10646UCS2LE": self = .utf16LittleEndian
        case "UTF16BE", "UCS2BE", "UNICODEBIG", "ISO10646UCS2BE": self = .utf16BigEndian
        case "UTF32LE", "UCS4LE": self = .utf32LittleEndian
        case "UTF32BE", "UCS4BE": self = .utf32BigEndian
        default:
            guard let iconvName = name.iconvName else { return nil }
            let tables = CharacterTables(iconvName, mayPair: EncodingName.pairing.contains(name.key))
            self.init(name: name.shown, method: tables.map { .tables($0) } ?? .stream(iconvName))
        }
    }
}

/// The name of an encoding as people write it: case, spaces, hyphens and underscores do not matter.
package struct EncodingName: Sendable, Hashable {
    /// Capital letters and digits alone, with one key for names that mean the same.
    package let key: String
    private let written: String

    package init(_ name: String) {
        written = name
        let plain = String(name.uppercased().unicodeScalars.filter { Self.isPlain($0) }.map(Character.init))
        key = Self.aliases[plain] ?? plain
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(scalar.value) || (0x41...0x5A).contains(scalar.value)
    }

    /// Names that iconv lacks, or reads more narrowly than files with these names are written: files declared as Shift-JIS
    /// usually have the characters of Windows, and files declared as GB2312 those of its successors (WHATWG, Encoding Standard,
    /// "Names and labels").
    private static let aliases: [String: String] = [
        "UTF8BOM": "UTF8", "UTF8SIG": "UTF8", "CP65001": "UTF8", "UNICODE11UTF8": "UTF8", "ISO10646UTF8": "UTF8",
        "LATIN1": "ISO88591", "L1": "ISO88591", "88591": "ISO88591", "CP819": "ISO88591", "IBM819": "ISO88591",
        "LATIN2": "ISO88592", "LATIN9": "ISO885915", "ANSI": "CP1252",
        "GBK": "GB18030", "GB2312": "GB18030", "CP936": "GB18030", "MS936": "GB18030", "WINDOWS936": "GB18030",
        "EUCCN": "GB18030", "CSGB2312": "GB18030", "CNGB": "GB18030", "XGBK": "GB18030",
        "SHIFTJIS": "CP932", "SJIS": "CP932", "XSJIS": "CP932", "MSKANJI": "CP932", "CSSHIFTJIS": "CP932",
        "WINDOWS31J": "CP932", "MS932": "CP932", "SJISWIN": "CP932", "WINDOWS932": "CP932",
        "XEUCJP": "EUCJP", "UJIS": "EUCJP", "EUCJPMS": "EUCJP", "CP51932": "EUCJP",
        "EUCKR": "UHC", "CP949": "UHC", "MS949": "UHC", "WINDOWS949": "UHC", "KSC56011987": "UHC",
        "BIGFIVE": "BIG5", "CNBIG5": "BIG5", "CSBIG5": "BIG5", "XXBIG5": "BIG5", "BIG5ETEN": "BIG5",
        "MS950": "CP950", "WINDOWS950": "CP950",
        "UCS2": "UTF16", "UNICODE": "UTF16", "ISO10646UCS2": "UTF16", "UCS4": "UTF32", "ISO10646UCS4": "UTF32",
    ].merging((0...8).flatMap { [("WINDOWS125\($0)", "CP125\($0)"), ("MSWIN125\($0)", "CP125\($0)")] }) { $1 }

    /// Keys of encodings in which some characters have several bytes and none depends on the one before it.
    static let pairing: Set<String> = ["GB18030", "CP932", "EUCJP", "UHC", "BIG5", "CP950", "EUCTW", "JOHAB"]

    /// Keys of encodings in which a letter waits for the mark that may follow it.
    package static let holding: Set<String> = [
        "CP1255", "CP1258", "TCVN", "TCVN5712", "TCVN57121", "TCVN571211993", "BIG5HKSCS", "EUCJISX0213",
        "SHIFTJISX0213",
    ]

    package var isUTF8: Bool { key == "UTF8" }
    /// True where a byte order mark, or the text, decides between two.
    var needsByteOrder: Bool { key == "UTF16" || key == "UTF32" }

    /// True where there is such an encoding.
    package var isKnown: Bool { isUTF8 || needsByteOrder || Self.wide.contains(key) || iconvName != nil }

    private static let wide: Set<String> = [
        "UTF16LE", "UTF16BE", "UTF32LE", "UTF32BE", "UCS2LE", "UCS2BE", "UCS4LE", "UCS4BE",
    ]

    /// The name that iconv has for it; nil when it does not know it.
    var iconvName: String? {
        let common = Self.common[key]?.iconv
        // Text after a slash changes how iconv converts, and an empty name is the user's own locale.
        let names = [common, key, written].compactMap { $0 }.filter {
            !$0.isEmpty && !$0.contains("/") && !$0.contains(",")
        }
        return names.first { Iconv(from: $0) != nil }
    }

    /// For people.
    package var shown: String { Self.common[key]?.shown ?? (written.isEmpty ? key : written.uppercased()) }

    private static let common: [String: (iconv: String, shown: String)] = {
        var names: [String: (iconv: String, shown: String)] = [
            "UTF8": ("UTF-8", "UTF-8"), "GB18030": ("GB18030", "GB18030"), "CP932": ("CP932", "Shift-JIS"),
            "EUCJP": ("EUC-JP-MS", "EUC-JP"), "UHC": ("UHC", "EUC-KR"), "BIG5": ("BIG5", "Big5"),
            "EUCTW": ("EUC-TW", "EUC-TW"), "KOI8R": ("KOI8-R", "KOI8-R"), "KOI8U": ("KOI8-U", "KOI8-U"),
            "MACROMAN": ("MACINTOSH", "Mac Roman"), "ASCII": ("ASCII", "ASCII"), "USASCII": ("ASCII", "ASCII"),
        ]
        for part in 1...16 where part != 12 { names["ISO8859\(part)"] = ("ISO-8859-\(part)", "ISO-8859-\(part)") }
        for page in 1250...1258 { names["CP\(page)"] = ("CP\(page)", "Windows-\(page)") }
        return names
    }()
}
