import CScan
import CUchardet

/// Guesses an encoding of a byte, or of one or two, a character.
///
/// uchardet knows words; where a table has but a few, such as a header above numbers, what a text then says decides:
/// letters of Western words have ASCII letters beside them, those of the East are common ones.
enum LegacyText {
    private static let looked = 1 << 16

    /// The encoding of a text that is not UTF-8; nil when it is, but for a few bytes, or when none fits.
    static func encoding(of sample: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        guard let base = sample.baseAddress else { return nil }
        let clean = cscan_clean_prefix(base, sample.count)
        // A character may be cut off at the sample's end.
        if clean + 3 >= sample.count && sample[clean...].allSatisfy({ $0 >= 0x80 }) { return nil }
        let around = UnsafeBufferPointer(rebasing: sample[max(0, clean - looked)...].prefix(2 * looked))
        let census = UTF8Census(around)
        if census.invalid == 0 || census.characters >= census.invalid { return nil }
        let line = sample[..<clean].lastIndex(of: SpecialBytes.lineFeed).map { $0 + 1 } ?? 0
        return fitting(UnsafeBufferPointer(rebasing: sample[line...].prefix(looked)))
    }

    /// The encoding that makes a text of `bytes`.
    static func fitting(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        let guesses = [guess(bytes), EncodingName("WINDOWS-1252")].compactMap { $0 }.compactMap {
            candidate($0, bytes)
        }
        if let sure = guesses.first(where: { $0.fit == .sure }) { return sure.encoding }
        if let eastern = EasternScript.all.first(where: { $0.isWritten(in: bytes) }) {
            return TextEncoding(EncodingName(eastern.name))
        }
        return guesses.first { $0.fit == .possible }?.encoding
    }

    private static func candidate(
        _ name: EncodingName, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (encoding: TextEncoding, fit: DecodedSample.Fit)? {
        TextEncoding(name).map { ($0, DecodedSample(bytes, $0).fit) }
    }

    private static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> EncodingName? {
        guard let detector = uchardet_new(), let base = bytes.baseAddress else { return nil }
        defer { uchardet_delete(detector) }
        uchardet_handle_data(detector, UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self), bytes.count)
        uchardet_data_end(detector)
        guard let answer = uchardet_get_charset(detector), answer.pointee != 0 else { return nil }
        let name = EncodingName(String(cString: answer))
        return western.contains(name.key) || name.needsByteOrder ? nil : name
    }

    /// What it finds for Western text of few letters; Windows-1252 has all of the first one's letters, and more signs.
    private static let western: Set<String> = [
        "ISO88591", "ISO88593", "ISO88599", "ISO885910", "ISO885913", "ISO885914", "ISO885915", "ISO885916", "CP1258",
        "ASCII", "UTF8",
    ]
}

/// Two bytes a character: the ranges in which the common ones of a script are.
private struct EasternScript {
    let name: String
    let leads: [ClosedRange<UInt8>]
    let trails: ClosedRange<UInt8>

    static let all = [
        EasternScript(name: "GB18030", leads: [0xB0...0xD7], trails: 0xA1...0xFE),
        EasternScript(name: "BIG5", leads: [0xA4...0xC6], trails: 0x40...0xFE),
        EasternScript(name: "SHIFT_JIS", leads: [0x81...0x83, 0x88...0x97], trails: 0x40...0xFC),
    ]

    /// Whether what is not ASCII are its common characters, but for one in ten.
    func isWritten(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var (common, other) = (0, 0)
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                index += 1
            } else if index + 1 < bytes.count, trails.contains(bytes[index + 1]),
                leads.contains(where: { $0.contains(bytes[index]) })
            {
                common += 1
                index += 2
            } else {
                other += 1
                index += 1
            }
        }
        return common > 1 && other * 10 <= common
    }
}

/// How much of a text is UTF-8.
struct UTF8Census {
    /// Characters of several bytes.
    private(set) var characters = 0
    /// Bytes, or beginnings of characters, that are none.
    private(set) var invalid = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): if scalar.count > 1 { characters += 1 }
            case .error: invalid += 1
            case .emptyInput: return
            }
        }
    }
}
