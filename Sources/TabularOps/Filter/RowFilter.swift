import Tabular

/// Finds the rows of a source that meet conditions, all of them.
public enum RowFilter {
    /// The rows of `source` that meet all of `conditions`, as they stand in it, once all is known of it; on the caller's
    /// thread and others.
    ///
    /// - Throws: What reading throws, a condition that says nothing of the table, or that there is no room for the order.
    /// - Complexity: O(bytes of the rows).
    package static func order(
        of source: any RowPicking, meeting conditions: [Condition], control: JobControl
    ) throws(ReadError) -> RowOrder {
        try order(of: source, meeting: conditions, control: control, tuning: RowScan.Tuning())
    }

    static func order(
        of source: any RowPicking, meeting conditions: [Condition], control: JobControl, tuning: RowScan.Tuning
    ) throws(ReadError) -> RowOrder {
        let snapshot = try RowScan.waitForRows(of: source, isComplete: true, control: control)
        let count = snapshot.rowCount.known
        let types = conditions.map { condition in
            snapshot.columns.indices.contains(condition.column) ? snapshot.columns[condition.column].type : .empty
        }
        do throws(ConditionError) {
            for (condition, type) in zip(conditions, types) { _ = try ConditionTest(condition, type: type) }
        } catch {
            let title =
                snapshot.columns.indices.contains(error.condition.column)
                ? snapshot.columns[error.condition.column].title(at: error.condition.column) : ""
            throw ReadError(
                kind: .badCondition, source: "the filter '\(error.condition.text(column: title))'",
                message: error.description)
        }
        let kinds = try zip(conditions, types).map { (condition, type) throws(ReadError) in
            ColumnKind(
                type: type,
                style: ConditionTest.needsStyle(condition, type: type)
                    ? try SortPlan.dateStyle(of: condition.column, of: source, rowCount: count, control) : .dayFirst)
        }
        var builder = RowOrder.Builder(sourceRowCount: count)
        let scan = RowScan(
            source, columns: conditions.map(\.column), rows: 0..<count, control: control, tuning: tuning)
        try scan.run(
            into: { _ in FilterTaker(conditions, kinds, control) },
            then: { (_, taker) throws(ReadError) in
                // Parts come in their order, so that it is the first row of all.
                if let row = taker.givenUp { throw .givenUp(row: row) }
                try builder.append(contentsOf: taker.rows)
            })
        return try builder.finish()
    }
}

extension Condition {
    /// As a person writes it on the command line, of a column of that name.
    public func text(column: String) -> String {
        switch comparison {
        case .empty: "\(column) empty"
        case .isIn: "\(column) in \(values.joined(separator: ","))"
        default: "\(column) \(comparison.rawValue) \(value)"
        }
    }
}

extension ReadError {
    fileprivate static func givenUp(row: Int) -> ReadError {
        ReadError(
            kind: .badCondition, source: "the filter",
            message: """
                the pattern takes too many steps in row \((row + 1).grouped), so that it is not known whether that \
                matches. Make the pattern simpler.
                """)
    }
}

/// How the values of a column are read that a condition is about.
private struct ColumnKind {
    var type: ColumnType
    /// Of dates.
    var style: CalendarText.Style
}

/// Keeps the rows of a part that meet the conditions, up to the first in which a pattern was given up.
private struct FilterTaker: RowTaker, @unchecked Sendable {
    // Unchecked, since a test may hold a pattern's matcher: one thread at a time has the taker.

    private(set) var rows: [Int] = []
    /// The first row in which a pattern was given up.
    private(set) var givenUp: Int?
    private let conditions: [Condition]
    private let kinds: [ColumnKind]
    private let control: JobControl
    private var tests: [ConditionTest] = []
    private var mask: [Bool] = []

    init(_ conditions: [Condition], _ kinds: [ColumnKind], _ control: JobControl) {
        (self.conditions, self.kinds, self.control) = (conditions, kinds, control)
    }

    /// What the other rows are is of no account then.
    var isFinished: Bool { givenUp != nil }

    mutating func take(_ scanned: ScannedRows) {
        if isFinished { return }
        // They have been tried before.
        if tests.isEmpty {
            tests = zip(conditions, kinds).compactMap { try? ConditionTest($0, type: $1.type, style: $1.style) }
        }
        mask.removeAll(keepingCapacity: true)
        mask.append(contentsOf: repeatElement(true, count: scanned.count))
        for index in tests.indices {
            tests[index].narrow(&mask, scanned, column: index, control)
            if let row = tests[index].givenUp.map(scanned.sourceRow) { givenUp = min(row, givenUp ?? row) }
        }
        for row in 0..<scanned.count where mask[row] { rows.append(scanned.sourceRow(row)) }
    }
}
