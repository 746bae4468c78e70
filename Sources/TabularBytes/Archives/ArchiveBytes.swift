import Tabular

/// The bytes of an archive for one of its files: canceling them cancels nothing for the others.
final class ArchiveBytes: ByteStore {
    private let store: any ByteStore

    init(_ store: any ByteStore) { self.store = store }

    var length: StoreLength { store.length }
    var change: SourceChange? { store.change }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try store.wait(beyond: offset, deadline: deadline)
    }

    func news(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreOutlook {
        try store.news(after: seen, notBefore: notBefore)
    }

    func onNews(_ handler: (@Sendable () -> Void)?) { store.onNews(handler) }

    // The archive was listed, so all of it has arrived: no reader waits.
    func cancel() {}
}
