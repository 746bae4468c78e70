import QuadrilleRuntime
import Tabular

/// The part of a table's reader that reads wanted tiles.
protocol TileReading: AnyObject, Sendable {
    associatedtype State: ReadingState

    var state: Monitor<State> { get }
    /// Reads the most wanted tiles; false where there are none to read.
    func loadNextTiles() -> Bool
    /// Ends reading with `error`. Tiles in memory stay.
    func fail(_ error: ReadError)
}

extension TileReading {
    var isClosed: Bool { state.isClosed }
    var closing: Cancellation { state.closing }

    /// Begins to read wanted tiles. `noThread` is the error where the system provides no thread for that.
    func startTiles(in pool: WorkerPool, noThread: ReadError) {
        let refused: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            state.withLock { $0.wants.noteFailure(of: $0.wants.version) }
            fail(noThread)
        }
        let server = TileServer(in: pool, refused: refused) { [weak self] in self?.loadNextTiles() ?? false }
        state.withLock { state in
            if !state.isClosed { state.lanes.tiles = server }
        }
        server.signal()
    }

    /// A Boolean value that indicates whether tiles that are being read are still wanted.
    func wants(_ load: TileLoad) -> Bool {
        state.withLock(wakes: false) { !$0.isClosed && $0.wants.wants(load, in: $0.snapshot) }
    }

    /// Records that `load` failed, so that it is not read again at once, and the error.
    func fail(_ load: TileLoad, _ error: ReadError) {
        state.withLock { $0.wants.noteFailure(of: load.version) }
        fail(error)
    }
}
