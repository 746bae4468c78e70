import QuadrilleRuntime

/// The values that the threads of a table's reader share, common to all readers.
package protocol ReadingState: Sendable {
    var snapshot: TableSnapshot { get set }
    var wants: WantList { get set }
    var handler: (@Sendable () -> Void)? { get set }
    /// The lanes that read wanted tiles and follow a growing text.
    var lanes: (tiles: TileServer?, growth: WorkLane?) { get set }
    var isClosed: Bool { get set }
}

extension Monitor where Value: ReadingState {
    package var isClosed: Bool { withLock(wakes: false) { $0.isClosed } }

    /// The cancellation of all work for the table when it is closed.
    package var closing: Cancellation { Cancellation { [self] in isClosed } }

    package func close() {
        withLock { state in
            (state.isClosed, state.handler, state.lanes) = (true, nil, (nil, nil))
        }
    }

    /// Replaces the wanted cells.
    package func want(_ ranges: [CellRange]) {
        let tiles = withLock(wakes: false) { state -> TileServer? in
            guard state.wants.ranges != ranges else { return nil }
            state.wants.replace(with: ranges)
            return state.lanes.tiles
        }
        tiles?.signal()
    }

    package func onChange(_ handler: (@Sendable () -> Void)?) {
        withLock(wakes: false) { $0.handler = $0.isClosed ? nil : handler }
    }

    /// Changes the snapshot: a new version, and a call of the handler. After a failure the phase stays failed.
    package func publish(_ change: (inout Value) -> Void) {
        let (handler, tiles) = withLock { state in
            let phase = state.snapshot.phase
            change(&state)
            if phase.isFailed { state.snapshot.phase = phase }
            state.snapshot.version.advance()
            return (state.handler, state.lanes.tiles)
        }
        tiles?.signal()
        // Outside the lock: the handler may read the snapshot.
        handler?()
    }

    /// Publishes that reading ended early; once, since every request would repeat it.
    package func fail(_ error: ReadError, _ change: SourceChange?) {
        let isNew = withLock(wakes: false) { !$0.isClosed && !$0.snapshot.phase.isFailed }
        guard isNew else { return }
        publish { state in
            state.snapshot.phase = .failed(error)
            state.snapshot.change = change
        }
    }

    /// Waits for `RecordStreaming.wait(until:unless:)`.
    package func wait(until isReady: (TableSnapshot) -> Bool, unless cancellation: Cancellation) -> TableSnapshot? {
        while true {
            let (snapshot, isClosed) = wait(
                until: { $0.isClosed || $0.snapshot.phase.isFailed || isReady($0.snapshot) },
                deadline: monotonicNow() + 50_000_000, then: { ($0.snapshot, $0.isClosed) })
            if snapshot.phase.isFailed || isReady(snapshot) { return snapshot }
            if isClosed || cancellation.isRequested { return nil }
        }
    }
}
