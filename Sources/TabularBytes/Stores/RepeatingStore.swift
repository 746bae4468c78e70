import Tabular

/// A repeated block of bytes: a source of any size that takes no room.
package final class RepeatingStore: ByteStore {
    private let block: [UInt8]
    package let length: StoreLength

    package init(_ block: [UInt8], bytes: Int) {
        precondition(!block.isEmpty, "nothing to repeat")
        self.block = block
        length = StoreLength(known: bytes, isComplete: true)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let start = offset % block.count
        let count = min(buffer.count, length.known - offset, block.count - start)
        guard count > 0 else { return 0 }
        block.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
        }
        return count
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }

    package func cancel() {}
}
