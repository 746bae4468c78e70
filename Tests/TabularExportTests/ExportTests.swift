import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular
import TabularText
import Testing

@testable import TabularExport

@Test(arguments: [
    ("1:2", "0\n1\n"), ("2:", "1\n2\n3\n"), (":1", "0\n"), ("3", "2\n"), ("2:99", "1\n2\n3\n"), ("4:4", "3\n"),
])
func rowsAreCountedFromOneAndBothEndsBelong(_ rows: String, written: String) throws {
    #expect(try exported("n\n0\n1\n2\n3\n", .csv, rows: rows) == "n\n" + written)
}

@Test(arguments: [
    ("", "rows '': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100."),
    (":", "rows ':': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100."),
    ("0:3", "rows '0:3': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100."),
    ("-1:3", "rows '-1:3': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100."),
    ("1:x", "rows '1:x': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100."),
    ("1:2:3", "rows '1:2:3': not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100."),
    ("9:5", "rows '9:5': the last row comes before the first. Write 5:9."),
    ("5:", "rows from 5: the table has 4 rows. Ask for rows up to that."),
])
func rowsThatCannotBeAreRefused(_ rows: String, message: String) {
    #expect(performing { _ = try exported("n\n0\n1\n2\n3\n", .csv, rows: rows) } == message)
}

@Test(arguments: ["1", "1:", "1:1"])
func aRowOfAnEmptyTableIsRefused(_ rows: String) {
    #expect(
        performing { _ = try exported("a,b\n", .csv, rows: rows) }
            == "rows from 1: the table has no rows. Leave the rows out.")
}

@Test(arguments: [nil, ":1", ":20"])
func theBeginningOfAnEmptyTableIsEmpty(_ rows: String?) throws {
    #expect(try exported("a,b\n", .csv, rows: rows) == "a,b\n")
}

@Test func theInputIsNeverWrittenTo() {
    let folder = Folder()
    let input = folder.write(Array("a\n1\n".utf8), "in.csv")
    symlink(input, "\(folder.path)/link.csv")
    let export = TableExport(TextSource(path: input), format: .json)
    let message = performing { try export.write(toFile: "\(folder.path)/link.csv", input: input) }
    #expect(
        message
            == "\(folder.path)/link.csv: is the file that is being read. Choose another name for the output.")
    #expect(folder.read("in.csv") == Array("a\n1\n".utf8))
}

@Test func anExportThatFailsLeavesNothingBehind() {
    let folder = Folder()
    let input = folder.write(Array("a\n1\n".utf8), "in.csv")
    let old = folder.write(Array("old".utf8), "out.csv")
    let cancelled = TableExport(
        GeneratedSource(rows: 1_000_000_000, columns: 3), format: .csv,
        control: ExportControl(cancellation: Cancellation { true }))
    #expect(
        performing { try cancelled.write(toFile: old, input: input) }
            == "the export was cancelled. Nothing was kept of it.")
    #expect(folder.names == ["in.csv", "out.csv"])
    #expect(folder.read("out.csv") == Array("old".utf8))
}

@Test(arguments: valueFormats)
func aRecordLongerThanTheTableEndsTheExport(_ format: ExportFormat) {
    let folder = Folder()
    let export = TableExport(UnevenSource(columns: 2, rows: 3, fieldCount: 3), format: format)
    let error = #expect(throws: ExportError(.recordTooLong(row: 1, limit: 2))) {
        try export.write(toFile: "\(folder.path)/out")
    }
    #expect(error?.kind == .recordTooLong)
    #expect(
        error?.description
            == "row 2 has more than 2 fields, the most a row of this table can have. Split it, or leave it out.")
    #expect(folder.names.isEmpty)
}

