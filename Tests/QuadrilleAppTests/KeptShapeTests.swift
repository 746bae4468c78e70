import Foundation
import Geometry
import Glibc
import GridUI
import Tabular
import TabularOps
import TabularText
import Testing

@testable import QuadrilleApp
@testable import TableFormats

/// How a table was shown, for the next one with the same columns.
@Suite struct KeptShapeTests {
    private let folder: TemporaryFolder
    private var store: ViewStore { ViewStore(folder: folder.path("views")) }

    init() throws { folder = try TemporaryFolder() }

    private func shape(_ names: [String], _ delimiter: String = ",", headerRows: Int = 1) -> TableShape? {
        let dialect = Dialect(delimiter: delimiter, headerRows: headerRows)
        let description = TableDescription(format: "CSV", text: TextDetails(dialect))
        return TableShape(names.map { Column(name: $0, type: .text) }, description)
    }

    private func model(_ names: [String], rows: Int = 500) -> GridModel {
        let columns = names.map { Column(name: $0, type: .text) }
        var model = GridModel(
            table: GeneratedSource(rows: rows, columns: columns) { row, column in "\(row) \(column)" }.snapshot)
        model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
        return model
    }

    private func view(_ path: String, _ model: GridModel, rows: PendingArrangement? = nil) -> KeptView {
        KeptView(path: path, window: nil, settings: ViewSettings(of: model, byName: true), rows: rows)
    }

    private func arranged(_ path: String = "/jan.csv") throws -> KeptView {
        var model = model(["id", "name", "total"])
        model.freeze(rows: 1, columns: 1)
        model.hideColumn(1)
        model.resizeColumn(2, to: 333)
        model.hideRows(20..<30)
        model.activate(CellPosition(row: 300, column: 2))
        var arrangement = RowArrangement()
        arrangement.conditions = [Condition(column: 1, .equals, ["x"])]
        arrangement.sort(thenBy: SortKey(column: 2, isDescending: true))
        var rows = PendingArrangement()
        rows.note(arrangement, of: model.table.columns)
        return view(path, model, rows: rows)
    }

