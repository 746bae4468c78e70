import QuadrilleRuntime
import Tabular

/// Conditions with what is known of the columns that they are about.
struct FilterPlan: Sendable {
    let conditions: [Condition]
    private let forms: [ValueForm]

    /// Of a table of which all is known.
    ///
    /// - Throws: A condition that says nothing of the table.
    init(_ conditions: [Condition], of snapshot: TableSnapshot) throws(ReadError) {
        self.conditions = conditions
        let columns = snapshot.columns
        forms = conditions.map { columns.indices.contains($0.column) ? columns[$0.column].form : ValueForm(.empty) }
        do throws(ConditionError) {
            _ = try tests()
        } catch {
            let column = error.condition.column
            let title = columns.indices.contains(column) ? columns[column].title(at: column) : ""
            throw ReadError(
                OperationFailure.badCondition(error.fault), of: .condition(error.condition.text(column: title)))
        }
    }

    /// The columns that it looks at, one for each condition.
    var columns: [Int] { conditions.map(\.column) }

    func tests() throws(ConditionError) -> [ConditionTest] {
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

/// The conditions of a plan as they are put to rows.
struct RowTests: @unchecked Sendable {
    // Unchecked, since a test may hold a pattern's matcher: one thread at a time has it.

    private let plan: FilterPlan
    private let control: JobControl
    private var tests: [ConditionTest]?
    /// A mask of the rows looked at last: true for a row that meets all conditions.
    private(set) var mask: [Bool] = []
    /// The first row of the source in which a pattern was given up.
    private(set) var givenUp: Int?
    /// For each condition, the number of rows looked at that meet it alone; nil where that is not counted.
    private(set) var counts: [Int?]
    /// The rows that the conditions looked at so far leave, while the next is put to all.
    private var left: [Bool] = []

    /// `counted` says for each condition whether it is to be counted; none is where it is empty.
    init(_ plan: FilterPlan, _ control: JobControl, counting counted: [Bool] = []) {
        (self.plan, self.control) = (plan, control)
        counts = counted.map { $0 ? 0 : nil }
    }

    /// Looks at rows of which the first columns that were picked are the plan's.
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

    /// Returns the number of such rows that meet the condition `index` alone; nil where a pattern was given up.
    mutating func count(_ rows: ScannedRows, meeting index: Int) -> Int? {
        begin(rows.count)
        tests?[index].narrow(&mask, rows, column: index, control)
        guard tests?[index].givenUp == nil else { return nil }
        return mask.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    /// All of `count` rows are still in the mask.
    private mutating func begin(_ count: Int) {
        // Made by the thread that uses them; they have been tried before.
        if tests == nil { tests = (try? plan.tests()) ?? [] }
        mask.removeAll(keepingCapacity: true)
        mask.append(contentsOf: repeatElement(true, count: count))
    }
}
