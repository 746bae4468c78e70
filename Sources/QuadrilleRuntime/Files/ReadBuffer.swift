/// Memory for repeated reads, aligned to 64 bytes: the widest loads that a kernel may use.
package final class ReadBuffer {
    package let bytes: UnsafeMutableRawBufferPointer
    private let memory: UnsafeMutableRawPointer
    private static let alignment = 64

    package init(count: Int) {
        // Aligned here: before version 2.38 the C library does not reuse freed memory that malloc aligned, and a pass over many
        // parts came to hold tens of megabytes of it.
        memory = .allocate(byteCount: count + Self.alignment, alignment: MemoryLayout<Int>.alignment)
        bytes = UnsafeMutableRawBufferPointer(start: memory.alignedUp(toMultipleOf: Self.alignment), count: count)
    }

    deinit { memory.deallocate() }

    /// The first `count` bytes.
    package func prefix(_ count: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: bytes[..<count]).assumingMemoryBound(to: UInt8.self)
    }
}
