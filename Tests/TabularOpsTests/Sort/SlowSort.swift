import Tabular

@testable import TabularOps

/// How two values compare, the slow and obvious way.
enum SlowSort {
    typealias Row = [[UInt8]?]

    /// The rows in the order of `keys`.
    static func order(_ rows: [Row], by keys: [SortKey], types: [ColumnType]) -> [Int] {
        // What a value is, is found once.
        let values = rows.map { row in keys.map { key in value(row, key, types) } }
        return rows.indices.sorted { a, b in
            for (index, key) in keys.enumerated() {
                let order = compare(values[a][index], values[b][index], key)
                if order != 0 { return order < 0 }
            }
            return a < b
        }
    }

    enum Value {
        case none
        case number(ComparedNumber)
        case bool(Bool)
        /// Parts of a date or time, the first of which matters most.
        case parts([ComparedNumber])
        case text([UInt8])
        case foreign([UInt8])
    }

    private static func value(_ row: Row, _ key: SortKey, _ types: [ColumnType]) -> Value {
        guard row.indices.contains(key.column), let bytes = row[key.column], !bytes.isEmpty else { return .none }
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        let trimmed = String(String.UnicodeScalarView(text.flatMap(\.unicodeScalars)))
        switch types.indices.contains(key.column) ? types[key.column] : .text {
        case .integer, .decimal: return ComparedNumber(trimmed).map { .number($0) } ?? .foreign(bytes)
        case .boolean:
            if ["true", "True", "TRUE", "yes", "Yes", "YES"].contains(trimmed) { return .bool(true) }
            if ["false", "False", "FALSE", "no", "No", "NO"].contains(trimmed) { return .bool(false) }
            return .foreign(bytes)
        case .date: return date(trimmed).map { .parts($0) } ?? .foreign(bytes)
        case .time: return time(trimmed).map { .parts($0) } ?? .foreign(bytes)
        default: return .text(bytes)
        }
    }

    /// With the year first, or day, month and year with points.
    private static func date(_ text: String) -> [ComparedNumber]? {
        let separator: Character = text.contains(".") ? "." : "-"
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard parts.count == 3 else { return nil }
        let (year, month, day) = separator == "." ? (parts[2], parts[1], parts[0]) : (parts[0], parts[1], parts[2])
        guard year >= 0, (1...12).contains(month), (1...31).contains(day) else { return nil }
        return [year, month, day].compactMap { ComparedNumber(String($0)) }
    }

    private static func time(_ text: String) -> [ComparedNumber]? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count), parts[1].count == 2 else { return nil }
        guard let hour = Int(parts[0]), hour < 24, let minute = Int(parts[1]), minute < 60 else { return nil }
        let second = parts.count == 3 ? ComparedNumber(String(parts[2])) : ComparedNumber("0")
        return second.map { [ComparedNumber(String(hour)), ComparedNumber(String(minute)), $0].compactMap { $0 } }
    }

    /// -1, 0 or 1.
    private static func compare(_ a: Value, _ b: Value, _ key: SortKey) -> Int {
        func rank(_ value: Value) -> Int {
            switch value {
            case .none: key.isEmptyFirst ? 0 : 3
            case .foreign: 2
            default: 1
            }
        }
        if rank(a) != rank(b) { return rank(a) < rank(b) ? -1 : 1 }
        let order: Int
        switch (a, b) {
        case (.number(let a), .number(let b)): order = ComparedNumber.compare(a, b)
        case (.bool(let a), .bool(let b)): order = (a ? 1 : 0) - (b ? 1 : 0)
        case (.parts(let a), .parts(let b)):
            order = zip(a, b).lazy.map { ComparedNumber.compare($0, $1) }.first { $0 != 0 } ?? 0
        case (.text(let a), .text(let b)), (.foreign(let a), .foreign(let b)):
            order = a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
        default: order = 0
        }
        return key.isDescending ? -order : order
    }
}

/// A number as its digits: 0.digits · 10^power, without zeros at either end.
struct ComparedNumber {
    private var isNegative = false
    private var digits: [Int] = []
    private var power = 0

    init?(_ text: String) {
        var rest = text[...]
        if let sign = rest.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            rest.removeFirst()
        }
        let lower = rest.lowercased()
        let parts = lower.split(separator: "e", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        let sides = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(sides.count) else { return nil }
        let characters = sides.joined()
        guard !characters.isEmpty, characters.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        power = sides[0].count
        if parts.count == 2 {
            guard let exponent = Int(parts[1].drop { $0 == "+" }) else { return nil }
            power += exponent
        }
        digits = characters.compactMap { $0.wholeNumberValue }
        while digits.first == 0 {
            digits.removeFirst()
            power -= 1
        }
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { (isNegative, power) = (false, 0) }
    }

    static func compare(_ a: ComparedNumber, _ b: ComparedNumber) -> Int {
        let (first, second) = (a.sign, b.sign)
        if first != second { return first < second ? -1 : 1 }
        if first == 0 { return 0 }
        if a.power != b.power { return (a.power < b.power ? -1 : 1) * first }
        for index in 0..<max(a.digits.count, b.digits.count) {
            let (x, y) = (index < a.digits.count ? a.digits[index] : 0, index < b.digits.count ? b.digits[index] : 0)
            if x != y { return (x < y ? -1 : 1) * first }
        }
        return 0
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}
