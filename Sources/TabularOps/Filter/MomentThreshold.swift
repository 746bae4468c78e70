import Tabular

/// A date, a time of day or a moment that values are compared with, exactly.
struct MomentThreshold: Sendable, Hashable {
    /// What grows with the day or the moment, the fraction's first digits, and those behind its ninth.
    private typealias Parts<Digits> = (seconds: Int, fractionBits: UInt64, furtherDigits: Digits?)

    private let type: ColumnType
    private let style: CalendarText.Style
    private let seconds: Int
    private let fractionBits: UInt64
    private let furtherDigits: [UInt8]

    /// Nil where the text says no such thing as a column of `type` holds, and where that is none of the three. To a column
    /// of moments a date is its midnight in UTC.
    init?(_ text: String, type: ColumnType, style: CalendarText.Style) {
        (self.type, self.style) = (type, style)
        let bytes = Array(text.utf8)
        let found = Self.parts(bytes, type, style) ?? (type == .dateTime ? Self.midnight(bytes) : nil)
        guard let found else { return nil }
        (seconds, fractionBits, furtherDigits) = (found.seconds, found.fractionBits, found.furtherDigits ?? [])
    }

    /// Where a value stands to it: before it (negative), at it (0), behind it; nil for what says no such thing.
    func order(of value: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let moment = Self.moment(value, type, style) else { return nil }
        if moment.seconds != seconds { return moment.seconds < seconds ? -1 : 1 }
        if moment.fractionBits != fractionBits { return moment.fractionBits < fractionBits ? -1 : 1 }
        guard let digits = moment.furtherDigits else { return 0 }
        if digits.elementsEqual(furtherDigits) { return 0 }
        return digits.lexicographicallyPrecedes(furtherDigits) ? -1 : 1
    }

    private static func parts(_ text: [UInt8], _ type: ColumnType, _ style: CalendarText.Style) -> Parts<[UInt8]>? {
        text.withUnsafeBufferPointer { text in
            moment(text, type, style).map { ($0.seconds, $0.fractionBits, $0.furtherDigits.map { Array($0) }) }
        }
    }

    private static func midnight(_ date: [UInt8]) -> Parts<[UInt8]>? {
        let end = date.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
        return parts(Array(date[..<end]) + Array("T00:00".utf8), .dateTime, .dayFirst)
    }

    @inline(__always)
    private static func moment(
        _ text: UnsafeBufferPointer<UInt8>, _ type: ColumnType, _ style: CalendarText.Style
    ) -> Parts<UnsafeBufferPointer<UInt8>>? {
        guard text.count <= ValueKind.longestTyped else { return nil }
        let time: CalendarText.Time?
        switch type {
        case .date: return CalendarText.date(text, style).map { ($0, 0, nil) }
        case .time: time = CalendarText.time(text)
        case .dateTime: time = CalendarText.dateTime(text)
        case .empty, .integer, .decimal, .boolean, .text: return nil
        }
        return time.map { ($0.seconds, $0.fractionBits, $0.furtherDigits) }
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

    /// Where one such text stands to another: before it (negative), at it (0), behind it; nil where they do not compare.
    package func order(of text: String, to other: String) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { text in
            if isNumeric { return Threshold(other)?.order(of: text) }
            return MomentThreshold(other, type: self, style: .dayFirst)?.order(of: text)
        }
    }
}
