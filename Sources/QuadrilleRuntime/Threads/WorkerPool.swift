import Glibc

/// The threads for background work, as few as the work needs.
///
///     submit        waiting items           workers
///     tile lane →   interaction #7      →   up to 4 that work, and any number that wait
///     open      →   opening #5 #6       →   up to 4
///     pass      →   pass #2 #3 #4       →   up to 5, at a lower priority
///
/// - Each kind of work has a limit of its own. Within a kind, raised work starts first, then the oldest.
/// - A worker that waits, in a `Monitor` or in the kernel, does not count: another one may start in its place. So work that
///   waits for other work always gets it, and a stalled disk delays only its own table.
/// - A worker without work ends, except for a few. An open table at rest holds no thread.
/// - Where the system refuses a thread, work waits for the existing workers, in the order of its kinds. Where none of these
///   works either, it is refused: its owner shows an error, and other tables continue.
package final class WorkerPool: Sendable {
    package static let shared = WorkerPool()

    /// Nanoseconds between two checks of workers while work waits.
    private static let stallCheck: UInt64 = 200_000_000
    /// Nanoseconds for which the timer thread stays without anything to wait for.
    private static let keeperRest: UInt64 = 1_000_000_000

    private struct Delay: Sendable {
        var end: UInt64
        var lane: WorkLane
    }

    private struct State: Sendable {
        var waiting: [WorkItem] = []
        var nextNumber = 0
        /// By kind: threads that work, and those with an item, waiting or not.
        var working = [Int](repeating: 0, count: WorkKind.allCases.count)
        var started = [Int](repeating: 0, count: WorkKind.allCases.count)
        /// The idle workers, ordinary and yielding ones, with the latest last.
        var idle: [[Worker]] = [[], []]
        /// True after the system refused a thread, until it provides one.
        var isShort = false
        var workers: [ObjectIdentifier: Worker] = [:]
        var delays: [Delay] = []
        /// The next check of the timer thread (monotonic nanoseconds); 0 without one.
        var keeperEnd: UInt64 = 0
        /// Its next look at the workers, if work waits.
        var nextLook: UInt64 = 0
        var release = MemoryRelease()
    }

    private let state = Monitor(State())
    private let limits: WorkLimits
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Int32

    /// `startThread` is `BackgroundThread.start`, or that of a test.
    package init(
        _ limits: WorkLimits = WorkLimits(),
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Int32 = { BackgroundThread.start($0) }
    ) {
        self.limits = limits
        self.startThread = startThread
    }

    /// Threads that work, wait or are idle.
    package var threadCount: Int { state.withLock(wakes: false) { $0.workers.count } }

    /// Calls `run` on a worker, once there is one for its kind; `refused` determines what happens where there is none.
    package func submit(
        _ kind: WorkKind, priority: WorkPriority? = nil, refused: WorkRefusal = .wait,
        _ run: @escaping @Sendable () -> Void
    ) {
        launch(
            state.withLock(wakes: false) { state in
                state.waiting.append(
                    WorkItem(kind: kind, number: state.nextNumber, priority: priority, run: run, refusal: refused))
                state.nextNumber += 1
                return assign(&state)
            })
    }

    /// Signals `lane` at `deadline` (monotonic nanoseconds), unless it no longer exists.
    func signal(_ lane: WorkLane, at deadline: UInt64) {
        state.withLock { $0.delays.append(Delay(end: deadline, lane: lane)) }
        startKeeper()
    }

    // MARK: - Starting work

    private func isFree(_ kind: WorkKind, _ state: State) -> Bool {
        state.working[kind.rawValue] < limits.mostWorking(kind)
            && state.started[kind.rawValue] < limits.mostStarted(kind)
    }

    /// Removes the item that starts next, among those that are `isEligible`, and counts it as started.
    private func takeNext(_ state: inout State, where isEligible: (WorkItem) -> Bool = { _ in true }) -> WorkItem? {
        var best: Int?
        for (index, item) in state.waiting.enumerated() where isFree(item.kind, state) && isEligible(item) {
            if let other = best, !item.precedes(state.waiting[other], isShort: state.isShort) { continue }
            best = index
        }
        guard let best else { return nil }
        let item = state.waiting.remove(at: best)
        state.working[item.kind.rawValue] += 1
        state.started[item.kind.rawValue] += 1
        return item
    }

    /// Hands items to idle workers; the rest need a thread each.
    private func assign(_ state: inout State) -> [WorkItem] {
        var items: [WorkItem] = []
        while !state.waiting.isEmpty, let item = takeNext(&state) {
            if !give(item, &state) { items.append(item) }
        }
        return items
    }

    /// Hands the item to an idle worker; one of another priority only where threads are short.
    private func give(_ item: WorkItem, _ state: inout State) -> Bool {
        let own = item.kind.isYielding ? 1 : 0
        for type in state.isShort ? [own, 1 - own] : [own] {
            // The latest has the most of its memory in a cache.
            guard let worker = state.idle[type].popLast() else { continue }
            worker.begin(item.kind)
            worker.inbox.withLock { $0 = item }
            return true
        }
        return false
    }

    /// Starts a thread for each item.
    private func launch(_ items: [WorkItem]) {
        for item in items {
            let worker = Worker(of: self, first: item)
            state.withLock(wakes: false) { state in
                worker.begin(item.kind)
                state.workers[ObjectIdentifier(worker)] = worker
            }
            if startThread({ worker.run() }) == 0 {
                state.withLock(wakes: false) { $0.isShort = false }
            } else {
                returnItem(item, of: worker)
            }
        }
        if state.withLock(wakes: false, { !$0.waiting.isEmpty }) { startKeeper() }
    }

    /// Lets an item wait for a thread, or refuses it where no other worker works.
    private func returnItem(_ item: WorkItem, of worker: Worker) {
        let refused = state.withLock(wakes: false) { state -> [WorkItem] in
            state.workers[ObjectIdentifier(worker)] = nil
            state.isShort = true
            if give(item, &state) { return [] }
            state.working[item.kind.rawValue] -= 1
            state.started[item.kind.rawValue] -= 1
            let index = state.waiting.firstIndex { $0.number > item.number } ?? state.waiting.endIndex
            state.waiting.insert(item, at: index)
            guard state.working.allSatisfy({ $0 == 0 }) else { return [] }
            let refused = state.waiting.filter(\.canBeRefused)
            state.waiting.removeAll(where: \.canBeRefused)
            return refused
        }
        for item in refused { item.refuse() }
    }

    // MARK: - Workers

    /// Records that a worker has its thread.
    func register(_ worker: Worker, _ thread: Worker.Thread) {
        state.withLock(wakes: false) { _ in worker.thread = thread }
    }

    /// Ends an item, and returns the next one for the same worker, which may wait for it. Nil where its thread ends.
    func next(after kind: WorkKind, for worker: Worker) -> WorkItem? {
        let type = worker.isYielding ? 1 : 0
        let (next, others) = state.withLock(wakes: false) { state -> (WorkItem?, [WorkItem]) in
            if worker.isCounted { state.working[kind.rawValue] -= 1 }
            state.started[kind.rawValue] -= 1
            (worker.kind, worker.isCounted) = (nil, false)
            let isShort = state.isShort
            let next = takeNext(&state) { isShort || $0.kind.isYielding == worker.isYielding }
            if let next { worker.begin(next.kind) }
            let others = assign(&state)
            if next == nil {
                if state.idle[type].count < (worker.isYielding ? limits.spare.yielding : limits.spare.ordinary) {
                    state.idle[type].append(worker)
                } else {
                    remove(worker, &state)
                }
            }
            return (next, others)
        }
        launch(others)
        if next != nil || worker.thread == nil { return next }
        return releaseMemory(on: worker)
            ?? worker.inbox.wait(isPartOfWork: true, until: { $0 != nil }, then: { $0.take() })
    }

    /// Releases free memory once that is due, on an idle worker; returns an item that comes before it.
    private func releaseMemory(on worker: Worker) -> WorkItem? {
        let claim = state.withLock(wakes: false) { state -> UInt64? in
            let type = worker.isYielding ? 1 : 0
            // The first gets work last.
            guard state.idle[type].first === worker else { return nil }
            return state.release.claim(at: monotonicNow())
        }
        guard var due = claim else { return nil }
        var item: WorkItem?
        while true {
            item = worker.inbox.wait(isPartOfWork: true, until: { $0 != nil }, deadline: due, then: { $0.take() })
            let now = monotonicNow()
            // The memory is the whole program's.
            if item != nil || !ScrollActivity.ofProgram.isGoingOn(at: now) { break }
            due = now + MemoryRelease.delay
        }
        if item == nil { Trace.measure("release memory") { MemoryRelease.run() } }
        state.withLock(wakes: false) { $0.release.end(isDone: item == nil, at: monotonicNow()) }
        return item
    }

    private func remove(_ worker: Worker, _ state: inout State) {
        worker.thread = nil
        state.workers[ObjectIdentifier(worker)] = nil
    }

    /// Records that the worker's thread waits, so that another one may work in its place.
    func block(_ worker: Worker) {
        launch(
            state.withLock(wakes: false) { state in
                stopCounting(worker, &state)
                return assign(&state)
            })
    }

    private func stopCounting(_ worker: Worker, _ state: inout State) {
        guard worker.isCounted, let kind = worker.kind else { return }
        worker.isCounted = false
        state.working[kind.rawValue] -= 1
    }

    /// Resumes the worker's item. For a while more may work than the limit allows.
    func unblock(_ worker: Worker) {
        state.withLock(wakes: false) { startCounting(worker, &$0) }
    }

    private func startCounting(_ worker: Worker, _ state: inout State) {
        guard !worker.isCounted, let kind = worker.kind else { return }
        (worker.isCounted, worker.isStalled) = (true, false)
        state.working[kind.rawValue] += 1
    }
}

