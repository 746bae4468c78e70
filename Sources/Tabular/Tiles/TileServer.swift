import QuadrilleRuntime

/// A server of the wanted tiles of a table in the background, the most wanted first, a few in each turn so that other tables
/// have turns too.
package final class TileServer: Sendable {
    /// The most loads of a turn.
    private static let loadsInTurn = 16

    private let lane: WorkLane

    /// - Parameters:
    /// - refused: Called where the system refuses a thread.
    ///   - serveNext: Reads the next tiles and stores them, on a worker; false where there are none. It must not keep the
    ///     server's owner alive.
    package init(
        in pool: WorkerPool = .shared, refused: @escaping @Sendable () -> Void,
        serveNext: @escaping @Sendable () -> Bool
    ) {
        lane = WorkLane(.interaction, in: pool, refused: .call(refused)) { lane in
            for _ in 0..<Self.loadsInTurn where !serveNext() { return }
            lane.signal()
        }
    }

    /// Requests a turn: after another request, or when more can be read.
    package func signal() { lane.signal() }
}
