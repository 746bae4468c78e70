import Tabular

/// The sorted values of a column that are of its kind: all of them with their counts, or those of a sample.
struct OrderedValues {
    private struct Value {
        /// The position on the axis; for a number the nearest binary fraction, or an infinity: it preserves the order.
        var position: Double
        /// False where another number may have the same position.
        var isOnlyOne: Bool
        /// The index in the table of counts, or in the sample.
        var index: Int
        var count: Int
    }

    /// The memory of a value, in bytes.
    static let valueBytes = MemoryLayout<Value>.stride

    /// The intended maximum number of bars.
    static let barCount = 30

    private var values: [Value] = []
    private var count = 0
    private var texts: (Int) -> [UInt8] = { _ in [] }
    private(set) var error = 0.0
    private let kind: ValueKind
    private let form: ValueForm

    /// - Complexity: O(n · log n) in the number of stored values.
    init(_ tally: ValueTally, _ totals: ValueTotals) {
        (kind, form) = (tally.kind, tally.form)
        guard kind != .text && kind != .mixed && kind != .code else { return }
        if tally.isExact {
            let counts = tally.counts
            for index in counts.indices {
                counts.withValue(at: index) { value in
                    // The beginning of a number is another number.
                    if value.isWhole && !value.isMisfit { add(value.bytes, index, counts.occurrences(at: index)) }
                }
            }
            texts = { index in counts.withValue(at: index) { Array($0.bytes) } }
        } else {
            let sample = tally.sample
            for index in 0..<sample.count { sample.withValue(at: index) { add($0, index, 1) } }
            texts = { sample[$0] }
            // The Dvoretzky–Kiefer–Wolfowitz inequality, with Massart's constant.
            if count > 0 && count < totals.numberCount + totals.momentCount {
                error = (1.844_439_727_056_968 / Double(count)).squareRoot()
            }
        }
        // Long numbers would be at either end, or between others.
        if tally.longNumberCount > 0 {
            error += Double(tally.longNumberCount) / Double(max(1, totals.numberCount))
        }
        let (texts, kind, form) = (texts, kind, form)
        values.sort { a, b in
            if a.position != b.position { return a.position < b.position }
            if a.isOnlyOne && b.isOnlyOne { return false }
            // Numbers that differ but have the same binary fraction.
            return kind == .number && Self.isLess(texts(a.index), texts(b.index), form)
        }
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ count: Int) {
        let place: (position: Double, isOnlyOne: Bool)?
        if kind == .number, form.readsPlainNumbers, let number = ShortDecimal(text), number.isExactAsDouble {
            place = (number.double, true)
        } else if kind == .number, let special = form.specialNumber(text) {
            // NaN sorts after the infinity whose position it shares.
            place = (special.side < 0 ? -.infinity : .infinity, false)
        } else if kind == .number {
            place = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueForm.room(for: text)) { room in
                guard let output = room.baseAddress, let number = form.plainNumber(of: text, in: output) else {
                    return nil
                }
                return Self.place(of: number)
            }
        } else {
            let moment = form.isNull(text) ? nil : kind.moment(text, form.effectiveDateOrder)
            place = moment.map { ($0.position, true) }
        }
        guard let (position, isOnlyOne) = place else { return }
        values.append(Value(position: position, isOnlyOne: isOnlyOne, index: index, count: count))
        self.count += count
    }

    private static func place(of text: UnsafeBufferPointer<UInt8>) -> (position: Double, isOnlyOne: Bool)? {
        if let short = ShortDecimal(text), short.isExactAsDouble { return (short.double, true) }
        guard let number = DecimalText(text) else { return nil }
        return (number.finiteDouble ?? (number.isNegative ? -.infinity : .infinity), false)
    }

    private static func isLess(_ a: [UInt8], _ b: [UInt8], _ form: ValueForm) -> Bool {
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                form.numberOrder(of: a, to: b).map { $0 < 0 } ?? false
            }
        }
    }

    /// Returns the least value that is not less than at least `share` of all values.
    func text(atShare share: Double) -> [UInt8]? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for value in values {
            seen += value.count
            if seen >= rank { return texts(value.index) }
        }
        return nil
    }

    /// Returns bars of a round width, and how many of `total` values are in each.
    func bars(of total: Int) -> [ColumnStatistics.Bar] {
        // Infinities and NaN are in no bar.
        let values = form.readsSpecialNumbers ? values.filter { $0.position.isFinite } : values
        let seen = form.readsSpecialNumbers ? values.reduce(0) { $0 + $1.count } : self.count
        guard let first = values.first?.position, let last = values.last?.position else { return [] }
        let (least, most) = (-Double.greatestFiniteMagnitude, Double.greatestFiniteMagnitude)
        let one = [ColumnStatistics.Bar(lower: max(first, least), upper: min(last, most), count: total)]
        // Bars need finite bounds.
        guard first.isFinite, last.isFinite, (last - first).isFinite else { return one }
        let scale = BarScale(width: Self.width(for: last - first, kind))
        let start = scale.index(of: first)
        let barCount = max(1, Int(scale.index(of: last) - start) + 1)
        // Numbers may be so close together that their binary fractions cannot resolve the width.
        guard barCount <= 2 * Self.barCount, scale.bound(start + 1) > scale.bound(start) else { return one }
        var counts = [Int](repeating: 0, count: barCount)
        for value in values {
            counts[max(0, min(barCount - 1, Int(scale.index(of: value.position) - start)))] += value.count
        }
        return counts.enumerated().map { index, count in
            let share = Double(count) / Double(seen)
            return ColumnStatistics.Bar(
                lower: scale.bound(start + Double(index)), upper: scale.bound(start + Double(index) + 1),
                count: error == 0 ? count : Int((share * Double(total)).rounded()))
        }
    }

    /// 1, 2 or 5 times a power of ten for numbers; a common unit of time for dates and times.
    private static func width(for span: Double, _ kind: ValueKind) -> Double {
        let least = span / Double(barCount - 1)
        if kind != .number {
            let day = 86_400.0
            let lengths: [Double] =
                kind == .date ? [] : [1.0, 5, 15, 60, 300, 900, 3600, 3 * 3600, 6 * 3600]
            let longer: [Double] = [day, 7 * day, 30 * day, 90 * day, 365 * day, 5 * 365 * day, 10 * 365 * day]
            if let length = (lengths + longer).first(where: { $0 >= least }) { return length }
        }
        guard least > 0 else { return 1 }
        var power = 1.0
        while power < least { power *= 10 }
        while power / 10 >= least { power /= 10 }
        for factor in [0.2, 0.5] where power * factor >= least { return power * factor }
        return power
    }
}

/// The bounds of bars of one width, as the nearest fractions of round decimals, so that 0.3 is in the bar from 0.3 on.
private struct BarScale {
    let width: Double
    /// The number of bars in 1; nil unless it is greater than 1. 3 / 10 is the number nearest to 0.3, while 3 · 0.1 is not.
    private let inOne: Double?

    init(width: Double) {
        self.width = width
        let inOne = (1 / width).rounded()
        self.inOne = width < 1 && inOne.isFinite ? inOne : nil
    }

    /// Returns the lower bound of the bar `index`.
    func bound(_ index: Double) -> Double { inOne.map { index / $0 } ?? index * width }

    /// Returns the index of the bar that contains a position.
    func index(of position: Double) -> Double {
        let index = (inOne.map { position * $0 } ?? position / width).rounded(.down)
        if position < bound(index) { return index - 1 }
        return position >= bound(index + 1) ? index + 1 : index
    }
}
