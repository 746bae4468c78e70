import QuadrilleRuntime

extension TableSource {
    /// Waits until `isReady` returns true for the snapshot, or reading has failed: then it returns at once, whatever `isReady`
    /// waits for. For the command line and for tests; a window never waits.
    ///
    /// It replaces the change handler while it waits, and leaves none set: where another one may be set, use
    /// `RecordStreaming.wait(until:unless:)`. Closing the source does not end the wait.
    ///
    /// - Returns: The first snapshot that was seen to be ready, or that of the failure.
    @discardableResult
    public func wait(until isReady: (TableSnapshot) -> Bool) -> TableSnapshot {
        let changes = Monitor(0)
        onChange { changes.withLock { $0 += 1 } }
        defer { onChange(nil) }
        while true {
            let seen = changes.current
            let snapshot = self.snapshot
            if case .failed = snapshot.phase { return snapshot }
            if isReady(snapshot) { return snapshot }
            changes.wait(until: { $0 != seen }, then: { _ in })
        }
    }

    /// Waits until reading is complete, or has failed.
    @discardableResult
    public func waitUntilComplete() -> TableSnapshot { wait { $0.phase == .complete } }

    /// Waits until all rows are known, or reading has failed.
    @discardableResult
    public func waitUntilIndexed() -> TableSnapshot { wait { $0.phase == .auditing || $0.phase == .complete } }
}
