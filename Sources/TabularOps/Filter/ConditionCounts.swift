import QuadrilleRuntime
import Tabular

extension RowFilter {
    /// Of how many of the first `rowCount` rows of `source`, of which all is known, each of `conditions` holds by itself,
    /// whatever the others say; nil where a pattern was given up in some row. On the caller's thread and others.
    ///
    /// A filter looks at a row only until one condition does not hold of it, and this at all of them in all rows: a pattern
    /// may be given up here in a row that no filter would have shown to it.
    ///
    /// - Throws: What reading throws, and a condition that says nothing of the table.
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
        let scan = RowScan(source, columns: plan.columns, rows: 0..<rowCount, control: control, tuning: tuning)
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

    /// Counts the same in the background, for each condition in its place.
    public static func countingJob(
        of source: any RecordStreaming, meetingEachOf conditions: [Condition], rowCount: Int,
        onChange: @escaping @Sendable () -> Void
    ) -> BackgroundJob<[Int?]> {
        BackgroundJob(total: rowCount, onChange: onChange) { (control) throws(ReadError) in
            try counts(of: source, meetingEachOf: conditions, rowCount: rowCount, control: control)
        }
    }
}

/// Counts for each condition the rows of a part of which it holds.
private struct ConditionCounter: RowTaker, Sendable {
    /// Nil of one that was given up.
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
