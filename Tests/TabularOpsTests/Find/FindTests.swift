import QuadrilleRuntime
import Tabular
import Testing

@testable import TabularOps
@testable import TabularText

@Suite struct FindTests {
    /// The hits of a query as "row:column@byte", in parts of few bytes.
    private func hits(
        _ query: FindQuery, in text: String, _ dialect: Dialect = Dialect(), encoding: String = "UTF-8"
    ) throws -> [String] {
        let source = FindTable(dialect: dialect, encoding: encoding, text: Array(text.utf8)).source(interval: 16)
        defer { source.close() }
        source.waitUntilComplete()
        return try hits(query, in: source)
    }

    private func hits(_ query: FindQuery, in source: any RecordStreaming) throws -> [String] {
        let search = FindSearch(source: source, plan: try FindPlan(query))
        let count = search.wait().count
        var hits: [String] = []
        try search.forEachHit {
            hits.append("\($0.row):\($0.column)" + ($0.byte.map { "@\($0)" } ?? ""))
            return true
        }
        #expect(hits.count == count)
        return hits
    }

    @Test func aHitIsACellAndSaysWhereItsFirstMatchBegins() throws {
        #expect(try hits(FindQuery("an"), in: "a,b\nbanana,x\nx,an\n") == ["0:0@5", "1:1@15"])
    }

    @Test func theHeaderAndCommentsAreNoHits() throws {
        var dialect = Dialect()
        dialect.comment = "#"
        dialect.skippedLines = 1
        #expect(try hits(FindQuery("x"), in: "x\nx,x\n#x\nx,a\n#x,x\n", dialect) == ["0:0@9"])
    }

    @Test func aTextThatCrossesFieldsIsNoHit() throws {
        #expect(try hits(FindQuery("a,b"), in: "h,i\na,b\n\"a,b\",c\n") == ["1:0@9"])
        #expect(try hits(FindQuery("b\nc"), in: "h,i\na,b\nc,\"b\nc\"\n") == ["1:1@11"])
    }

    @Test func quotesAreThoseOfTheValue() throws {
        let text = "h,i\n\"a \"\"b\"\" c\",\"\"\"\"\nx,\"ab\"cd\n"
        #expect(try hits(FindQuery("a \"b\" c"), in: text) == ["0:0@5"])
        let quotes = try hits(FindQuery("\""), in: text)
        #expect(quotes.map { $0.prefix(3) } == ["0:0", "0:1", "1:1"])
        #expect(try hits(FindQuery("\"\""), in: text) == [])
        // Quotes that enclose nothing are part of the value.
        #expect(try hits(FindQuery("b\"c"), in: text) == ["1:1@25"])
    }

    @Test func escapesAreNotOfTheValue() throws {
        let dialect = Dialect(quote: nil, escape: 0x5C)
        let text = "h,i\na\\,b,c\\nd\nxx,yy\na\\\\b,x\nab,ab\nab,ab\nab,ab\n"
        #expect(try hits(FindQuery("a,b"), in: text, dialect) == ["0:0@4"])
        #expect(try hits(FindQuery("cnd"), in: text, dialect) == ["0:1@9"])
        #expect(try hits(FindQuery("\\"), in: text, dialect).map { $0.prefix(3) } == ["2:0"])
        #expect(try hits(FindQuery("\\n"), in: text, dialect) == [])
    }

    @Test func bytesAreThoseOfTheSource() throws {
        #expect(try hits(FindQuery("ü"), in: "h,i\na,ü\nü,c\n", encoding: "UTF-16LE") == ["0:1@12", "1:0@16"])
    }

    @Test func lettersAreFoundAsPeopleTypeThem() throws {
        func find(_ text: String, _ letterCase: FindQuery.LetterRule, _ diacritics: FindQuery.LetterRule) throws -> Int
        {
            var query = FindQuery(text)
            (query.letterCase, query.diacritics) = (letterCase, diacritics)
            return try hits(query, in: "h\nZürich\nzurich\nZu\u{308}rich\nŁódź\nΣΊΣΥΦΟΣ\nσίσυφος\nplain\n").count
        }
        #expect(try find("zurich", .ignore, .ignore) == 3)
        #expect(try find("zurich", .ignore, .match) == 1)
        #expect(try find("Zurich", .match, .ignore) == 2)
        #expect(try find("ZÜRICH", .ignore, .match) == 2)
        #expect(try find("zurich", .smart, .smart) == 3)
        #expect(try find("Zurich", .smart, .smart) == 2)
        #expect(try find("zürich", .smart, .smart) == 2)
        #expect(try find("lodz", .ignore, .ignore) == 1)
        #expect(try find("σίσυφος", .ignore, .match) == 2)
        #expect(try find("PLAIN", .ignore, .ignore) == 1)
    }

