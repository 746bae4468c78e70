import Tabular

/// A date, a time of day or a moment that values are compared with, exactly.
struct MomentThreshold: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case date(CalendarText.Style)
        case time
        case dateTime
    }

    private let kind: Kind
    private let seconds: Int
    private let fractionBits: UInt64
    private let furtherDigits: [UInt8]

    /// Nil where the text is not of the columns' `type`, or that is none of these. A date by itself is the moment at which it
    /// begins. `style` is the one of the column's dates.
    init?(_ text: String, type: ColumnType, style: CalendarText.Style) {
        let kind: Kind
        switch type {
        case .date: kind = .date(style)
        case .time: kind = .time
        case .dateTime: kind = .dateTime
        case .integer, .decimal, .boolean, .text, .empty: return nil
        }
        let bytes = Array(text.utf8)
        // A date by itself, with its beginning behind it.
        let day = Array(text.utf8.reversed().drop { $0 == 0x20 }.reversed()) + Array(" 00:00".utf8)
        for text in kind == .dateTime ? [bytes, day] : [bytes] {
            let moment = text.withUnsafeBufferPointer { text in
                Self.read(text, kind).map { ($0.seconds, $0.fractionBits, $0.furtherDigits.map { Array($0) } ?? []) }
            }
            guard let moment else { continue }
            self.kind = kind
            (seconds, fractionBits, furtherDigits) = moment
            return
        }
        return nil
    }

    private typealias Moment = (seconds: Int, fractionBits: UInt64, furtherDigits: UnsafeBufferPointer<UInt8>?)

    private static func read(_ value: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Moment? {
        let time: CalendarText.Time?
        switch kind {
        case .date(let style): return CalendarText.date(value, style).map { ($0, 0, nil) }
        case .time: time = CalendarText.time(value)
        case .dateTime: time = CalendarText.dateTime(value)
        }
        return time.map { ($0.seconds, $0.fractionBits, $0.furtherDigits) }
    }

    /// Where a value stands to it: before it (negative), at it (0), behind it; nil for what is of another type.
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
    /// Whether values of the type are compared as dates or times.
    package var isMoment: Bool { self == .date || self == .time || self == .dateTime }

    /// Whether a text can be compared with a column's values of this type as what they are: with those of numbers a number,
    /// with those of dates and times such; any text with all others.
    package func compares(with text: String) -> Bool {
        if isNumeric { return Threshold(text) != nil }
        return !isMoment || MomentThreshold(text, type: self, style: .dayFirst) != nil
    }

    /// Where one such text stands to another: before it (negative), at it (0), behind it; nil where they do not compare, and
    /// where that depends on what the first number of a date is.
    package func order(of text: String, to other: String) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { text in
            if isNumeric { return Threshold(other)?.order(of: text) }
            let orders = [CalendarText.Style.dayFirst, .monthFirst].map { style in
                MomentThreshold(other, type: self, style: style)?.order(of: text)
            }
            return orders[0] == orders[1] ? orders[0] : nil
        }
    }
}
