import CScan
import CUchardet

/// A guess at the encoding of a text, with its cost.
package struct EncodingCandidate: Sendable, Hashable {
    package let name: String
    /// Bits: the lowest wins.
    package var cost: Double
}

/// Detects an encoding of a byte, or of one or two, a character.
///
/// Every candidate reads the lines that are not ASCII, and the one in which they look most like text wins. The measure is a
/// cost in bits: of each letter by how common it is in the languages that are written in the encoding, of each sign, of its
/// context (a capital letter after a small one, a sign inside a word, letters of two scripts in one word), and of the encoding
/// itself. Windows-1252 has no cost of its own; control characters and bytes without a character cost more than all else, and
/// no text in an encoding has many of them. uchardet, which knows words, has a vote where there are enough bytes for it; the
/// locale has another.
package enum LegacyText {
    private static let looked = 1 << 16
    /// Bytes of text that are compared.
    private static let excerptLength = 1 << 12
    /// Bytes of a line that are compared.
    private static let lineLength = 240
    /// Bytes beyond ASCII from which on uchardet's vote counts.
    private static let detectorMinimum = 10
    private static let detectorBonus = 8.0
    private static let localeBonus = 7.0
    /// A text costs less, for each byte beyond ASCII.
    private static let plausible = 10.0

    /// The encodings of a text that is not UTF-8, from the likeliest on; none when it is, but for a few bytes, or when none
    /// fits.
    package static func candidates(in sample: UnsafeBufferPointer<UInt8>) -> [EncodingCandidate] {
        guard let base = sample.baseAddress else { return [] }
        if sample.hasShiftsOfISO2022JP { return candidates(sample) }
        let clean = cscan_clean_prefix(base, sample.count)
        if clean == sample.count { return [] }
        // A character may be cut off at the sample's end.
        if clean + 3 >= sample.count && sample[clean...].allSatisfy({ $0 >= 0x80 }) {
            let isCutOff = UTF8Census(UnsafeBufferPointer(rebasing: sample[clean...])).isBeginning
            if isCutOff { return [] }
        }
        let around = UnsafeBufferPointer(rebasing: sample[max(0, clean - looked)...].prefix(2 * looked))
        let census = UTF8Census(around)
        if census.invalid == 0 || census.characters >= census.invalid { return [] }
        let line = sample[..<clean].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return candidates(UnsafeBufferPointer(rebasing: sample[line...].prefix(looked)))
    }

    /// The encoding in which `bytes` are text.
    package static func fitting(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        candidates(bytes).first.flatMap { TextEncoding(EncodingName($0.name)) }
    }

    /// The encodings in which `bytes` are text, from the likeliest on.
    package static func candidates(
        _ bytes: UnsafeBufferPointer<UInt8>, locale: String? = LocaleLanguage.current
    ) -> [EncodingCandidate] {
        if bytes.hasShiftsOfISO2022JP { return [EncodingCandidate(name: "ISO-2022-JP", cost: 0)] }
        let excerpt = Excerpt(bytes, length: excerptLength, lineLength: lineLength)
        guard excerpt.beyondASCII > 0 else { return [] }
        let guess = excerpt.beyondASCII >= detectorMinimum ? guess(bytes) : nil
        var found = ByteEncodingModel.all.map { excerpt.candidate($0, locale, localeBonus) }
        found += PairEncodingModel.all.map { excerpt.candidate($0, locale, localeBonus) }
        for index in found.indices where guess == EncodingName(found[index].name) { found[index].cost -= detectorBonus }
        let limit = plausible * Double(excerpt.beyondASCII) + 4
        return found.filter { $0.cost <= limit }.sorted { $0.cost < $1.cost }
    }

    private static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> EncodingName? {
        guard let detector = uchardet_new(), let base = bytes.baseAddress else { return nil }
        defer { uchardet_delete(detector) }
        uchardet_handle_data(detector, UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self), bytes.count)
        uchardet_data_end(detector)
        guard let answer = uchardet_get_charset(detector), answer.pointee != 0 else { return nil }
        let name = EncodingName(String(cString: answer))
        let windows = ["ISO88591": "CP1252", "ISO885915": "CP1252", "ISO88599": "CP1254", "ISO885913": "CP1257"]
        return windows[name.key].map { EncodingName($0) } ?? name
    }
}

/// The words of a sample that are not ASCII, each once: a value that a column repeats says no more the second time. Of long
/// lines the beginnings are compared.
private struct Excerpt {
    private(set) var bytes: [UInt8] = []
    private(set) var beyondASCII = 0

