import Glibc
import QuadrilleRuntime
import SeededRandom
import Synchronization
import TabularText
import Testing

@testable import Tabular
@testable import TabularExport

private let table = "a,b,c\n1,2,3\n4,\"5\n\",\n7\n"

@Test(arguments: [
    ([0, 1, 2], "a,b,c\n1,2,3\n4,\"5\n\",\n7\n"), ([1], "b\n2\n\"5\n\"\n\"\"\n"), ([0, 2], "a,c\n1,3\n4,\n7,\n"),
    ([2, 0], "c,a\n3,1\n,4\n,7\n"), ([2, 1, 0], "c,b,a\n3,2,1\n,\"5\n\",4\n,,7\n"),
    ([1, 1], "b,b\n2,2\n\"5\n\",\"5\n\"\n,\n"),
])
func columnsAreWrittenInTheOrderThatIsAskedFor(_ columns: [Int], csv: String) throws {
    #expect(try exported(table, columns) == csv)
}

@Test(arguments: [[1, 2, 0], [2, 1, 0], [1, 0, 1], [0, 1, 2]])
func aRecordTooLongToBeHeldIsWrittenTheSame(_ columns: [Int]) throws {
    let long = "\"" + String(repeating: "xy\"\"", count: WantedColumns.heldBytes / 3) + "\""
    for (header, headerRows) in [(["a", "b", "c"], 1), ([long, "b", long], 2)] {
        let rows = [header, ["1", "2", "3"], ["4", long, "6"], [long, "", ""], ["7", "8", "9"]]
        let text = rows.map { $0.joined(separator: ",") + "\n" }.joined()
        let expected = rows.map { row in columns.map { row[$0] }.joined(separator: ",") + "\n" }.joined()
        #expect(try exported(text, columns, headerRows: headerRows) == expected)
    }
}

/// Names that are 64 pieces of 64 KiB each, of which it is counted how many were taken before the first pass ended.
private final class LongHeader: RecordStreaming {
    let snapshot: TableSnapshot
    let pieces = Mutex<[Int]>([])

    init() {
        snapshot = TableSnapshot(
            description: TableDescription(format: "long"),
            columns: ["a", "b"].map { Column(name: $0, type: .text) }, rowCount: .exactly(0), phase: .complete)
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        pieces.withLock { $0.append(0) }
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        for _ in 0..<2 {
            for _ in 0..<64 where !sink.isFinished {
                piece.withUnsafeBufferPointer { sink.append($0) }
                pieces.withLock { $0[$0.count - 1] += 1 }
            }
            sink.endValue(.value)
        }
        sink.endRecord()
    }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {}
}

@Test func aHeaderTooLongToBeHeldIsNotHeld() throws {
    let source = LongHeader()
    try TableExport(source, format: .csv, part: ExportPart(columns: [1, 0])).write(toFile: "/dev/null")
    let held = WantedColumns.heldBytes >> 16
    // Given up in the first pass, then a pass for each of the columns, which are read whole.
    #expect(source.pieces.withLock { $0.count >= 3 && $0[0] <= held + 1 && $0[1...2] == [128, 128] })
}

@Test func keysOfPickedColumnsAreTheirs() throws {
    let folder = Folder()
    let input = folder.write(Array(table.utf8), "in.csv")
    let part = ExportPart(rows: try RowSelection("2:"), columns: [2, 0])
    try TableExport(TextSource(path: input), format: .ndjson, part: part).write(toFile: "\(folder.path)/out")
    #expect(
        folder.read("out").map { String(decoding: $0, as: UTF8.self) }
            == "{\"c\":\"\",\"a\":\"4\"}\n{\"c\":null,\"a\":\"7\"}\n")
}

/// Rows that end somewhere are written as if nothing stood behind them, in any format, however far the table is known.
@Test(arguments: 0..<12)
func rowsThatEndHaveTheColumnsOfTheHeaderAndTheirOwn(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let records = (0..<40).map { row in
        (0..<Int.random(in: 1...6, using: &random)).map { "r\(row)c\($0)" }.joined(separator: ",") + "\n"
    }
    let count = Int.random(in: 1..<40, using: &random)
    let first = Int.random(in: 1...count, using: &random)
    var options = TextOptions()
    options.delimiter = ","
    options.skippedLines = 0
    for headerRows in 0...1 {
        options.headerRows = headerRows
        let header = headerRows == 1 ? "a,b,c\n" : ""
        let (whole, alone) = (header + records.joined(), header + records[first - 1..<count].joined())
        for format in valueFormats {
            let part = try RowSelection("\(first):\(count)")
            #expect(try written(whole, format, part, options) == written(alone, format, .all, options))
        }
    }
}

