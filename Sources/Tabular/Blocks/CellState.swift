/// The state of one cell of a table.
public enum CellState: UInt8, Sendable, Hashable {
    /// The record has a value here, perhaps an empty one.
    case value
    /// The record ended before this column (a ragged row).
    case missing
    /// The source declares that there is no value (SQL's NULL); a CSV never does.
    case null
    /// The source has a value here that cannot be read, such as one on a damaged page. It has no text, and is neither empty nor
    /// null: no search finds it, it sorts last, and an export refuses it unless the user allows it.
    case unreadable
}

/// The kind of one value, which the cells of a column need not share. `CellState.unreadable` is separate.
public enum CellKind: UInt8, Sendable, Hashable, CaseIterable {
    /// Text, and every value of a source of text.
    case text
    case number
    case boolean
    case date
    case time
    case dateTime
    case duration
    /// An error that the source's own program made, such as `#DIV/0!`.
    case error
    /// Nested values, written as JSON.
    case json
    /// Bytes, written in hexadecimal digits.
    case binary
    /// A formula whose value the source does not have.
    case formula
}

/// The properties of one cell besides its bytes.
public struct CellInfo: Sendable, Hashable {
    // From the lowest bit: two of the state, malformed, truncated. A tile holds one of these for every cell.
    private var bits: UInt8
    public var kind: CellKind

    public init(state: CellState, isMalformed: Bool = false, isCut: Bool = false, kind: CellKind = .text) {
        bits = state.rawValue | (isMalformed ? 4 : 0) | (isCut ? 8 : 0)
        self.kind = kind
    }

    public var state: CellState {
        get { CellState(rawValue: bits & 3) ?? .value }
        set { bits = bits & ~3 | newValue.rawValue }
    }

    /// A Boolean value that indicates whether the bytes are not valid UTF-8 in the source; the block has U+FFFD in place of
    /// invalid ones.
    public var isMalformed: Bool {
        get { bits & 4 != 0 }
        set { bits = newValue ? bits | 4 : bits & ~4 }
    }

    /// A Boolean value that indicates whether the block holds only the beginning of the value; `RowBlock.length` returns the
    /// full length.
    public var isCut: Bool {
        get { bits & 8 != 0 }
        set { bits = newValue ? bits | 8 : bits & ~8 }
    }
}
