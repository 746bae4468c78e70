import Glibc
import Tabular
import TestSources
import Testing

@testable import TabularExport

private func written(
    _ source: TypedSource, _ format: ExportFormat, _ part: ExportPart = .all, _ style: ExportStyle = ExportStyle()
) throws -> String {
    let folder = Folder()
    try TableExport(source, format: format, part: part, style: style).write(toFile: "\(folder.path)/out")
    return String(decoding: folder.read("out") ?? [], as: UTF8.self)
}

/// The member of a JSON object that a value is, slow and obvious.
private func json(_ cell: TestCell) -> String {
    guard cell.state == .value else { return "null" }
    switch cell.kind {
    case .number where ["NaN", "Infinity", "-Infinity"].contains(cell.text): return "\"\(cell.text)\""
    case .number, .boolean, .json: return cell.text
    default:
        let escaped = cell.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }
}

@Test(arguments: [false, true])
func valuesAreWrittenAsTheirKindsSay(isSingly: Bool) throws {
    let source = TypedSource(rows: 120, columns: 11, isDamaged: false, isSingly: isSingly)
    let expected = (0..<120).map { row in
        "{" + (0..<11).map { "\"c\($0)\":" + json(source.cell(row, $0)) }.joined(separator: ",") + "}\n"
    }
    #expect(try written(source, .ndjson) == expected.joined())
    let picked = (0..<120).map { row in "{\"c7\":\(json(source.cell(row, 7))),\"c0\":\(json(source.cell(row, 0)))}\n" }
    source.forgetCounts()
    #expect(try written(source, .ndjson, ExportPart(columns: [7, 0])) == picked.joined())
    #expect(source.decodedColumns == [0, 7])
    source.forgetCounts()
    let part = ExportPart(rows: RowSelection(10..<30), columns: [7, 0])
    #expect(try written(source, .ndjson, part) == picked[10..<30].joined())
    #expect(source.decodedColumns == [0, 7], "rows are counted by the columns of the part")
}

@Test func statementsHaveTheKindsOfTheirValues() throws {
    let source = TypedSource(rows: 200, columns: 8, isDamaged: false)
    let text = try written(source, .sql)
    #expect(text.contains("TRUE") && text.contains("X'0AFF'") && text.contains("NULL") && text.contains("''"))
    #expect(text.contains("'NaN'") && text.contains("'-170141183460469231731687303715884105728'"))
    #expect(text.contains("'+12345-") && !text.contains("'true'"))
}

@Test(arguments: [ExportFormat.csv, .ndjson, .sql, .html])
func unreadableValuesAreRefusedUnlessAsked(format: ExportFormat) throws {
    let source = TypedSource(rows: 300, columns: 5)
    var first: (row: Int, column: Int)?
    for row in 0..<300 {
        for column in [4, 1] where first == nil && source.cell(row, column).state == .unreadable {
            first = (row, column)
        }
    }
    let place = try #require(first)
    let error = #expect(throws: ExportError.self) { try written(source, format, ExportPart(columns: [4, 1])) }
    #expect(error?.kind == .unreadable)
    #expect(
        error?.description == """
            row \(place.row + 1), column \(place.column + 1): the value cannot be read, since the source is damaged there. \
            Leave that row or column out.
            """)
    var style = ExportStyle()
    style.writesUnreadable = true
    #expect(try written(source, format, ExportPart(columns: [4, 1]), style).count > 1000)
    let value = ValueExport(source, row: place.row, column: place.column)
    #expect(throws: ExportError.self) { try value.write(toFile: "/dev/null") }
}

@Test(arguments: [ExportFormat.csv, .ndjson, .json, .sql, .markdown])
func rowsBeforeUnreadableValueAreWritten(format: ExportFormat) throws {
    let source = TypedSource(rows: 300, columns: 5)
    let row = try #require((0..<300).first { row in (0..<5).contains { source.cell(row, $0).state == .unreadable } })
    let folder = Folder()
    let whole = "\(folder.path)/whole"
    try TableExport(source, format: format, part: ExportPart(rows: RowSelection("1:\(row)"))).write(toFile: whole)
    let path = folder.write([], "out")
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    #expect(throws: ExportError.self) { try TableExport(source, format: format).write(to: descriptor) }
    #expect(row > 0 && folder.read("out") == folder.read("whole"))
}

@Test func shownValuesAreWrittenWhenAsked() throws {
    let source = TypedSource(rows: 20, columns: 1, isDamaged: false)
    var style = ExportStyle()
    style.form = .shown
    let lines = try written(source, .csv, .all, style).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropFirst().prefix(20).allSatisfy { $0.hasPrefix("No. ") || $0.isEmpty || $0 == "\"\"" })
}
