import Tabular

/// The first bytes of a store that others read too, as far as they are known at the time: it waits for no more bytes, and
/// canceling it does not cancel the store.
package final class FirstBytes: ByteStore {
    private let store: any ByteStore
    private let limit: Int

    package init(of store: any ByteStore, limit: Int) {
        self.store = store
        self.limit = limit
    }

    /// The length up to the limit; not complete where the limit cuts bytes off.
    package var length: StoreLength {
        let length = store.length
        return StoreLength(known: min(length.known, limit), isComplete: length.isComplete && length.known <= limit)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        guard offset < limit else { return 0 }
        return try store.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit - offset)), at: offset)
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }

    package func cancel() {}
}
