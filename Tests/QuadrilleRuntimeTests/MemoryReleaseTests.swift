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