@Test(arguments: valueFormats)
func anExportIsCancelledWithinARecord(_ format: ExportFormat) {
    let folder = Folder()
    let count = 100_000
    let source = UnevenSource(columns: count, rows: 1, fieldCount: count)
    let export = TableExport(source, format: format, control: ExportControl(cancellation: Cancellation { true }))
    #expect(
        performing { try export.write(toFile: "\(folder.path)/out") }
            == "the export was cancelled. Nothing was kept of it.")
    #expect(source.givenCount < 10_000)
    #expect(folder.names.isEmpty)
}

@Test func anExportIsCancelledWithinTheHeader() {
    let source = UnevenSource(columns: 100_000, rows: 0, fieldCount: 1)
    let export = TableExport(source, format: .csv, control: ExportControl(cancellation: Cancellation { true }))
    #expect(performing { try export.write(toFile: "/dev/null") } == "the export was cancelled. Nothing was kept of it.")
    #expect(source.givenCount < 10_000)
}

@Test func whatAnotherExportLeftBehindIsNotInTheWay() throws {
    let folder = Folder()
    let stale = "quadrille-\(getpid())"
    for name in ["\(stale).part", "\(stale)-2.part"] { _ = folder.write(Array("stale".utf8), name) }
    try TableExport(UnevenSource(columns: 1, rows: 1, fieldCount: 1), format: .csv)
        .write(toFile: "\(folder.path)/out.csv")
    #expect(folder.names == ["out.csv", "\(stale)-2.part", "\(stale).part"])
    #expect(folder.read("out.csv") == Array("x\nx\n".utf8))
    #expect(folder.read("\(stale).part") == Array("stale".utf8))
}

@Test func aNameAsLongAsTheSystemTakesIsTaken() throws {
    let folder = Folder()
    let name = String(repeating: "n", count: 251) + ".csv"
    try TableExport(UnevenSource(columns: 1, rows: 1, fieldCount: 1), format: .csv).write(
        toFile: "\(folder.path)/\(name)")
    #expect(folder.names == [name])
}

@Test(arguments: [0o600, 0o640, 0o664, 0o666, 0o777] as [mode_t])
func aFileThatIsReplacedKeepsItsRights(_ mode: mode_t) throws {
    let folder = Folder()
    let old = folder.write([], "out.csv")
    chmod(old, mode)
    try TableExport(UnevenSource(columns: 1, rows: 1, fieldCount: 1), format: .csv).write(toFile: old)
    var status = stat()
    stat(old, &status)
    #expect(status.st_mode & 0o7777 == mode && status.st_size > 0)
}

@Test(arguments: ["real.csv", "inner/real.csv"], [false, true])
func aLinkKeepsPointingWhereItDid(_ target: String, isThere: Bool) throws {
    let folder = Folder()
    let inner = "\(folder.path)/inner"
    mkdir(inner, 0o755)
    defer { rmdir(inner) }
    if isThere { _ = folder.write(Array("old".utf8), target) }
    // One link to another, which points from its own folder.
    symlink("../\(target)", "\(inner)/second")
    symlink("inner/second", "\(folder.path)/first")
    defer { for name in ["second", "real.csv"] { unlink("\(inner)/\(name)") } }
    try TableExport(UnevenSource(columns: 1, rows: 1, fieldCount: 1), format: .csv).write(
        toFile: "\(folder.path)/first")
    #expect(folder.read(target) == Array("x\nx\n".utf8))
    var status = stat()
    for name in ["first", "inner/second"] {
        lstat("\(folder.path)/\(name)", &status)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }
}

@Test func linksThatGoInACircleAreSaid() {
    let folder = Folder()
    let link = "\(folder.path)/link"
    symlink(link, link)
    let export = TableExport(GeneratedSource(rows: 1, columns: 1), format: .csv)
    #expect(
        performing { try export.write(toFile: link) }
            == "\(link): cannot be written: Too many levels of symbolic links. Choose another place for the output.")
    #expect(folder.names == ["link"])
}

