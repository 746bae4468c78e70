import Glibc
import Testing

@testable import QuadrilleRuntime

@Test func memoryIsReleasedOnceAnInterval() throws {
    let start = monotonicNow()
    var release = MemoryRelease()
    let first = release.claim(at: start)
    let due = try #require(first)
    #expect(due >= start + MemoryRelease.interval)
    let other = release.claim(at: due)
    #expect(other == nil)
    // Work came instead.
    release.end(isDone: false, at: due)
    let second = release.claim(at: due + 5)
    #expect(second == due + 5 + MemoryRelease.delay)
    release.end(isDone: true, at: due + 10)
    let third = release.claim(at: due + 10)
    #expect(third == due + 10 + MemoryRelease.interval)
}

/// The allocator would keep blocks of that size in a heap, once a larger one has been freed.
@Test func largeBlocksAreNotKept() throws {
    MemoryRelease.boundHeaps()
    free(malloc(8 << 20))
    let block = try #require(malloc(2 << 20))
    defer { free(block) }
    // The size before the block has a bit for blocks with pages of their own (glibc, "malloc/malloc.c", IS_MMAPPED).
    #expect(block.load(fromByteOffset: -8, as: UInt.self) & 2 != 0)
}
