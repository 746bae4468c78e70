import Tabular

/// The storage classes of the values of a column, which determine its type.
struct StorageTally: Sendable, Hashable {
    private struct Classes: OptionSet, Hashable {
        let rawValue: UInt8
        static let integer = Classes(rawValue: 1)
        static let real = Classes(rawValue: 2)
        static let text = Classes(rawValue: 4)
        static let blob = Classes(rawValue: 8)
    }

    private var classes: Classes = []
    /// The types that all texts so far can be read as.
    private var calendars: [ColumnType] = Self.allCalendars

    private static let allCalendars: [ColumnType] = [.date, .dateTime, .time]

    /// Adds the value of `column` in the current row of `statement`.
    mutating func add(_ statement: Statement, _ column: Int) throws(EngineError) {
        let type = statement.type(of: column)
        add(type)
        if type == .text, !calendars.isEmpty { addText(try statement.bytes(column)) }
    }

    mutating func add(_ type: StorageClass) {
        switch type {
        case .integer: classes.insert(.integer)
        case .real: classes.insert(.real)
        case .text: classes.insert(.text)
        case .blob: classes.insert(.blob)
        case .null: break
        }
    }

    /// Adds types of values: the bit 1 << type of each.
    mutating func add(classes bits: UInt8) {
        for type in StorageClass.allCases where bits >> type.rawValue & 1 != 0 { add(type) }
    }

    /// True while texts decide about the type.
    var asksForTexts: Bool { !calendars.isEmpty && classes.isSubset(of: .text) }

    /// Adds the texts in `column` of `buffer`, whose types are added already.
    mutating func addTexts(_ buffer: CellBuffer, _ column: Int) {
        var row = 0
        while row < buffer.rowCount, asksForTexts {
            let index = buffer.index(row: row, column: column)
            if buffer.states[index] == .value, buffer.kinds[index] == .text {
                if buffer.large[index] != nil { calendars = [] }
                buffer.withBytes(index) { addText($0) }
            }
            row += 1
        }
    }

    /// Adds all cells in `column` of `buffer`.
    mutating func addColumn(_ column: Int, of buffer: CellBuffer) {
        guard let classes = buffer.classes else {
            for row in 0..<buffer.rowCount { add(buffer, buffer.index(row: row, column: column)) }
            return
        }
        add(classes: classes[column])
        if asksForTexts { addTexts(buffer, column) }
    }

    mutating func add(_ other: StorageTally) {
        classes.formUnion(other.classes)
        calendars.removeAll { !other.calendars.contains($0) }
    }

    /// Adds the cell `index` of `buffer`.
    mutating func add(_ buffer: CellBuffer, _ index: Int) {
        guard buffer.states[index] == .value else { return }
        switch buffer.kinds[index] {
        case .number: add(buffer.reals[index] ? .real : .integer)
        case .binary: add(.blob)
        default:
            add(.text)
            if buffer.large[index] != nil { calendars = [] }
            if !calendars.isEmpty { buffer.withBytes(index) { addText($0) } }
        }
    }

    /// Adds a text that is not looked at: no date is as long.
    mutating func addLongText() {
        classes.insert(.text)
        calendars = []
    }

    private mutating func addText(_ text: UnsafeBufferPointer<UInt8>) {
        calendars.removeAll { !Self.isCanonical(text, $0) || ValueForm($0).fit(of: text) != .fits }
    }

    /// True where days, months and years are in the order of ISO 8601, so that nothing is guessed.
    private static func isCanonical(_ text: UnsafeBufferPointer<UInt8>, _ type: ColumnType) -> Bool {
        if type == .time { return text.count >= 5 && text[2] == UInt8(ascii: ":") }
        return text.count >= 10 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
    }

    /// The way to read the values; by `affinity` where there are none.
    func form(_ affinity: Affinity) -> ValueForm {
        switch classes {
        case []: return ValueForm(Self.type(of: affinity))
        case .integer: return ValueForm(.integer)
        case .real, [.integer, .real]:
            var form = ValueForm(.decimal)
            form.readsSpecialNumbers = true
            return form
        case .text: return ValueForm(calendars.first ?? .text)
        case .blob: return ValueForm(.binary)
        default:
            var form = ValueForm(.mixed)
            form.readsSpecialNumbers = classes.contains(.real)
            return form
        }
    }

    private static func type(of affinity: Affinity) -> ColumnType {
        switch affinity {
        case .integer: .integer
        case .real: .decimal
        case .text: .text
        case .any, .numeric: .empty
        }
    }
}
