import Tabular

/// One value of a record, as a sink gets it.
public struct TestCell: Sendable, Hashable, CustomStringConvertible {
    public var bytes: [UInt8]
    public var state: CellState
    public var kind: CellKind

    public init(_ bytes: [UInt8], _ state: CellState = .value, _ kind: CellKind = .text) {
        (self.bytes, self.state, self.kind) = (bytes, state, kind)
    }

    public init(_ text: String, _ kind: CellKind = .text) { self.init(Array(text.utf8), .value, kind) }

    public static let missing = TestCell([], .missing)
    public static let null = TestCell([], .null)
    public static let unreadable = TestCell([], .unreadable)

    public var text: String { String(decoding: bytes, as: UTF8.self) }
    public var description: String { state == .value ? "\(text):\(kind)" : "\(state)" }
}

/// Writes down the records that come, up to a number of them.
public struct RecordList: RecordSink {
    public private(set) var records: [[TestCell]] = []
    /// The values that have ended of the record that has not.
    public private(set) var open: [TestCell] = []
    private let limit: Int
    private var value: [UInt8] = []

    public init(limit: Int = .max) { self.limit = limit }

    public var isFinished: Bool { records.count >= limit }

    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    public mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    public mutating func endValue(_ state: CellState, as kind: CellKind) {
        open.append(TestCell(value, state, state == .value ? kind : .text))
        value = []
    }

    public mutating func endRecord() {
        records.append(open)
        open = []
    }

    /// The records with the values that they lack at their ends.
    public func records(padded width: Int) -> [[TestCell]] {
        records.map { $0 + [TestCell](repeating: .missing, count: max(0, width - $0.count)) }
    }
}
