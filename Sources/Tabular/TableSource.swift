import QuadrilleRuntime

/// The measure of the progress of a source, by what its reader goes by.
public enum ProgressMeasure: Sendable, Hashable {
    case bytes, rows
}

/// The progress of reading a source.
public enum ReadingPhase: Sendable, Hashable {
    /// Nothing is known yet, or only the very beginning: columns and rows are still to come, and the present ones may be
    /// replaced (`TableSnapshot.reading`).
    case opening
    /// Rows are being found; `rowCount` grows.
    case indexing
    /// All rows are known; types and problems are still being found.
    case auditing
    /// Everything that can be known is known. A source that is live, such as a file that is written to, may grow later; then
    /// its snapshots continue.
    case complete
    /// Reading ended early; the rows read so far are still there.
    case failed(ReadError)

    package var isFailed: Bool { if case .failed = self { true } else { false } }

    /// A Boolean value that indicates whether the source is still being read.
    package var isReading: Bool {
        switch self {
        case .opening, .indexing, .auditing: true
        case .complete, .failed: false
        }
    }
}

/// The state of a table at one moment: immutable, cheap to copy, safe to read on any thread.
public struct TableSnapshot: Sendable {
    /// Advances with every change; a snapshot of an earlier version is stale.
    public var version: Version
    public var description: TableDescription
    public var columns: [Column]
    /// The counts of values that do not fit the types of their columns, as far as the table has been read.
    public var fit = ColumnFit()
    public var rowCount: RowCount
    /// The number of rows if the rest is like the beginning; nil where that is not known. No text or action may rely on it: it
    /// is for layout that should not move when rows arrive, such as the room for their numbers.
    public var expectedRowCount: Int?
    public var phase: ReadingPhase
    /// Changes when the earlier content was read in another dialect: nothing of it may be kept. It no longer changes once the
    /// phase `.opening` is over.
    public var reading = 0
    /// The change of the source since it was opened, if any.
    public var change: SourceChange?
    /// The work done so far in this phase, and in all where that is known (0 where it is not), in
    /// `TableDescription.progressMeasure`.
    public var progress: (done: Int, total: Int)
    public var problems: ProblemList
    /// The blocks of cells in memory.
    public var cells: BlockTiles
    /// The average bytes of a row in the source; nil where that is not known.
    public var bytesPerRow: Int?
    /// The layout that the file itself declares; nil where it declares none.
    public var declaredLayout: DeclaredLayout?
    /// The known part of the order in which the rows are shown; nil for the order of the source.
    public var order: ShownOrder?

    public init(
        version: Version = 0, description: TableDescription, columns: [Column] = [], rowCount: RowCount = .atLeast(0),
        phase: ReadingPhase = .opening
    ) {
        self.version = version
        self.description = description
        self.columns = columns
        self.rowCount = rowCount
        self.phase = phase
        self.progress = (0, 0)
        self.problems = ProblemList()
        self.cells = BlockTiles()
        order = nil
    }

    /// The average bytes of a row, from `bytesPerRow` or from the bytes read so far; 0 where neither is known.
    package var estimatedRowBytes: Int {
        bytesPerRow ?? (description.progressMeasure == .bytes ? progress.total / max(1, rowCount.known) : 0)
    }

    /// A Boolean value that indicates whether rows not read yet may add columns: wait until it is false before writing a
    /// header.
    public var mayGainColumns: Bool { description.hasLateColumns && phase.isReading }

    /// The reason why reading ended early, if it did.
    package var failure: ReadError? { if case .failed(let error) = phase { error } else { nil } }

    /// The reason why reading ended early, where the rows that were read before can still be read; in other cases use
    /// `failure`.
    package var interruption: ReadError? {
        guard rowCount.known > 0, let failure, failure.kind.leavesRows else { return nil }
        return failure
    }
}

extension TableSnapshot {
    /// The label of the source's row `row` (0-based): the one in its file, or its number. O(log stretches).
    public func rowLabel(ofSourceRow row: Int) -> Int { declaredLayout?.rowLabels?.label(ofRow: row) ?? row + 1 }

    /// The label of the row that is shown as the row `row`; nil while that is not known.
    public func rowLabel(at row: Int) -> Int? { sourceRow(at: row).map(rowLabel(ofSourceRow:)) }

    /// A Boolean value that indicates whether columns have groups with titles: in text, where there are several header rows.
    /// O(1): all columns have as many.
    package var hasColumnGroups: Bool {
        description.headerRows.map { $0 > 1 } ?? (columns.first?.groups.isEmpty == false)
    }
}

/// A table that is read in the background.
///
/// Unlike a collection, it never makes its caller wait: `snapshot` answers from memory, and missing cells are requested with
/// `want` and arrive in a later snapshot. All members may be called on any thread.
public protocol TableSource: AnyObject, Sendable {
    /// The newest state. Held behind a lock for the time of a copy; O(1).
    var snapshot: TableSnapshot { get }

    /// Requests cells, most wanted first. Replaces the earlier request: cells no longer wanted are not read unless their read
    /// has begun.
    func want(_ ranges: [CellRange])

    /// Calls `handler`, on a thread of the source's, after the snapshot changed. There is one handler; a new one replaces it,
    /// and nil stops the calls.
    func onChange(_ handler: (@Sendable () -> Void)?)

    /// Ends reading, soon and for good. Data in memory stays readable.
    func close()

    /// Raises background work of this source above that of other sources: the user is viewing it now.
    func prioritize()

    /// The operations beyond these. By default those of the source's protocols.
    var abilities: Abilities { get }
}
