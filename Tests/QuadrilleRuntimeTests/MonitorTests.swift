import Dispatch
import QuadrilleRuntime
import Testing

@Test func aWaitEndsWhenAnotherThreadMakesItReady() {
    let monitor = Monitor(0)
    DispatchQueue.global().async {
        for _ in 0..<100 { monitor.withLock { $0 += 1 } }
    }
    #expect(monitor.wait(until: { $0 == 100 }, then: { $0 }) == 100)
}

@Test func aWaitEndsAtItsDeadline() {
    let monitor = Monitor(7)
    #expect(monitor.wait(until: { $0 == 8 }, deadline: monotonicNow() + 1000, then: { $0 }) == 7)
}
