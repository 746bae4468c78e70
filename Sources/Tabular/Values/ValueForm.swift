/// The sign before the fraction of a number. The other one, where it occurs, groups digits.
public enum DecimalMark: String, Sendable, Hashable, Codable, CaseIterable {
    case point
    case comma

    var byte: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
}

/// The unit that all numbers of a column share. It takes no part in arithmetic: `10%` is 10.
public enum NumberUnit: Sendable, Hashable {
    case none
    case percent
    /// Values without the currency sign belong to it too.
    case currency(Currency)
}

/// The way to read the values of a column: decided once for a column, and used by sort, filter, statistics and export.
///
///     1.234,50 €   decimal, comma, €        10 %   decimal, percent        03/02/2031   date, day first
///
/// Reading never changes a text.
public struct ValueForm: Sendable, Hashable {
    /// The evidence for a reading where values alone allow more than one.
    public enum Evidence: String, Sendable, Hashable {
        /// The column's own values.
        case values
        /// Other columns of the table.
        case columns
        /// The locale of the user.
        case locale
        /// Nothing: the most common reading.
        case assumed
        /// The user.
        case chosen
    }

    public var type: ColumnType
    /// Of numbers.
    public var decimalMark = DecimalMark.point
    public var unit = NumberUnit.none
    /// Of dates; nil where all of them read the same in any order.
    public var dateOrder: DateOrder?
    /// Null words among values of the type. In a column of text they are text.
    public var nullWords: NullWords
    /// The reason for `decimalMark` or `dateOrder`.
    public var evidence = Evidence.values
    /// True where the user chose the type: then values that do not fit are misfits. A detected type fits all values.
    public var isChosen = false
    /// True where `NaN` and the infinities are numbers of the column: it holds floating-point values.
    public var readsSpecialNumbers = false

    public init(_ type: ColumnType, nullWords: NullWords = .standard) {
        (self.type, self.nullWords) = (type, nullWords)
    }

    /// The order that dates are read in.
    package var effectiveDateOrder: DateOrder { dateOrder ?? .dayFirst }
}

/// The fit of a value to the type of its column.
public enum ValueFit: Sendable, Hashable {
    /// A value of no length.
    case empty
    /// A null word, in a column that is not text.
    case null
    case fits
    case misfit
}

extension ValueForm {
    /// The fit of a value to the column.
    ///
    /// - Complexity: O(bytes).
    public func fit(of value: UnsafeBufferPointer<UInt8>) -> ValueFit {
        if value.isEmpty { return .empty }
        if isNull(value) { return .null }
        return isRead(value) ? .fits : .misfit
    }

    /// Returns true where a value is a null word.
    package func isNull(_ value: UnsafeBufferPointer<UInt8>) -> Bool { type.isTyped && nullWords.contains(value) }

    /// Returns true where a value that is neither empty nor null reads as one of the type.
    private func isRead(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        switch type {
        case .empty, .text, .binary, .json, .mixed: true
        case .duration: DurationText.read(value) != nil
        case .integer, .decimal: withNumber(value) { _ in true } ?? (specialNumber(value) != nil)
        case .code: CodeText.isCode(value)
        case .boolean: truth(of: value) != nil
        case .date: CalendarText.date(value, effectiveDateOrder) != nil
        case .time: CalendarText.time(value) != nil
        case .dateTime: CalendarText.dateTime(value, effectiveDateOrder) != nil
        }
    }
}

/// Codes: digits that are a name and not a quantity, such as `01067`.
package enum CodeText {
    /// Returns true for digits only, apart from spaces around them.
    package static func isCode(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        let space = UInt8(ascii: " ")
        guard let start = value.firstIndex(where: { $0 != space }), let last = value.lastIndex(where: { $0 != space })
        else { return false }
        return value[start...last].allSatisfy { $0 &- 0x30 < 10 }
    }

    /// Returns true for several digits of which the first is 0.
    package static func hasLeadingZero(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isCode(value), let start = value.firstIndex(where: { $0 != UInt8(ascii: " ") }) else { return false }
        return value[start] == 0x30 && start + 1 < value.count && value[start + 1] &- 0x30 < 10
    }
}
