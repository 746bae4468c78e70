import Glibc
import Synchronization
import Tabular

/// Memory that returns to the system as soon as it is freed, independent of other allocations. Initially zero.
final class Pages: @unchecked Sendable {
    // Unchecked, since only one thread at a time writes it.
    let base: UnsafeMutableRawPointer
    private let size: Int
    private static let page = 1 << 12
    /// The minimum number of bytes to return at once: fewer are not worth the call.
    private static let kept = 1 << 15
    private let dropped = Atomic(0)

    init(byteCount: Int, from memory: LargeMemory) throws(ReadError) {
        size = max(1, (byteCount + Self.page - 1) / Self.page) * Self.page
        base = try memory.pages(size)
    }

    deinit { munmap(base, size) }

    /// Frees the memory of the first `count` bytes, except for less than `kept` bytes. Called by one thread at a time.
    func drop(first count: Int) {
        let bytes = count / Self.page * Self.page
        let before = dropped.load(ordering: .relaxed)
        guard bytes - before >= Self.kept else { return }
        madvise(base + before, bytes - before, MADV_DONTNEED)
        dropped.store(bytes, ordering: .relaxed)
    }
}

/// Memory for entries that are being sorted.
final class EntryBuffer: @unchecked Sendable {
    // Unchecked, since only one thread at a time writes it.
    let entries: UnsafeMutableBufferPointer<SortEntry>
    private let pages: Pages

    init(count: Int, from memory: LargeMemory = .system) throws(ReadError) {
        pages = try Pages(byteCount: count * MemoryLayout<SortEntry>.stride, from: memory)
        entries = UnsafeMutableBufferPointer(
            start: pages.base.bindMemory(to: SortEntry.self, capacity: count), count: count)
    }
}
