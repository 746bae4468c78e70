import Tabular

/// Totals that store no values: the sum of the numbers, and the least and greatest values.
struct ValueTotals: Sendable {
    let kind: ValueKind
    /// The form of the values.
    let form: ValueForm
    /// A Boolean value that indicates whether plain numbers take the fast path.
    let readsPlainNumbers: Bool
    private(set) var sum = DecimalSum()
    private var squares = SquareSum()
    private(set) var numbers = Extremes<ShortDecimal?>()
    private var moments = Extremes<ValueKind.Moment>()
    private(set) var momentCount = 0
    /// The extremes of values that are not of the kind; of all values if it is text.
    private(set) var texts = Extremes<Void>()
    private(set) var textCount = 0
    /// The number of words for "no value".
    private(set) var nullCount = 0
    /// The infinities and NaNs, which are not summed.
    private(set) var specials = SpecialCounts()

    init(_ kind: ValueKind, _ form: ValueForm) {
        (self.kind, self.form) = (kind, form)
        readsPlainNumbers = (kind == .number || kind == .mixed) && form.readsPlainNumbers && form.type != .code
    }

    /// Adds a value that is not empty, `weight` times; does nothing for the beginning of a long number.
    @inline(__always)
    mutating func add(_ value: CountableValue, weight: Int = 1) {
        if readsPlainNumbers, !value.isMisfit, let number = ShortDecimal(value.bytes), !hidesNumber(value.bytes) {
            sum.add(number, weight: weight)
            squares.add(number, weight: weight)
            return numbers.add(number: number, value.bytes)
        }
        addOther(value, weight)
    }

    /// Returns true for a number that is an identifier: digits after a 0 in a column of texts.
    @inline(__always)
    private func hidesNumber(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        kind == .mixed && form.type == .text && CodeText.hasLeadingZero(value)
    }

    /// Adds numbers whose texts are still in memory.
    mutating func add(_ numbers: NumberRun) {
        for (sums, scale) in numbers.sums where sums.count > 0 {
            sum.add(sums.sum, scale: scale, count: sums.count)
            squares.add(sums.squares, scale: scale)
        }
        for end in [numbers.least, numbers.greatest] {
            if let end { self.numbers.add(number: end.number, end.text) }
        }
    }

    @inline(never)
    private mutating func addOther(_ value: CountableValue, _ weight: Int) {
        if form.isNull(value.bytes) && value.isWhole && !value.isMisfit {
            nullCount += weight
            return
        }
        if !value.isWhole && !value.isMisfit && kind.hasNumbers { return }
        if value.length <= ValueKind.longestTyped && !value.isMisfit && kind != .text && addTyped(value.bytes, weight) {
            return
        }
        texts.add(text: value.bytes)
        textCount += weight
    }

    /// Returns true for a number of any length, among values of the kind.
    func isNumber(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard kind.hasNumbers, form.type != .code, !hidesNumber(value) else { return false }
        return form.withNumber(value) { _ in true } ?? false
    }

    /// Adds a number of any length.
    mutating func add(longNumber value: UnsafeBufferPointer<UInt8>) { _ = addTyped(value, 1) }

    private mutating func addTyped(_ value: UnsafeBufferPointer<UInt8>, _ weight: Int) -> Bool {
        switch kind {
        case .code:
            guard CodeText.isCode(value) else { return false }
            numbers.add(number: nil, value, form)
            momentCount += weight
            return true
        case .number, .mixed:
            // Texts and codes among other cells are not quantities.
            if form.type == .code || hidesNumber(value) { return false }
            if let special = form.specialNumber(value) {
                specials.add(special, weight: weight)
                numbers.add(number: nil, value, form)
                return true
            }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueForm.room(for: value)) { room in
                guard let output = room.baseAddress, let text = form.plainNumber(of: value, in: output) else {
                    return false
                }
                return add(plain: text, weight, value)
            }
        default:
            guard let moment = kind.moment(value, form.effectiveDateOrder) else { return false }
            momentCount += weight
            moments.add(moment: moment, value)
            return true
        }
    }

    /// Adds a number with the text `value` in the table.
    private mutating func add(
        plain text: UnsafeBufferPointer<UInt8>, _ weight: Int, _ value: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if let number = ShortDecimal(text) {
            sum.add(number, weight: weight)
            squares.add(number, weight: weight)
            numbers.add(number: number, value, form)
            return true
        }
        guard let number = DecimalText(text) else { return false }
        // Squares, which may be twice as long, are not needed where there is no sum.
        if sum.add(number, weight: weight) { squares.add(number, weight: weight) }
        numbers.add(number: nil, value, form)
        return true
    }

    /// Adds other totals of the same form.
    mutating func add(_ other: ValueTotals) {
        sum.add(other.sum)
        squares.add(other.squares)
        numbers.add(numbers: other.numbers, form)
        moments.add(moments: other.moments)
        momentCount += other.momentCount
        texts.add(texts: other.texts)
        textCount += other.textCount
        nullCount += other.nullCount
        specials.add(other.specials)
    }

    /// The standard deviation of the numbers.
    var deviation: StandardDeviation? { StandardDeviation(sum, squares) }

    var numberCount: Int { sum.count + sum.beyondCount + specials.total }

    /// The least and the greatest value: of those of the kind, or of the others if there are none.
    var ends: (least: [UInt8], greatest: [UInt8])? {
        Self.ends(numbers) ?? Self.ends(moments) ?? Self.ends(texts)
    }

    private static func ends<Key>(_ extremes: Extremes<Key>) -> (least: [UInt8], greatest: [UInt8])? {
        guard let least = extremes.least, let greatest = extremes.greatest else { return nil }
        return (shown(least.text), shown(greatest.text))
    }

    /// The longest number that is shown whole: longer ones exceed the range of the sum.
    private static let longestShown = 2 * DecimalSum.powerLimit + 2

    /// The text of an extreme; of a very long number its beginning, and an ellipsis.
    static func shown(_ text: [UInt8]) -> [UInt8] {
        text.count > longestShown ? text[..<CountableValue.keptBytes] + Array("…".utf8) : text
    }
}
