import Geometry
import GridUI
import Tabular
import TabularEncodings
import TabularText
import Testing

@testable import QuadrilleApp
@testable import TabularOps

@Suite struct StatusTextTests {
    private func table(_ rows: RowCount, columns: Int) -> TableSnapshot {
        TableSnapshot(
            description: TableDescription(format: "CSV"),
            columns: (0..<columns).map { Column(name: $0 == 0 ? "" : "name\n\($0)", type: .text) }, rowCount: rows)
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (1_000_000, "1,000,000"),
        (1_000_000_000_000, "1,000,000,000,000"), (-1000, "-1,000"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func thousandsAreApart(number: Int, text: String) {
        #expect(StatusText.grouped(number) == text)
    }

    @Test func whatIsSelectedIsCounted() {
        var model = GridModel(table: GeneratedSource(rows: 1000, columns: 9).snapshot)
        model.resize(to: Size(width: 800, height: 600), scaleFactor: 1)
        model.activate(CellPosition(row: 0, column: 0))
        func words(_ target: PointerTarget, _ mode: SelectionMode = .replacing) -> String {
            model.select(target, mode)
            return StatusText.selection(of: model)
        }
        #expect(words(.cell(CellPosition(row: 2, column: 2))) == "")
        #expect(words(.cell(CellPosition(row: 4, column: 3)), .extending) == "3 rows × 2 columns selected")
        #expect(words(.cell(CellPosition(row: 8, column: 8)), .adding) == "7 cells selected")
        #expect(words(.header(.horizontal, 4)) == "1 column selected")
        #expect(words(.header(.vertical, 4)) == "1 row selected")
        #expect(words(.header(.vertical, 6), .adding) == "2 rows × 9 columns selected")
        #expect(words(.corner) == "All selected")
    }

    @Test func figuresAreShownShortAndCopiedWhole() {
        var summary = SelectionSummary()
        #expect(StatusText.figures(of: summary).map(\.shown) == ["0"])
        (summary.valueCount, summary.distinct, summary.distinctError) = (12_345, 9_000, 0.01)
        summary.least = String(repeating: "a", count: 50)
        let figures = StatusText.figures(of: summary)
        if summary.numberCount == 0 {
            let mixed = StatusText.figures(of: summary, isOfOneKind: false).map(\.kind)
            #expect(!mixed.contains(.least) && !mixed.contains(.greatest), "texts of several columns")
        }
        #expect(figures.map(\.name) == ["count", "min", "distinct"])
        #expect(figures.map(\.shown) == ["12,345", String(repeating: "a", count: 40) + "…", "≈ 9,000"])
        #expect(figures.map(\.value) == ["12345", String(repeating: "a", count: 50), "9000"])
    }

    @Test func figuresAreSaidInFewerWordsDownToTheSum() {
        func figure(_ kind: StatusText.Figure.Kind, _ value: String) -> StatusText.Figure {
            StatusText.Figure(kind: kind, shown: value, value: value)
        }
        let numbers = [
            figure(.count, "2"), figure(.sum, "7"), figure(.mean, "3.5"), figure(.least, "3"), figure(.greatest, "4"),
            figure(.distinct, "2"),
        ]
        #expect(
            StatusText.forms("2 cells selected", numbers) == [
                "2 cells selected · count 2 · sum 7 · mean 3.5 · min 3 · max 4 · distinct 2",
                "2 cells selected · count 2 · sum 7 · mean 3.5 · min 3 · max 4",
                "2 cells selected · count 2 · sum 7 · mean 3.5", "2 cells selected · count 2 · sum 7",
                "count 2 · sum 7",
                "sum 7",
            ])
        let texts = [figure(.count, "2"), figure(.least, "a"), figure(.greatest, "b"), figure(.distinct, "2")]
        #expect(
            StatusText.forms("2 cells selected", texts) == [
                "2 cells selected · count 2 · min a · max b · distinct 2",
                "2 cells selected · count 2 · min a · max b", "2 cells selected · count 2", "count 2",
            ])
        #expect(StatusText.forms("1 row", [figure(.count, "0")]) == ["1 row · count 0", "count 0"])
    }

    @Test func oneIsSingularAndWhatIsNotCountedYetIsAtLeast() {
        #expect(StatusText.extent(of: table(.exactly(0), columns: 0)) == "0 rows × 0 columns")
        #expect(StatusText.extent(of: table(.exactly(1), columns: 1)) == "1 row × 1 column")
        #expect(StatusText.extent(of: table(.exactly(1234), columns: 7)) == "1,234 rows × 7 columns")
        #expect(StatusText.extent(of: table(.atLeast(1234), columns: 7)) == "at least 1,234 rows × 7 columns")
    }

    @Test func aPlaceHasItsColumnsNameOnOneLineOrItsLetters() {
        let table = table(.exactly(2000), columns: 3)
        #expect(StatusText.place(of: CellPosition(row: 1233, column: 1), in: table) == "Row 1,234 · name 1")
        #expect(StatusText.place(of: CellPosition(row: 0, column: 0), in: table) == "Row 1 · Column A")
        #expect(StatusText.place(of: nil, in: table) == "")
        #expect(StatusText.place(of: CellPosition(row: 0, column: 3), in: table) == "")
    }

