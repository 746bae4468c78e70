import QuadrilleRuntime
import Tabular

/// A background search of a whole table, on all processors. Hits are counted and not stored.
///
/// The threads search the rows in parts, mostly in order, and store the number of hits of each part. So the number of any hit
/// is known, and searching one part again finds the next hit from any cell. Memory is 16 bytes a part, 0.006 % of a file's
/// bytes.
///
/// An ascending row order, such as a filter's, works the same: hits in other rows do not count. For any other order, one byte
/// for each row of the source holds the row's number of hits, and moving to a hit waits until all rows are searched.
///
/// The search runs as long as it is retained; releasing it cancels it.
public final class FindSearch: Sendable {
    public struct Progress: Sendable {
        /// Hits in the rows searched so far.
        public internal(set) var count = 0
        /// Rows of the source searched so far, from the first one on.
        public internal(set) var rows = 0
        /// A Boolean value that indicates whether all rows that the source has now were searched.
        public internal(set) var isComplete = false
        /// Values for which the pattern took too long, so that it is unknown whether they are hits.
        public internal(set) var undecided = 0
        /// The first row of the source with such a value.
        public internal(set) var firstUndecided: Int?
        /// The failure that ended the search early, if any.
        public internal(set) var error: ReadError?
        /// The distribution of hits by row index in the searched order; in an order whose rows do not ascend, it is empty until
        /// all hits are known.
        public internal(set) var places = PlaceBuckets()
    }

    let core: FindCore

    /// Starts to search `source` in a row order, or in its own.
    ///
    /// The search calls `onChange` on one of its threads when `progress` has changed, up to 30 times a second. A search that is
    /// not `counting` does nothing until it is asked for hits, whose numbers it does not know.
    public convenience init(
        source: any RecordStreaming, plan: FindPlan, order: RowOrder? = nil, counting: Bool = true,
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        var tuning = FindTuning()
        if !counting { tuning.threads = 0 }
        self.init(source: source, plan: plan, order: order, tuning: tuning, onChange: onChange)
    }

    init(
        source: any RecordStreaming, plan: FindPlan, order: RowOrder?, tuning: FindTuning,
        onChange: @escaping @Sendable () -> Void
    ) {
        core = FindCore(source, plan, order, tuning, onChange)
        core.start(tuning.threads)
    }

    deinit { core.cancel() }

    public var plan: FindPlan { core.plan }
    public var progress: Progress { core.progress }

    /// Searches the rows that the source received since the end of the search, and the last part again.
    public func sourceChanged() { core.resume() }

    /// Cancels the search soon and for good; calls that wait for a hit return nil.
    public func cancel() { core.cancel() }

    /// Waits until all available rows are searched, or the search is cancelled. For the command line and for tests; a window
    /// never waits.
    @discardableResult
    public func wait() -> Progress { core.wait() }

    /// The same, and calls `body` some times a second meanwhile.
    public func wait(_ body: (Progress) -> Void) -> Progress {
        while true {
            let progress = core.wait(deadline: monotonicNow() + 100_000_000)
            if progress.isComplete || core.control.isCancelled { return progress }
            body(progress)
        }
    }
}

/// The parameters of a search; tests make the numbers small.
struct FindTuning: Sendable {
    var threads = passThreadCount()
    var background = Background()
    /// The approximate size in bytes of a part, for a table with byte offsets.
    var partBytes = 1 << 18
    /// The least number of cells of a part, for other tables.
    var partCells = 1 << 16
    /// The least size in bytes of such a part, where the size of a row is known.
    var leastBytes = 1 << 20
    /// The fewest rows of such a part: to begin one takes time for each column.
    var partRows = 64
    /// The number of parts whose hits are listed, to mark their rows exactly: in a table with more parts, a part is less than a
    /// pixel of a scrollbar.
    var exactParts = 16
    /// Longer parts, in bytes, are streamed.
    var longestPart = 8 << 20
    /// Bytes of a value held at once. Of a longer value a pattern sees no more; other queries see it piece by piece.
    var longestValue = 64 << 20
}
