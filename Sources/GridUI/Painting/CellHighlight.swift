import Synchronization
import TabularOps

/// What is looked for, so that the cells in sight that hold it stand out.
public final class CellHighlight: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: the matcher is used by whoever has the lock.

    /// Steps of a pattern in one value: a screen full of values is looked at between two frames.
    private static let stepLimit = 2_000

    public let query: FindQuery
    private let matcher: ValueMatcher
    private let lock = Mutex(())

    public init(_ plan: FindPlan) {
        query = plan.query
        matcher = ValueMatcher(plan, stepLimit: Self.stepLimit)
    }

    /// Whether a value in a column of the table is a hit, as far as its bytes that are there tell.
    func isHit(_ value: UnsafeBufferPointer<UInt8>, column: Int) -> Bool {
        if let wanted = query.column, wanted != column { return false }
        return lock.withLock { _ in (try? matcher.firstMatch(in: value)).flatMap { $0 } != nil }
    }
}