    @Test(arguments: [
        (false, #"{"delimiter":";","headerRows":1,"names":["id"]}"#, "3b"),
        (true, #"{"delimiter":" ","headerRows":1,"mergesSpaces":true,"names":["id"]}"#, "20 2b"),
    ])
    func shapeIsStoredFlat(mergesSpaces: Bool, text: String, delimiter: String) throws {
        var dialect = Dialect(delimiter: mergesSpaces ? " " : ";")
        dialect.mergesSpaces = mergesSpaces
        let description = TableDescription(format: "CSV", text: TextDetails(dialect))
        let shape = try #require(TableShape([Column(name: "id", type: .text)], description))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(shape), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(TableShape.self, from: Data(text.utf8)) == shape)
        let parts = delimiter.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        #expect(shape.fileName == StateFolder.hash(parts + [0xFF, 0x31, 0xFF, 0x69, 0x64, 0xFF]) + ".json")
    }

    /// Tables without a dialect are known by their names and types.
    @Test func tableOfAnotherFormatIsKnownByNamesAndTypes() throws {
        func column(_ path: [String], _ type: ColumnType) -> Column {
            var column = Column(name: path.last ?? "", type: type)
            if path.count > 1 { column.path = path }
            return column
        }
        func shape(_ columns: [Column], _ format: String = "JSON") -> TableShape? {
            TableShape(columns, TableDescription(format: format))
        }
        let columns = [column(["id"], .integer), column(["place", "name"], .text)]
        let known = try #require(shape(columns))
        #expect(try JSONDecoder().decode(TableShape.self, from: JSONEncoder().encode(known)) == known)
        #expect(shape(columns)?.fileName == known.fileName)
        let others = [
            shape(columns, "SQLite"), shape([columns[1], columns[0]]), shape(Array(columns.prefix(1))),
            shape([column(["id"], .decimal), columns[1]]), shape([columns[0], column(["name"], .text)]),
        ]
        for other in others { #expect(other != known && other?.fileName != known.fileName) }
        #expect(shape([]) == nil && shape([column([""], .text)]) == nil)
        // A text table whose dialect is not known is none.
        #expect(TableShape(columns, TableDescription(format: "CSV", text: TextDetails(nil))) == nil)
        try folder.write("feb.json", "[]")
        store.keepNow(try arranged(), of: known)
        guard case .view(let kept) = store.view(of: known, besides: "/feb.json") else {
            Issue.record("not remembered")
            return
        }
        #expect(kept.name == "jan.csv")
    }

    @Test func aTableIsKnownByItsColumnsAndHowTheyAreParted() throws {
        let known = try #require(shape(["id", "total"]))
        #expect(shape(["id", "total"]) == known && shape(["id", "total"])?.fileName == known.fileName)
        // Longer records made columns without names.
        #expect(shape(["id", "total", "", ""]) == known)
        for other in [
            shape(["total", "id"]), shape(["id"]), shape(["id", "total", "x"]), shape(["idtotal"]),
            shape(["id", "total"], ";"), shape(["id", "total"], headerRows: 2),
        ] {
            #expect(other != known && other?.fileName != known.fileName)
        }
        #expect(shape(["id", "total"], headerRows: 0) == nil)
        #expect(shape(["", ""]) == nil && shape([]) == nil)
    }

    @Test(arguments: [2, 10_000]) func theNextFileFindsItAndTheSameOneDoesNot(count: Int) throws {
        let names = (0..<count).map { "column \($0)" }
        var model = model(names)
        model.freeze(rows: 0, columns: 1)
        let kept = view("/jan.csv", model)
        let shape = try #require(self.shape(names))
        store.keepNow(kept, of: shape)
        guard case .view(let found) = store.view(of: shape, besides: "/feb.csv") else {
            Issue.record("it is not found")
            return
        }
        #expect(found.view == kept && found.name == "jan.csv")
        for case .view in [
            store.view(of: shape, besides: "/jan.csv"), store.view(of: try #require(self.shape(["a"])), besides: "/b"),
        ] { Issue.record("it is another's") }
    }

    @Test func whatIsAsAllFilesAreAtFirstIsNotOfferedAndForgetsItsOwn() throws {
        let shape = try #require(self.shape(["id", "name", "total"]))
        let plain = model(["id", "name", "total"])
        #expect(view("/a", plain).isOrdinary)
        #expect(try !arranged().isOrdinary)
        var zoomed = plain
        zoomed.zoom(to: 2)
        #expect(!view("/a", zoomed).isOrdinary)
        store.keepNow(view("/jan.csv", plain), of: shape)
        if case .view = store.view(of: shape, besides: "") { Issue.record("nothing was changed") }
        store.keepNow(try arranged(), of: shape)
        store.keepNow(view("/feb.csv", plain), of: shape)
        guard case .view = store.view(of: shape, besides: "") else {
            Issue.record("another file's is forgotten")
            return
        }
        store.keepNow(view("/jan.csv", plain), of: shape)
        if case .view = store.view(of: shape, besides: "") { Issue.record("it was taken back there") }
    }

    @Test(arguments: ["", "{", "{\"view\": {\"version\": 1}}", "[]", "\u{0}"])
    func aDamagedOneIsSetAsideWithAWord(content: String) throws {
        let shape = try #require(self.shape(["id"]))
        let kept = try arranged()
        store.keepNow(kept, of: shape)
        let name = store.shapes.path + "/" + shape.fileName
        let file = try #require(fopen(name, "w"))
        fwrite(content, 1, content.utf8.count, file)
        fclose(file)
        guard case .damaged(let aside) = store.view(of: shape, besides: "") else {
            Issue.record("it is taken for a view")
            return
        }
        #expect(aside == name + ".damaged" && access(aside, F_OK) == 0 && access(name, F_OK) != 0)
        if case .nothing = store.view(of: shape, besides: "") {} else { Issue.record("it is gone") }
    }

    @Test func typesAreKeptForTheNextFileWithTheColumns() throws {
        let shape = try #require(self.shape(["id", "total"]))
        var options = TextOptions()
        options.types.columns = ["total": .number(.comma)]
        options.types.nullWords = ["-"]
        var kept = view("/jan.csv", model(["id", "total"]))
        kept.reading = FormatOptions(text: options)
        #expect(!kept.isOrdinary)
        store.keepNow(kept, of: shape)
        guard case .view(let found) = store.view(of: shape, besides: "/feb.csv") else {
            Issue.record("it is not found")
            return
        }
        #expect(found.view.reading?.types == options.types)
        // A chosen delimiter is a part of the shape.
        kept.reading = FormatOptions([.delimiter: ","])
        #expect(kept.isOrdinary)
    }

    @Test func whatIsOfItsRowsIsLeftOut() throws {
        let kept = try arranged()
        var next = model(["id", "name", "total"], rows: 10)
        next.activate(CellPosition(row: 3, column: 2))
        let wanted = ["id", "name", "total"].indices.map { next.sheet.columns.size(of: $0) }
        let settings = kept.settings(for: ViewSettings(of: next, byName: true))
        var left = settings
        while let (step, rest) = left.nextStep(for: next) {
            left = rest
            if case .change(let change) = step { change(&next) }
        }
        #expect(left.isDone)
        #expect(next.sheet.frozenRows == 1 && next.sheet.frozenColumns == 1)
        #expect(!next.isShown(column: 1) && next.isShown(column: 2))
        #expect(next.sheet.columns.size(of: 2) == 333 && next.sheet.columns.size(of: 0) == wanted[0])
        #expect(next.hiddenCounts.rows == 0)
        #expect(next.activeCell == CellPosition(row: 3, column: 2))
        // The order is of columns, conditions are of values.
        let rows = try #require(kept.rows)
        #expect(rows.filtering.labels == ["name = x"] && rows.sorting.labels.isEmpty)
        #expect(!rows.sorting.isEmpty && !rows.filtering.isEmpty)
        var both = rows.sorting
        both.add(rows.filtering)
        #expect(both == rows)
    }
}
