import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

extension ArraysReader {
    private struct Following {
        var seen: StoreNews
        var clock: PublicationClock
    }

    /// From now on whatever happens to the file is shown. Bytes behind the object are no rows, so none are read.
    func startFollowing() {
        let store = text.store
        let seen = StoreNews(
            length: store.length.known, change: state.withLock(wakes: false) { $0.snapshot.change },
            surplus: store.surplus)
        let following = Mutex(Following(seen: seen, clock: PublicationClock(interval: tuning.publication)))
        let lane = WorkLane(.pass, priority: priority, in: tuning.pool) { [weak self] in
            guard let self else { return }
            do throws(ReadError) {
                let isOver = try following.withLock { (following: inout Following) throws(ReadError) in
                    try follow(&following)
                }
                if isOver { stopFollowing() }
            } catch {
                stopFollowing()
                fail(error)
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
                if news.change != following.seen.change { state.publish { $0.snapshot.change = news.change } }
                if news.length > following.seen.length { following.clock.restart() }
                following.seen = news
            }
        }
        return true
    }
}
