import QuadrilleRuntime
import Synchronization
import Tabular
import Testing

@testable import TabularOps

/// What a job's handler was told.
private final class Calls: Sendable {
    let ends = Monitor(0)
    let job = Monitor<GroupingJob?>(nil)

    func note() {
        // The job may be through before its maker has it.
        let job = job.wait(until: { $0 != nil }, then: { $0 })
        if case .running = job?.state { return }
        ends.withLock { $0 += 1 }
    }
}

@Test func theEndIsToldOnce() {
    let calls = Calls()
    let job = GroupingJob(source: GeneratedSource(rows: 50_000, columns: 3), group: 1) { calls.note() }
    calls.job.withLock { $0 = job }
    job.wait()
    // The call comes right behind the change that ends the wait.
    calls.ends.wait(until: { $0 > 0 }, then: { _ in })
    job.cancel()
    guard case .done = job.state else {
        Issue.record("\(job.state)")
        return
    }
    #expect(calls.ends.current == 1)
    calls.job.withLock { $0 = nil }
}

@Test func cancellingEndsTheWorkWithinARecord() {
    let source = EndlessSource()
    let job = GroupingJob(source: source, group: 0) {}
    guard case .running(0, 1_000_000) = job.state else {
        Issue.record("\(job.state)")
        return
    }
    job.cancel()
    guard case .cancelled = job.wait() else {
        Issue.record("\(job.state)")
        return
    }
    #expect(source.hasEnded.wait(until: { $0 }, then: { $0 }))
    guard case .cancelled = job.state else {
        Issue.record("\(job.state)")
        return
    }
}

@Test func aJobThatIsLetGoOfEnds() {
    let source = EndlessSource()
    var job: EqualRunsJob? = EqualRunsJob(source: source, column: 0) {}
    _ = job?.state
    job = nil
    #expect(source.hasEnded.wait(until: { $0 }, then: { $0 }))
}

@Test func aFailureOfTheSourceIsTheJobs() {
    let failure = ReadError(kind: .changed, source: "t.csv", message: "was cut.")
    let job = GroupingJob(source: ListSource([[[65]]], failure: failure), group: 0) {}
    guard case .failed(failure) = job.wait() else {
        Issue.record("\(job.state)")
        return
    }
}