/// What of a text table goes to an open file.
private func written(
    _ text: String, _ format: ExportFormat, _ rows: RowSelection, _ options: TextOptions
) throws -> [UInt8] {
    let folder = Folder()
    let source = TextSource(path: folder.write(Array(text.utf8), "in.csv"), options: options)
    let file = open("\(folder.path)/out", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    try TableExport(source, format: format, part: ExportPart(rows: rows)).write(to: file)
    return folder.read("out") ?? []
}

@Test(arguments: [ExportFormat.csv, .ndjson, .bytes])
func rowsThatAreThereAreWrittenWhileTheRestIsStillToCome(_ format: ExportFormat) throws {
    let folder = Folder()
    let ends = try FileDescriptor.openPipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    let text = "a,b\n1,2\n3,4\n5,"
    _ = text.withCString { write(ends.write, $0, strlen($0)) }
    let source = TextSource(fileDescriptor: ends.read, name: "pipe")
    defer { source.close() }
    let part = ExportPart(rows: try RowSelection("1:1"))
    #expect(try TableExport(source, format: format, part: part).write(toFile: "\(folder.path)/out") == 1)
    let expected = format == .ndjson ? "{\"a\":\"1\",\"b\":\"2\"}\n" : "a,b\n1,2\n"
    #expect(folder.read("out") == Array(expected.utf8))
}

@Test func whatIsWrittenWaitsForNoMoreThanItNeeds() throws {
    func isReady(_ format: ExportFormat, _ rows: String?, _ columns: [Int]?, _ phase: ReadingPhase) throws -> Bool {
        let table = TableSnapshot(
            description: TableDescription(format: "CSV"), columns: [Column(name: "a", type: .text)],
            rowCount: phase == .indexing ? .atLeast(9) : .exactly(9), phase: phase)
        let selection = try rows.map { text throws(ExportError) in try RowSelection(text) } ?? .all
        return ExportPart(rows: selection, columns: columns).isReady(format, in: table)
    }
    #expect(try isReady(.csv, "1:9", nil, .indexing) && !isReady(.csv, "1:10", nil, .indexing))
    #expect(try isReady(.csv, "1:10", nil, .auditing) && !isReady(.csv, "1:", nil, .auditing))
    #expect(try isReady(.json, nil, [0], .auditing) && !isReady(.json, nil, [0], .indexing))
    #expect(try isReady(.bytes, nil, nil, .auditing) && !isReady(.json, nil, nil, .auditing))
    #expect(try isReady(.csv, nil, nil, .complete) && isReady(.sql, nil, nil, .complete))
    // How a value is written depends on all those of its column.
    #expect(try !isReady(.sql, "1:1", [0], .auditing) && isReady(.html, "1:1", [0], .indexing))
}

@Test func namedColumnsAreWrittenWhateverStandsBesideThem() throws {
    #expect(try exported("a,b\n1,2\n3,4,5,6\n", [1]) == "b\n2\n4\n")
}

@Test func anExportSaysHowFarItIs() throws {
    let seen = Mutex<[Int]>([])
    let control = ExportControl(progress: { count in seen.withLock { $0.append(count) } })
    try TableExport(GeneratedSource(rows: 20_000, columns: 3), format: .csv, control: control)
        .write(toFile: "/dev/null")
    let counts = seen.withLock { $0 }
    #expect(counts.count > 10 && counts == counts.sorted() && (counts.last ?? 0) > 15_000)
}

@Test(arguments: [(0, 0, "1"), (1, 1, "5\n"), (1, 2, ""), (2, 0, "7")])
func aValueIsWrittenAsItStands(row: Int, column: Int, value: String) throws {
    let folder = Folder()
    let input = folder.write(Array(table.utf8), "in.csv")
    let export = ValueExport(TextSource(path: input), row: row, column: column)
    #expect(try export.write(toFile: "\(folder.path)/out", input: input) == value.utf8.count)
    #expect(folder.read("out") == Array(value.utf8))
}

@Test(arguments: [
    (2, 1, "row 3, column 2: there is no value, the row ends before that column. Choose another cell."),
    (3, 0, "row 4, column 1: there is no value, the table ends before that row. Choose another cell."),
])
func aValueThatIsNotThereIsSaid(row: Int, column: Int, message: String) {
    let folder = Folder()
    let input = folder.write(Array(table.utf8), "in.csv")
    let export = ValueExport(TextSource(path: input), row: row, column: column)
    let error = #expect(throws: ExportError.self) { try export.write(toFile: "\(folder.path)/out") }
    #expect(error?.kind == .noValue && error?.description == message)
    #expect(folder.names == ["in.csv"])
}

@Test(arguments: [(Int.max - 1, 0), (Int.max - 2, 1), (0, .max / 2), (0, .max - 1)])
func anyNumberMayBeAskedFor(row: Int, column: Int) {
    let folder = Folder()
    let source = TextSource(
        path: folder.write(Array(table.utf8), "in.csv"), options: TextOptions(delimiter: ",", headerRows: 2))
    let export = ValueExport(source, row: row, column: column)
    let message = performing { try export.write(toFile: "/dev/null") }
    #expect(message?.hasPrefix("row \(row + 1), column \(column + 1): there is no value") == true)
}

@Test func aValueIsCancelledWithinIt() {
    let source = UnevenSource(columns: 100_000, rows: 1, fieldCount: 100_000)
    let export = ValueExport(
        source, row: 0, column: 99_999, control: ExportControl(cancellation: Cancellation { true }))
    #expect(throws: ExportError.cancelled) { try export.write(toFile: "/dev/null") }
    #expect(source.givenCount < 10_000)
}

@Test func bytesAreThoseOfTheSource() throws {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("a,b\r\n1,\"2\"\r\n3,".utf8) + [0xFF, 0x0A] + Array("5".utf8)
    #expect(try exported(bytes, .bytes) == bytes)
    #expect(try exported(bytes, .bytes, rows: "2:") == Array(bytes[..<8]) + Array(bytes[15...]))
    #expect(try exported(bytes, .bytes, rows: "1") == Array(bytes[..<15]))
}

@Test func bytesThatCannotBeHadAreRefused() {
    let made = GeneratedSource(rows: 1, columns: 1)
    let noBytes = #expect(throws: ExportError(.noBytes)) {
        try TableExport(made, format: .bytes).write(toFile: "/dev/null")
    }
    #expect(noBytes?.description == "this table has no bytes of its own. Choose another format.")
    let folder = Folder()
    let source = TextSource(path: folder.write(Array("a\n1\n".utf8), "in.csv"))
    let error = #expect(throws: ExportError(.columnsOfBytes)) {
        try TableExport(source, format: .bytes, part: ExportPart(columns: [0])).write(toFile: "/dev/null")
    }
    #expect(error?.kind == .badFormat)
    #expect(error?.description == "bytes have all columns as they stand. Leave the columns out.")
}

