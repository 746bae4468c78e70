import GridGTK
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The number of rows that meet each applied condition alone: counted in the background, after the rows that meet all of
/// them. Counts are cached for as long as the same rows are filtered.
@MainActor
final class ConditionCounts {
    enum Count: Hashable {
        case rows(Int)
        /// Counting was cancelled, or failed.
        case unknown
    }

    /// The identity of the counted rows. A source that is deallocated equals none, even if another one reuses its address.
    private struct Counted: Equatable {
        weak var source: (any RecordStreaming)?
        var reading: Int
        var rowCount: Int

        static func == (one: Counted, other: Counted) -> Bool {
            guard let source = one.source, let second = other.source, source === second else { return false }
            return one.reading == other.reading && one.rowCount == other.rowCount
        }
    }

    /// The maximum number of conditions that stay cached, with their counts, when they are no longer applied.
    private static let keptCount = 100

    /// Called when counts or progress change.
    var onChange: () -> Void = {}
    private var known: [Condition: Count] = [:]
    private var counted: Counted?
    /// The version of the last applied order.
    private var version: Version?
    private var counting: [Condition] = []
    /// The conditions of the last call of `follow`, and the count of each, nil where it is not known yet.
    private var followed: [Condition] = []
    private(set) var counts: [Count?] = []
    private var job: BackgroundJob<[Int?]>?

    /// Counts those `conditions` applied in `grid` that have no known count; afterwards `counts` has an entry for each, nil
    /// while it is not known yet.
    ///
    /// - Complexity: O(1) without changes, else O(their values), of which there may be many.
    func follow(_ conditions: [Condition], in grid: GridView) {
        follow(conditions, of: grid.model.table, in: grid.source)
    }

    func follow(_ conditions: [Condition], of table: TableSnapshot, in source: any TableSource) {
        guard let order = table.order, !conditions.isEmpty, let source = source.abilities.scan else {
            return stop()
        }
        let now = Counted(
            source: source, reading: table.reading, rowCount: order.sourceRowCount)
        // They are usually the very same array.
        let isKnown = !counts.contains(nil) || job != nil
        if isKnown, now == counted, version == order.version, followed == conditions { return }
        defer { (followed, counts) = (conditions, conditions.map { known[$0] }) }
        if now != counted {
            stop()
            (counted, known) = (now, [:])
        }
        if version != order.version {
            // A count that failed before may succeed now.
            version = order.version
            known = known.filter { $0.value != .unknown }
            if known.count > Self.keptCount { known = known.filter { conditions.contains($0.key) } }
        }
        // The shown rows are the count of a single condition.
        if conditions.count == 1, table.rowCount.isExact { known[conditions[0]] = .rows(table.rowCount.known) }
        var missing: [Condition] = []
        for condition in conditions where known[condition] == nil && !missing.contains(condition) {
            missing.append(condition)
        }
        guard !missing.isEmpty else { return stop() }
        if job != nil, missing.allSatisfy(counting.contains) { return }
        stop()
        counting = missing
        let hop = CoalescedHop { [weak self] in self?.jobChanged() }
        job = RowFilter.countingJob(of: source, meetingEachOf: missing, rowCount: now.rowCount) { hop.post() }
    }

    /// Returns a tally that records the unknown counts of `conditions` while these filter the rows of `grid`.
    func tally(of conditions: [Condition], in grid: GridView) -> ConditionTally {
        tally(of: conditions, of: grid.model.table, in: grid.source)
    }

    func tally(of conditions: [Condition], of table: TableSnapshot, in source: any TableSource) -> ConditionTally {
        // Filtering includes rows added since.
        let rowCount = table.order.map { $0.sourceRowCount + $0.laterRows } ?? table.rowCount.known
        let isKnown = counted?.source === source && counted?.reading == table.reading && counted?.rowCount == rowCount
        return ConditionTally(isKnown ? conditions.filter { known[$0].map { $0 == .unknown } ?? true } : conditions)
    }

    /// Stores the counts found while the rows of `grid` were filtered.
    func take(_ tally: ConditionTally, of grid: GridView) { take(tally, of: grid.source) }

    func take(_ tally: ConditionTally, of source: any TableSource) {
        guard let (rows, counts) = tally.counts, let source = source.abilities.scan else { return }
        let now = Counted(source: source, reading: rows.reading, rowCount: rows.count)
        if now != counted {
            stop()
            (counted, known) = (now, [:])
        }
        for (condition, count) in counts { known[condition] = .rows(count) }
    }

    /// The progress of counting; nil while nothing is counted, and in its first moment, when it usually completes.
    var progress: TaskProgress? {
        guard case .running(let done, let total) = job?.state, done > 0 else { return nil }
        return TaskProgress(title: tr("Counting rows"), done: done, total: total)
    }

    /// Cancels counting; the missing counts become unknown. False when nothing is being counted.
    func giveUp() -> Bool {
        guard job != nil else { return false }
        for condition in counting { known[condition] = .unknown }
        stop()
        noteCounts()
        onChange()
        return true
    }

    /// Discards all counts when the columns' values are read differently.
    func forget() {
        stop()
        (known, counted, followed, counts) = ([:], nil, [], [])
    }

    /// Stops counting until the next `follow`.
    func stop() {
        job?.cancel()
        (job, counting) = (nil, [])
    }

    private func noteCounts() { counts = followed.map { known[$0] } }

    private func jobChanged() {
        switch job?.state {
        case .done(let counts):
            for (condition, count) in zip(counting, counts) { known[condition] = count.map(Count.rows) ?? .unknown }
            stop()
        case .failed:
            for condition in counting { known[condition] = .unknown }
            stop()
        case .running, .cancelled, nil: break
        }
        if job == nil { noteCounts() }
        onChange()
    }
}
