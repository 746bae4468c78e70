import Tabular

/// Bytes in an append-only buffer. Like an array, but without its checks on access: a single owner, no reference count.
struct ByteArena: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity = 64
    private(set) var count = 0

    init() { memory = .allocate(byteCount: capacity, alignment: 8) }

    deinit { memory.deallocate() }

    /// A pointer to the first byte, valid until more bytes are appended.
    @inline(__always)
    var base: UnsafeRawPointer { UnsafeRawPointer(memory) }

    /// All bytes, valid likewise.
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// Returns false where `byteCount` more bytes need memory that `source` does not have.
    func hasRoom(for byteCount: Int, in source: LargeMemory) -> Bool {
        count + byteCount <= capacity || source.has(max(2 * capacity, count + byteCount))
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.baseAddress else { return }
        if count + bytes.count > capacity { grow(to: max(2 * capacity, count + bytes.count)) }
        (memory + count).copyMemory(from: first, byteCount: bytes.count)
        count += bytes.count
    }

    private mutating func grow(to larger: Int) {
        let new = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
        new.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        (memory, capacity) = (new, larger)
    }
}
