import Tabular

/// The numbers of values of a column by their readings: enough to count how many fit any type that the user chooses, without
/// reading them again.
struct TypeTally: Sendable, Hashable {
    /// Without empty values.
    private(set) var counts: [TypeSet: Int] = [:]

    mutating func add(_ types: TypeSet) { counts[types, default: 0] += 1 }

    mutating func add(_ other: TypeTally) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// Null words.
    var nullCount: Int { counts[.null] ?? 0 }

    /// Values whose readings satisfy `holds`; null words aside.
    func count(where holds: (TypeSet) -> Bool) -> Int {
        counts.reduce(0) { $0 + ($1.key != .null && holds($1.key) ? $1.value : 0) }
    }

    /// The sets of readings that satisfy `holds`, likewise.
    func sets(where holds: (TypeSet) -> Bool) -> [TypeSet] { counts.keys.filter { $0 != .null && holds($0) } }

    /// Values that do not fit a column's form.
    func misfits(of form: ValueForm) -> Int { count { !$0.fits(form) } }
}

extension TypeSet {
    /// Returns true where a value with these readings fits a column's form.
    func fits(_ form: ValueForm) -> Bool {
        switch form.type {
        case .text, .empty, .duration, .binary, .json, .mixed: return true
        case .integer, .decimal: return numbers(form.decimalMark) != nil && fits(form.unit)
        case .code: return contains(.digits)
        case .boolean: return contains(.boolean) || form.isChosen && contains(.flag)
        case .time: return contains(.time)
        case .date: return contains(.date) && contains(form.effectiveDateOrder)
        case .dateTime: return contains(.dateTime) && contains(form.effectiveDateOrder)
        }
    }

    /// Returns true where a number fits a column with a unit.
    func fits(_ unit: NumberUnit) -> Bool {
        switch unit {
        case .none: contains(.noUnit)
        case .percent: contains(.percent)
        case .currency(let currency): contains(.currency(currency))
        }
    }
}
