import QuadrilleRuntime

/// The thread that counts the rows of a table.
enum CountingThread: Sendable {
    /// The pass.
    case pass
    /// The pass, up to the end of its transaction: a stream waits to count.
    case passUntilNextTransaction
    /// A stream, for whose end the pass waits.
    case stream
}

// A stream may count the rows that it reads, so that nobody reads them twice:
//
//     pass      count … lendCounting ─ waits ──────────────────── count …, or the audit
//     stream    borrowCounting ─ waits ┘ reads and counts … returnCounting ┘
extension SQLiteReader {
    /// Nanoseconds between two looks at whether the work is cancelled.
    private static let lookInterval: UInt64 = 50_000_000

    /// True where a stream waits to count.
    var isCountingRequested: Bool { state.withLock(wakes: false) { $0.counting == .passUntilNextTransaction } }

    /// Lets the stream that waits for it count rows, and waits until that ends. Called by the pass, between two transactions and
    /// with all checkpoints that it knows in the state.
    func lendCounting() {
        state.withLock { state in
            if state.counting == .passUntilNextTransaction { state.counting = .stream }
        }
        state.wait(until: { $0.counting != .stream || $0.isClosed }, then: { _ in })
    }

    /// Waits until the pass lets this thread count rows, and returns the table; nil where the rows are counted already, or must
    /// be counted by the pass. Call `returnCounting` after a table.
    func borrowCounting(unless cancellation: Cancellation) -> OpenTable? {
        let isRequested = state.withLock(wakes: false) { state in
            guard state.counting == .pass, state.countableTable != nil else { return false }
            state.counting = .passUntilNextTransaction
            return true
        }
        guard isRequested else { return nil }
        while true {
            let isWaiting = state.wait(
                until: { $0.counting == .stream || $0.countableTable == nil },
                deadline: monotonicNow() + Self.lookInterval,
                then: { $0.counting != .stream && $0.countableTable != nil })
            if isWaiting && !cancellation.isRequested { continue }
            // The pass may lend it at this moment.
            let table = state.withLock { $0.counting == .stream ? $0.countableTable : nil }
            if table == nil { returnCounting() }
            return table
        }
    }

    /// Lets the pass count the further rows.
    func returnCounting() { state.withLock { $0.counting = .pass } }
}

extension SQLiteState {
    /// The table, while a stream may count its rows: each has an id, and no rows before were lost.
    fileprivate var countableTable: OpenTable? {
        guard snapshot.phase == .indexing, !isClosed, checkpoints.last != nil, checkpoints.lost.isEmpty,
            let table, let keyed = table.keyed, keyed.hasRowID
        else { return nil }
        return table
    }
}