@Test func anOutputThatCannotBeMadeIsSaid() {
    let export = TableExport(GeneratedSource(rows: 1, columns: 1), format: .csv)
    #expect(
        performing { try export.write(toFile: "/nonexistent/out.csv") }
            == "/nonexistent/out.csv: cannot be written: No such file or directory. Choose another place for the output."
    )
}

@Test func aFullDiskIsSaid() {
    let export = TableExport(GeneratedSource(rows: 100_000, columns: 3), format: .csv)
    #expect(
        performing { try export.write(toFile: "/dev/full") }
            == "/dev/full: there is no room for the output. Make room, or choose another disk.")
}

@Test func aReaderThatGoesAwayEndsTheExport() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = try FileDescriptor.openPipe()
    close(ends.read)
    defer { close(ends.write) }
    let export = TableExport(GeneratedSource(rows: 1_000_000_000, columns: 3), format: .ndjson)
    let error = #expect(throws: ExportError.self) { try export.write(to: ends.write, name: "out") }
    #expect(error?.kind == .brokenPipe)
    #expect(error?.description == "out: the program that read the output has ended.")
}

@Test func aSourceThatCannotBeReadIsSaid() {
    let export = TableExport(TextSource(path: "/nonexistent/in.csv"), format: .csv)
    #expect(
        performing { try export.write(to: 1) }
            == "/nonexistent/in.csv: there is no such file. Check the name and the folder.")
}

@Test func aGeneratedTableComesBackFromCSVAsItWas() throws {
    let folder = Folder()
    let made = GeneratedSource(rows: 300, columns: 9)
    try TableExport(made, format: .csv).write(toFile: "\(folder.path)/made.csv")
    let read = TextSource(path: "\(folder.path)/made.csv")
    let all = [CellRange(rows: 0..<300, columns: 0..<9)]
    made.want(all)
    read.waitUntilComplete()
    read.want(all)
    let cells = read.wait { $0.cells.block(row: 299, column: 8) != nil && $0.cells.block(row: 0, column: 0) != nil }
        .cells
    #expect(read.snapshot.columns == made.snapshot.columns)
    #expect(read.snapshot.problems.count == 0)
    for row in 0..<300 {
        for column in 0..<9 {
            #expect(
                cells.block(row: row, column: column)?.text(row: row, column: column)
                    == made.snapshot.cells.block(row: row, column: column)?.text(row: row, column: column))
        }
    }
}

/// Rows that are brought into their order, some at a time, before they come.
private final class GatheringSource: RecordStreaming {
    let snapshot = TableSnapshot(
        description: TableDescription(format: "gathering"),
        columns: [Column(name: "a", type: .text)], rowCount: .exactly(1000), phase: .complete)

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) {
        for first in stride(from: rows.lowerBound, to: rows.upperBound, by: 100) {
            for count in 1...100 where !sink.isFinished { sink.gathered(count) }
            for _ in first..<first + 100 where !sink.isFinished {
                sink.endValue(.value)
                sink.endRecord()
            }
        }
    }
}

@Test func anExportSaysHowFarItIsAndEndsWhileRowsAreBroughtIntoOrder() throws {
    let told = Monitor([Int]())
    let export = TableExport(
        GatheringSource(), format: .csv, control: ExportControl(progress: { done in told.withLock { $0.append(done) } })
    )
    try export.write(toFile: "/dev/null")
    let numbers = told.current
    #expect(numbers == numbers.sorted() && Set(numbers).count > 400 && numbers.last ?? 0 <= 1000)
    let cancelled = TableExport(
        GatheringSource(), format: .csv,
        control: ExportControl(
            progress: { done in told.withLock { $0.append(done) } },
            cancellation: Cancellation { told.current.count > numbers.count + 20 }))
    #expect(
        performing { try cancelled.write(toFile: "/dev/null") } == "the export was cancelled. Nothing was kept of it.")
    #expect(told.current.last ?? 0 < 20)
}
