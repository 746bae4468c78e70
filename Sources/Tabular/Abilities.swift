import QuadrilleRuntime

/// The operations of a source beyond showing cells, each nil where the source lacks it.
///
/// Callers use the value and never the type of a source, so that a source may pass on the abilities of another one, or lose one
/// while it is open.
///
///     guard let rows = source.abilities.pick else { return }
public struct Abilities: Sendable {
    /// Streams whole records, forwards.
    public var scan: (any RecordStreaming)?
    /// Streams the records of any rows.
    public var pick: (any RowPicking)?
    /// Searches bytes of text.
    public var bytes: (any ByteScanning)?
    /// Streams records as written in the file.
    public var raw: (any RawRecords)?
    /// Finds the bytes of a value in the file.
    public var locate: (any ValueLocating)?
    /// Returns the paths of values.
    public var paths: (any ValuePaths)?
    /// Finds rows by their keys, and the rows that they refer to.
    public var keys: (any RowKeying)?
    /// Finds the value that decided the type of a column.
    public var explain: (any TypeExplaining)?
    /// Reads the columns with other choices about their types.
    public var types: (any TypeChoosing)?
    /// Returns the rows in their present order, whatever order is applied later. Without it the order is the file's.
    public var pin: (@Sendable () -> any RowPicking)?

    /// Skips the audit, which finds types and problems in every value, for callers that need only rows. An audit in progress
    /// continues; if none has begun, the phase stays `.auditing`.
    public var skipAudit: (@Sendable () -> Void)?

    /// Finds the types of some columns before the audit has found all, from all their values, and returns all columns of the
    /// table; nil after the cancellation or once the source is closed. Makes its caller wait until all rows are known, and for
    /// values that were not streamed before.
    public var settleTypes: (@Sendable (_ columns: [Int], _ cancellation: Cancellation) throws(ReadError) -> [Column]?)?

    /// Returns a sentence about the reason that all unreadable values have. Without it the source is damaged there, and may have
    /// a problem that names the row.
    public var unreadableReason: (@Sendable () -> String)?

    /// The rows at which reading begins cheaply. Without them every row is cheap, or the source handles it.
    public var stops: RowStops?

    /// The abilities of single formats, by their types.
    private var ofFormat: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// An ability of a single format, for callers that know the format, by its type.
    public subscript<Ability: Sendable>(type: Ability.Type) -> Ability? {
        get { ofFormat[ObjectIdentifier(type)] as? Ability }
        set { ofFormat[ObjectIdentifier(type)] = newValue }
    }

    /// The abilities of a source that streams records.
    public init(scan: any RecordStreaming) { self.scan = scan }

    /// The abilities of a source that streams the records of any rows.
    public init(pick: any RowPicking) { (self.scan, self.pick) = (pick, pick) }
}

/// The table with the arrays whose elements another table has: an ability of that one.
public struct ArrayTable: Sendable {
    public let source: any TableSource

    public init(_ source: any TableSource) { self.source = source }
}

/// The rows at which reading begins cheaply, such as the first ones of row groups or pages: two threads that read from one stop
/// to another unpack nothing twice.
public struct RowStops: Sendable, Hashable {
    /// Ascending; the first row of the table may be among them.
    public let rows: [Int]

    public init(_ rows: [Int]) { self.rows = rows }

    /// The end of a part that begins at `first` and has about `count` rows: the last stop among them, or the next one where
    /// there is none; `end` at the latest.
    ///
    /// - Complexity: O(log stops).
    package func partEnd(from first: Int, count: Int, before end: Int) -> Int {
        let next = index(after: first + count)
        if next > 0, rows[next - 1] > first { return min(rows[next - 1], end) }
        return next < rows.count ? min(rows[next], end) : end
    }

    /// The index of the first stop after `row`.
    private func index(after row: Int) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TableSource {
    /// None.
    public var abilities: Abilities { Abilities() }

    public func prioritize() {}
}

extension RecordStreaming {
    public var abilities: Abilities { Abilities(scan: self) }
}

extension RowPicking {
    public var abilities: Abilities { Abilities(pick: self) }
}
