import GridUI
import Tabular
import TabularExport
import Testing

@testable import QuadrilleApp

@Suite struct ExportNameTests {
    @Test(arguments: [
        ("/data/orders.csv", "orders export.csv"), ("/data/orders.2024.csv.gz", "orders.2024 export.csv"),
        ("v1.2", "v1.2 export.csv"), ("a.b.TSV", "a.b.TSV export.csv"), ("/.csv", "table export.csv"),
        ("log.gz", "log export.csv"), (".hidden", ".hidden export.csv"), ("x.csv.csv", "x.csv export.csv"),
    ])
    func aNameLosesWhatSaysItsFormatAndNothingElse(input: String, proposed: String) {
        #expect(ExportName.proposed(for: input) == proposed)
    }

    @Test func valueHasTheEndingOfItsKind() {
        let cells: [(String, CellKind, String)] = [
            ("x'89504E470D0A1A0A0000…' · PNG", .binary, "png"), ("x'00FF'", .binary, "bin"),
            ("POINT (1 2)", .binary, "bin"),
            ("x'89504E470D0A1A0A'", .text, "txt"),
        ]
        for (text, kind, ending) in cells {
            var table = TableSnapshot(
                description: TableDescription(format: "SQLite"), columns: [Column(name: "a", type: .binary)],
                rowCount: .exactly(1), phase: .complete)
            var builder = RowBlockBuilder(firstRow: 0, columns: 0..<1)
            builder.append(text.utf8)
            builder.endCell(CellInfo(state: .value, kind: kind))
            table.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
            #expect(ExportName.ending(ofValueIn: CellPosition(row: 0, column: 0), table) == ending)
        }
    }

    @Test func withoutAFileItIsATable() { #expect(ExportName.proposed(for: nil) == "table export.csv") }

    @Test(arguments: [
        ("/a/x.csv", ExportFormat.json, "/a/x.json"), ("/a/x.JSON", .csv, "/a/x.csv"), ("x.jsonl", .ndjson, "x.jsonl"),
        ("x", .json, "x"), ("x.y", .json, "x.y"), ("a.csv/x", .json, "a.csv/x"), ("x.csv", .bytes, "x.csv"),
        ("x.csv", .markdown, "x.md"), ("x.md", .html, "x.html"), ("x.md", .sql, "x.sql"), ("x.csv", nil, "x.csv"),
        ("x.tab", .tsv, "x.tab"), ("/a/b.json.csv", nil, "/a/b.json"), ("b.json.csv", .csv, "b.json.csv"),
        ("b.csv.csv", nil, "b.csv.csv"), ("b.2024.csv", nil, "b.2024.csv"), ("b.json", nil, "b.json"),
    ])
    func aNameThatSaysAnotherFormatThanTheChosenOneGetsItsEnding(path: String, chosen: ExportFormat?, name: String) {
        #expect(ExportName.path(path, for: chosen) == name)
    }

    @Test(arguments: [
        ("x.csv", ExportFormat.json, "x.json"), ("x", .json, "x.json"), ("x.y", .json, "x.y.json"),
        ("x.csv", .csv, "x.csv"), ("x.jsonl", .ndjson, "x.jsonl"), ("x.md", .bytes, "x.md"),
        ("x.json", .markdown, "x.md"),
    ])
    func aNameFollowsTheFormatThatIsChosen(name: String, chosen: ExportFormat, renamed: String) {
        #expect(ExportName.renamed(name, for: chosen) == renamed)
    }
}