    @Test(arguments: [
        (",", "comma"), ("\t", "tab"), (";", "semicolon"), ("|", "pipe"), (" ", "space"), (":", "colon"),
        ("^", "“^”"), ("||", "“||”"), ("\u{1}", "“U+0001”"), ("¦", "“¦”"),
    ])
    func delimitersHaveNames(delimiter: String, name: String) {
        #expect(Dialect.delimiterName(delimiter) == name)
    }

    @Test func theReadingOfValuesIsToldWhereItIsChosen() {
        let description = TableDescription(format: "CSV", text: TextDetails(Dialect()))
        var types = TypeChoices()
        types.columns = ["a": .code]
        #expect(StatusText.dialect(of: description, types) == StatusText.dialect(of: description))
        (types.numbers, types.nullWords) = (.comma, ["NA", "-"])
        #expect(
            StatusText.dialect(of: description, types)
                == "CSV · comma · UTF-8 · LF · header · decimal comma · empty: NA, -")
        types.nullWords = []
        #expect(StatusText.dialect(of: description, types).hasSuffix(" · no empty values"))
    }

    @Test func theDialectIsToldFromTheFormatToTheHeader() {
        let dialect = Dialect(delimiter: "\t", quote: nil, terminator: .crlf, headerRows: 0)
        let description = TableDescription(format: "TSV", text: TextDetails(dialect))
        #expect(StatusText.dialect(of: description) == "TSV · tab · no quote · UTF-8 · CRLF · no header")
        var rare = Dialect(delimiter: "||", quote: UInt8(ascii: "'"), escape: UInt8(ascii: "\\"))
        (rare.comment, rare.skippedLines) = ("#", 2)
        #expect(
            StatusText.dialect(of: TableDescription(format: "CSV", text: TextDetails(rare)))
                == "CSV · “||” · quote ' · escape \\ · comments # · 2 lines skipped · UTF-8 · LF · header")
        #expect(rare.words == "“||”, quote ', escape \\, comments #, 2 lines skipped, LF, header")
        let tall = TableDescription(format: "CSV", text: TextDetails(Dialect(headerRows: 2)))
        #expect(StatusText.dialect(of: tall) == "CSV · comma · UTF-8 · LF · 2 header rows")
        #expect(StatusText.dialect(of: TableDescription(format: "generated")) == "generated")
        let guess = EncodingDetails("Windows-1252", isGuessed: true)
        let guessed = TableDescription(format: "CSV", text: TextDetails(Dialect(), encoding: guess))
        #expect(StatusText.dialect(of: guessed) == "CSV · comma · Windows-1252 (guessed) · LF · header")
        #expect(EncodingDetails("UTF-16LE", hasByteOrderMark: true).words == "UTF-16LE with BOM")
        var other = EncodingDetails("UTF-8")
        other.suggested = "Windows-1252"
        #expect(other.words == "UTF-8 (Windows-1252 fits)")
        let packed = TableDescription(format: "CSV", text: TextDetails(Dialect()), compression: "gzip")
        #expect(StatusText.dialect(of: packed) == "CSV · gzip · comma · UTF-8 · LF · header")
    }

    @Test func progressIsToldWhileThereIsSome() {
        var table = table(.atLeast(1), columns: 1)
        #expect(StatusText.progress(of: table) == "Opening")
        table.phase = .indexing
        #expect(StatusText.progress(of: table) == "Finding rows")
        table.progress = (45, 100)
        #expect(StatusText.progress(of: table) == "Finding rows 45 %")
        table.phase = .auditing
        table.progress = (300, 200)
        #expect(StatusText.progress(of: table) == "Checking values 100 %")
        table.phase = .complete
        #expect(StatusText.progress(of: table) == "")
        table.phase = .failed(ReadError(kind: .changed, source: "t", message: "m"))
        #expect(StatusText.progress(of: table) == "Stopped early")
    }

    @Test(arguments: [(0, ""), (1, "1 problem"), (2, "2 problems"), (1500, "1,500 problems")])
    func problemsAreCounted(count: Int, text: String) {
        var table = table(.exactly(1), columns: 1)
        for _ in 0..<count {
            table.problems.append(
                Problem(kind: .nul, position: SourcePosition(record: 1, line: 1, byte: 0), message: ""))
        }
        #expect(StatusText.problems(of: table) == text)
    }

    @Test(arguments: [
        ("", 0, ""), ("", 1, ""), ("", 2, "2 tasks"), ("Finding rows 45 %", 0, "Finding rows 45 %"),
        ("Finding rows 45 %", 1, "Finding rows 45 % · 1 more"), ("Sorting", 12, "Sorting · 12 more"),
    ])
    func whatGoesOnIsToldWithHowMuchElseDoes(words: String, others: Int, told: String) {
        #expect(StatusText.going(words, others: others) == told)
    }

    @Test func aTaskSaysHowFarItIsWhereThatIsKnown() {
        #expect(GoingTask(.reading, "Finding rows", done: 45, of: 100).words == "Finding rows 45 %")
        #expect(GoingTask(.reading, "Finding rows", done: 450, of: 100).words == "Finding rows 100 %")
        #expect(GoingTask(.reading, "Opening", done: 5, of: 0).words == "Opening")
    }
}
