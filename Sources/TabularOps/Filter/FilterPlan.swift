import QuadrilleRuntime
import Tabular

/// Conditions, with the forms of their columns.
struct FilterPlan: Sendable {
    let conditions: [Condition]
    private let forms: [ValueForm]
    /// The columns whose numbers no condition reads as texts, and those of which no condition reads values.
    let needs: ColumnNeeds
    /// True where no test takes much longer than reading a value.
    let isCheap: Bool

    /// Creates a plan for a complete table.
    ///
    /// - Throws: An error for a condition that does not apply to the table.
    init(_ conditions: [Condition], of snapshot: TableSnapshot) throws(ReadError) {
        self.conditions = conditions
        let columns = snapshot.columns
        forms = conditions.map { columns.indices.contains($0.column) ? columns[$0.column].form : ValueForm(.empty) }
        do throws(ConditionError) {
            let tests = try Self.tests(conditions, forms)
            let hasKinds = snapshot.description.hasKinds
            func columns(_ isMet: (ConditionTest) -> Bool) -> Set<Int> {
                let others = conditions.indices.filter { !isMet(tests[$0]) }.map { conditions[$0].column }
                return Set(conditions.map(\.column)).subtracting(others)
            }
            needs = ColumnNeeds(
                numbers: columns { $0.numbers != nil }, presence: columns { $0.needsOnlyPresence(hasKinds: hasKinds) })
            isCheap = tests.allSatisfy(\.isCheap)
        } catch {
            let column = error.condition.column
            let title = columns.indices.contains(column) ? columns[column].title(at: column) : ""
            throw ReadError(
                OperationFailure.badCondition(error.fault), of: .condition(error.condition.text(column: title)))
        }
    }

    /// The columns to read, one for each condition.
    var columns: [Int] { conditions.map(\.column) }

    func tests() throws(ConditionError) -> [ConditionTest] { try Self.tests(conditions, forms) }

    private static func tests(
        _ conditions: [Condition], _ forms: [ValueForm]
    ) throws(ConditionError) -> [ConditionTest] {
        var tests: [ConditionTest] = []
        for index in conditions.indices {
            tests.append(try ConditionTest(conditions[index], forms[index]))
        }
        return tests
    }

    /// Returns the error for a pattern that was given up in a row (0-based).
    func error(givenUpIn row: Int) -> ReadError {
        ReadError(OperationFailure.patternGivenUp(row: row), of: .filter)
    }
}

/// The conditions of a plan, applied to rows.
struct RowTests: @unchecked Sendable {
    // Unchecked, since a test may hold a pattern's matcher: one thread at a time has it.

    private let plan: FilterPlan
    private let control: JobControl
    private var tests: [ConditionTest]?
    /// A mask of the rows tested last: true for a row that meets all conditions.
    private(set) var mask: [Bool] = []
    /// The first row of the source in which a pattern was given up.
    private(set) var givenUp: Int?
    /// For each condition, the number of tested rows that meet it alone; nil where that is not counted.
    private(set) var counts: [Int?]
    /// The rows that meet all conditions tested so far, while the next condition tests all rows.
    private var left: [Bool] = []

    /// `counted` selects the conditions to count, by index; an empty array selects none.
    init(_ plan: FilterPlan, _ control: JobControl, counting counted: [Bool] = []) {
        (self.plan, self.control) = (plan, control)
        counts = counted.map { $0 ? 0 : nil }
    }

    /// Tests rows whose first picked columns are the plan's.
    mutating func look(at rows: ScannedRows) {
        begin(rows.count)
        for index in (tests ?? []).indices {
            let count = counts.indices.contains(index) ? counts[index] : nil
            if let count, index > 0 {
                swap(&left, &mask)
                begin(rows.count)
                tests?[index].narrow(&mask, rows, column: index, control)
                counts[index] = count + mask.count { $0 }
                for row in 0..<rows.count where !left[row] { mask[row] = false }
            } else {
                tests?[index].narrow(&mask, rows, column: index, control)
                if let count { counts[index] = count + mask.count { $0 } }
            }
            if let row = tests?[index].givenUp.map(rows.sourceRow) { givenUp = min(row, givenUp ?? row) }
        }
    }

    /// Returns the number of these rows that meet the condition `index` alone; nil where a pattern was given up.
    mutating func count(_ rows: ScannedRows, meeting index: Int) -> Int? {
        begin(rows.count)
        tests?[index].narrow(&mask, rows, column: index, control)
        guard tests?[index].givenUp == nil else { return nil }
        return mask.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    /// Resets the mask to `count` rows, all of them included.
    private mutating func begin(_ count: Int) {
        // Created by the thread that uses the tests; the plan has validated them before.
        if tests == nil { tests = (try? plan.tests()) ?? [] }
        mask.removeAll(keepingCapacity: true)
        mask.append(contentsOf: repeatElement(true, count: count))
    }
}
