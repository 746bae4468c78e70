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
        let (styles, hasReadAll) = try styles(of: conditions, types, in: source, count, control)
        let make = { @Sendable (index: Int) throws(ConditionError) in
            try ConditionTest(conditions[index], type: types[index], style: styles[index])
        }
        do throws(ConditionError) {
            for index in conditions.indices { _ = try make(index) }
        } catch {
            let title =
                snapshot.columns.indices.contains(error.condition.column)
                ? snapshot.columns[error.condition.column].title(at: error.condition.column) : ""
            throw ReadError(
                kind: .badCondition, source: "the filter '\(error.condition.text(column: title))'",
                message: error.description)
        }
        var builder = RowOrder.Builder(sourceRowCount: count)
        var givenUp: Int?
        let scan = RowScan(
            source, columns: conditions.map(\.column), rows: 0..<count, control: control, tuning: tuning)
        try control.within(hasReadAll ? readingShare...1 : 0...1) { () throws(ReadError) in
            _ = try scan.run(
                into: { _ in FilterTaker(count: conditions.count, make) },
                then: { (_, taker) throws(ReadError) in
                    if givenUp == nil { givenUp = taker.givenUp }
                    for row in taker.rows { try builder.append(row) }
                })
        }
        if let givenUp {
            throw ReadError(
                kind: .badCondition, source: "the filter",
                message: """
                    the pattern takes too many steps in row \((givenUp + 1).grouped), so that it is not known whether that \
                    matches. Make the pattern simpler.
                    """)
        }
        return try builder.finish()
    }

    /// The share of a filter's work that it is to read all dates before.
    private static let readingShare = 0.3

    /// For each of the conditions, how dates of its column are read, where it compares them; and whether all rows were read
    /// to know.
    private static func styles(
        of conditions: [Condition], _ types: [ColumnType], in source: any RowPicking, _ rowCount: Int,
        _ control: JobControl
    ) throws(ReadError) -> (styles: [CalendarText.Style], hasReadAll: Bool) {
        var known: [Int: CalendarText.Style] = [:]
        var hasReadAll = false
        for (condition, type) in zip(conditions, types)
        where type == .date && condition.comparison.comparesValues && known[condition.column] == nil {
            let samples = try ColumnSamples(
                of: [condition.column], in: source, rowCount: rowCount, at: SortTuning().samples, control: control)
            let found = try control.within(0...readingShare) { () throws(ReadError) in
                try DateVotes.all(
                    ofColumn: condition.column, in: source, rowCount: rowCount, samples: samples.texts[0],
                    control: control)
            }
            known[condition.column] = found.votes.style
            hasReadAll = hasReadAll || found.hasReadAll
        }
        return (conditions.map { known[$0.column] ?? .dayFirst }, hasReadAll)
    }
}

extension Condition.Comparison {
    /// Whether values stand before, at or behind another by it.
    fileprivate var comparesValues: Bool {
        switch self {
        case .equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn: true
        case .contains, .matches, .empty: false
        }
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

/// Keeps the rows of a part that meet the conditions.
private struct FilterTaker: RowTaker, @unchecked Sendable {
    // Unchecked, since a test may hold a pattern's matcher: one thread at a time has the taker.

    private(set) var rows: [Int] = []
    /// The first row in which a pattern was given up.
    private(set) var givenUp: Int?
    private let count: Int
    private let make: @Sendable (Int) throws(ConditionError) -> ConditionTest
    private var tests: [ConditionTest] = []
    private var mask: [Bool] = []

    /// `make` makes the test of each of `count` conditions.
    init(count: Int, _ make: @escaping @Sendable (Int) throws(ConditionError) -> ConditionTest) {
        (self.count, self.make) = (count, make)
    }

    mutating func take(_ scanned: ScannedRows) {
        // They have been tried before.
        if tests.isEmpty { tests = (0..<count).compactMap { try? make($0) } }
        mask.removeAll(keepingCapacity: true)
        mask.append(contentsOf: repeatElement(true, count: scanned.count))
        for index in tests.indices {
            tests[index].narrow(&mask, scanned, column: index)
            if givenUp == nil, let row = tests[index].givenUp { givenUp = scanned.sourceRow(row) }
        }
        for row in 0..<scanned.count where mask[row] { rows.append(scanned.sourceRow(row)) }
    }
}
