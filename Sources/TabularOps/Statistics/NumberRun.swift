import Glibc

/// Some short numbers one behind the other, whose texts are still in memory: what they come to, before it is added to what
/// is known of all. So little is done for each of them: numbers of a column mostly have the same scale, and few are an end.
struct NumberRun {
    struct End {
        let number: ShortDecimal
        let text: UnsafeBufferPointer<UInt8>
    }

    /// As `Extremes` has them.
    private(set) var least: End?
    private(set) var greatest: End?

    /// The sums of some numbers of one scale, without their scale.
    struct Sums {
        var sum: Int128 = 0
        var squares = SquareSum.Lane()
        var count = 0
    }

    private var current = Sums()
    private var scale = 0
    /// The sums of the scales before the current one.
    private var earlier: [(sums: Sums, scale: Int)] = []

    /// The sums of the numbers of each scale; a scale may come more than once.
    var sums: [(sums: Sums, scale: Int)] { earlier + [(current, scale)] }

    @inline(__always)
    mutating func add(_ number: ShortDecimal, _ text: UnsafeBufferPointer<UInt8>) {
        if number.scale != scale { turn(to: number.scale) }
        // 2⁶⁴ of them have room.
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
