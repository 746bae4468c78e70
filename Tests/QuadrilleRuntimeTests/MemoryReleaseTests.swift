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

/// The allocator would take blocks of that size from a heap, once a larger one has been freed. Sanitizers have one of their own.
@Test(.enabled(if: getenv("QUADRILLE_SANITIZER") == nil))
func largeBlocksAreNotKept() throws {
    MemoryRelease.boundHeaps()
    free(malloc(30 << 20))
    // The first ones may still fit into what a heap has free.
    let blocks = (0..<8).map { _ in malloc(24 << 20) }
    defer { for block in blocks { free(block) } }
    let last = try #require(blocks.last ?? nil)
    // The size before a block has a bit for one with pages of its own (glibc, "malloc/malloc.c", IS_MMAPPED).
    #expect(last.load(fromByteOffset: -8, as: UInt.self) & 2 != 0)
}
