import QuadrilleRuntime
import Tabular

/// A search of a whole table, in the background: on all processors, with its hits counted and not kept.
///
/// Rows are searched in parts, in their order as far as they are known; of each part stays how many hits it has. So the
/// number of any hit is known, and the next one from any cell is found by searching its part again. Memory is 16 bytes a
/// part, 0.006 % of a file's bytes.
///
/// Of an order of rows that its rows ascend in, such as a filter's, the same: hits in other rows do not count. In another
/// order a byte for each row of the source says how many hits it has, and moving waits until that is known of all.
///
/// The work goes on while the search is held; one that is let go of is cancelled.
public final class FindSearch: Sendable {
    public struct Progress: Sendable {
        /// Hits in the rows that were searched.
        public internal(set) var count = 0
        /// Rows of the source that were searched, from the first one on.
        public internal(set) var rows = 0
        /// A Boolean value that indicates whether all rows that the source has now were searched.
        public internal(set) var isComplete = false
        /// Values for which the pattern took too long, so that it is not known whether they are hits.
        public internal(set) var undecided = 0
        /// The first row of the source in which such a value was met.
        public internal(set) var firstUndecided: Int?
        /// The failure that ended the search early, if any.
        public internal(set) var error: ReadError?
        /// The distribution of hits by row index in the order that is searched; in an order whose rows do not ascend, once all
        /// hits are known.
        public internal(set) var places = PlaceBuckets()
    }

    let core: FindCore

    /// Begins to search `source` in an order of its rows, or in its own.
    ///
    /// `onChange` is called on a thread of the search's when there is news in `progress`, up to 30 times a second. A search
    /// that is not `counting` does nothing until it is asked for hits, of which it does not know the numbers.
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

    /// Searches the rows that came to the source since all were searched, and the last one again.
    public func sourceChanged() { core.resume() }

    /// Ends the work soon and for good; whoever waits for a hit gets none.
    public func cancel() { core.cancel() }

    /// Waits until all is searched that there is, or it was cancelled. For the command line and for tests; a window never
    /// waits.
    @discardableResult
    public func wait() -> Progress { core.wait() }

    /// The same, and calls `body` some times a second until then.
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
    var pool = WorkerPool.shared
    /// Bytes of a part of a table that lies in bytes, about.
    var partBytes = 1 << 18
    /// Cells of a part of one that does not.
    var partCells = 1 << 16
    /// Of so many parts all hits are listed, to mark their rows: a part of a table that has more is less than a pixel of a
    /// scrollbar.
    var exactParts = 16
    /// Parts of more bytes are streamed.
    var longestPart = 8 << 20
    /// Bytes of a value that are held at once. Of a longer one a pattern sees no more; the others see it piece by piece.
    var longestValue = 64 << 20
}
