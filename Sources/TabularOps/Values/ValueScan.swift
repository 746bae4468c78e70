import QuadrilleRuntime
import Synchronization
import Tabular

/// Adds the values of a scan's last column, in the rows that meet a plan's conditions on its first columns, to one tally for
/// each thread, however many parts the rows are divided into.
final class ValueScan: Sendable {
    /// The tally and the conditions that one thread works with.
    private struct Worker: @unchecked Sendable {
        // Unchecked, since one thread at a time has it.
        let tally: DistinctTally
        var tests: RowTests
    }

    private let plan: FilterPlan
    private let control: JobControl
    private let makeTally: @Sendable () -> DistinctTally
    private let free = Mutex<[Worker]>([])

    /// `makeTally` makes the tally of one thread.
    init(_ plan: FilterPlan, _ control: JobControl, _ makeTally: @escaping @Sendable () -> DistinctTally) {
        (self.plan, self.control, self.makeTally) = (plan, control, makeTally)
    }

    /// Runs the scan and returns the tally of all rows; throws where a pattern is given up.
    func run(_ scan: RowScan) throws(ReadError) -> DistinctTally {
        try scan.run(
            into: { Taker(scan: self, left: $0.rows.count) },
            then: { (_, taker) throws(ReadError) in
                if let row = taker.givenUp { throw plan.error(givenUpIn: row) }
            })
        let workers = free.withLock { $0 }
        let sum = workers.first?.tally ?? makeTally()
        for worker in workers.dropFirst() { sum.add(worker.tally) }
        return sum
    }

    private struct Taker: RowTaker, Sendable {
        let scan: ValueScan
        /// The rows of the part that are still to come. After the last of them the worker is free for another part.
        var left: Int
        var worker: Worker?
        /// The first row of the source in which a pattern was given up: other rows do not matter then.
        private(set) var givenUp: Int?

        var isFinished: Bool { givenUp != nil }

        mutating func take(_ rows: ScannedRows) {
            if isFinished { return }
            var worker =
                worker ?? scan.free.withLock { $0.popLast() }
                ?? Worker(tally: scan.makeTally(), tests: RowTests(scan.plan, scan.control))
            self.worker = nil
            worker.tests.look(at: rows)
            givenUp = worker.tests.givenUp
            worker.tally.take(rows, column: scan.plan.columns.count, where: worker.tests.mask)
            left -= rows.count
            if left > 0 && !isFinished { self.worker = worker } else { scan.free.withLock { $0.append(worker) } }
        }
    }
}
