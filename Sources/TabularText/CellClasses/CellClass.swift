import Tabular

/// The kind of a sample's cell, as far as it tells one reading of the sample from another.
enum CellClass: UInt8, Sendable, Hashable, CaseIterable {
    /// Empty, or a null word.
    case blank
    case text
    case number
    case boolean
    case date
    case time
    case dateTime
    /// An address, an identifier or a list of numbers (`ComposedValue`).
    case composed

    init(_ types: TypeSet) {
        switch types.columnType {
        case .integer, .decimal, .code: self = .number
        case .boolean: self = .boolean
        case .date: self = .date
        case .time: self = .time
        case .dateTime: self = .dateTime
        case .empty, .text, .duration, .binary, .json, .mixed: self = .text
        }
    }

    /// The class of a value.
    @inline(__always)
    init(of value: UnsafeBufferPointer<UInt8>) { self.init(of: value, readable: 0) }

    /// The class of a value, of which `readable` bytes can be read from its beginning.
    @inline(__always)
    init(of value: UnsafeBufferPointer<UInt8>, readable: Int) {
        if value.isEmpty {
            self = .blank
        } else {
            let types = TypeSet(value, readable: readable)
            self = types.isNull ? .blank : CellClass(types)
            if self == .text && ComposedValue.matches(value) { self = .composed }
        }
    }

    static let typed: [CellClass] = allCases.filter(\.isTyped)

    var isTyped: Bool { self != .blank && self != .text }
}

/// The numbers of cells of each class in a column.
struct CellClassCounts: Sendable, Hashable {
    private var counts = SIMD8<Int32>()

    subscript(cellClass: CellClass) -> Int { Int(counts[Int(cellClass.rawValue)]) }

    @inline(__always)
    mutating func add(_ cellClass: CellClass) { counts[Int(cellClass.rawValue)] &+= 1 }

    /// The cells that are not blank.
    var filled: Int { Int(counts.wrappedSum()) - self[.blank] }

    /// The most frequent class, where four of five filled cells have it and it is not text, and its number of cells.
    var dominant: (cellClass: CellClass, count: Int)? {
        var (best, count) = (CellClass.text, 0)
        for cellClass in CellClass.typed where self[cellClass] > count { (best, count) = (cellClass, self[cellClass]) }
        return count > 0 && count * 5 >= filled * 4 ? (best, count) : nil
    }
}

extension [CellClassCounts] {
    /// Adds the cells of a record to the counts of its columns.
    mutating func add(_ cells: [CellClass]) {
        while count < cells.count { append(CellClassCounts()) }
        for (column, cell) in cells.enumerated() { self[column].add(cell) }
    }
}
