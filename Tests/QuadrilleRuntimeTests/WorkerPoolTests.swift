import Glibc
import QuadrilleRuntime
import SeededRandom
import Synchronization
import TestWaiting
import Testing

private func limits(_ count: Int) -> WorkLimits {
    WorkLimits(working: Dictionary(uniqueKeysWithValues: WorkKind.allCases.map { ($0, count) }))
}

/// Gives threads as long as there are some left.
private final class ThreadGiver: Sendable {
    private let left: Monitor<Int>

    init(_ count: Int) { left = Monitor(count) }

    func allow(_ count: Int) { left.withLock { $0 = count } }

    func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let isGiven = left.withLock { left in
            defer { left -= 1 }
            return left > 0
        }
        return isGiven ? BackgroundThread.start(body) : EAGAIN
    }
}

/// The turns that a lane of a test has seen.
private struct Seen: Sendable {
    var isRunning = false
    var overlaps = 0
    var turns = 0
    var last = 0
}

private final class Holding: Sendable {}

/// An idle worker would keep a closed file open.
@Test func idleWorkersHoldNoWork() {
    let pool = WorkerPool(limits(1))
    for _ in 0..<2 {
        let done = Monitor(false)
        var holding: Holding? = Holding()
        weak let released = holding
        pool.submit(.task) { [holding] in
            withExtendedLifetime(holding) { done.withLock { $0 = true } }
        }
        holding = nil
        done.wait(until: { $0 }, then: { _ in })
        let deadline = monotonicNow() + 20_000_000_000
        while released != nil && monotonicNow() < deadline { sched_yield() }
        #expect(released == nil)
    }
}

@Test(arguments: 0..<20)
func lanesAreSerialAndNoneStarves(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let pool = WorkerPool(limits(1 + seed % 3))
    let laneCount = 40
    let wanted = Monitor([Int](repeating: 0, count: laneCount))
    let seen = (0..<laneCount).map { _ in Monitor(Seen()) }
    let lanes = (0..<laneCount).map { number in
        let kinds = WorkKind.allCases
        return WorkLane(kinds[number % kinds.count], in: pool) {
            let value = wanted.current[number]
            seen[number].withLock { seen in
                if seen.isRunning { seen.overlaps += 1 }
                seen.isRunning = true
            }
            sched_yield()
            seen[number].withLock { seen in
                (seen.isRunning, seen.last) = (false, value)
                seen.turns += 1
            }
        }
    }
    var signals = [Int](repeating: 0, count: laneCount)
    for _ in 0..<1000 {
        // Some far more often than others.
        let number = min(Int.random(in: 0..<laneCount, using: &random), Int.random(in: 0..<laneCount, using: &random))
        signals[number] += 1
        wanted.withLock { $0[number] += 1 }
        lanes[number].signal()
    }
    for number in 0..<laneCount where signals[number] > 0 {
        let end = seen[number].wait(
            until: { $0.last == signals[number] }, deadline: monotonicNow() + 60_000_000_000, then: { $0 })
        #expect(end.last == signals[number] && end.overlaps == 0 && end.turns <= signals[number])
    }
}

@Test func aBusyLaneLeavesTurnsToOthers() {
    let pool = WorkerPool(limits(1))
    let isOver = Monitor(false)
    let busy = Monitor<WorkLane?>(nil)
    let lane = WorkLane(.interaction, in: pool) { if !isOver.current { busy.current?.signal() } }
    busy.withLock { $0 = lane }
    busy.current?.signal()
    let turns = Monitor(0)
    let other = WorkLane(.interaction, in: pool) { turns.withLock { $0 += 1 } }
    for count in 1...10 {
        other.signal()
        #expect(turns.wait(until: { $0 >= count }, deadline: monotonicNow() + 60_000_000_000, then: { $0 }) >= count)
    }
    isOver.withLock { $0 = true }
    busy.withLock { $0 = nil }
}

