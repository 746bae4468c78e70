import Synchronization
import Testing

@testable import QuadrilleRuntime

@Test func reportsAreNoMoreThanPeopleCanSee() {
    let reports = Atomic(0)
    let control = JobControl { _, _ in reports.add(1, ordering: .relaxed) }
    for row in 0..<10_000 { control.report(done: row) }
    #expect(reports.load(ordering: .relaxed) < 1000)
}

/// The shares that a control tells, in percent.
private final class Shares: Sendable {
    let told = Monitor([Double]())

    func control() -> JobControl {
        JobControl(total: 10, interval: 0) { [told] done, total in
            told.withLock { $0.append(100 * Double(done) / Double(total)) }
        }
    }
}

@Test func progressNeverFalls() {
    let shares = Shares()
    let control = shares.control()
    control.report(done: 5)
    control.report(done: 3)
    control.report(done: 6, of: 20)
    control.report(done: 12)
    #expect(shares.told.current == [50, 50, 50, 60])
}

@Test func stepsHaveTheirSharesOfTheWhole() {
    let shares = Shares()
    let control = shares.control()
    control.within(0...0.5) {
        control.report(done: 4)
        control.within(0.5...1) { control.report(done: 10) }
    }
    control.within(0.5...1) {
        control.report(done: 0)
        control.report(done: 8)
    }
    control.report(done: 10)
    #expect(shares.told.current == [20, 50, 50, 90, 100])
}
