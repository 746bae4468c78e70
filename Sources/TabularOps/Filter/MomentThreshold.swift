import Tabular

/// A date, time of day, moment or duration that values are compared with, exactly.
struct MomentThreshold: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case date(DateOrder)
        case time
        case dateTime(DateOrder)
        case duration
    }

    private let kind: Kind
    private let seconds: Int
    private let fractionBits: UInt64
    private let furtherDigits: [UInt8]

    /// Nil where the text is not of the form's type, or where that type is none of these. A date without a time is the moment
    /// at which it begins.
    init?(_ text: String, _ form: ValueForm) {
        switch form.type {
        case .date: kind = .date(form.effectiveDateOrder)
        case .time: kind = .time
        case .dateTime: kind = .dateTime(form.effectiveDateOrder)
        case .duration: kind = .duration
        case .integer, .decimal, .code, .boolean, .text, .empty, .binary, .json, .mixed: return nil
        }
        let kind = kind
        let moment = Array(text.utf8).withUnsafeBufferPointer { text in
            Self.read(text, kind).map { ($0.seconds, $0.fractionBits, $0.furtherDigits.map { Array($0) } ?? []) }
        }
        guard let moment else { return nil }
        (seconds, fractionBits, furtherDigits) = moment
    }

    private typealias Moment = (seconds: Int, fractionBits: UInt64, furtherDigits: UnsafeBufferPointer<UInt8>?)

    private static func read(_ value: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Moment? {
        let time: CalendarText.Time?
        switch kind {
        case .date(let order): return CalendarText.date(value, order).map { ($0, 0, nil) }
        case .duration: return DurationText.read(value).map { ($0.seconds, $0.fractionBits, nil) }
        case .time: time = CalendarText.time(value)
        case .dateTime(let order): time = CalendarText.dateTime(value, order)
        }
        return time.map { ($0.seconds, $0.fractionBits, $0.furtherDigits) }
    }

    /// Returns the order of a value to the threshold: before it (negative), at it (0), after it; nil for a value of another
    /// type.
    func order(of value: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let moment = Self.read(value, kind) else { return nil }
        if moment.seconds != seconds { return moment.seconds < seconds ? -1 : 1 }
        if moment.fractionBits != fractionBits { return moment.fractionBits < fractionBits ? -1 : 1 }
        guard let digits = moment.furtherDigits else { return 0 }
        if digits.elementsEqual(furtherDigits) { return 0 }
        return digits.lexicographicallyPrecedes(furtherDigits) ? -1 : 1
    }
}

extension ColumnType {
    /// A Boolean value that indicates whether values of the type are compared as dates, times or lengths of time.
    package var isMoment: Bool { self == .date || self == .time || self == .dateTime || self == .duration }
}

extension ValueForm {
    /// Returns true where a text can be compared with values of the column: a number with numbers, a date or time with dates or
    /// times; any text with all other values.
    package func compares(with text: String) -> Bool {
        if type.comparesNumbers { return Threshold(text, self) != nil }
        return !type.isMoment || MomentThreshold(text, self) != nil
    }

    /// The order of one comparable text to another: before it (negative), at it (0), after it; nil where they do not compare.
    package func order(of text: String, to other: String) -> Int? {
        if type.comparesNumbers {
            guard let text = Threshold(text, self), let other = Threshold(other, self) else { return nil }
            return text.isLess(than: other) ? -1 : other.isLess(than: text) ? 1 : 0
        }
        return Array(text.utf8).withUnsafeBufferPointer { MomentThreshold(other, self)?.order(of: $0) }
    }
}