@Test(arguments: WorkKind.allCases)
func workThatWaitsDoesNotKeepOthersWaiting(kind: WorkKind) throws {
    let pool = WorkerPool(limits(1))
    let gate = Monitor(0)
    for _ in 0..<10 {
        pool.submit(kind) {
            gate.wait(until: { $0 > 0 }, then: { _ in })
            gate.withLock { $0 += 1 }
        }
    }
    pool.submit(kind) { gate.withLock { $0 += 1 } }
    #expect(gate.wait(until: { $0 == 12 - 1 }, deadline: monotonicNow() + 60_000_000_000, then: { $0 }) == 11)
}

@Test func workThatTheKernelHoldsDoesNotKeepOthersWaiting() throws {
    let pool = WorkerPool(limits(1))
    let ends = try FileDescriptor.openPipe()
    let (input, output) = (ends.read, ends.write)
    let done = Monitor(0)
    for _ in 0..<3 {
        pool.submit(.opening) {
            var byte: UInt8 = 0
            _ = read(input, &byte, 1)
            done.withLock { $0 += 1 }
        }
    }
    // The only thing that lets them go on.
    pool.submit(.opening) {
        var bytes: [UInt8] = [1, 2, 3]
        _ = write(output, &bytes, 3)
    }
    #expect(done.wait(until: { $0 == 3 }, deadline: monotonicNow() + 60_000_000_000, then: { $0 }) == 3)
    close(input)
    close(output)
}

/// Spins without a lock, which a thread of low priority could hold.
private final class Spin: Sendable {
    private let isOver = Atomic(false)

    func run() { while !isOver.load(ordering: .relaxed) {} }

    func end() { isOver.store(true, ordering: .relaxed) }
}

/// A thread of the lowest priority beside others that take every processor uses next to no time, as one that waits does.
@Test func workThatWaitsForAProcessorKeepsItsPlace() throws {
    let idle: Int32 = 5  // SCHED_IDLE of sched(7), which Swift does not import.
    let pool = WorkerPool(limits(1))
    let spin = Spin()
    let started = Monitor(false)
    pool.submit(.pass) {
        var parameters = sched_param()
        let isIdle = sched_setscheduler(0, idle, &parameters) == 0
        started.withLock { $0 = isIdle }
        spin.run()
    }
    try #require(started.wait(until: { $0 }, deadline: monotonicNow() + 20_000_000_000, then: { $0 }))
    for _ in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) { BackgroundThread.start { spin.run() } }
    let second = Monitor(false)
    pool.submit(.pass) { second.withLock { $0 = true } }
    // While the pool looks at its workers five times.
    #expect(!second.wait(until: { $0 }, deadline: monotonicNow() + 1_000_000_000, then: { $0 }))
    spin.end()
    second.wait(until: { $0 }, then: { _ in })
}

@Test func noMoreThreadsWorkThanTheLimitAllows() {
    let pool = WorkerPool(limits(3))
    let state = Monitor((running: 0, most: 0, done: 0))
    let count = 200
    for _ in 0..<count {
        pool.submit(.pass) {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
            for _ in 0..<20 { sched_yield() }
            state.withLock { state in
                state.running -= 1
                state.done += 1
            }
        }
    }
    let most = state.wait(until: { $0.done == count }, then: { $0.most })
    // A stalled machine may have a worker taken for one that waits.
    #expect(most <= 5)
    #expect(comesTrue { pool.threadCount <= 3 })
}

@Test func raisedWorkStartsFirst() {
    let giver = ThreadGiver(.max)
    let pool = WorkerPool(limits(1), startThread: giver.start)
    let gate = Monitor(false)
    pool.submit(.pass) { gate.wait(isPartOfWork: true, until: { $0 }, then: { _ in }) }
    let order = Monitor([Int]())
    let priorities = (0..<4).map { _ in WorkPriority() }
    for (number, priority) in priorities.enumerated() {
        pool.submit(.pass, priority: priority) { order.withLock { $0.append(number) } }
    }
    priorities[2].raise()
    priorities[1].raise()
    gate.withLock { $0 = true }
    #expect(order.wait(until: { $0.count == 4 }, then: { $0 }) == [1, 2, 0, 3])
}

