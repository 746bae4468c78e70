import Synchronization
import Tabular

/// Bytes at the end of a compressed source that belong to no stream of it.
struct Surplus: Sendable, Hashable {
    /// The first of them, in the compressed source.
    var byte: Int
    var count: Int
}

/// What is in a compressed source: unpacked by a thread of its own into a spool, as it comes, and read from there.
///
/// Offsets are those of the unpacked bytes. Unpacking goes on to the end whether anyone reads or not; memory is two
/// fixed buffers and what the codec needs, and what bounds a source that unpacks to anything is the temporary folder's
/// disk.
final class UnpackedStore: ByteStore {
    private let packed: any ByteStore
    private let spool: Spool
    private let offset = Atomic(0)
    private let leftOver = Mutex<Surplus?>(nil)
    private let packedChange = Mutex<SourceChange?>(nil)
    private let name: String

    /// Begins to unpack `part` of `packed`. `spool` is one of its own when not given.
    init(
        _ packed: any ByteStore, _ compression: Compression, _ part: PackedPart, name: String, spool: Spool? = nil
    ) throws(ReadError) {
        self.packed = packed
        self.name = name
        if let spool { self.spool = spool } else { self.spool = try Spool(name: name) }
        BackgroundThread.start { [self] in
            var unpacker = Unpacker(packed, compression, part, name: name, into: self.spool)
            do throws(ReadError) {
                let isWhole = try unpacker.run { offset.store($0, ordering: .relaxed) }
                guard isWhole else { return }
                leftOver.withLock { $0 = unpacker.surplus }
                self.spool.finish()
            } catch {
                self.spool.fail(error)
            }
        }
    }

    var length: StoreLength { spool.length }
    var surplus: Surplus? { leftOver.withLock { $0 } }
    var change: SourceChange? { packedChange.withLock { $0 } }
    /// What writing the unpacked bytes has cost.
    var work: Spool.Work { spool.work }

    var intake: (done: Int, total: Int)? {
        let length = packed.length
        return (offset.load(ordering: .relaxed), length.isComplete ? length.known : 0)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try spool.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try spool.wait(beyond: offset, deadline: deadline)
    }

    /// What was unpacked stays as it is: that the compressed source grew or changed is told, and not followed.
    func waitForNews(after seen: StoreNews, notBefore: UInt64) -> StoreNews? {
        var known = StoreNews(length: packed.length.known, change: packed.change)
        var change = seen.change
        while change == seen.change {
            do throws(ReadError) {
                guard let news = try packed.waitForNews(after: known, notBefore: notBefore) else { return nil }
                change = news.change ?? (news.length > known.length ? grown() : nil)
                known = news
            } catch {
                // The only news there will be; it is told once.
                guard seen.change != packed.change else { return nil }
                change = packed.change
            }
        }
        packedChange.withLock { [change] in $0 = change }
        return StoreNews(length: seen.length, change: change)
    }

    private func grown() -> SourceChange {
        SourceChange(
            kind: .grown, source: name,
            message: "has grown. Compressed files are not followed: open it again to see the rest.")
    }

    func cancel() {
        spool.cancel()
        packed.cancel()
    }
}