@Test(arguments: [
    ("a.csv", ExportFormat.csv), ("a.b.TSV", .tsv), ("x.tab", .tsv), ("y.json", .json), ("z.jsonl", .ndjson),
    ("z.ndjson", .ndjson), ("r.md", .markdown), ("r.HTM", .html), ("r.html", .html), ("d.sql", .sql), ("a.csv.gz", nil),
    ("a", nil), ("", nil),
])
func aFileNameSaysItsFormat(name: String, format: ExportFormat?) {
    #expect(ExportFormat(fileName: name) == format)
}

@Test func aFileThatIsWrittenHasNoNameBefore() throws {
    let folder = Folder()
    let names = Mutex<[[String]]>([])
    let control = ExportControl(progress: { _ in names.withLock { $0.append(folder.names) } })
    try TableExport(GeneratedSource(rows: 20_000, columns: 3), format: .csv, control: control)
        .write(toFile: "\(folder.path)/out.csv")
    // Not every file system can; those of tests can.
    #expect(names.withLock { $0.allSatisfy { $0.isEmpty } && !$0.isEmpty })
    #expect(folder.names == ["out.csv"])
}

/// What is exported of a text table with all its rows.
private func exported(_ text: String, _ columns: [Int], headerRows: Int? = nil) throws -> String {
    let folder = Folder()
    let input = folder.write(Array(text.utf8), "in.csv")
    let source = TextSource(path: input, options: TextOptions(headerRows: headerRows))
    try TableExport(source, format: .csv, part: ExportPart(columns: columns))
        .write(toFile: "\(folder.path)/out", input: input)
    return String(decoding: folder.read("out") ?? [], as: UTF8.self)
}
