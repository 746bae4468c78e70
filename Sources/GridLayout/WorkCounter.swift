import Synchronization

/// Counts work that has a bound, so that tests can check the bound instead of time.
///
/// The counter is task-local: parallel tests do not see each other's work. Only debug builds count; in a release build
/// `countNodeVisit` is empty.
package final class WorkCounter: Sendable {
    @TaskLocal private static var current: WorkCounter?

    private let visits = Atomic<Int>(0)

    private init() {}

    /// Returns the number of tree nodes that `work` visited or created. Always 0 in a release build.
    package static func nodeVisits(during work: () -> Void) -> Int {
        let counter = WorkCounter()
        $current.withValue(counter, operation: work)
        return counter.visits.load(ordering: .relaxed)
    }

    static func countNodeVisit() {
        #if DEBUG
            current?.visits.add(1, ordering: .relaxed)
        #endif
    }
}
