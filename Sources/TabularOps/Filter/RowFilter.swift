import QuadrilleRuntime
import Tabular

/// Filters a table in the background. Its progress goes to the rows of the table.
public typealias FilterJob = BackgroundJob<RowOrder>

extension FilterJob {
    /// Begins to find the rows of `source` that meet all of `conditions`, once it is complete, in the order in which they
    /// stand there.
    ///
    /// `onChange` is called on the job's thread, when there is news in `state`. A condition that says nothing of the table is
    /// a failure, and so is a source that changes meanwhile in what was read.
    ///
    /// - Complexity: O(bytes of the rows). Memory: at most 8 bytes for each row that is kept.
    public convenience init(
        source: any RowPicking, meeting conditions: [Condition], onChange: @escaping @Sendable () -> Void
    ) {
        self.init(total: source.snapshot.rowCount.known, onChange: onChange) { (control) throws(ReadError) in
            try RowFilter.order(of: source, meeting: conditions, control: control)
        }
    }
}

/// Finds the rows of a source that meet conditions, all of them.
public enum RowFilter {
    /// The rows of `source` that meet all of `conditions`, as they stand in it, once all is known of it; on the caller's
    /// thread and others. `tally` takes note of how many each of the conditions holds for by itself that it asks about.
    ///
    /// - Throws: What reading throws, a condition that says nothing of the table, or that there is no room for the order.
    /// - Complexity: O(bytes of the rows).
    package static func order(
        of source: any RowPicking, meeting conditions: [Condition], counting tally: ConditionTally = ConditionTally([]),
        control: JobControl
    ) throws(ReadError) -> RowOrder {
        try order(of: source, meeting: conditions, counting: tally, control: control, tuning: RowScan.Tuning())
    }

    static func order(
        of source: any RowPicking, meeting conditions: [Condition], counting tally: ConditionTally = ConditionTally([]),
        control: JobControl, tuning: RowScan.Tuning
    ) throws(ReadError) -> RowOrder {
        let snapshot = try RowScan.waitForRows(of: source, isComplete: true, control: control)
        let count = snapshot.rowCount.known
        let plan = try FilterPlan(conditions, of: snapshot)
        var builder = RowOrder.Builder(sourceRowCount: count)
        var counts: [Int?] = conditions.enumerated().map { tally.asks(about: $1, at: $0) ? 0 : nil }
        let counted = counts.map { $0 != nil }
        let scan = RowScan(source, columns: plan.columns, rows: 0..<count, control: control, tuning: tuning)
        _ = try scan.run(
            into: { _ in FilterTaker(tests: RowTests(plan, control, counting: counted)) },
            then: { (_, taker) throws(ReadError) in
                // Parts come in their order, so that it is the first row of all.
                if let row = taker.tests.givenUp { throw plan.error(givenUpIn: row) }
                try builder.append(contentsOf: taker.rows)
                for (index, count) in taker.tests.counts.enumerated() {
                    counts[index] = counts[index].flatMap { sum in count.map { sum + $0 } }
                }
            })
        let order = try builder.finish()
        if !control.isCancelled { tally.take(counts, of: conditions, snapshot) }
        return order
    }
}

extension Condition {
    /// As a person writes it on the command line, of a column of that name.
    public func text(column: String) -> String {
        switch comparison {
        case .empty: "\(column) \(blanks.word)"
        case .misfit: "\(column) misfit"
        case .isIn: "\(column) in \(values.joined(separator: ","))"
        default: "\(column) \(comparison.rawValue) \(value)"
        }
    }
}

extension Condition.Blanks {
    /// The operator of the command line for rows without a value.
    var word: String {
        switch self {
        case .empty: "empty"
        case .null: "null"
        case .missing: "missing"
        case .unreadable: "unreadable"
        default: "blank"
        }
    }
}

/// Keeps the rows of a part that meet the conditions, up to the first in which a pattern was given up.
private struct FilterTaker: RowTaker, Sendable {
    private(set) var rows: [Int] = []
    private(set) var tests: RowTests

    init(tests: RowTests) { self.tests = tests }

    /// True after a pattern was given up: the other rows do not matter then.
    var isFinished: Bool { tests.givenUp != nil }

    mutating func take(_ scanned: ScannedRows) {
        if isFinished { return }
        tests.look(at: scanned)
        for row in 0..<scanned.count where tests.mask[row] { rows.append(scanned.sourceRow(row)) }
    }
}
