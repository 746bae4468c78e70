import GridGTK
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// Of how many rows each condition in force holds by itself: found in the background, behind the rows that they leave
/// together. What was counted stays known for as long as the same rows are filtered.
@MainActor
final class ConditionCounts {
    enum Count: Hashable {
        case rows(Int)
        /// It was given up, or could not be found.
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

    /// So many conditions that are not in force any more are remembered, with their counts.
    private static let keptCount = 100

    /// Called when there is something new.
    var onChange: () -> Void = {}
    private var known: [Condition: Count] = [:]
    private var counted: Counted?
    /// The order that was in force.
    private var stamp: Int?
    private var counting: [Condition] = []
    /// The conditions that `follow` got last, and the count of each, nil where it is not known yet.
    private var followed: [Condition] = []
    private(set) var counts: [Count?] = []
    private var job: BackgroundJob<[Int?]>?

    /// Counts what is not known of `conditions`, which are in force in `grid`; `counts` has an entry for each from now on,
    /// nil while it is not known yet.
    ///
    /// - Complexity: O(1) where nothing is new, else O(their values), of which there may be many.
    func follow(_ conditions: [Condition], in grid: GridView) {
        follow(conditions, of: grid.model.table, in: grid.source)
    }

    func follow(_ conditions: [Condition], of table: TableSnapshot, in source: any TableSource) {
        guard let order = table.order, !conditions.isEmpty, let source = source.abilities.scan else {
            return stop()
        }
        let now = Counted(
            source: source, reading: table.reading, rowCount: order.sourceRowCount)
        // As a rule they are the very same array.
        let isKnown = !counts.contains(nil) || job != nil
        if isKnown, now == counted, stamp == order.stamp, followed == conditions { return }
        defer { (followed, counts) = (conditions, conditions.map { known[$0] }) }
        if now != counted {
            stop()
            (counted, known) = (now, [:])
        }
        if stamp != order.stamp {
            // What could not be counted may be now.
            stamp = order.stamp
            known = known.filter { $0.value != .unknown }
            if known.count > Self.keptCount { known = known.filter { conditions.contains($0.key) } }
        }
        // One alone has left what is shown.
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
        // Rows that came since are filtered too.
        let rowCount = table.order.map { $0.sourceRowCount + $0.laterRows } ?? table.rowCount.known
        let isKnown = counted?.source === source && counted?.reading == table.reading && counted?.rowCount == rowCount
        return ConditionTally(isKnown ? conditions.filter { known[$0].map { $0 == .unknown } ?? true } : conditions)
    }

    /// Takes over what was counted while the rows of `grid` were filtered.
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

    /// The progress of counting; nil while nothing is counted, and in its first moment, in which it mostly completes.
    var progress: TaskProgress? {
        guard case .running(let done, let total) = job?.state, done > 0 else { return nil }
        return TaskProgress(title: tr("Counting rows"), done: done, total: total)
    }

    /// Gives up what is being counted, which then is not known. False when nothing is.
    func giveUp() -> Bool {
        guard job != nil else { return false }
        for condition in counting { known[condition] = .unknown }
        stop()
        noteCounts()
        onChange()
        return true
    }

    /// Forgets what was counted: the values of columns are read otherwise.
    func forget() {
        stop()
        (known, counted, followed, counts) = ([:], nil, [], [])
    }

    /// Counts nothing any more, until `follow`.
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
