import Tabular

/// What is known of values without keeping them: the sum of the numbers among them, and the ends of what they span.
struct ValueTotals: Sendable {
    let kind: ValueKind
    private(set) var sum = DecimalSum()
    private(set) var spread = Spread()
    private(set) var numbers = Extremes<ShortDecimal?>()
    /// By either style of dates, since only all values tell which it is.
    private var moments = (Extremes<ValueKind.Moment>(), Extremes<ValueKind.Moment>())
    private var votes = DateVotes()
    /// What dates are read by, where more than these values say it.
    var settledStyle: CalendarText.Style?
    private(set) var momentCount = 0
    /// Of those that are not of the kind; of all of them where it is text.
    private(set) var texts = Extremes<Void>()
    private(set) var textCount = 0

    init(_ kind: ValueKind) { self.kind = kind }

    /// Adds a value that is not empty, `weight` times.
    @inline(__always)
    mutating func add(_ value: CountableValue, weight: Int = 1) {
        if kind == .number || kind == .mixed, let number = ShortDecimal(value.bytes) {
            sum.add(number, weight: weight)
            spread.add(number.double, weight: weight)
            return numbers.add(number: number, value.bytes)
        }
        addOther(value, weight)
    }

    /// Adds numbers that are still in memory.
    mutating func add(_ numbers: NumberRun) {
        for part in numbers.sums { sum.add(part.sum, scale: part.scale, count: part.count) }
        spread.add(numbers.spread)
        for end in [numbers.least, numbers.greatest] {
            if let end { self.numbers.add(number: end.number, end.text) }
        }
    }

    @inline(never)
    private mutating func addOther(_ value: CountableValue, _ weight: Int) {
        if value.length <= ValueKind.longestTyped && kind != .text && addTyped(value.bytes, weight) { return }
        texts.add(text: value.bytes)
        textCount += weight
    }

    private mutating func addTyped(_ value: UnsafeBufferPointer<UInt8>, _ weight: Int) -> Bool {
        if kind == .number || kind == .mixed {
            guard let number = DecimalText(value) else { return false }
            sum.add(number, weight: weight)
            if let double = number.finiteDouble { spread.add(double, weight: weight) }
            numbers.add(number: nil, value)
            return true
        }
        guard let moment = kind.moment(value, .dayFirst) else { return false }
        momentCount += weight
        moments.0.add(moment: moment, value)
        if kind == .date, let other = kind.moment(value, .monthFirst) {
            moments.1.add(moment: other, value)
            votes.add(value, weight: weight)
        }
        return true
    }

    mutating func add(_ other: ValueTotals) {
        sum.add(other.sum)
        spread.add(other.spread)
        numbers.add(numbers: other.numbers)
        moments.0.add(moments: other.moments.0)
        moments.1.add(moments: other.moments.1)
        votes.add(other.votes)
        momentCount += other.momentCount
        texts.add(texts: other.texts)
        textCount += other.textCount
    }

    var numberCount: Int { sum.count + sum.beyondCount }

    /// Whether there are dates that are read by a style.
    var hasStyledDates: Bool { votes.styled > 0 }

    /// What the first number of a date is where it could be day or month.
    var dateStyle: CalendarText.Style { settledStyle ?? votes.style }

    /// The least and the greatest value: of those of the kind, and of the others where there is none.
    var ends: (least: [UInt8], greatest: [UInt8])? {
        let moments = kind == .date && dateStyle == .monthFirst ? moments.1 : moments.0
        return Self.ends(numbers) ?? Self.ends(moments) ?? Self.ends(texts)
    }

    private static func ends<Key>(_ extremes: Extremes<Key>) -> (least: [UInt8], greatest: [UInt8])? {
        guard let least = extremes.least, let greatest = extremes.greatest else { return nil }
        return (least.text, greatest.text)
    }
}