    init(_ sample: UnsafeBufferPointer<UInt8>, length: Int, lineLength: Int) {
        var bytes: [UInt8] = []
        var known: Set<[UInt8]> = []
        sample.forEachLine { line, _ in
            guard bytes.count < length, let first = line.firstIndex(where: { $0 >= 0x80 }) else { return }
            let part = line[max(0, first - 16)...].prefix(lineLength)
            for word in part.split(whereSeparator: Self.endsWord) where word.contains(where: { $0 >= 0x80 }) {
                guard known.insert(Array(word)).inserted else { continue }
                bytes += word
                bytes.append(UInt8(ascii: " "))
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        self.bytes = bytes
        beyondASCII = bytes.count { $0 >= 0x80 }
    }

    /// Returns true for bytes that are part of no character of several bytes, and of no word.
    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\"")
    }

    // MARK: - A byte a character

    func candidate(_ model: ByteEncodingModel, _ locale: String?, _ bonus: Double) -> EncodingCandidate {
        var sums = model.languages.map { $0.rarity - ($0.code == locale ? bonus : 0) }
        var shared = model.rarity
        for index in bytes.indices where bytes[index] >= 0x80 {
            let byte = Int(bytes[index]) - 0x80
            for language in sums.indices { sums[language] += model.costs[language][byte] }
            shared += neighbours(index, model)
        }
        return EncodingCandidate(name: model.name, cost: shared + (sums.min() ?? 0))
    }

    private func kind(_ index: Int, _ model: ByteEncodingModel) -> ByteEncodingModel.Kind? {
        guard bytes.indices.contains(index) else { return nil }
        switch bytes[index] {
        case 0x61...0x7A: return .lowercase
        case 0x41...0x5A: return .uppercase
        case 0..<0x80: return nil
        default: return model.kinds[Int(bytes[index]) - 0x80]
        }
    }

    /// The cost of a character by its context.
    private func neighbours(_ index: Int, _ model: ByteEncodingModel) -> Double {
        let (before, own, after) = (kind(index - 1, model), kind(index, model), kind(index + 1, model))
        let sides = [before, after]
        let letters = sides.count { $0.isLetter }
        switch own {
        case .sign:
            let place = model.place(of: bytes[index])
            let signs = sides.count { $0 == .sign || $0 == .mark || $0 == .impossible }
            var cost = 4 * Double(signs)
            if letters == 2 {
                cost += place.isDisjoint(with: [.afterLetters, .beforeLetters]) ? 10 : 8
            } else if letters == 1 {
                let isInPlace =
                    before.isLetter
                    ? place.contains(.afterLetters) || place.contains(.afterUnits) && isUnit(before: index)
                    : place.contains(.beforeLetters)
                cost += isInPlace ? 0 : before.isLetter ? 5 : 7
            }
            return cost
        case .mark:
            let place = model.place(of: bytes[index])
            let others = [index - 1, index + 1].count { side in
                kind(side, model) == .sign
                    || kind(side, model) == .mark && place.isDisjoint(with: .besideMarks)
                        && model.place(of: bytes[side]).isDisjoint(with: .besideMarks)
            }
            let isInside = letters == 2 || before.isLetter && place.contains(.opening)
            return (isInside ? 8 : 0) + 4 * Double(others)
        case .space: return letters == 2 ? 7 : 0
        case .joiner:
            if letters == 0 { return isDigit(index - 1) || isDigit(index + 1) ? 0 : 3 }
            // In other words than Catalan ones it is a sign.
            if letters == 2, model.place(of: bytes[index]).contains(.doublingL), !isDoubledL(around: index) { return 8 }
            // A word seldom begins with an apostrophe.
            return before.isLetter ? 0 : 5
        case .impossible, nil: return 0
        case .lowercase, .uppercase, .caseless: break
        }
        var cost = letters == 0 ? 3.0 : 0
        if own == .uppercase && before == .lowercase { cost += 7 }
        // Of words in capitals no letter is rarer for being one.
        if own == .uppercase && (before == .uppercase || after == .uppercase) { cost -= 1 }
        if model.isFinal(bytes[index]) && after.isLetter { cost += 7 }
        if own == .uppercase && before == .uppercase && after == .lowercase { cost += 2 }
        if own == .lowercase && before == .uppercase && after == .uppercase { cost += 3 }
        let latin = [index - 1, index + 1].count { side in
            bytes.indices.contains(side) && bytes[side] < 0x80 && kind(side, model).isLetter
        }
        if model.areLatin[Int(bytes[index]) - 0x80] {
            // Most letters of a Latin text are ASCII.
            if letters > 0 && latin == 0 { cost += isNearASCIILetter(index) ? 2 : 6 }
        } else {
            cost += 7 * Double(latin)
        }
        // Letters with and without case are of different scripts.
        if sides.contains(where: { $0.isLetter && ($0 == .caseless) != (own == .caseless) }) { cost += 7 }
        return cost
    }

