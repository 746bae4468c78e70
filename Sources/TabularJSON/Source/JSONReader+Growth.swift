import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

extension JSONReader {
    /// The passes where they stopped, and the news that they know.
    private struct Following {
        var pass: RowIndexing
        var audit: JSONAudit
        var seen: StoreNews
        var clock: PublicationClock
    }

    /// From now on the passes go on whenever the text has grown, and whatever else happens to it is shown. Nothing runs while
    /// nothing happens.
    func startFollowing(_ pass: RowIndexing, _ audit: JSONAudit) {
        let store = text.store
        let seen = StoreNews(
            length: store.length.known, change: state.withLock(wakes: false) { $0.snapshot.change },
            surplus: store.surplus)
        let following = Mutex(
            Following(pass: pass, audit: audit, seen: seen, clock: PublicationClock(interval: tuning.publication)))
        let lane = WorkLane(.pass, priority: priority, in: tuning.pool) { [weak self] in
            guard let self else { return }
            do throws(ReadError) {
                let isOver = try following.withLock { (following: inout Following) throws(ReadError) in
                    try follow(&following)
                }
                if isOver { stopFollowing() }
            } catch {
                stopFollowing()
                giveUp(after: error)
            }
        }
        let isClosed = state.withLock { state in
            if !state.isClosed { state.lanes.growth = lane }
            return state.isClosed
        }
        guard !isClosed else { return }
        store.onNews { [weak lane] in lane?.signal() }
        lane.signal()
    }

    private func stopFollowing() {
        text.store.onNews(nil)
        state.withLock(wakes: false) { $0.lanes.growth = nil }
    }

    /// Takes all news that there is; true when no more can come.
    private func follow(_ following: inout Following) throws(ReadError) -> Bool {
        while !isClosed {
            switch try text.store.news(after: following.seen, notBefore: following.clock.due) {
            case .over: return true
            case .nothing(let end):
                if end < .max { state.withLock(wakes: false) { $0.lanes.growth }?.signal(at: end) }
                return false
            case .news(let news):
                if news.change != following.seen.change { publish { $0.snapshot.change = news.change } }
                if news.length > following.seen.length {
                    dropOpenRow(following.pass)
                    following.pass = try findRows(from: following.pass)
                    following.audit = try audit(from: following.audit, following.pass)
                    following.clock.restart()
                }
                following.seen = news
            }
        }
        return true
    }

    /// Lets go of the cells of a last row that goes on.
    private func dropOpenRow(_ pass: RowIndexing) {
        guard pass.isInsideRow else { return }
        let row = table.omitted.row(ofMember: pass.rowCount)
        publish { state in
            for key in Array(state.snapshot.cells.keys) {
                state.snapshot.cells[key] = state.snapshot.cells[key]?.rows(before: row)
            }
        }
    }
}
