import Tabular

/// The kinds of a column's values, counted, and the type that follows from them.
///
///     12, 7, null              integer
///     12, 1.5                  decimal
///     "12", "007"              text: strings are not numbers
///     "2024-01-31", ""         date: all nonempty strings are dates
///     99 × 12, "n/a"           integer: 99 of 100
struct KindTally: Sendable, Hashable {
    /// The share of the type among all values that have one, of a hundred.
    private static let majority = 99

    private(set) var integers = 0
    private(set) var decimals = 0
    private(set) var specialNumbers = 0
    private(set) var booleans = 0
    private(set) var dates = 0
    private(set) var times = 0
    private(set) var dateTimes = 0
    /// Strings that are neither dates nor times.
    private(set) var texts = 0
    private(set) var emptyStrings = 0
    /// Arrays and objects.
    private(set) var nested = 0
    private(set) var nulls = 0

    init() {}

    /// Restores the counts of `counts`, one for each kind.
    init(_ counts: [Int]) {
        for (place, count) in zip(Self.places, counts) { self[keyPath: place] = count }
    }

    private static var places: [WritableKeyPath<KindTally, Int>] {
        [
            \.integers, \.decimals, \.specialNumbers, \.booleans, \.dates, \.times, \.dateTimes, \.texts,
            \.emptyStrings,
            \.nested, \.nulls,
        ]
    }

    /// The counts of all kinds.
    var counts: [Int] { Self.places.map { self[keyPath: $0] } }

    /// Counts a field of a record.
    @inline(__always)
    mutating func count(_ field: JSONField, of record: UnsafeBufferPointer<UInt8>) {
        switch field.kind {
        case .missing: break
        case .null: nulls += 1
        case .true, .false: booleans += 1
        case .integer: integers += 1
        case .decimal: decimals += 1
        case .specialNumber: specialNumbers += 1
        case .string: addString(UnsafeBufferPointer(rebasing: record[field.range]))
        case .escapedString, .hexadecimal, .invalid: texts += 1
        case .array, .object, .others: nested += 1
        }
    }

    @inline(__always)
    private mutating func addString(_ text: UnsafeBufferPointer<UInt8>) {
        if text.isEmpty {
            emptyStrings += 1
        } else if texts > 0 {
            // A column of dates has nothing else.
            texts += 1
        } else {
            switch ISOText.kind(of: text) {
            case .date: dates += 1
            case .time: times += 1
            case .dateTime: dateTimes += 1
            case nil: texts += 1
            }
        }
    }

    /// Adds the counts of other values of the column.
    mutating func add(_ other: KindTally) {
        integers += other.integers
        decimals += other.decimals
        specialNumbers += other.specialNumbers
        booleans += other.booleans
        dates += other.dates
        times += other.times
        dateTimes += other.dateTimes
        texts += other.texts
        emptyStrings += other.emptyStrings
        nested += other.nested
        nulls += other.nulls
    }

    /// Strings, except empty ones.
    private var strings: Int { dates + times + dateTimes + texts }

    private var numbers: Int { integers + decimals + specialNumbers }

    /// The type of the values.
    var type: ColumnType {
        let all = strings + numbers + booleans + nested
        if all == 0 { return emptyStrings > 0 ? .text : .empty }
        if isMost(numbers, of: all) { return decimals + specialNumbers > 0 ? .decimal : .integer }
        if isMost(booleans, of: all) { return .boolean }
        if isMost(nested, of: all) { return .json }
        guard isMost(strings, of: all) else { return .mixed }
        if texts > 0 { return .text }
        if times > 0 { return dates + dateTimes > 0 ? .text : .time }
        return dateTimes > 0 ? .dateTime : .date
    }

    private func isMost(_ count: Int, of all: Int) -> Bool { count * 100 >= all * Self.majority }

    /// The way to read the values. Null words are strings like others: JSON has `null`.
    var form: ValueForm {
        var form = ValueForm(type, nullWords: .none)
        form.readsSpecialNumbers = specialNumbers > 0
        return form
    }
}
