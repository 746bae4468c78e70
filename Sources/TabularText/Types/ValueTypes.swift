import Tabular

/// The readings of single values, by their form alone: `NumberScan`, `CalendarText`, `TruthText` and `NullWords` define the
/// forms. They never change a value: `007` is a code and stays `007`.
extension TypeSet {
    /// The longest value that has another type than text.
    static let longestTyped = NumberScan.limit

    /// The readings of a value that is not empty.
    @inline(never)
    init(_ value: UnsafeBufferPointer<UInt8>, _ nullWords: NullWords = .standard) {
        if nullWords.contains(value) {
            self = .null
        } else if value.count > Self.longestTyped {
            self = []
        } else if value.contains(where: { $0 &- 0x30 < 10 }) {
            self = Self.number(value) ?? Self.moment(value) ?? []
        } else {
            // Every number, date and time has a digit.
            self = TruthText.truth(of: value) != nil ? .boolean : []
        }
    }

    /// The readings of a value in a column whose type the user declares: including those that are not detected.
    init(chosen value: UnsafeBufferPointer<UInt8>, _ nullWords: NullWords) {
        self = TypeSet(value, nullWords)
        if !isNull && TruthText.truth(of: value, isWide: true) != nil { insert(.flag) }
    }

    private static func number(_ value: UnsafeBufferPointer<UInt8>) -> TypeSet? {
        guard let scan = NumberScan(value) else { return nil }
        let (point, comma) = (scan.reading(.point), scan.reading(.comma))
        guard let one = point ?? comma else { return nil }
        var set: TypeSet = [.clearPoints, .clearCommas, .noLeadingZero]
        if let point { set.formUnion(point.isInteger ? [.integer, .decimal] : .decimal) }
        if let comma { set.formUnion(comma.isInteger ? [.commaInteger, .commaDecimal] : .commaDecimal) }
        if point != nil && comma != nil, let mark = one.mark {
            set.remove(mark == UInt8(ascii: ".") ? .clearPoints : .clearCommas)
            set.insert(.marked)
        }
        switch scan.unit {
        case .none: set.formUnion(.freeUnits)
        case .percent: set.insert(.percent)
        case .currency(let currency): set.insert(.currency(currency))
        }
        if CodeText.isCode(value) {
            set.insert(.digits)
            if CodeText.hasLeadingZero(value) { set.remove(.noLeadingZero) }
        }
        return set
    }

    private static func moment(_ value: UnsafeBufferPointer<UInt8>) -> TypeSet? {
        switch CalendarText.kind(of: value) {
        case nil: nil
        case .time: .time
        case .date(let sign): TypeSet(sign).union([.date, .dateTime])
        case .dateTime(let sign): TypeSet(sign).union(.dateTime)
        }
    }

    private init(_ sign: CalendarText.DateSign) {
        self = []
        if sign.orders.contains(.dayFirst) { insert(.dayFirst) }
        if sign.orders.contains(.monthFirst) { insert(.monthFirst) }
        if sign.orders.contains(.yearFirst) { insert(.yearFirst) }
        if sign.separator == nil || sign.separator == UInt8(ascii: ".") { insert(.pointed) }
        if sign.separator == nil || sign.separator == UInt8(ascii: "-") { insert(.dashed) }
    }
}

extension ColumnType {
    /// The narrowest type that a value has by its form; `.empty` where it has no bytes.
    ///
    /// - Complexity: O(bytes), few of which are examined in longer texts.
    public init(of value: [UInt8]) {
        self = value.isEmpty ? .empty : value.withUnsafeBufferPointer { TypeSet($0).columnType }
    }
}
