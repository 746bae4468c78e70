import Synchronization

/// A kind of background work. Each kind has workers of its own, so that work of one kind never keeps another waiting.
///
/// In an order in which each kind waits only for earlier kinds. Where threads are short, this is the order of all work.
package enum WorkKind: Int, CaseIterable, Sendable {
    /// Unpacking or converting the bytes that opening and passes read.
    case decoding
    /// Opening a source, up to its first rows.
    case opening
    /// A pass over a whole source.
    case pass
    /// Short work whose result the user is viewing: visible cells, the step to the next hit, a panel's value.
    case interaction
    /// A task with progress: a sort, a search, an export.
    case task
    /// A share of a pass or task. Optional: the thread that it helps does all of the work where no helper runs.
    case help

    /// A Boolean value that indicates whether threads that draw, or load visible rows, run first.
    var isYielding: Bool {
        switch self {
        case .interaction, .opening, .decoding: false
        case .pass, .task, .help: true
        }
    }
}

/// The most threads that do work of each kind.
package struct WorkLimits: Sendable {
    /// Threads that do the work. A thread that waits for something else does not count, so that waiting work cannot starve
    /// other work.
    package var working: [WorkKind: Int]
    /// Threads including those that wait. Tasks wait for passes, which have threads of their own, and never for each other.
    package var started: [WorkKind: Int] = [.task: 12]
    /// Idle threads that stay, so that the next work of the visible table starts without a new thread: of the priority of the
    /// threads that draw, and of the lower one.
    package var spare = (ordinary: 2, yielding: 1)

    package init(working: [WorkKind: Int]) { self.working = working }

    /// At 200 tables that open at once: 18 threads.
    package init(processors: Int = passThreadCount()) {
        self.init(working: [
            .interaction: 4, .opening: 4, .decoding: 4, .pass: 5, .task: 6, .help: max(4, processors - 1),
        ])
    }

    func mostWorking(_ kind: WorkKind) -> Int { max(1, working[kind] ?? 1) }
    func mostStarted(_ kind: WorkKind) -> Int { started[kind] ?? .max }
}

/// The rank of a table's work among work of the same kind: work of the table that was raised last starts first.
package final class WorkPriority: Sendable {
    private static let last = Atomic(0)
    private let number = Atomic(0)

    package init() {}

    /// Moves this before all others.
    package func raise() { number.store(Self.last.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }

    var current: Int { number.load(ordering: .relaxed) }
}

/// The handling of work for which the system provides no thread, and for which no worker is left that could do it later.
package enum WorkRefusal: Sendable {
    /// It waits until there is a worker.
    case wait
    /// It is dropped.
    case drop
    /// The closure is called instead, on any thread.
    case call(@Sendable () -> Void)
}

/// One piece of work, from its submission to its end.
struct WorkItem: Sendable {
    let kind: WorkKind
    /// Ascends with submission.
    let number: Int
    let priority: WorkPriority?
    let run: @Sendable () -> Void
    let refusal: WorkRefusal

    var canBeRefused: Bool { if case .wait = refusal { false } else { true } }

    /// Ends without having run.
    func refuse() { if case .call(let refused) = refusal { refused() } }

    /// A Boolean value that indicates whether this starts before `other`, if both may.
    func precedes(_ other: WorkItem, isShort: Bool) -> Bool {
        if isShort && kind != other.kind { return kind.rawValue < other.kind.rawValue }
        if kind == other.kind, let mine = priority?.current, let theirs = other.priority?.current, mine != theirs {
            return mine > theirs
        }
        return number < other.number
    }
}
