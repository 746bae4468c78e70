/// Memory that is read into again and again, on a boundary of 64 bytes: that of the widest loads that a kernel may use.
package final class ReadBuffer {
    package let bytes: UnsafeMutableRawBufferPointer
    private let memory: UnsafeMutableRawPointer
    private static let alignment = 64

    package init(count: Int) {
        // Brought to the boundary here: of memory that malloc brings there the C library, before its version 2.38, finds
        // none again that was given back, and a pass over many parts came to hold tens of megabytes of it.
        memory = .allocate(byteCount: count + Self.alignment, alignment: MemoryLayout<Int>.alignment)
        bytes = UnsafeMutableRawBufferPointer(start: memory.alignedUp(toMultipleOf: Self.alignment), count: count)
    }

    deinit { memory.deallocate() }

    /// The first `count` bytes.
    package func prefix(_ count: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: bytes[..<count]).assumingMemoryBound(to: UInt8.self)
    }
}
