import Tabular

/// Bytes that are added one behind another. Like an array, unlike it in that to look at them is no more than that: nobody
/// else has them, and none is counted.
struct ByteArena: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity = 64
    private(set) var count = 0

    init() { memory = .allocate(byteCount: capacity, alignment: 8) }

    deinit { memory.deallocate() }

    /// The first of them. It is good until more are added.
    @inline(__always)
    var base: UnsafeRawPointer { UnsafeRawPointer(memory) }

    /// All of them, likewise.
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// False where more memory is needed for so many bytes, and `source` has none.
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