    @Test func anEmptyTextIsInNoCellAndWholeItIsEachEmptyOne() throws {
        var query = FindQuery("")
        #expect(try hits(query, in: "h,i\na,\n\"\",b\n") == [])
        query.isWhole = true
        #expect(try hits(query, in: "h,i\na,\n\"\",b\n").map { $0.prefix(3) } == ["0:1", "1:0"])
    }

    @Test func aTableOfMadeUpValuesIsSearchedByItsValues() throws {
        let source = GeneratedSource(rows: 30_000, columns: [Column(name: "n", type: .integer)]) { row, _ in String(row)
        }
        var query = FindQuery("29999")
        #expect(try hits(query, in: source) == ["29999:0"])
        query = FindQuery("^1.{4}$")
        query.isPattern = true
        #expect(FindSearch(source: source, plan: try FindPlan(query)).wait().count == 10_000)
    }

    @Test func valuesOnWhichAPatternIsGivenUpAreCounted() throws {
        let slow = String(repeating: "a", count: 40) + "!b"
        let source = ListSource([["x"], [slow], ["ab"], [slow]])
        var query = FindQuery("(a+)+b")
        query.isPattern = true
        let progress = FindSearch(source: source, plan: try FindPlan(query)).wait()
        #expect(progress.count == 1)
        #expect(progress.undecided == 2)
        #expect(progress.firstUndecided == 1)
    }

    @Test(arguments: [1, 7, 64, 1000])
    func aValueThatIsTooLongToBeHeldIsSeenInPieces(piece: Int) throws {
        var tuning = FindTuning()
        tuning.longestValue = 100
        let text = String(repeating: "x", count: 20_000)
        let source = ListSource(
            [[text + "needle" + text], ["needle"], [text], [text + "needle"]].map { $0.map { Array($0.utf8) } },
            piece: piece)
        let search = FindSearch(source: source, plan: try FindPlan(FindQuery("needle")), order: nil, tuning: tuning) {}
        #expect(search.wait().count == 3)
        var query = FindQuery("needle$")
        query.isPattern = true
        let pattern = FindSearch(source: source, plan: try FindPlan(query), order: nil, tuning: tuning) {}.wait()
        #expect(pattern.count == 1)
        #expect(pattern.undecided == 3)
    }

    @Test func whatComesToASourceIsSearchedToo() throws {
        let source = GrowingList()
        source.append([["a"], ["b"]])
        let search = FindSearch(source: source, plan: try FindPlan(FindQuery("a")))
        #expect(search.wait().count == 1)
        source.append([["a"], ["a"]])
        search.sourceChanged()
        #expect(search.wait().rows == 4)
        #expect(search.progress.count == 3)
        // Nothing new.
        search.sourceChanged()
        #expect(search.wait().count == 3)
    }

    @Test func matchesInAValueStandOneBehindTheOther() throws {
        func matches(_ query: FindQuery, _ text: String) throws -> [Range<Int>] {
            let matcher = ValueMatcher(try FindPlan(query))
            return Array(text.utf8).withUnsafeBufferPointer { matcher.matches(in: $0) }
        }
        var query = FindQuery("aa")
        #expect(try matches(query, "aaaaa") == [0..<2, 2..<4])
        query = FindQuery("u")
        query.diacritics = .ignore
        #expect(try matches(query, "üu\u{308}u") == [0..<2, 2..<5, 5..<6])
        query = FindQuery("b*")
        query.isPattern = true
        #expect(try matches(query, "äbbäb") == [2..<4, 6..<7])
    }
}

/// A list that grows.
private final class GrowingList: RecordStreaming {
    private let rows = Monitor<[[String]]>([])

    func append(_ more: [[String]]) { rows.withLock { $0 += more } }

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
