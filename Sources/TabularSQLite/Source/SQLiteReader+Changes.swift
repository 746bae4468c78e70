import QuadrilleRuntime
import Tabular
import TabularBytes

extension SQLiteReader {
    /// Publishes changes by other programs when they happen.
    func watch() {
        let lane = WorkLane(.interaction, priority: priority, in: background.pool) { [weak self] in
            self?.lookForChange()
        }
        let watch = PathsWatch(database.watchedPaths) { lane.signal() }
        state.withLock(wakes: false) { state in
            if !state.isClosed { state.watch = watch }
        }
    }

    /// Ends reading where the database is in another state than at the opening.
    func lookForChange() {
        guard let table = state.withLock(wakes: false, { $0.isClosed ? nil : $0.table }) else { return }
        do throws(ReadError) {
            _ = try read(expecting: table.state) { _ throws(EngineError) in }
        } catch {
            guard error.kind == .changed else { return }
            state.fail(error)
            state.withLock(wakes: false) { $0.watch = nil }
        }
    }
}
