import QuadrilleRuntime
import Tabular

/// A store whose bytes lie in a spool, since they cannot be read twice.
package protocol SpooledBytes: ByteStore {
    var spool: Spool { get }

    /// Pauses taking bytes from their origin, or resumes it.
    func hold(_ isHeld: Bool)
}

/// A share of a spooled store that several readers read, one after the other: it is cancelled with the last share.
package final class SharedStore: ByteStore {
    private let store: any SpooledBytes
    /// The number of shares that have not been cancelled.
    private let shares: Monitor<Int>
    private let isCancelled = Monitor(false)

    /// The first share of `store`.
    package convenience init(_ store: any SpooledBytes) { self.init(store, Monitor(1)) }

    private init(_ store: any SpooledBytes, _ shares: Monitor<Int>) {
        self.store = store
        self.shares = shares
    }

    /// One more share; nil where the last one has been cancelled, and the store with it.
    package func another() -> SharedStore? {
        let isLive = shares.withLock { count in
            if count > 0 {
                count += 1
                store.hold(false)
            }
            return count > 0
        }
        return isLive ? SharedStore(store, shares) : nil
    }

    /// Pauses taking bytes until there is another share. Does nothing where there is one already, also when this one has been
    /// canceled meanwhile: the other share needs the bytes.
    package func hold() {
        shares.withLock(wakes: false) { count in
            if count == 1 && !isCancelled.current { store.hold(true) }
        }
    }

    func passOn(_ isHeld: Bool) { store.hold(isHeld) }

    /// Ends the waiting of this share, and cancels the store where it is the last one.
    package func cancel() {
        let wasCancelled = isCancelled.withLock { isCancelled in
            defer { isCancelled = true }
            return isCancelled
        }
        guard !wasCancelled else { return }
        let isLast = shares.withLock { count in
            count -= 1
            return count == 0
        }
        if isLast { store.cancel() } else { store.spool.nudge() }
    }

    package func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try store.spool.wait(
            beyond: offset, deadline: deadline, unless: Cancellation { [isCancelled] in isCancelled.current })
    }

    package var length: StoreLength { store.length }
    package var change: SourceChange? { store.change }
    package var intake: (done: Int, total: Int)? { store.intake }
    package var surplus: Surplus? { store.surplus }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try store.read(into: buffer, at: offset)
    }

    package func news(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreOutlook {
        try store.news(after: seen, notBefore: notBefore)
    }
}
