import Glibc
import QuadrilleRuntime

/// What a test did not come to an end of.
public struct Unfinished: Error, CustomStringConvertible {
    public let seconds: Double
    public var description: String { "not finished after \(seconds) s" }
}

/// Does what might never end, on a thread of its own, and waits for it for so many seconds at most.
///
/// A time limit of the test would count the wait for a turn on the few threads that all tests of a run share, and a busy
/// machine would reach it with nothing wrong. What does not end goes on until the tests do.
/// - Throws: `Unfinished`, or what `body` does.
public func finish(within seconds: Double = 60, _ body: @escaping @Sendable () throws -> Void) throws {
    let result = Monitor<Result<Void, any Error>?>(nil)
    BackgroundThread.start {
        let end = Result { try body() }
        result.withLock { $0 = end }
    }
    let deadline = monotonicNow() + UInt64(seconds * 1_000_000_000)
    guard let end = result.wait(until: { $0 != nil }, deadline: deadline, then: { $0 }) else {
        throw Unfinished(seconds: seconds)
    }
    try end.get()
}

/// Whether `condition` comes true within so many seconds, for what tells nobody when it does: asked again and again.
public func comesTrue(within seconds: Double = 60, _ condition: () -> Bool) -> Bool {
    let deadline = monotonicNow() + UInt64(seconds * 1_000_000_000)
    while !condition() {
        if monotonicNow() >= deadline { return false }
        usleep(2000)
    }
    return true
}
