import Glibc

/// A run of short numbers whose texts are still in memory: it sums them before they are added to the totals. That reduces the
/// work for each number, since most numbers of a column have the same scale, and few are extremes.
struct NumberRun {
    struct End {
        let number: ShortDecimal
        let text: UnsafeBufferPointer<UInt8>
    }

    /// See `Extremes`.
    private(set) var least: End?
    private(set) var greatest: End?

    /// The sums of some numbers of one scale, as integers.
    struct Sums {
        var sum: Int128 = 0
        var squares = SquareSum.Lane()
        var count = 0
    }

    private var current = Sums()
    private var scale = 0
    /// The sums of the scales before the current one.
    private var earlier: [(sums: Sums, scale: Int)] = []

    /// The sums of the numbers of each scale; a scale may occur more than once.
    var sums: [(sums: Sums, scale: Int)] { earlier + [(current, scale)] }

    @inline(__always)
    mutating func add(_ number: ShortDecimal, _ text: UnsafeBufferPointer<UInt8>) {
        if number.scale != scale { turn(to: number.scale) }
        // The sum of 2⁶⁴ numbers fits.
        current.sum &+= Int128(number.digits)
        current.squares.add(squareOf: number.digits)
        current.count &+= 1
        guard let least, let greatest else {
            let end = End(number: number, text: text)
            (self.least, self.greatest) = (end, end)
            return
        }
        if !(least.number < number) && (number < least.number || Self.comesFirst(text, least.text)) {
            self.least = End(number: number, text: text)
        }
        if !(number < greatest.number) && (greatest.number < number || Self.comesFirst(text, greatest.text)) {
            self.greatest = End(number: number, text: text)
        }
    }

    @inline(never)
    private mutating func turn(to scale: Int) {
        if current.count > 0 { earlier.append((current, self.scale)) }
        current = Sums()
        self.scale = scale
    }

    /// Returns true where the bytes of a text sort before those of another text of the same number.
    private static func comesFirst(_ text: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.baseAddress, let second = other.baseAddress else { return false }
        let order = memcmp(first, second, min(text.count, other.count))
        return order < 0 || order == 0 && text.count < other.count
    }
}
