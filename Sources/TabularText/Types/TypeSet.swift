import Tabular

/// The readings that a value, or all values of a column, can have. The set of a column is the intersection of the sets of its
/// values, so that a column whose values are `1.234`, `999` and `3,40` is left with numbers with a comma only.
///
/// Text has none. A null word has all of them, since it does not constrain the others.
struct TypeSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    /// Numbers by a decimal point, and by a decimal comma.
    static let integer = TypeSet(rawValue: 1 << 1)
    static let decimal = TypeSet(rawValue: 1 << 2)
    static let commaInteger = TypeSet(rawValue: 1 << 3)
    static let commaDecimal = TypeSet(rawValue: 1 << 4)
    static let boolean = TypeSet(rawValue: 1 << 5)
    static let date = TypeSet(rawValue: 1 << 6)
    static let time = TypeSet(rawValue: 1 << 7)
    /// A date is a moment too, the first of its day.
    static let dateTime = TypeSet(rawValue: 1 << 8)

    /// Digits alone, and no 0 before others.
    static let digits = TypeSet(rawValue: 1 << 9)
    static let noLeadingZero = TypeSet(rawValue: 1 << 10)
    /// No number in which a point may be a decimal mark or separate groups; the same for a comma.
    static let clearPoints = TypeSet(rawValue: 1 << 11)
    static let clearCommas = TypeSet(rawValue: 1 << 12)
    /// All numbers have such a sign.
    static let marked = TypeSet(rawValue: 1 << 19)

    /// The orders that it is a date by.
    static let dayFirst = TypeSet(rawValue: 1 << 13)
    static let monthFirst = TypeSet(rawValue: 1 << 14)
    static let yearFirst = TypeSet(rawValue: 1 << 15)
    /// Dates whose order matters have points between their numbers; the same for dashes. Others have both.
    static let pointed = TypeSet(rawValue: 1 << 16)
    static let dashed = TypeSet(rawValue: 1 << 17)

    /// A truth value where the user declares the column to hold those.
    static let flag = TypeSet(rawValue: 1 << 18)

    /// The unit of numbers.
    static let percent = TypeSet(rawValue: 1 << 20)
    static let noUnit = TypeSet(rawValue: 1 << 21)

    static func currency(_ currency: Currency) -> TypeSet { TypeSet(rawValue: 1 << (22 + UInt64(currency.number))) }

    /// A column of which no value was seen.
    static let unseen = TypeSet(rawValue: .max)
    /// A null word.
    static let null = TypeSet(rawValue: .max - 1)

    static let numbers: TypeSet = [.integer, .decimal, .commaInteger, .commaDecimal]
    static let orders: TypeSet = [.dayFirst, .monthFirst, .yearFirst]
    static let units = TypeSet(rawValue: .max << 20)
    /// Of a number without a unit, which may occur among those of a currency.
    static let freeUnits = units.subtracting(.percent)

    // The sets of the most common forms.

    static let signedInteger: TypeSet = [numbers, clearPoints, clearCommas, noLeadingZero, freeUnits]
    static let code: TypeSet = [numbers, clearPoints, clearCommas, digits, freeUnits]
    static let wholeNumber: TypeSet = [code, noLeadingZero]
    static let pointNumber: TypeSet = [decimal, clearPoints, clearCommas, noLeadingZero, freeUnits]
    static let commaNumber: TypeSet = [commaDecimal, clearPoints, clearCommas, noLeadingZero, freeUnits]
    /// `1.234` and `1,234`
    static let openPoint: TypeSet = [
        decimal, commaInteger, commaDecimal, clearCommas, noLeadingZero, marked, freeUnits,
    ]
    static let openComma: TypeSet = [integer, decimal, commaDecimal, clearPoints, noLeadingZero, marked, freeUnits]
    static let clearDate: TypeSet = [date, dateTime, orders, pointed, dashed]
    static let clearDateTime: TypeSet = [dateTime, orders, pointed, dashed]

    /// Narrows a column's readings by one more value of it; none remain where only details of some would.
    @inline(__always)
    mutating func narrow(to value: TypeSet) {
        formIntersection(value)
        if !isPossible { self = [] }
    }

    /// A Boolean value that indicates whether there is a reading that is more than text.
    private var isPossible: Bool {
        !isDisjoint(with: Self.numbers) && !isDisjoint(with: Self.units) || !isDisjoint(with: [.boolean, .time])
            || !isDisjoint(with: [.date, .dateTime]) && !isDisjoint(with: Self.orders)
    }

    /// A Boolean value that indicates whether the value is a null word.
    var isNull: Bool { self == .null }
}

extension TypeSet {
    /// The type of numbers by a mark; nil where there are none.
    func numbers(_ mark: DecimalMark) -> ColumnType? {
        guard !isDisjoint(with: .units) else { return nil }
        let (integer, decimal): (TypeSet, TypeSet) =
            mark == .point ? (.integer, .decimal) : (.commaInteger, .commaDecimal)
        if contains(integer) { return contains(.digits) && !contains(.noLeadingZero) ? .code : .integer }
        return contains(decimal) ? .decimal : nil
    }

    /// A Boolean value that indicates whether the number has different values with a point and with a comma as mark.
    var isOpen: Bool { contains(.decimal) && contains(.commaDecimal) && !contains([.clearPoints, .clearCommas]) }

    var unit: NumberUnit {
        if contains(.noUnit) { return .none }
        if contains(.percent) { return .percent }
        let number = isDisjoint(with: .units) ? 0 : (rawValue & Self.units.rawValue).trailingZeroBitCount - 22
        return .currency(Currency(number: UInt8(number)))
    }

    /// The type of dates or times; nil where there are none.
    var moments: ColumnType? {
        if contains(.time) { return .time }
        guard !isDisjoint(with: .orders) else { return nil }
        return contains(.date) ? .date : contains(.dateTime) ? .dateTime : nil
    }

    func contains(_ order: DateOrder) -> Bool {
        switch order {
        case .dayFirst: contains(TypeSet.dayFirst)
        case .monthFirst: contains(TypeSet.monthFirst)
        case .yearFirst: contains(TypeSet.yearFirst)
        }
    }

    /// The narrowest type in the set, regardless of other columns.
    var columnType: ColumnType {
        if self == .unseen { return .empty }
        if self == .null { return .text }
        if let type = numbers(.point) ?? numbers(.comma) { return type }
        return contains(.boolean) ? .boolean : moments ?? .text
    }
}
