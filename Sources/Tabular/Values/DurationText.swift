/// Lengths of time in the form of ISO 8601, as numbers that compare:
///
///     P14M3DT1H2M3.004S   PT1.5S   -PT0.5S   P1M-2DT0.000000003S
///
/// A sign precedes all of it or single parts, which come from the longest to the shortest, each once. In comparisons a year has
/// 12 months, a month 30 days and a day 24 hours, as in databases.
package enum DurationText {
    /// A duration. The fraction has the first nine digits after the point, and a 0 as the lowest bit.
    package typealias Length = (seconds: Int, fractionBits: UInt64)

    private static let nanoseconds = 1_000_000_000
    private static let day = 86_400

    /// The seconds of each part before T, then of each after it, by its letter.
    private static let days: [(letter: UInt8, seconds: Int)] = [
        (UInt8(ascii: "Y"), 360 * day), (UInt8(ascii: "M"), 30 * day), (UInt8(ascii: "W"), 7 * day),
        (UInt8(ascii: "D"), day),
    ]
    private static let times: [(letter: UInt8, seconds: Int)] = [
        (UInt8(ascii: "H"), 3600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1),
    ]

    /// The duration that a text represents; nil where it is none, or needs more digits than there is room for.
    ///
    /// - Complexity: O(bytes).
    package static func read(_ text: UnsafeBufferPointer<UInt8>) -> Length? {
        var reader = Reader(text: text)
        let isNegative = reader.sign()
        guard reader.take(UInt8(ascii: "P")) else { return nil }
        var (total, hasParts) = ((seconds: 0, nanoseconds: 0), false)
        for (units, isTime) in [(days, false), (times, true)] {
            if isTime {
                guard reader.take(UInt8(ascii: "T")) else { break }
                hasParts = false
            }
            var units = units[...]
            while let part = reader.part() {
                guard let index = units.firstIndex(where: { $0.letter == part.letter }),
                    part.nanoseconds == 0 || units[index].seconds == 1
                else { return nil }
                let (seconds, overflows) = part.whole.multipliedReportingOverflow(by: units[index].seconds)
                let (sum, isBeyond) = total.seconds.addingReportingOverflow(seconds)
                if overflows || isBeyond { return nil }
                total = (sum, total.nanoseconds + part.nanoseconds)
                units = units[(index + 1)...]
                hasParts = true
            }
        }
        guard hasParts, reader.isAtEnd, total.seconds > .min + 1 else { return nil }
        if isNegative { total = (-total.seconds, -total.nanoseconds) }
        if total.nanoseconds < 0 { total = (total.seconds - 1, total.nanoseconds + nanoseconds) }
        return (total.seconds, UInt64(total.nanoseconds) << 1)
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        private var index = 0

        init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

        var isAtEnd: Bool { index == text.count }

        mutating func take(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }

        /// Reads a sign, if there is one; true for a minus.
        mutating func sign() -> Bool { take(UInt8(ascii: "-")) || take(UInt8(ascii: "+")) && false }

        /// Reads a number and the letter after it; nil, without advancing, where there is none.
        mutating func part() -> (whole: Int, nanoseconds: Int, letter: UInt8)? {
            let start = index
            guard let part = number() else {
                index = start
                return nil
            }
            return part
        }

        private mutating func number() -> (whole: Int, nanoseconds: Int, letter: UInt8)? {
            let isNegative = sign()
            guard let whole = digits(atMost: 18) else { return nil }
            var fraction = 0
            if take(UInt8(ascii: ".")) {
                let start = index
                guard let value = digits(atMost: 9) else { return nil }
                fraction = value
                for _ in index - start..<9 { fraction *= 10 }
                while take(0x30) {}
            }
            guard index < text.count else { return nil }
            index += 1
            return (isNegative ? -whole : whole, isNegative ? -fraction : fraction, text[index - 1])
        }

        private mutating func digits(atMost limit: Int) -> Int? {
            let start = index
            var value = 0
            while index < text.count, index - start < limit, text[index] &- 0x30 < 10 {
                value = value * 10 + Int(text[index] &- 0x30)
                index += 1
            }
            return index > start ? value : nil
        }
    }
}
