import QuadrilleRuntime
import Tabular

/// Filters a table in the background. Its progress runs up to the number of rows of the table.
public typealias FilterJob = BackgroundJob<RowOrder>

extension FilterJob {
    /// Starts to find the rows of `source` that meet all of `conditions`, once it is complete, in the source's order.
    ///
    /// The job calls `onChange` on its thread when `state` has changed. It fails for a condition that does not apply to the
    /// table, and when the data it has read changes in the source meanwhile.
    ///
    /// - Complexity: O(bytes of the rows). Memory: at most 8 bytes for each row that passes.
    public convenience init(
        source: any RowPicking, meeting conditions: [Condition], onChange: @escaping @Sendable () -> Void
    ) {
        self.init(total: source.snapshot.rowCount.known, onChange: onChange) { (control) throws(ReadError) in
            try RowFilter.order(of: source, meeting: conditions, control: control)
        }
    }
}

/// Finds the rows of a source that meet all of some conditions.
public enum RowFilter {
    /// The rows of `source` that meet all of `conditions`, in the source's order, once it is complete; on the caller's thread
    /// and others. `tally` receives, for each of its conditions, the number of rows that meet it alone.
    ///
    /// - Throws: Read errors, and errors for inapplicable conditions and for lack of memory for the order.
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
        guard source.abilities.settleTypes != nil else {
            let snapshot = try RowScan.waitForRows(of: source, isComplete: true, control: control)
            return try order(of: source, snapshot, meeting: conditions, counting: tally, (control, tuning, nil))
        }
        // The types so far are those of all values in most tables, and reading the rows finds out.
        let columns = conditions.map(\.column)
        let start = try FilterStart(of: source, meeting: conditions, counting: tally, control: control)
        var snapshot = try RowScan.waitForRows(of: source, control: control)
        if (try? FilterPlan(conditions, of: snapshot)) != nil {
            let valid = start.flatMap { $0.isValid(for: columns, of: snapshot) ? $0 : nil }
            let found = try order(
                of: source, snapshot, meeting: conditions, counting: tally, (control, tuning, valid))
            let settled = try RowScan.waitForTypes(of: source, columns: columns, control: control)
            if snapshot.hasSameForms(of: columns, as: settled) { return found }
            snapshot = settled
        } else {
            snapshot = try RowScan.waitForTypes(of: source, columns: columns, control: control)
        }
        return try order(of: source, snapshot, meeting: conditions, counting: tally, (control, tuning, nil))
    }

    /// The rows by the types in `snapshot`, of which some may be known from the start.
    private static func order(
        of source: any RowPicking, _ snapshot: TableSnapshot, meeting conditions: [Condition],
        counting tally: ConditionTally, _ work: (control: JobControl, tuning: RowScan.Tuning, start: FilterStart?)
    ) throws(ReadError) -> RowOrder {
        let (control, tuning, start) = work
        let count = snapshot.rowCount.known
        let plan = try FilterPlan(conditions, of: snapshot)
        var builder = start?.builder(sourceRowCount: count) ?? RowOrder.Builder(sourceRowCount: count)
        var counts: [Int?] = start?.counts ?? tally.zeros(for: conditions)
        let counted = counts.map { $0 != nil }
        let rows = (start?.rowCount ?? 0)..<count
        var scan = RowScan(source, columns: plan.columns, rows: rows, control: control, tuning: tuning)
        scan.needs = plan.needs
        scan.doneBefore = rows.lowerBound
        _ = try scan.run(
            into: { _ in FilterTaker(tests: RowTests(plan, control, counting: counted)) },
            then: { (_, taker) throws(ReadError) in
                // Parts arrive in order, so this is the first such row of all.
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

extension TableSnapshot {
    func hasSameForms(of columns: [Int], as other: TableSnapshot) -> Bool {
        columns.allSatisfy { column in
            self.columns.indices.contains(column) && other.columns.indices.contains(column)
                && self.columns[column].form == other.columns[column].form
        }
    }
}

extension Condition {
    /// The condition in the notation of the command line, for a column of that name.
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

/// Collects the rows of a part that meet the conditions, up to the first in which a pattern was given up.
private struct FilterTaker: RowTaker, Sendable {
    private(set) var rows: [Int] = []
    private(set) var tests: RowTests

    init(tests: RowTests) { self.tests = tests }

    /// True after a pattern was given up: the remaining rows do not matter then.
    var isFinished: Bool { tests.givenUp != nil }

    mutating func take(_ scanned: ScannedRows) {
        if isFinished { return }
        tests.look(at: scanned)
        for row in 0..<scanned.count where tests.mask[row] { rows.append(scanned.sourceRow(row)) }
    }
}