@Test func aSignalComesAtItsTime() {
    let pool = WorkerPool(limits(1))
    let times = Monitor([UInt64]())
    let start = monotonicNow()
    let delays: [UInt64] = [30_000_000, 10_000_000, 20_000_000]
    // The pool holds a lane until its signal.
    for delay in delays {
        WorkLane(.pass, in: pool) {
            times.withLock { times in
                if monotonicNow() >= start + delay { times.append(delay) }
            }
        }.signal(at: start + delay)
    }
    let found = times.wait(until: { $0.count == 3 }, deadline: start + 60_000_000_000, then: { $0 })
    #expect(found.sorted() == delays.sorted())
}

// MARK: - No threads

@Test func workWithoutAThreadIsRefusedAndTheRestWaits() {
    let giver = ThreadGiver(0)
    let pool = WorkerPool(limits(2), startThread: giver.start)
    let log = Monitor([String]())
    pool.submit(.task, refused: .call({ log.withLock { $0.append("refused") } })) { log.withLock { $0.append("ran") } }
    #expect(log.current == ["refused"])
    let lane = WorkLane(.interaction, in: pool) { log.withLock { $0.append("turn") } }
    lane.signal()
    #expect(log.current == ["refused"])
    giver.allow(.max)
    // Without another submission: it is tried again.
    pool.submit(.pass) { log.withLock { $0.append("pass") } }
    #expect(
        log.wait(until: { $0.count == 3 }, deadline: monotonicNow() + 60_000_000_000, then: { $0.sorted() }) == [
            "pass", "refused", "turn",
        ])
}

@Test func oneThreadDoesAllWork() {
    let giver = ThreadGiver(1)
    let pool = WorkerPool(limits(2), startThread: giver.start)
    let done = Monitor([WorkKind: Int]())
    let refused = Atomic(0)
    for _ in 0..<10 {
        for kind in WorkKind.allCases {
            pool.submit(kind, refused: .call({ refused.add(1, ordering: .relaxed) })) {
                done.withLock { $0[kind, default: 0] += 1 }
            }
        }
    }
    let all = Dictionary(uniqueKeysWithValues: WorkKind.allCases.map { ($0, 10) })
    #expect(done.wait(until: { $0 == all }, deadline: monotonicNow() + 60_000_000_000, then: { $0 }) == all)
    #expect(refused.load(ordering: .relaxed) == 0)
}

@Test func workThatWaitsForRefusedWorkEnds() {
    let giver = ThreadGiver(1)
    let pool = WorkerPool(limits(2), startThread: giver.start)
    let answer = Monitor<String?>(nil)
    let end = Monitor<String?>(nil)
    pool.submit(.opening) {
        pool.submit(.decoding, refused: .call({ answer.withLock { $0 = "refused" } })) {
            answer.withLock { $0 = "decoded" }
        }
        let found = answer.wait(until: { $0 != nil }, then: { $0 })
        end.withLock { $0 = found }
    }
    #expect(end.wait(until: { $0 != nil }, deadline: monotonicNow() + 60_000_000_000, then: { $0 }) == "refused")
    // The thread is free again.
    pool.submit(.opening) { end.withLock { $0 = "more" } }
    #expect(end.wait(until: { $0 == "more" }, deadline: monotonicNow() + 60_000_000_000, then: { $0 }) == "more")
}

// MARK: - Calls one after the other

@Test func callsKeepTheirOrder() {
    let work = SerialWork(.interaction, in: WorkerPool(limits(3)))
    let order = Monitor([Int]())
    for number in 0..<500 { work.async { order.withLock { $0.append(number) } } }
    work.settle(within: 60)
    #expect(order.current == Array(0..<500))
}

@Test func theLatestRequestIsAnswered() {
    let answers = Monitor([Int]())
    let work = LatestWork<Int>(in: WorkerPool(limits(2))) { request, cancellation in
        // As long as another one may come.
        if request < 99 { while !cancellation.isRequested { sched_yield() } }
        answers.withLock { $0.append(request) }
    }
    for request in 0..<100 { work.ask(request) }
    let found = answers.wait(until: { $0.last == 99 }, deadline: monotonicNow() + 60_000_000_000, then: { $0 })
    #expect(found.last == 99 && found == found.sorted())
    work.close()
}
