import Tabular

/// The types that a value, or all values of a column, can be said to have.
struct TypeSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let integer = TypeSet(rawValue: 1)
    static let decimal = TypeSet(rawValue: 2)
    static let boolean = TypeSet(rawValue: 4)
    static let date = TypeSet(rawValue: 8)
    static let time = TypeSet(rawValue: 16)
    static let dateTime = TypeSet(rawValue: 32)
    /// Every type but text: a column of which no value was seen.
    static let unseen = TypeSet(rawValue: 128 | 63)

    /// The narrowest type in the set.
    var columnType: ColumnType {
        if self == .unseen { return .empty }
        if contains(.integer) { return .integer }
        if contains(.decimal) { return .decimal }
        if contains(.boolean) { return .boolean }
        if contains(.date) { return .date }
        if contains(.time) { return .time }
        return contains(.dateTime) ? .dateTime : .text
    }

    /// Narrows a column's types by one more value of it.
    mutating func narrow(to value: TypeSet) { formIntersection(value) }
}

extension TypeSet {
    /// The types of values that are all of `type`.
    init(_ type: ColumnType) {
        switch type {
        case .empty: self = .unseen
        case .integer: self = [.integer, .decimal]
        case .decimal: self = .decimal
        case .boolean: self = .boolean
        case .date: self = .date
        case .time: self = .time
        case .dateTime: self = .dateTime
        case .text: self = []
        }
    }
}
