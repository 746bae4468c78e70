import Testing

@testable import Tabular

@Test func memoryIsReleasedOnceAnInterval() throws {
    let start = monotonicNow()
    var release = MemoryRelease()
    let first = try #require(release.claim(at: start))
    #expect(first >= start + MemoryRelease.interval)
    #expect(release.claim(at: first) == nil)
    // Work came instead.
    release.end(isDone: false, at: first)
    let second = try #require(release.claim(at: first + 5))
    #expect(second == first + 5 + MemoryRelease.delay)
    release.end(isDone: true, at: second)
    #expect(release.claim(at: second) == second + MemoryRelease.interval)
}
