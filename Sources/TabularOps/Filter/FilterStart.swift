import QuadrilleRuntime
import Tabular

/// The rows that a filter finds while its source counts its rows.
struct FilterStart {
    /// The number of the tested rows, from the first one on.
    let rowCount: Int
    /// For each condition, the number of these rows that meet it alone; nil where that is not counted.
    let counts: [Int?]
    private let found: RowOrder.Builder
    /// The snapshot whose types the tests had.
    private let snapshot: TableSnapshot

    /// Tests rows of `source` as long as it counts them in this way. Nil where it does not, or where the tests take so long that
    /// several threads should share them.
    ///
    /// - Throws: Read errors, and an error for lack of memory.
    init?(
        of source: any RowPicking, meeting conditions: [Condition], counting tally: ConditionTally, control: JobControl
    ) throws(ReadError) {
        snapshot = try RowScan.waitForColumns(of: source, control: control)
        // An error for a condition is one by the types of all values.
        guard snapshot.phase == .indexing, let plan = try? FilterPlan(conditions, of: snapshot), plan.isCheap
        else { return nil }
        control.total(max(snapshot.rowCount.known, snapshot.expectedRowCount ?? 0))
        let counted = tally.zeros(for: conditions).map { $0 != nil }
        let (taker, count) = try RowScan.scanWhileCounting(
            source, columns: plan.columns, needs: plan.needs,
            into: StartTaker(RowTests(plan, control, counting: counted)), control)
        if let failure = taker.failure { throw failure }
        guard count > 0, count <= RowOrder.Builder.mostUncounted else { return nil }
        (rowCount, counts, found) = (count, taker.tests.counts, taker.rows)
    }

    /// Returns true where the rows are those of the counted table, by the same types.
    func isValid(for columns: [Int], of counted: TableSnapshot) -> Bool {
        rowCount <= counted.rowCount.known && snapshot.reading == counted.reading
            && counted.rowCount.known <= RowOrder.Builder.mostUncounted
            && snapshot.hasSameForms(of: columns, as: counted)
    }

    /// The builder of the order, with the rows that were found.
    func builder(sourceRowCount: Int) -> RowOrder.Builder {
        var builder = found
        builder.setSourceRowCount(sourceRowCount)
        return builder
    }
}

/// Collects the rows that meet the conditions, in the order of a source whose rows are not counted yet.
private struct StartTaker: RowTaker {
    private(set) var rows = RowOrder.Builder(sourceRowCount: RowOrder.Builder.mostUncounted)
    private(set) var tests: RowTests
    private(set) var failure: ReadError?

    init(_ tests: RowTests) { self.tests = tests }

    var isFinished: Bool { failure != nil }

    mutating func take(_ scanned: ScannedRows) {
        // Rows beyond are not of use: the order has no room for them.
        guard failure == nil, scanned.sourceRow(scanned.count - 1) < RowOrder.Builder.mostUncounted else { return }
        tests.look(at: scanned)
        do throws(ReadError) {
            for row in 0..<scanned.count where tests.mask[row] { try rows.append(scanned.sourceRow(row)) }
        } catch {
            failure = error
        }
    }
}
