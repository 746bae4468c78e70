import QuadrilleRuntime
import Tabular

extension RowFilter {
    /// The number of the first `rowCount` rows of the complete `source` that meet each of `conditions` alone, regardless of the
    /// others; nil where a pattern was given up in some row. Runs on the caller's thread and others.
    ///
    /// A filter tests a row only until one condition fails; this tests all conditions in all rows. So a pattern may be given up
    /// here in a row that a filter would never test.
    ///
    /// - Throws: Read errors, and an error for a condition that does not apply to the table.
    /// - Complexity: O(bytes of the rows).
    package static func counts(
        of source: any RecordStreaming, meetingEachOf conditions: [Condition], rowCount: Int, control: JobControl
    ) throws(ReadError) -> [Int?] {
        try counts(
            of: source, meetingEachOf: conditions, rowCount: rowCount, control: control, tuning: RowScan.Tuning())
    }

    static func counts(
        of source: any RecordStreaming, meetingEachOf conditions: [Condition], rowCount: Int, control: JobControl,
        tuning: RowScan.Tuning
    ) throws(ReadError) -> [Int?] {
        var snapshot = source.snapshot
        snapshot.rowCount = .exactly(rowCount)
        control.total(rowCount)
        let plan = try FilterPlan(conditions, of: snapshot)
        var scan = RowScan(source, columns: plan.columns, rows: 0..<rowCount, control: control, tuning: tuning)
        scan.needs = plan.needs
        var counts: [Int?] = conditions.map { _ in 0 }
        _ = try scan.run(
            into: { _ in ConditionCounter(RowTests(plan, control), conditionCount: conditions.count) },
            then: { (_, counter) throws(ReadError) in
                for (index, count) in counter.counts.enumerated() {
                    counts[index] = counts[index].flatMap { sum in count.map { sum + $0 } }
                }
            })
        return counts
    }

    /// Counts the same in the background; the counts are in the order of the conditions.
    public static func countingJob(
        of source: any RecordStreaming, meetingEachOf conditions: [Condition], rowCount: Int,
        onChange: @escaping @Sendable () -> Void
    ) -> BackgroundJob<[Int?]> {
        BackgroundJob(total: rowCount, onChange: onChange) { (control) throws(ReadError) in
            try counts(of: source, meetingEachOf: conditions, rowCount: rowCount, control: control)
        }
    }
}

/// Counts the rows of a part that meet each condition.
private struct ConditionCounter: RowTaker, Sendable {
    /// Nil for a condition that was given up.
    private(set) var counts: [Int?]
    private var tests: RowTests

    init(_ tests: RowTests, conditionCount: Int) {
        self.tests = tests
        counts = Array(repeating: 0, count: conditionCount)
    }

    var isFinished: Bool { counts.allSatisfy { $0 == nil } }

    mutating func take(_ scanned: ScannedRows) {
        for (index, count) in counts.enumerated() {
            guard let count else { continue }
            counts[index] = tests.count(scanned, meeting: index).map { count + $0 }
        }
    }
}
