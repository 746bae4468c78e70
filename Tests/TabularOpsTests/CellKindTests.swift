import FoundationEssentials
import QuadrilleRuntime
import Tabular
import TestSources
import Testing

@testable import TabularOps

/// A column of numbers, and a text that looks like each of the greater ones.
private let cells = [
    TestCell("1", .number), TestCell("2"), TestCell("3", .number), TestCell("x"), TestCell(""), .null,
    TestCell("12345678901", .number), TestCell("12345678901"), TestCell("3", .number),
]

private func source(_ type: ColumnType, isSingly: Bool, _ cells: [TestCell] = cells) -> TypedSource {
    TypedSource(
        [Column(name: "a", form: ValueForm(type, nullWords: .none)), Column(name: "g", type: .text)],
        cells.map { [$0, TestCell("g")] }, isSingly: isSingly)
}

private func found(_ source: TypedSource, _ comparison: Condition.Comparison, _ values: [String] = []) throws -> [Int] {
    let condition = Condition(column: 0, comparison, values)
    let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
    return try order.rows(at: 0..<order.count)
}

private func sorted(_ source: TypedSource, _ keys: [SortKey]) throws -> [Int] {
    guard case .done(let order) = SortJob(source: source, by: keys, onChange: {}).wait() else {
        throw JobEnd(description: "not sorted")
    }
    return try order.rows(at: 0..<order.count)
}

@Suite struct CellKindTests {
    @Test(arguments: [ColumnType.integer, .mixed], [false, true])
    func textsSortAfterNumbers(type: ColumnType, isSingly: Bool) throws {
        let source = source(type, isSingly: isSingly)
        #expect(try sorted(source, [SortKey(column: 0)]) == [0, 2, 8, 6, 7, 1, 3, 4, 5])
        let both = [SortKey(column: 1), SortKey(column: 0, isDescending: true)]
        #expect(try sorted(source, both) == [6, 2, 8, 0, 3, 1, 7, 4, 5])
    }

    @Test(arguments: [ColumnType.integer, .mixed], [false, true])
    func textsAmongNumbersEqualOnlyTexts(type: ColumnType, isSingly: Bool) throws {
        let source = source(type, isSingly: isSingly)
        #expect(try found(source, .greater, ["1"]) == [2, 6, 8])
        #expect(try found(source, .lessOrEqual, ["3"]) == [0, 2, 8])
        #expect(try found(source, .greaterOrEqual, ["2"]) == [2, 6, 8])
        #expect(try found(source, .equals, ["2"]) == [1])
        #expect(try found(source, .equals, ["2.0"]) == [])
        #expect(try found(source, .equals, ["12345678901"]) == [6, 7])
        #expect(try found(source, .equals, ["12345678901.0"]) == [6])
        #expect(try found(source, .notEquals, ["2"]) == [0, 2, 3, 4, 5, 6, 7, 8])
        #expect(try found(source, .notEquals, ["3"]) == [0, 1, 3, 4, 5, 6, 7])
        #expect(try found(source, .contains, ["2"]) == [1, 6, 7])
        #expect(try found(source, .empty) == [4, 5])
        #expect(try found(source, .misfit) == (type == .mixed ? [] : [1, 3, 7]))
        #expect(try found(source, .isIn, ["2", "3", "x"]) == [1, 2, 3, 8])
        #expect(try found(source, .isIn, ["2.0", "3.0", "x"]) == [2, 3, 8])
        #expect(try found(source, .isIn, ["2", "12345678901.0"]) == [1, 6])
        let both = [Condition(column: 0, .contains, ["2"]), Condition(column: 0, .greater, ["1"])]
        let order = try RowFilter.order(of: source, meeting: both, control: JobControl())
        #expect(try order.rows(at: 0..<order.count) == [6])
    }

