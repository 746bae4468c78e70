import CairoDrawing
import Drawing
import Geometry
import GridLayout
import GridUI
import Tabular
import TabularOps
import Testing

// The code of the libraries' pages.

@Suite struct LibrarySnippets {
    @Test func neighboursShareTheirEdgeOnWholePixels() {
        let pixels = PixelGrid(scale: 1.5)
        let first = pixels.snap(Rect(x: 0, y: 0, width: 33.4, height: 20))
        let second = pixels.snap(Rect(x: 33.4, y: 0, width: 33.4, height: 20))
        // Both edges lie on device pixel 50: no gap, no overlap.

        #expect(first.maxX == second.minX && pixels.devicePixels(second.minX) == 50)
    }

    @Test func aSourceOfOnesOwnSaysWhatItHas() {
        let journal = Journal(columns: [Column(name: "Day", type: .date), Column(name: "Note", type: .text)])
        journal.append(["2026-03-01", "Snow"])
        journal.append(["2026-03-02"])

        journal.want([CellRange(rows: 0..<2, columns: 0..<2)])
        let block = journal.snapshot.cells.block(row: 0, column: 1)
        // block?.text(row: 0, column: 1) is "Snow"; of the second row the note is missing, and not empty.

        #expect(block?.text(row: 0, column: 1) == "Snow")
        #expect(block?.info(row: 1, column: 1).state == .missing)
        #expect(journal.snapshot.rowCount == .exactly(2) && journal.snapshot.version == 3)
    }

    @Test func aSheetTellsWhereItsCellsAre() {
        var sheet = StickySheet(
            rows: TrackSizes(count: 1_000_000_000_000, defaultSize: 28),
            columns: TrackSizes(count: 200, defaultSize: 120))
        sheet.rows.setSize(56, for: 7)
        sheet.frozenColumns = 2
        _ = sheet.prepare(viewport: Size(width: 1280, height: 800))

        let visible = Rect(x: 0, y: 14_000_000_000_000, width: 1280, height: 800)
        var frame: [LayoutAttributes] = []
        sheet.attributes(in: visible, visible: visible, into: &frame)
        // Some hundred cells, headers and lines, in the order in which they are painted.

        let cells = frame.filter { $0.element.category == .cell }
        #expect(cells.count > 250 && frame.count < 700)
        #expect(sheet.contentSize.height == 32 + 28_000_000_000_028)
    }

    @Test func aDisplayListIsDataThatCanBePrinted() {
        var list = DisplayList()
        let header = Rect(x: 0, y: 0, width: 200, height: 32)
        let style = list.style(TextStyle(font: Font(family: "Sans", size: 13), color: Color(hex: 0x2E3436)))
        list.clip(to: header)
        list.fill(header, Color(hex: 0xF6F5F4))
        list.text(in: header.inset(by: Insets(leading: 8, trailing: 8)), style: style, alignment: .left) { bytes in
            bytes.append(contentsOf: "Name".utf8)
        }
        let lines = list.dump()

        #expect(
            lines == """
                clip 0,0 200x32
                fill 0,0 200x32 #f6f5f4
                text 8,0 184x32 left 13px #2e3436 "Name"

                """)
    }

    @Test func aFrameIsMadeAndDrawnWithoutAWindow() throws {
        let columns = [Column(name: "n", type: .integer), Column(name: "n²", type: .integer)]
        let source = GeneratedSource(rows: 1_000_000, columns: columns) { row, column in
            String(column == 0 ? row : row * row)
        }
        let size = Size(width: 400, height: 300)

        var model = GridModel(table: source.snapshot)
        model.resize(to: size, scaleFactor: 2)
        model.freeze(columns: 1)
        var wanted = WantedCells()
        _ = wanted.ask(source, for: &model)

        var presenter = Presenter()
        var list = DisplayList()
        presenter.present(model, theme: .light, into: &list)

        let renderer = CairoRenderer(engine: TextEngine())
        let picture = try ImageSurface(size: size, scale: 2)
        picture.draw(list, with: renderer)
        let png = try picture.png()
        let pdf = try vectorPicture(list, size: size, format: .pdf, with: renderer)

        #expect(list.dump().contains("\"81\"") && list.dump().contains("\"n²\""))
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && pdf.starts(with: Array("%PDF".utf8)))
    }

    @Test func rowsAreFilteredSortedAndSearchedBesideTheirSource() throws {
        let columns = [Column(name: "n", type: .integer), Column(name: "n²", type: .integer)]
        let source = GeneratedSource(rows: 100, columns: columns) { row, column in
            String(column == 0 ? row : row * row)
        }

        let filtering = FilterJob(source: source, meeting: [Condition(column: 1, .greater, ["9000"])], onChange: {})
        guard case .done(let kept) = filtering.wait() else { return }
        let key = SortKey(column: 1, isDescending: true)
        let sorting = SortJob(source: source, by: [key], of: kept, onChange: {})
        guard case .done(let order) = sorting.wait() else { return }
        let shown = OrderedSource(source)
        shown.show(order, ofReading: source.snapshot.reading)
        // Five rows, from 9801 to 9025; the source still has all hundred as they stand.

        let search = FindSearch(source: source, plan: try FindPlan(FindQuery("98")))
        let hits = search.wait().count
        // Two cells hold it: 98, and 9801, which is the square of 99.

        #expect(shown.snapshot.rowCount == .exactly(5) && hits == 2)
        #expect(try (0..<5).map(order.row(at:)) == [99, 98, 97, 96, 95])
        #expect(source.snapshot.rowCount == .exactly(100))
    }
}
