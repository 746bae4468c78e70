import SeededRandom
import Tabular

/// Texts of many scripts, no two of them alike: letters that need no shaping, some that do, other fonts, the other
/// direction, pictures. Words are of random letters, so that none has been met before; letters have.
enum MixedTexts {
    static var source: GeneratedSource {
        let columns = (0..<200).map { Column(name: "column \($0)", type: .text) }
        return GeneratedSource(rows: 10_000_000, columns: columns) { row, column in
            var random = Letters(seed: UInt64(bitPattern: Int64(row &* 211 &+ column)))
            return text(&random)
        }
    }

    private static func text(_ random: inout Letters) -> String {
        switch random.next(12) {
        case 0: random.word(6, 0x4E00..<0x57C4)
        case 1: random.word(5, 0x3042..<0x3094) + random.word(3, 0x30A2..<0x30F0)
        case 2: random.word(6, 0x0627..<0x063B) + " " + random.word(5, 0x0641..<0x064B)
        case 3: random.word(7, 0x03B1..<0x03CA) + " " + random.number
        case 4: random.word(4, 0x05D0..<0x05EB) + " " + random.word(5, 0x05D0..<0x05EB)
        case 5: random.word(3, 0x0E01..<0x0E2F) + random.word(1, 0x0E34..<0x0E3A) + random.word(4, 0x0E01..<0x0E2F)
        case 6: random.word(6, 0x0430..<0x0450) + ", " + random.word(4, 0x0430..<0x0450)
        case 7: random.word(6, 0x00DF..<0x00F7) + " " + random.word(5, 0x0061..<0x007B)
        case 8:
            random.word(3, 0x0061..<0x007B) + "\u{301}" + random.word(4, 0x0061..<0x007B) + "\u{308} " + random.number
        case 9: random.word(6, 0x0061..<0x007B) + " " + random.number
        case 10: random.word(2, 0x1F600..<0x1F640) + " " + random.word(6, 0x0061..<0x007B)
        default: random.word(5, 0x0627..<0x063B) + " " + random.number + " " + random.word(3, 0x0061..<0x007B)
        }
    }
}

/// Spells words of random letters.
private struct Letters {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func next(_ bound: Int) -> Int { random.int(0...bound - 1) }

    mutating func word(_ count: Int, _ letters: Range<UInt32>) -> String {
        var word = String.UnicodeScalarView()
        for _ in 0..<count {
            let letter = letters.lowerBound + UInt32(next(letters.count))
            if let scalar = Unicode.Scalar(letter) { word.append(scalar) }
        }
        return String(word)
    }

    var number: String { mutating get { String(next(1_000_000)) } }
}
