import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

extension TextReader {
    /// The passes where they stopped, and the changes that they include.
    private struct Following {
        var pass: IndexPass
        var run: AuditRun
        var seen: StoreNews
        var clock: PublicationClock
        /// The number of the next interval to check.
        var turn = 0
    }

    /// Begins to resume the passes whenever the source grows, and to show its other changes. Nothing runs while nothing
    /// happens.
    func startFollowing(_ table: OpenTable, _ pass: IndexPass, _ run: AuditRun) {
        let seen = StoreNews(
            length: table.store.length.known, change: state.withLock(wakes: false) { $0.snapshot.change },
            surplus: table.store.surplus)
        let following = Mutex(
            Following(pass: pass, run: run, seen: seen, clock: PublicationClock(interval: tuning.publication)))
        // Without a thread it waits for one: the table shown stays right.
        let lane = WorkLane(.pass, priority: priority, in: tuning.background.pool) { [weak self] in
            guard let self else { return }
            do throws(ReadError) {
                let isOver = try following.withLock { (following: inout Following) throws(ReadError) in
                    try follow(table, &following)
                }
                if isOver { stopFollowing(table) }
            } catch {
                stopFollowing(table)
                giveUp(after: error)
            }
        }
        let isClosed = state.withLock(wakes: false) { state in
            if !state.isClosed { state.lanes.growth = lane }
            return state.isClosed
        }
        guard !isClosed else { return }
        table.store.onNews { [weak lane] in lane?.signal() }
        lane.signal()
    }

    private func stopFollowing(_ table: OpenTable) {
        table.store.onNews(nil)
        state.withLock(wakes: false) { $0.lanes.growth = nil }
    }

    /// Processes all pending changes; true when no more can come.
    private func follow(_ table: OpenTable, _ following: inout Following) throws(ReadError) -> Bool {
        while !isClosed {
            let (seen, due) = (following.seen, following.clock.due)
            switch try table.store.news(after: seen, notBefore: due) {
            case .over: return true
            case .nothing(let end):
                if end < .max { state.withLock(wakes: false) { $0.lanes.growth }?.signal(at: end) }
                return false
            case .news(let news):
                if news.change != seen.change { publish { $0.snapshot.change = news.change } }
                if news.length > seen.length || news.surplus != seen.surplus {
                    // Columns from an incomplete header would stay wrong.
                    guard table.isKnown && following.pass.recordCount >= max(1, table.headerRecords) else {
                        begin()
                        return true
                    }
                    if news.length > seen.length {
                        try checkCells(of: table, behind: following.pass, turn: &following.turn)
                    }
                    try grow(table, &following.pass, &following.run)
                    following.clock.restart()
                }
                following.seen = news
            }
        }
        return true
    }

    /// Shows the appended data: at once with its types and problems, or in steps where it is long.
    private func grow(_ table: OpenTable, _ pass: inout IndexPass, _ run: inout AuditRun) throws(ReadError) {
        let isMuch = table.store.length.known - pass.offset > tuning.auditPart
        let repairs = table.repairs.all
        pass = try isMuch ? index(table, from: pass) : find(table, from: pass)
        // Bytes read as a value of the last record are records.
        let first = table.repairs.all.first { !repairs.contains($0) }
        if let first, first < run.offset { run = AuditRun(table, auditTyping(of: table)) }
        if first != nil { run.take(table.repairs.all) }
        try audit(table, &run) { [pass] in $0.showAll(pass, of: table) }
    }

    private func begin() {
        let change = SourceChange(kind: .begun, source: name, reason: TextFailure.begun)
        publish { $0.snapshot.change = change }
    }
}
