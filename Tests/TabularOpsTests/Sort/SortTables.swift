import SeededRandom
import Tabular

/// Values that are hard to sort, at random.
struct SortTables {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// So many values of one of several kinds, and the type that a column of them has.
    mutating func column(_ kind: Kind, count: Int) -> (type: ColumnType, values: [[UInt8]?]) {
        let shared = Array(
            String(repeating: random.pick(["a", "user-", "\u{1}", "ä"]), count: random.int(0...30)).utf8)
        let words = (0..<random.int(1...20)).map { _ in text(upTo: 40) }
        let values: [[UInt8]?] = (0..<count).map { index in
            if random.oneIn(12) { return random.oneIn(2) ? nil : [] }
            if random.oneIn(25) { return text(upTo: 12) }
            switch kind {
            case .integers: return Array(String(random.int(-300...300)).utf8)
            case .numbers: return Array(number().utf8)
            case .dates: return Array(date().utf8)
            case .times: return Array(time().utf8)
            case .truths: return Array(random.pick(["true", "False", "yes", "NO", " true "]).utf8)
            case .texts: return text(upTo: 30)
            case .beginnings: return shared + text(upTo: 14)
            case .words: return random.pick(words)
            case .equal: return Array("always the same and rather long".utf8)
            case .ascending: return Array(String(1_000_000 + index).utf8)
            case .descending: return Array(String(9_000_000 - index).utf8)
            case .long: return [UInt8](repeating: 120, count: random.int(100...5000)) + text(upTo: 3)
            }
        }
        return (kind.type, values)
    }

    enum Kind: CaseIterable {
        case integers, numbers, dates, times, truths, texts, beginnings, words, equal, ascending, descending, long

        var type: ColumnType {
            switch self {
            case .integers, .ascending, .descending: .integer
            case .numbers: .decimal
            case .dates: .date
            case .times: .time
            case .truths: .boolean
            default: .text
            }
        }
    }

    /// Bytes of all kinds, also such that are no text.
    private mutating func text(upTo count: Int) -> [UInt8] {
        (0..<random.int(1...count)).map { _ in
            switch random.int(0...9) {
            case 0: UInt8(random.int(0...255))
            case 1: UInt8(random.int(0...2))
            default: UInt8(random.int(97...99))
            }
        }
    }

    private mutating func number() -> String {
        func digits(_ range: ClosedRange<Int>) -> String {
            String(
                String.UnicodeScalarView(
                    (0..<random.int(range)).map { _ in Unicode.Scalar(UInt8(random.int(48...57))) }))
        }
        let sign = random.pick(["", "", "-", "-", "+"])
        switch random.int(0...9) {
        case 0:
            return random.pick(["-0", "0", "007", "7", "7.0", "1e5", "100000", "-0.000", "1E-3", "0.001", " 7 ", "5."])
        case 1: return sign + digits(1...60)
        case 2: return sign + digits(1...30) + "." + digits(1...30)
        case 3: return sign + digits(1...3) + "e" + random.pick(["", "-", "+"]) + String(random.int(0...80))
        case 4: return sign + "." + digits(1...25)
        case 5: return sign + "1" + String(repeating: "0", count: random.int(15...25)) + digits(0...3)
        case 6: return sign + digits(1...2) + "." + String(repeating: "9", count: random.int(0...22))
        default: return sign + digits(1...3) + random.pick(["", ".5", ".25", "." + digits(1...2)])
        }
    }

    private mutating func date() -> String {
        let (year, month, day) = (random.int(1990...2010), random.int(1...12), random.int(1...28))
        return random.oneIn(2) ? "\(day).\(month).\(year)" : "\(year)-\(month)-\(day)"
    }

    private mutating func time() -> String {
        func two(_ limit: Int) -> String {
            let number = random.int(0...limit)
            return number < 10 ? "0\(number)" : "\(number)"
        }
        let fraction = random.pick(["", ".5", ".500", ".123456789", ".12345678901", ".1234567890123456"])
        return random.oneIn(3)
            ? "\(two(23)):\(two(59))" : "\(two(3)):0\(random.int(0...2)):0\(random.int(0...2))\(fraction)"
    }
}
