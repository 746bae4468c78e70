import GridUI
import Tabular
import Testing

@testable import QuadrilleApp

@Suite struct ProblemTests {
    private func table(records: [Int], headerRows: Int = 1, rows: Int = 100) -> TableSnapshot {
        var description = TableDescription(format: "CSV")
        description.headerRows = headerRows
        var table = TableSnapshot(
            description: description, columns: [Column(name: "a", type: .text)], rowCount: .exactly(rows),
            phase: .complete)
        for (index, record) in records.enumerated() {
            table.problems.append(
                Problem(
                    kind: index % 2 == 0 ? .ragged : .strayQuote,
                    position: SourcePosition(record: record, line: record + 1, byte: record * 10),
                    message: "no. \(index)"))
        }
        return table
    }

    @Test(arguments: [(1, 1, nil), (2, 1, 0), (1, 0, 0), (3, 2, 0), (2, 2, nil), (101, 1, 99), (500, 1, 99)])
    func aRecordIsARowBehindTheHeader(record: Int, headerRows: Int, row: Int?) {
        let table = table(records: [record], headerRows: headerRows)
        #expect(table.problems.first[0].row(in: table) == row)
    }

    @Test func problemsOfAKindAreListedAlone() {
        let list = table(records: Array(2...50)).problems
        #expect(ShownProblems(list).total == 49)
        let quotes = ShownProblems(list, kind: .strayQuote)
        #expect(quotes.total == 24 && quotes.problems.count == 24)
        #expect(quotes.problems.allSatisfy { $0.kind == .strayQuote })
        #expect(ShownProblems(list, kind: .nul).total == 0)
    }

    @Test func thoseThatAreOnlyCountedAreSaid() {
        let list = table(records: Array(repeating: 2, count: 2500)).problems
        #expect(ShownProblems(list).rest == "and 500 more, counted only")
        #expect(ShownProblems(list, kind: .ragged).total == 1250)
        #expect(ShownProblems(table(records: [2]).problems).rest == "")
    }

    @Test func theListIsCopiedAsATable() {
        let table = table(records: [1, 9])
        #expect(
            ShownProblems(table.problems).text(in: table) == """
                kind\trow\trecord\tline\tbyte\tmessage
                ragged\t\t1\t2\t10\tno. 0
                stray-quote\t8\t9\t10\t90\tno. 1

                """)
    }

    @Test func keysGoFromOneToTheNextAndRound() {
        let table = table(records: [1, 5, 5, 9])
        let problems = table.problems.first
        var walk = ProblemWalk()
        var cell: CellPosition? = CellPosition(row: 0, column: 0)
        func go(_ isForward: Bool) -> Int? {
            let index = walk.next(isForward: isForward, in: problems, of: table, from: cell)
            if let index {
                cell = CellPosition(row: problems[index].row(in: table) ?? 0, column: 0)
                walk.went(to: problems[index], cell: cell)
            }
            return index
        }
        #expect((0..<5).map { _ in go(true) } == [1, 2, 3, 0, 1])
        #expect((0..<3).map { _ in go(false) } == [0, 3, 2])
        // Whoever has moved since goes on from there.
        cell = CellPosition(row: 6, column: 0)
        #expect(go(true) == 3)
        cell = CellPosition(row: 6, column: 0)
        #expect(go(false) == 2)
        cell = CellPosition(row: 90, column: 0)
        #expect(go(true) == 0)
        #expect(walk.next(isForward: true, in: [], of: table, from: cell) == nil)
    }

    @Test(arguments: [(Problem.Kind.nul, "NUL"), (.ragged, "Ragged"), (.strayQuote, "Stray quote")])
    func kindsHaveNames(kind: Problem.Kind, title: String) {
        #expect(kind.title == title)
    }

    @Test func firstRowThatWasNotSearchedIsNamed() {
        var list = table(records: [3]).problems
        #expect(list.unsearchedRow == nil, "problems of others are read all the same")
        let kinds = ["overlong-row", "unreadable-value", "damaged-page"].enumerated().map { ordinal, name in
            Problem.Kind(name, ordinal: ordinal + 8, severity: .error) { name }
        }
        let words = [
            "Record 3,000 is too long to be read whole. The rest of it was not searched.",
            "Row 2,000 has a value that cannot be read. It was not searched.",
            "Row 1,000 lies on a damaged page. What is not read was not searched.",
        ]
        for (index, kind) in kinds.enumerated() {
            let position = SourcePosition(record: 3000 - 1000 * index, line: 1, byte: 0)
            list.append(Problem(kind: kind, position: position, message: ""))
            #expect(list.unsearchedRow == words[index])
        }
    }
}
