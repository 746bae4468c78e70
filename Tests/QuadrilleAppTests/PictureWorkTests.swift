import Drawing
import Geometry
import GridUI
import QuadrilleRuntime
import Tabular
import TabularExport
import Testing

@testable import QuadrilleApp

/// Pictures and pages that a window has made in the background.
@Suite struct PictureWorkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func model(_ source: GeneratedSource, _ change: (inout GridModel) -> Void = { _ in }) -> GridModel {
        var model = GridModel(table: source.snapshot)
        model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
        model.apply(source.snapshot)
        change(&model)
        return model
    }

    private func write(_ work: PictureWork, _ source: GeneratedSource, to name: String) throws {
        try work.write(source, toFile: folder.path(name), input: nil, ExportControl())
    }

    @Test func whatIsInSightIsAsLargeAsItIsOnTheScreen() throws {
        let source = GeneratedSource(rows: 1_000_000, columns: 30)
        let grid = model(source) { $0.scroll(toOffset: Point(x: 100, y: 9_000)) }
        for (scale, size) in [(1.0, [400, 300]), (3, [1200, 900])] {
            try write(PictureWork(model: grid, kind: .png, scale: scale), source, to: "p.png")
            let picture = try Picture(folder.path("p.png"))
            #expect([picture.width, picture.height] == size)
        }
        try write(PictureWork(model: grid, kind: .svg), source, to: "p.svg")
        #expect(String(decoding: try folder.bytes("p.svg").prefix(300), as: UTF8.self).contains("width=\"400px\""))
    }

    @Test func aSelectionIsThereWholeAndNothingElse() throws {
        let columns = ["a", "b"].map { Column(name: $0, type: .text) }
        let source = GeneratedSource(rows: 5_000, columns: columns) { "r\(1_000 + $0)c\($1)" }
        let grid = model(source) {
            $0.activate(CellPosition(row: 1, column: 1))
            $0.perform(.selectColumns)
        }
        var work = PictureWork(model: grid, kind: .pdf)
        work.selection = TableSelection([TableSelection.Band(rows: 10..<110, columns: [1])])
        try write(work, source, to: "p.pdf")
        let text = try Program.shell("pdftotext -layout p.pdf -", in: folder.path).text
        let words = text.split(whereSeparator: \.isWhitespace)
        #expect(words.filter { $0.hasPrefix("r") } == (1_010..<1_110).map { "r\($0)c1" })
        #expect(words.first == "b")
    }

    @Test func whatIsTooLargeForAPictureIsSaidWithWhatToDo() throws {
        let source = GeneratedSource(rows: 1_000_000, columns: 3)
        var work = PictureWork(model: model(source), kind: .png)
        work.selection = TableSelection([TableSelection.Band(rows: 0..<100_000, columns: [1])])
        let error = #expect(throws: ExportError.self) { try write(work, source, to: "p.png") }
        let advice = "Select less, take a smaller scale, or print it to a file (Ctrl+P)."
        #expect(error?.description.hasSuffix(advice) == true)
        work.selection = TableSelection([TableSelection.Band(rows: 0..<1_000_000, columns: [0, 1])])
        #expect(throws: ExportError.self) { try write(work, source, to: "p.png") }
        #expect(try folder.names.isEmpty)
    }

    @Test func thereIsNoSelectionOnPaper() {
        let source = GeneratedSource(rows: 50, columns: 3)
        let grid = model(source) { $0.perform(.selectAll) }
        var (plain, marked) = (DisplayList(), DisplayList())
        var presenter = Presenter()
        presenter.present(grid.onPaper(), theme: grid.paperTheme, into: &plain)
        var bare = grid
        bare.perform(.selectCell)
        presenter.present(bare.onPaper(), theme: bare.paperTheme, into: &marked)
        #expect(plain == marked)
    }

    @Test func pagesComeInAnyOrderAndAreGivenUp() {
        let column = Column(name: "a", type: .text)
        let source = GeneratedSource(rows: 500, columns: [column]) { row, _ in "row \(1_000 + row)" }
        let changes = Monitor(0)
        let maker = PageMaker(model(source), source, PrintSettings(title: "t")) { changes.withLock { $0 += 1 } }
        func wait<Value>(for value: () -> Value?) -> Value? {
            while maker.failure == nil {
                let seen = changes.current
                if let value = value() { return value }
                changes.wait(until: { $0 != seen }, then: { _ in })
            }
            return nil
        }
        func text(of page: Printout.Page?) -> String {
            (page?.pieces ?? []).flatMap { piece in
                piece.list.commands.compactMap { command in
                    if case .text(let text) = command { piece.list.string(of: text) } else { nil }
                }
            }.joined(separator: "|")
        }
        let count = wait { maker.pageCount } ?? 0
        #expect(count > 5)
        let last = text(of: wait { maker.page(count - 1) })
        #expect(last.contains("row 1499") && last.contains("Page \(count) of \(count)"), "\(last)")
        #expect(text(of: wait { maker.page(0) }).contains("|row 1000|"))
        maker.cancel()
    }

    @Test func aTableThatIsReadInAnotherWayMeanwhileIsSaid() {
        let source = GeneratedSource(rows: 5, columns: 2)
        var table = source.snapshot
        table.version.advance()
        table.reading += 1
        let other = model(source) { $0.apply(table) }
        let error = #expect(throws: ExportError.self) {
            var printout = try Printout(other, source, PrintSettings(title: "t"), ExportControl())
            _ = try printout.page(0)
        }
        #expect(error?.description == "the table: is read in another way by now. Begin again.")
    }
}
