import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

/// The reader of a text that may grow while it is open.
protocol GrowthFollowing: TileReading {
    /// The passes over the text, where they stopped.
    associatedtype Passes: Sendable

    var text: OpenText { get }
    var tuning: JSONTuning { get }
    var priority: WorkPriority { get }
    /// Resumes `passes` over the appended bytes.
    func readGrowth(_ passes: inout Passes) throws(ReadError)
}

extension GrowthFollowing {
    /// Begins to resume the passes whenever the text grows, and to show its other changes. Nothing runs while nothing happens.
    func startFollowing(_ passes: Passes) {
        let store = text.store
        let seen = StoreNews(
            length: store.length.known, change: state.withLock(wakes: false) { $0.snapshot.change },
            surplus: store.surplus)
        let following = Mutex(
            Following(passes: passes, seen: seen, clock: PublicationClock(interval: tuning.publication)))
        let lane = WorkLane(.pass, priority: priority, in: tuning.background.pool) { [weak self] in
            guard let self else { return }
            do throws(ReadError) {
                let isOver = try following.withLock { (following: inout Following<Passes>) throws(ReadError) in
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

    /// Processes all pending changes; true when no more can come.
    private func follow(_ following: inout Following<Passes>) throws(ReadError) -> Bool {
        while !isClosed {
            switch try text.store.news(after: following.seen, notBefore: following.clock.due) {
            case .over: return true
            case .nothing(let end):
                if end < .max { state.withLock(wakes: false) { $0.lanes.growth }?.signal(at: end) }
                return false
            case .news(let news):
                if news.change != following.seen.change { state.publish { $0.snapshot.change = news.change } }
                if news.length > following.seen.length {
                    try readGrowth(&following.passes)
                    following.clock.restart()
                }
                following.seen = news
            }
        }
        return true
    }
}

/// The passes where they stopped, and the changes that they include.
private struct Following<Passes: Sendable>: Sendable {
    var passes: Passes
    var seen: StoreNews
    var clock: PublicationClock
}