// The timer thread: there is one while lanes are to be signaled later, or work waits.
extension WorkerPool {
    private func startKeeper() {
        let isNew = state.withLock(wakes: false) { state in
            if state.keeperEnd > state.nextLook { self.state.wake() }
            guard state.keeperEnd == 0 else { return false }
            state.keeperEnd = .max
            return true
        }
        guard isNew else { return }
        // Without one, the next submission tries again.
        if startThread({ [self] in keepTime() }) != 0 { state.withLock(wakes: false) { $0.keeperEnd = 0 } }
    }

    private func keepTime() {
        var rest = monotonicNow() + Self.keeperRest
        while true {
            let now = monotonicNow()
            let (lanes, items, isOver, next) = state.withLock(wakes: false) {
                state -> ([WorkLane], [WorkItem], Bool, UInt64) in
                let lanes = state.delays.filter { $0.end <= now }.map(\.lane)
                state.delays.removeAll { $0.end <= now }
                if !state.waiting.isEmpty && now >= state.nextLook {
                    look(at: &state)
                    state.nextLook = now + Self.stallCheck
                }
                let items = assign(&state)
                var next = state.delays.map(\.end).min() ?? .max
                if !state.waiting.isEmpty { next = min(next, state.nextLook) }
                let isOver = next == .max && lanes.isEmpty && now >= rest
                state.keeperEnd = isOver ? 0 : min(next, rest)
                return (lanes, items, isOver, next)
            }
            for lane in lanes { lane.signal() }
            launch(items)
            if isOver { return }
            let end = min(next, rest)
            if next != .max { rest = now + Self.keeperRest }
            state.wait(
                isPartOfWork: true,
                until: { state in
                    state.delays.contains { $0.end < end } || !state.waiting.isEmpty && end > state.nextLook
                },
                deadline: end, then: { _ in })
        }
    }

    /// Stops counting workers whose threads have come to rest in the kernel.
    private func look(at state: inout State) {
        for worker in state.workers.values where worker.kind != nil {
            let hasRested = worker.hasRested()
            if worker.isCounted && hasRested {
                stopCounting(worker, &state)
                worker.isStalled = true
            } else if worker.isStalled && !hasRested {
                startCounting(worker, &state)
            }
        }
    }
}
