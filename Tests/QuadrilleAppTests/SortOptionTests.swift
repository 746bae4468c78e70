import GridUI
import SeededRandom
import Tabular
import TabularOps
import Testing

@testable import QuadrilleApp

private let columns = ["city", "total", "a,b", "x:desc", "say \"no\""].map { Column(name: $0, type: .text) }

private func keys(_ text: String) throws -> [SortKey] {
    try SortArgument(argument: text).keys.map { try $0.sortKey(in: columns) }
}

@Test(arguments: [
    ("total", [SortKey(column: 1)]),
    (" total , city:desc ", [SortKey(column: 1), SortKey(column: 0, isDescending: true)]),
    ("2:desc,A:asc", [SortKey(column: 1, isDescending: true), SortKey(column: 0)]),
    ("city:natural:desc", [SortKey(column: 0, isDescending: true, comparison: .natural)]),
    (
        "city:empty-first,total:desc:empty-first",
        [
            SortKey(column: 0, isEmptyFirst: true), SortKey(column: 1, isDescending: true, isEmptyFirst: true),
        ]
    ),
    ("\"a,b\":desc,total", [SortKey(column: 2, isDescending: true), SortKey(column: 1)]),
    ("\"x:desc\",total", [SortKey(column: 3), SortKey(column: 1)]),
    ("x:desc:desc", [SortKey(column: 3, isDescending: true)]),
    ("\"say \"\"no\"\"\":asc", [SortKey(column: 4)]),
])
func columnsToSortByAreReadFromTheCommandLine(text: String, expected: [SortKey]) throws {
    #expect(try keys(text) == expected)
}

@Test(arguments: [
    ("n.m:desc", SortKey(column: 0, isDescending: true)), ("\"n.m\"", SortKey(column: 1)),
    ("b.\"x,y:desc\":natural", SortKey(column: 2, comparison: .natural)),
    ("\"p.q\".r:desc", SortKey(column: 3, isDescending: true)), ("\"p.q\".r", SortKey(column: 3)),
])
func nestedColumnsToSortByAreNamedByTheirPaths(text: String, expected: SortKey) throws {
    let nested = [["n", "m"], ["n.m"], ["b", "x,y:desc"], ["p.q", "r"]].map { path in
        var column = Column(name: path.last ?? "", type: .text)
        column.path = path
        return column
    }
    let keys = try SortArgument(argument: text).keys.map { try $0.sortKey(in: nested) }
    #expect(keys == [expected])
}

@Test(arguments: ["", ",", "city,", ":desc", "\"city", "\"city\"desc", "\"city\":down", "city:asc:desc"])
func whatNamesNoColumnsToSortByIsRefused(text: String) {
    #expect(throws: (any Error).self) { try SortArgument(argument: text) }
}

@Test func aColumnToSortByThatIsNotThereIsToldWithWhatIsNear() throws {
    let error = #expect(throws: UnknownColumn.self) { try keys("totl:desc") }
    #expect(error?.description == "--sort 'totl': there is no such column. Did you mean 'total'?")
}

@Test func chipsSayByWhatRowsAreSorted() {
    #expect(SortKey(column: 0).label(column: "City", isFirst: true) == "Sorted by City ↑")
    let second = SortKey(column: 1, isDescending: true, comparison: .natural, isEmptyFirst: true)
    #expect(second.label(column: "Item", isFirst: false) == "then by Item ↓, natural order, empty values first")
    #expect(SortedColumn(second).isNatural && SortKey(SortedColumn(second)) == second)
}

@Test func aColumnIsSortedByOnce() {
    var arrangement = RowArrangement(keys: [SortKey(column: 1)])
    arrangement.sort(thenBy: SortKey(column: 1, isDescending: true))
    arrangement.sort(thenBy: SortKey(column: 2))
    #expect(arrangement.keys == [SortKey(column: 1), SortKey(column: 2)])
}

/// `--sort`: rows in another order.
@Suite struct SortCommandTests {
    private struct Row {
        var id: Int
        var city: String
        var total: Int

        var line: String { "\(id),\(city),\(total)\n" }
    }

    private let folder: TemporaryFolder
    private let rows: [Row]
    private let header = "id,city,total\n"

    init() throws {
        var random = SplitMix64(seed: 7)
        rows = (1...300).map {
            Row(id: $0, city: random.pick(["Lima", "Oslo", "Rome", "Żory"]), total: random.int(-50...50))
        }
        folder = try TemporaryFolder()
        try folder.write("t.csv", header + rows.map(\.line).joined())
    }

    private func export(_ arguments: String...) throws -> String {
        let outcome = try Program.run(["export", "t.csv", "--to", "csv"] + arguments, in: folder.path)
        #expect(outcome.status == 0 && outcome.errors == "")
        return outcome.text
    }

    /// By city, then from the highest total on, then as in the file.
    private var sorted: [Row] {
        rows.sorted { a, b in
            if a.city != b.city { return a.city.utf8.lexicographicallyPrecedes(b.city.utf8) }
            return (-a.total, a.id) < (-b.total, b.id)
        }
    }

    @Test func rowsAreWrittenInTheOrderThatWasAskedFor() throws {
        #expect(try export("--sort", "city,total:desc") == header + sorted.map(\.line).joined())
        #expect(try export("--sort", "city", "--sort", "total:desc") == header + sorted.map(\.line).joined())
        // Rows count in that order, and among those that a filter left.
        #expect(try export("--sort", "city,total:desc", "--rows", "5:9") == header + sorted[4..<9].map(\.line).joined())
        let left = sorted.filter { $0.total >= 10 }.prefix(7)
        let some = try export("--filter", "total >= 10", "--sort", "city,total:desc", "--rows", ":7")
        #expect(some == header + left.map(\.line).joined())
    }

    @Test func aPictureHasTheRowsInOrder() throws {
        for (name, arguments) in [("s", ["--sort", "total"]), ("w", [])] {
            let outcome = try Program.run(
                ["render", "t.csv", "--output", "\(name).svg", "--size", "400x200"] + arguments, in: folder.path)
            #expect(outcome.status == 0 && outcome.errors == "")
        }
        #expect(try folder.bytes("s.svg") != folder.bytes("w.svg"))
    }

    @Test(arguments: [
        (["--to", "csv", "--sort", "cty"], "quadrille: --sort 'cty': there is no such column. Did you mean 'city'?"),
        (
            ["--to", "csv", "--sort", "city,"],
            "Error: The value 'city,' is invalid for '--sort <columns>': column 2 has no"
        ),
        (
            ["--to", "bytes", "--sort", "city"],
            "Error: --to bytes has all rows as they stand. Leave --filter and --sort out."
        ),
        (["--value", "1,city", "--sort", "city"], "Error: --value goes without --to, --rows, --columns, --filter and"),
    ])
    func whatCannotBeSortedIsTold(arguments: [String], message: String) throws {
        let outcome = try Program.run(["export", "t.csv"] + arguments, in: folder.path)
        #expect(outcome.status != 0 && outcome.text.isEmpty)
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }
}
