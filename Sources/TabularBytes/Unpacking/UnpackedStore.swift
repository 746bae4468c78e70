import QuadrilleRuntime
import Synchronization
import Tabular

/// The content of a compressed source: unpacked in the background into a spool, as it arrives, and read from there.
///
/// Offsets are those of the unpacked bytes. Unpacking continues to the end even without readers; memory is two fixed buffers
/// and that of the codec. `TemporaryRoom` limits the unpacked size of any source, and one that looks made to fill the disk
/// stops earlier.
package final class UnpackedStore: SpooledBytes {
    package let spool: Spool
    private let packed: any ByteStore
    private let offset = Atomic(0)
    private let leftOver = Mutex<Surplus?>(nil)
    private let taken: TakenSource

    /// Begins to unpack `part` of `packed`. Without `spool` it makes its own.
    package init(
        _ packed: any ByteStore, _ compression: Compression, _ part: PackedPart, name: String, spool: Spool? = nil
    ) throws(ReadError) {
        self.packed = packed
        taken = TakenSource(packed, name: name, grown: UnpackFailure.grown)
        if let spool { self.spool = spool } else { self.spool = try Spool(name: name) }
        WorkerPool.shared.submit(.decoding, refused: .call({ [self] in self.spool.fail(.noThread(name)) })) { [self] in
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

    package var length: StoreLength { spool.length }
    package var surplus: Surplus? { leftOver.withLock { $0 } }
    package var change: SourceChange? { taken.change }
    /// The cost of writing the unpacked bytes.
    package var work: Spool.Work { spool.work }

    package var intake: (done: Int, total: Int)? {
        let length = packed.length
        return (offset.load(ordering: .relaxed), length.isComplete ? length.known : 0)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try spool.read(into: buffer, at: offset)
    }

    package func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try spool.wait(beyond: offset, deadline: deadline)
    }

    package func news(after seen: StoreNews, notBefore: UInt64) -> StoreOutlook {
        taken.news(after: seen, notBefore: notBefore)
    }

    package func onNews(_ handler: (@Sendable () -> Void)?) { packed.onNews(handler) }

    package func hold(_ isHeld: Bool) { (packed as? SharedStore)?.passOn(isHeld) }

    package func cancel() {
        spool.cancel()
        packed.cancel()
    }
}
