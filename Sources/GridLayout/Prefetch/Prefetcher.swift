/// Consecutive rows of consecutive columns; in other layouts, sections and items.
public struct TrackBlock: Sendable, Hashable {
    public var rows: Range<Int>
    public var columns: Range<Int>

    public init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }

    public var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

    /// Calls `body` with the parts of this block outside `other`, at most four: above it, beside it, below it.
    func subtract(_ other: TrackBlock, _ body: (TrackBlock) -> Void) {
        let sharedRows = rows.clamped(to: other.rows)
        let sharedColumns = columns.clamped(to: other.columns)
        guard !sharedRows.isEmpty, !sharedColumns.isEmpty else { return body(self) }
        let parts = [
            TrackBlock(rows: rows.lowerBound..<sharedRows.lowerBound, columns: columns),
            TrackBlock(rows: sharedRows, columns: columns.lowerBound..<sharedColumns.lowerBound),
            TrackBlock(rows: sharedRows, columns: sharedColumns.upperBound..<columns.upperBound),
            TrackBlock(rows: sharedRows.upperBound..<rows.upperBound, columns: columns),
        ]
        for part in parts where !part.isEmpty { body(part) }
    }
}

/// Determines, frame after frame, which requests for data to start and which to cancel.
///
/// Like a set that is replaced by another, except that order matters: the most wanted blocks are started first. It stores only
/// the last wanted blocks, so it does not grow however long a scroll lasts.
///
///     let change = prefetcher.update(wanted: blocks)       // nearest first
///     change.cancelled.forEach(source.cancel)
///     change.started.forEach(source.load)
///
/// Rows are identified by index: when the data changes, first call `update(wanted: [])`.
public struct Prefetcher: Sendable {
    /// The blocks wanted last, most wanted first. No two of them overlap.
    public private(set) var requested: [TrackBlock] = []
    /// The last argument of `update`, unmodified.
    private var asked: [TrackBlock] = []

    public init() {}

    /// The requests to start and to cancel after an update.
    public struct Change: Sendable, Hashable {
        /// The newly wanted blocks, most wanted first.
        public var started: [TrackBlock] = []
        /// The blocks that are no longer wanted.
        public var cancelled: [TrackBlock] = []
    }

    /// Replaces the wanted blocks, most wanted first; blocks may be empty or overlap.
    ///
    /// - Complexity: O(blocks²), for blocks of any size; O(blocks), without allocation, where nothing changed.
    public mutating func update(wanted: [TrackBlock]) -> Change {
        guard wanted != asked else { return Change() }
        let old = requested
        asked = wanted
        requested = []
        for block in wanted where !block.isEmpty { requested += Self.parts(of: block, outside: requested) }
        return Change(
            started: requested.flatMap { Self.parts(of: $0, outside: old) },
            cancelled: old.flatMap { Self.parts(of: $0, outside: requested) })
    }

    private static func parts(of block: TrackBlock, outside others: [TrackBlock]) -> [TrackBlock] {
        var parts = [block]
        for other in others {
            var left: [TrackBlock] = []
            for part in parts { part.subtract(other) { left.append($0) } }
            parts = left
        }
        return parts
    }
}
