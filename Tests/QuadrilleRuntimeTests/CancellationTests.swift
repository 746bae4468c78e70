import Glibc
import Testing

@testable import QuadrilleRuntime

struct CancellationTests {
    @Test func neverIsNotRequested() { #expect(!Cancellation.never.isRequested) }

    @Test func checkIsRepeated() {
        let isCancelled = Monitor(false)
        let cancellation = Cancellation { isCancelled.current }
        #expect(!cancellation.isRequested)
        isCancelled.withLock { $0 = true }
        #expect(cancellation.isRequested)
    }

    @Test func jobControlRequestsCancellation() {
        let control = JobControl()
        let cancellation = control.cancellation
        #expect(!cancellation.isRequested)
        control.cancel()
        #expect(cancellation.isRequested)
    }

    @Test func newerRequestCancelsEarlierOne() {
        let (started, ended) = (Monitor(0), Monitor([Int]()))
        let work = LatestWork<Int> { request, cancellation in
            started.withLock { $0 = request }
            if request == 1 { while !cancellation.isRequested { sched_yield() } }
            ended.withLock { $0.append(request) }
        }
        work.ask(1)
        started.wait(until: { $0 == 1 }, then: { _ in })
        work.ask(2)
        ended.wait(until: { $0.count == 2 }, then: { _ in })
        #expect(ended.current == [1, 2])
    }
}