    @Test(arguments: [ColumnType.integer, .mixed, .text], [false, true])
    func textsAreListedApartFromNumbers(type: ColumnType, isSingly: Bool) throws {
        let long = String(repeating: "7", count: 2_000)
        let more = [TestCell(long, .number), TestCell(long), TestCell("true", .boolean), TestCell("true")]
        let source = source(type, isSingly: isSingly, cells + more)
        for memory in [1 << 27, 1 << 9] {
            var tuning = ValueList.Tuning()
            tuning.memory = memory
            let list = try ValueList.list(
                ofColumn: 0, in: source, meeting: [], control: JobControl(), tuning: tuning)
            let values = list.entries.filter { if case .blank = $0.value { false } else { true } }
            if memory == 1 << 27 { #expect(values.count == 10 && list.distinct == 10) }
            for entry in values {
                let text: String
                switch entry.value {
                case .text(let whole): text = whole
                case .long: text = long
                default: continue
                }
                let isAlone = ["1", "2", "3", "x"].contains(text)
                if memory == 1 << 27 { #expect((entry.kinds == nil) == isAlone) }
                var condition = Condition(column: 0, .isIn, [text])
                condition.isLiteral = true
                if let kinds = entry.kinds { condition.kinds = [text: kinds] }
                let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
                let rows = try order.rows(at: 0..<order.count)
                #expect(rows.count >= entry.count && rows.count <= entry.countAtMost, "\(text.prefix(20))")
                guard let kinds = entry.kinds else { continue }
                for row in rows { #expect(((cells + more)[row].kind == .text) == (kinds == .texts)) }
            }
        }
    }

    /// Where all are texts, or none is, no value needs a word for its kind, whether all are kept or not.
    @Test(arguments: [CellKind.text, .number], [1 << 27, 1 << 9])
    func valuesOfOneKindHaveNoKinds(kind: CellKind, memory: Int) throws {
        let source = source(.mixed, isSingly: false, (0..<500).map { TestCell("\($0)", kind) })
        var tuning = ValueList.Tuning()
        tuning.memory = memory
        let list = try ValueList.list(ofColumn: 0, in: source, meeting: [], control: JobControl(), tuning: tuning)
        #expect(!list.entries.isEmpty && list.entries.allSatisfy { $0.kinds == nil })
        #expect(list.isExact == (memory == 1 << 27))
    }

    /// Numbers that are too long to be kept whole are at either end of the others: their share is the error of quantiles.
    @Test func beginningsOfLongNumbersAreNoQuantiles() throws {
        let texts = ["1", "2", String(repeating: "7", count: 1_025), "3", "0." + String(repeating: "3", count: 1_022)]
        let source = source(.decimal, isSingly: false, texts.map { TestCell($0, .number) })
        let statistics = try #require(
            try TableStatistics.statistics(
                of: [0], in: source, order: nil, control: JobControl(), tuning: TableStatistics.Tuning()
            ).first)
        #expect(statistics.otherCount == 0 && statistics.greatest == texts[2])
        #expect(statistics.least == texts[4])
        #expect(statistics.quantiles.first?.text == texts[4] && statistics.quantiles.last?.text == "3")
        #expect(statistics.quantileError == 0.2)
    }

    /// A number that is a text, and one beyond what is summed, among numbers that are too long to be kept whole.
    @Test(arguments: [1 << 27, 0], [0, 9_000])
    func longTextsAndNumbersBeyondAreNotAdded(memory: Int, beyond: Int) throws {
        let (long, text) = (String(repeating: "8", count: 2_000), String(repeating: "9", count: 2_000))
        var cells = [TestCell(long, .number), TestCell(text), TestCell("-1", .number), TestCell(long, .number)]
        if beyond > 0 { cells.append(TestCell("1" + String(repeating: "0", count: beyond), .number)) }
        let source = source(.integer, isSingly: false, cells)
        var tuning = TableStatistics.Tuning()
        (tuning.memory, tuning.scan.partRows) = (memory, 2)
        let statistics = try #require(
            try TableStatistics.statistics(of: [0], in: source, order: nil, control: JobControl(), tuning: tuning).first
        )
        let sum = beyond > 0 ? nil : "1" + String(repeating: "7", count: 1_999) + "5"
        #expect(statistics.sum?.description == sum)
        #expect(statistics.otherCount == 1 && statistics.least == "-1" && statistics.valueCount == cells.count)
        #expect(statistics.distinct == (beyond > 0 ? 4 : 3) && (statistics.mean == nil) == (beyond > 0))
        let summary = try SelectionScan(source: source, order: nil, memory: max(memory, 1 << 10), control: JobControl())
            .summary(of: [SelectedCells(rows: 0..<cells.count, columns: [0, 1])])
        #expect(summary.sum?.description == sum && summary.numberCount == cells.count - 1)
        let greatest = beyond > 0 ? "1" + String(repeating: "0", count: 255) + "…" : long
        #expect(summary.least == "-1" && summary.greatest == greatest)
    }

    /// Values chosen for one kind and for any, in one list; an older view has no kinds.
    @Test func kindsOfAListNarrowOnlyTheirValues() throws {
        let source = source(.mixed, isSingly: false)
        var condition = Condition(column: 0, .isIn, ["12345678901", "3", "x", ""])
        condition.isLiteral = true
        #expect(try RowFilter.order(of: source, meeting: [condition], control: JobControl()).count == 7)
        condition.kinds = ["12345678901": .texts]
        let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
        #expect(try order.rows(at: 0..<order.count) == [2, 3, 4, 5, 7, 8])
        let encoded = try JSONEncoder().encode(condition)
        #expect(try JSONDecoder().decode(Condition.self, from: encoded) == condition)
        let older = String(decoding: encoded, as: UTF8.self).replacing(
            #""kinds":{"12345678901":"texts"}"#, with: #""x":0"#)
        #expect(try JSONDecoder().decode(Condition.self, from: Data(older.utf8)).kinds == nil)
    }

    @Test(arguments: [false, true], [1 << 27, 0])
    func textsAreNotAdded(isSingly: Bool, memory: Int) throws {
        let source = source(.integer, isSingly: isSingly)
        var tuning = TableStatistics.Tuning()
        tuning.memory = memory
        let statistics = try #require(
            try TableStatistics.statistics(of: [0], in: source, order: nil, control: JobControl(), tuning: tuning).first
        )
        #expect(statistics.sum?.description == "12345678908" && statistics.otherCount == 3)
        #expect(statistics.least == "1" && statistics.greatest == "12345678901" && statistics.valueCount == 7)
        #expect(statistics.distinct == 6 && statistics.histogram.reduce(0) { $0 + $1.count } == 4)
        #expect(statistics.top.first?.text == "3" && statistics.quantiles.last?.text == "12345678901")
        let cells = [SelectedCells(rows: 0..<9, columns: [0, 1])]
        let summary = try SelectionScan(source: source, order: nil, memory: 1 << 20, control: JobControl())
            .summary(of: cells)
        #expect(summary.sum?.description == "12345678908" && summary.numberCount == 4 && summary.valueCount == 16)
        #expect(summary.greatest == "12345678901" && summary.distinct == 7)
    }

    @Test(arguments: [400, 401, 1_024, 1_025, 4_096], [1 << 27, 0])
    func longNumbersAreNumbers(digits: Int, memory: Int) throws {
        let long = String(repeating: "9", count: digits)
        let source = source(.integer, isSingly: false, [TestCell("5", .number), TestCell(long, .number)])
        var tuning = TableStatistics.Tuning()
        tuning.memory = memory
        let statistics = try #require(
            try TableStatistics.statistics(
                of: [0], in: source, order: nil, control: JobControl(), tuning: tuning
            ).first)
        #expect(statistics.otherCount == 0 && statistics.least == "5" && statistics.greatest == long)
        #expect(statistics.sum?.description == "1" + String(repeating: "0", count: digits - 1) + "4")
        #expect(try sorted(source, [SortKey(column: 0, isDescending: true)]) == [1, 0])
    }