    /// True where `m`, `cm`, `dm`, `km` or `mm` precedes a sign.
    private func isUnit(before index: Int) -> Bool {
        guard index > 0, bytes[index - 1] | 0x20 == UInt8(ascii: "m") else { return false }
        let isPrefixed = index > 1 && "ckdm".utf8.contains(bytes[index - 2] | 0x20)
        let first = index - (isPrefixed ? 3 : 2)
        return first < 0 || bytes[first] < 0x80 && !isLetter(first)
    }

    /// True where an ASCII letter is two or three positions away in the same word.
    private func isNearASCIILetter(_ index: Int) -> Bool {
        for step in [-1, 1] {
            for distance in 1...3 {
                let place = index + step * distance
                guard bytes.indices.contains(place), bytes[place] >= 0x80 || isLetter(place) else { break }
                if isLetter(place) { return true }
            }
        }
        return false
    }

    /// True between two letters L of ASCII.
    private func isDoubledL(around index: Int) -> Bool {
        [index - 1, index + 1].allSatisfy { bytes.indices.contains($0) && bytes[$0] | 0x20 == UInt8(ascii: "l") }
    }

    private func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index]) }

    // MARK: - Two bytes a character

    func candidate(_ model: PairEncodingModel, _ locale: String?, _ bonus: Double) -> EncodingCandidate {
        var cost = model.rarity - (model.language == locale ? bonus : 0)
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            let trail = index + 1 < bytes.count ? bytes[index + 1] : 0
            let pair = model.cost(bytes[index], trail, behind: index > 0 ? bytes[index - 1] : 0)
            cost += pair.cost
            // Letters on both sides are rare but for names of brands.
            let isBetween = isLetter(index - 1) && isLetter(index + pair.length)
            if isBetween { cost += 5 }
            index += pair.length
        }
        return EncodingCandidate(name: model.name, cost: cost)
    }

    private func isLetter(_ index: Int) -> Bool {
        bytes.indices.contains(index) && (0x61...0x7A).contains(bytes[index] | 0x20)
    }
}

extension ByteEncodingModel.Kind? {
    fileprivate var isLetter: Bool { self == .lowercase || self == .uppercase || self == .caseless }
}

extension UnsafeBufferPointer<UInt8> {
    /// True for ASCII bytes with the escape sequences that go to two-byte characters and back.
    fileprivate var hasShiftsOfISO2022JP: Bool {
        contains(byte: 0x1B) && (contains("\u{1B}$B") || contains("\u{1B}$@")) && allSatisfy { $0 < 0x80 }
    }
}

/// The share of a text that is UTF-8.
package struct UTF8Census {
    /// Characters of several bytes.
    package private(set) var characters = 0
    /// Bytes, or beginnings of characters, that are invalid.
    private(set) var invalid = 0
    /// True where all of it is the beginning of one character.
    var isBeginning: Bool { characters == 0 && invalid == 1 && length < 4 && startsWithLead }
    private var length = 0
    private var startsWithLead = false

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        length = bytes.count
        startsWithLead = bytes.first.map { (0xC2...0xF4).contains($0) } ?? false
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): if scalar.count > 1 { characters += 1 }
            case .error: invalid += 1
            case .emptyInput:
                let surrogates = invalid > 0 ? Self.surrogates(in: bytes) : 0
                characters += surrogates
                invalid -= min(invalid, 3 * surrogates)
                return
            }
        }
    }

    /// Halves of UTF-16 pairs, each in three bytes: what some programs write instead of UTF-8.
    private static func surrogates(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard bytes.count > 2 else { return 0 }
        return (0..<bytes.count - 2).count { index in
            bytes[index] == 0xED && (0xA0...0xBF).contains(bytes[index + 1])
                && (0x80...0xBF).contains(bytes[index + 2])
        }
    }
}
