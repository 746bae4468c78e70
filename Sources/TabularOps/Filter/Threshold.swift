import Tabular

/// A number that values are compared with, exactly.
struct Threshold: Sendable, Hashable {
    /// The number of digits that fit into a word with room to spare.
    private static let shortDigits = 18
    private static let powers: [Int] = (0...shortDigits).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// The text in plain notation.
    let text: [UInt8]
    /// The form of the values.
    private let form: ValueForm
    private let special: SpecialNumber?
    /// True for a number with digits, which values are compared with as they are.
    let readsPlainNumbers: Bool
    /// The number times 10^`places`, where it has no more than 18 digits and no exponent.
    private let short: Int?
    private let places: Int

    /// Nil where the text is not a number that values of the form can be compared with.
    init?(_ text: String, _ form: ValueForm = ValueForm(.decimal)) {
        special = Array(text.utf8).withUnsafeBufferPointer { form.specialNumber($0) }
        guard let bytes = special.map({ Array($0.text.utf8) }) ?? form.comparedNumber(text) else { return nil }
        self.text = bytes
        // Special values order against numbers with digits without reading the digits.
        (self.form, readsPlainNumbers) = (form, form.readsPlainNumbers && special == nil)
        let short = bytes.withUnsafeBufferPointer { Self.read($0) }
        (self.short, places) = (short?.number, short?.places ?? 0)
    }

    /// Returns true where the number is less than another, whatever their notations.
    func isLess(than other: Threshold) -> Bool {
        if special != nil || other.special != nil { return (special?.side ?? 0) < (other.special?.side ?? 0) }
        return text.withUnsafeBufferPointer { other.plainOrder(of: $0) ?? 0 } < 0
    }

    /// The order of a value to the number: before it (negative), at it (0), after it; nil where the value is not a number.
    @inline(__always)
    func order(of value: UnsafeBufferPointer<UInt8>) -> Int? {
        if readsPlainNumbers, let order = shortOrder(of: value) { return order }
        if form.readsSpecialNumbers {
            return text.withUnsafeBufferPointer { form.numberOrder(of: value, to: $0) }
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueForm.room(for: value)) { room in
            room.baseAddress.flatMap { form.plainNumber(of: value, in: $0) }.flatMap { plainOrder(of: $0) }
        }
    }

    private func plainOrder(of value: UnsafeBufferPointer<UInt8>) -> Int? {
        if let order = shortOrder(of: value) { return order }
        guard let number = DecimalText(value) else { return nil }
        return text.withUnsafeBufferPointer { DecimalText($0).map { number.compare(to: $0) } }
    }

    /// The order of a plain number; nil where either number is long, or the value is not a plain number.
    @inline(__always)
    private func shortOrder(of value: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let short, let read = Self.read(value) else { return nil }
        if read.places == places { return read.number < short ? -1 : read.number == short ? 0 : 1 }
        let (more, of) = read.places < places ? (places - read.places, read.number) : (read.places - places, short)
        let (scaled, overflows) = of.multipliedReportingOverflow(by: Self.powers[more])
        if overflows { return nil }
        let (left, right) = read.places < places ? (scaled, short) : (read.number, scaled)
        return left < right ? -1 : left == right ? 0 : 1
    }

    /// The number in a text of digits with or without a sign and a point, scaled by ten to the number of fraction digits.
    @inline(__always)
    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> (number: Int, places: Int)? {
        guard text.count > 0, text.count <= shortDigits + 2 else { return nil }
        var index = 0
        let isNegative = text[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var number = 0
        var digits = 0
        var point = -1
        while index < text.count {
            let digit = text[index] &- 0x30
            if digit < 10 {
                number = number &* 10 &+ Int(digit)
                digits += 1
            } else if text[index] == UInt8(ascii: "."), point < 0 {
                point = digits
            } else {
                return nil
            }
            index += 1
        }
        guard digits > 0, digits <= shortDigits else { return nil }
        return (isNegative ? -number : number, point < 0 ? 0 : digits - point)
    }
}
