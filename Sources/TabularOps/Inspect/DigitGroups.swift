import Tabular

/// The breaks between groups of three digits of a number, counted from its point in both directions, for display: a narrow
/// no-break space (U+202F) is inserted at each break, and every digit stays as written.
///
///     -1234567.8901     whole 1..<8, fraction 9..<13; breaks before the bytes 2, 5 and 12
///     -1 234 567.890 1
package struct DigitGroups {
    private static let space: StaticString = "\u{202F}"
    /// The number of bytes inserted at a break.
    private static let spaceLength = space.utf8CodeUnitCount

    /// The byte ranges of the digits before the point, and of those after it.
    let whole: Range<Int>
    let fraction: Range<Int>
    private let startsWithZero: Bool

    /// Nil where `value` is not a number in a form that the readers know.
    ///
    /// - Complexity: O(bytes). Allocates nothing.
    package init?(_ value: UnsafeBufferPointer<UInt8>) {
        guard DecimalText(value) != nil else { return nil }
        var index = value.firstIndex { $0 != UInt8(ascii: " ") } ?? value.count
        func skip(_ sign: UInt8) -> Bool {
            guard index < value.count, value[index] == sign else { return false }
            index += 1
            return true
        }
        func digits() -> Range<Int> {
            let start = index
            while index < value.count, value[index] &- 0x30 < 10 { index += 1 }
            return start..<index
        }
        if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
        whole = digits()
        fraction = skip(UInt8(ascii: ".")) ? digits() : index..<index
        startsWithZero = !whole.isEmpty && value[whole.lowerBound] == UInt8(ascii: "0")
    }

    /// True for a number with five or more digits before its point and no leading 0, which groups make easier to read. A number
    /// with a leading 0 may be a key, which must not be split; one with four digits may be a year.
    package var isLongQuantity: Bool { whole.count >= 5 && !startsWithZero }

    /// The number of breaks.
    package var count: Int { wholeBreaks.count + fractionBreaks.count }

    /// The byte index of the first break of a side, and the number of its breaks, three bytes apart.
    private typealias Breaks = (first: Int, count: Int)

    private var wholeBreaks: Breaks {
        let count = max(0, whole.count - 1) / 3
        return (whole.upperBound - 3 * count, count)
    }

    private var fractionBreaks: Breaks { (fraction.lowerBound + 3, max(0, fraction.count - 1) / 3) }

    /// Returns the number of breaks before the byte at `index`, not counting one directly before it.
    private func count(before index: Int) -> Int {
        func count(_ breaks: Breaks) -> Int {
            index > breaks.first ? min(breaks.count, (index - 1 - breaks.first) / 3 + 1) : 0
        }
        return count(wholeBreaks) + count(fractionBreaks)
    }

    /// Appends the first `limit` bytes of the number, which must be the one passed to the initializer.
    package func append(_ value: UnsafeBufferPointer<UInt8>, limit: Int = .max, to text: inout [UInt8]) {
        let end = min(limit, value.count)
        var done = 0
        func append(_ breaks: Breaks) {
            for number in 0..<breaks.count {
                let place = breaks.first + 3 * number
                guard place < end else { return }
                text.append(contentsOf: UnsafeBufferPointer(rebasing: value[done..<place]))
                Self.space.withUTF8Buffer { text.append(contentsOf: $0) }
                done = place
            }
        }
        append(wholeBreaks)
        append(fractionBreaks)
        text.append(contentsOf: UnsafeBufferPointer(rebasing: value[done..<end]))
    }

    /// Returns the range of some bytes of the number in the output of `append`, without the spaces at its ends.
    package func shown(_ part: Range<Int>) -> Range<Int> {
        let start = part.lowerBound + Self.spaceLength * count(before: part.lowerBound + 1)
        return start..<max(start + 1, part.upperBound + Self.spaceLength * count(before: part.upperBound))
    }
}
