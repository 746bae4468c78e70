import Glibc
import QuadrilleRuntime
import Tabular
import Testing

@testable import TabularOps

/// Hits in rows that are filtered or sorted, and in those that come while a search ends.
@Suite struct FindOrderTests {
    private static let hard = String(repeating: "a", count: 40) + "!b"

    private func search(_ source: any RecordStreaming, _ query: FindQuery, _ rows: [UInt32]?, of count: Int = 0) throws
        -> FindSearch
    {
        let order = rows.map { RowOrder(rows: $0, sourceRowCount: count) }
        return FindSearch(source: source, plan: try FindPlan(query), order: order)
    }

    @Test func hitsOfARowAreNumberedInTheOrderInWhichTheyAreSeen() throws {
        let source = ListSource([["x", "x", "x"], ["x", "", "x"]])
        for order in [nil, [0, 1], [1, 0]] as [[UInt32]?] {
            let search = try search(source, FindQuery("x"), order, of: 2)
            search.wait()
            var start = FindSearch.Start(place: 0, column: 2, isIncluded: true, ranks: [2, 1, 0])
            var visited: [Int?] = []
            for _ in 0..<5 {
                let hit = try #require(try search.hit(.forward, from: start))
                visited.append(hit.number)
                start = FindSearch.Start(place: hit.place, column: hit.column, ranks: start.ranks)
            }
            #expect(visited == [1, 2, 3, 4, 5], "\(order ?? [])")
            #expect(try search.hit(.backward, from: start)?.number == 4)
        }
    }

    @Test func valuesThatAFilterHidesAreNotSaidToTakeThePatternTooLong() throws {
        let source = ListSource([[Self.hard], ["ab"], [Self.hard], ["x"], [Self.hard]])
        var query = FindQuery("(a+)+b")
        query.isPattern = true
        func undecided(_ rows: [UInt32]) throws -> [Int?] {
            let progress = try search(source, query, rows, of: 5).wait()
            return [progress.undecided, progress.firstUndecided]
        }
        #expect(try undecided([1, 3]) == [0, nil])
        #expect(try undecided([1, 2, 3, 4]) == [2, 2])
        #expect(try undecided([3, 1]) == [0, nil])
        #expect(try undecided([4, 1, 2]) == [2, 2])
    }

    @Test func hitsOfASortedTableTakeNoMemoryBeforeThereAreAny() throws {
        func resident() -> Int {
            guard let file = fopen("/proc/self/statm", "r") else { return 0 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 128)
            fgets(&line, 128, file)
            let fields = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
            return fields.count > 1 ? (Int(fields[1]) ?? 0) << 12 : 0
        }
        let before = resident()
        let hits = try #require(RowHits(rowCount: 1 << 30))
        #expect(resident() - before < 1 << 29)
        #expect(hits.count(ofRow: 1 << 29) == 0)
        #expect(RowHits(rowCount: 1 << 60) == nil, "there is no memory for so many")
    }

    @Test func aLastRowThatGoesOnIsAHitNoMore() throws {
        let source = GrowingRows([["a"], ["a"]])
        var query = FindQuery("a")
        query.isWhole = true
        let search = try search(source, query, [1, 0], of: 2)
        #expect(search.wait().count == 2)
        source.rows.withLock { $0 = [["a"], ["ab"], ["a"]] }
        search.sourceChanged()
        #expect(search.wait().count == 1, "and a row that came later is none of the order")
    }

    @Test func whatIsFoundInRowsThatAreNotShownIsNeverTakenFromTheCount() throws {
        let source = GrowingRows([["x"], ["y"], ["a"], ["a"]])
        let least = Monitor(0)
        let search = Monitor<FindSearch?>(nil)
        let made = FindSearch(
            source: source, plan: try FindPlan(FindQuery("a")), order: RowOrder(rows: [1, 0], sourceRowCount: 4)
        ) {
            guard let count = search.current?.progress.count else { return }
            least.withLock { $0 = min($0, count) }
        }
        search.withLock { $0 = made }
        #expect(made.wait().count == 0)
        for _ in 0..<20 {
            source.rows.withLock { $0.append(["a"]) }
            made.sourceChanged()
            #expect(made.wait().count == 0)
        }
        search.withLock { $0 = nil }
        #expect(least.current == 0)
    }

    @Test func aValueThatIsGivenUpCountsOnceHoweverOftenTheEndIsSearched() throws {
        let source = GrowingRows([["x"], [Self.hard]])
        var query = FindQuery("(a+)+b")
        query.isPattern = true
        let search = try search(source, query, nil)
        for row in 0..<4 {
            let progress = search.wait()
            #expect(progress.undecided == 1 && progress.firstUndecided == 1, "row \(row)")
            source.rows.withLock { $0.append(["x"]) }
            search.sourceChanged()
        }
    }

    @Test func whatComesWhileASearchEndsIsSearchedToo() throws {
        for round in 0..<400 {
            let source = GrowingRows([["a"]])
            let search = try search(source, FindQuery("a"), nil)
            for _ in 0..<3 {
                source.rows.withLock { $0.append(["a"]) }
                search.sourceChanged()
            }
            let progress = search.wait()
            try #require(progress.rows == 4 && progress.count == 4, "round \(round)")
        }
    }

    @Test func whatCannotBeDoneIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let order = RowOrder(rows: [1, 0], sourceRowCount: 2)
            let plan = try FindPlan(FindQuery("a"))
            try FindSearch(source: ListSource([["a"], ["a"]]), plan: plan, order: order).forEachHit { _ in true }
        }
        await #expect(processExitsWith: .failure) {
            let plan = try FindPlan(FindQuery("a"))
            let search = FindSearch(source: ListSource([["a"]]), plan: plan, counting: false)
            _ = try search.hit(.backward, from: FindSearch.Start(place: 0, column: 0))
        }
    }
}

/// Rows that others change.
private final class GrowingRows: RecordStreaming {
    let rows: Monitor<[[String]]>

    init(_ rows: [[String]]) { self.rows = Monitor(rows) }

    var snapshot: TableSnapshot {
        TableSnapshot(
            description: TableDescription(format: "list"), columns: [Column(name: "c", type: .text)],
            rowCount: .exactly(rows.current.count), phase: .complete)
    }

    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try ListSource(rows.current).streamRecords(wanted, into: &sink)
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}
