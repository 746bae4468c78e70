import Tabular

/// Conditions with what is known of the columns that they are about.
struct FilterPlan: Sendable {
    let conditions: [Condition]
    private let types: [ColumnType]
    private let styles: [CalendarText.Style]

    /// Of a table of which all is known; looks at how a column's dates are written where that matters.
    ///
    /// - Throws: A condition that says nothing of the table, and what reading throws.
    init(
        _ conditions: [Condition], of source: any RecordStreaming, _ snapshot: TableSnapshot, _ control: JobControl
    ) throws(ReadError) {
        self.conditions = conditions
        let columns = snapshot.columns
        types = conditions.map { columns.indices.contains($0.column) ? columns[$0.column].type : .empty }
        var styles: [CalendarText.Style] = []
        for (condition, type) in zip(conditions, types) {
            if type == .date, !condition.value.isEmpty, condition.comparison.isOrder {
                let rowCount = snapshot.rowCount.known
                styles.append(
                    try DateStyle.found(ofColumn: condition.column, of: source, rowCount: rowCount, control))
            } else {
                styles.append(.dayFirst)
            }
        }
        self.styles = styles
        do throws(ConditionError) {
            _ = try tests()
        } catch {
            let column = error.condition.column
            let title = columns.indices.contains(column) ? columns[column].title(at: column) : ""
            throw ReadError(
                kind: .badCondition, source: "the filter '\(error.condition.text(column: title))'",
                message: error.description)
        }
    }

    /// The columns that it looks at, one for each condition.
    var columns: [Int] { conditions.map(\.column) }

    func tests() throws(ConditionError) -> [ConditionTest] {
        var tests: [ConditionTest] = []
        for index in conditions.indices {
            tests.append(try ConditionTest(conditions[index], type: types[index], style: styles[index]))
        }
        return tests
    }

    /// What to say where a pattern was given up in a row (0-based).
    func error(givenUpIn row: Int) -> ReadError {
        ReadError(
            kind: .badCondition, source: "the filter",
            message: """
                the pattern takes too many steps in row \((row + 1).grouped), so that it is not known whether that matches. \
                Make the pattern simpler.
                """)
    }
}

extension Condition.Comparison {
    /// Whether values are put before, at or behind another one.
    fileprivate var isOrder: Bool {
        switch self {
        case .equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual: true
        case .contains, .matches, .empty, .isIn: false
        }
    }
}

/// The conditions of a plan as they are put to rows.
struct RowTests: @unchecked Sendable {
    // Unchecked, since a test may hold a pattern's matcher: one thread at a time has it.

    private let plan: FilterPlan
    private let control: JobControl
    private var tests: [ConditionTest]?
    /// Which of the rows that were looked at last meet all of them.
    private(set) var mask: [Bool] = []
    /// The first row of the source in which a pattern was given up.
    private(set) var givenUp: Int?

    init(_ plan: FilterPlan, _ control: JobControl) { (self.plan, self.control) = (plan, control) }

    /// Looks at rows of which the first columns that were picked are the plan's.
    mutating func look(at rows: ScannedRows) {
        // Made by the thread that uses them; they have been tried before.
        if tests == nil { tests = (try? plan.tests()) ?? [] }
        mask.removeAll(keepingCapacity: true)
        mask.append(contentsOf: repeatElement(true, count: rows.count))
        for index in (tests ?? []).indices {
            tests?[index].narrow(&mask, rows, column: index, control)
            if let row = tests?[index].givenUp.map(rows.sourceRow) { givenUp = min(row, givenUp ?? row) }
        }
    }
}