    @Test func textsAreNoQuantitiesInAColumnOfTexts() throws {
        let source = source(.text, isSingly: false, [TestCell("1"), TestCell("2")])
        let summary = try SelectionScan(source: source, order: nil, memory: 1 << 20, control: JobControl())
            .summary(of: [SelectedCells(rows: 0..<2, columns: [0])])
        #expect(summary.numberCount == 0 && summary.sum == nil && summary.greatest == "2")
    }

    @Test func textsAndNumbersAreNoTruthValues() throws {
        let cells = [TestCell("true", .boolean), TestCell("true"), TestCell("false", .boolean), TestCell("0", .number)]
        let source = source(.boolean, isSingly: false, cells)
        #expect(try sorted(source, [SortKey(column: 0)]) == [2, 0, 3, 1])
        #expect(try found(source, .misfit) == [1, 3])
    }

    /// Of unreadable values it is unknown whether their rows meet a condition, or where they belong.
    @Test func firstUnreadableValueOfAnArrangementIsFound() throws {
        let cells = [[TestCell("1", .number), TestCell("x")], [.null, .unreadable], [.unreadable, TestCell("y")]]
        let columns = [Column(name: "a", form: ValueForm(.integer)), Column(name: "b", type: .text)]
        let source = TypedSource(columns, cells)
        func first(_ arrangement: RowArrangement) throws -> [Int]? {
            try arrangement.firstUnreadable(in: source, control: JobControl()).map { [$0.row, $0.column] }
        }
        let condition = Condition(column: 0, .greater, ["0"])
        #expect(try first(RowArrangement(conditions: [condition])) == [2, 0])
        #expect(try first(RowArrangement(keys: [SortKey(column: 1)])) == [1, 1])
        #expect(try first(RowArrangement(conditions: [condition], keys: [SortKey(column: 1)])) == [1, 1])
        #expect(try first(RowArrangement()) == nil)
    }

    @Test func textsAreNoWeights() throws {
        let job = GroupingJob(source: source(.integer, isSingly: false), group: 1, weight: 0) {}
        guard case .done(let grouping) = job.wait() else { throw JobEnd(description: "\(job.state)") }
        #expect(grouping.weights.count { $0.isNaN } == 5)
    }
}
