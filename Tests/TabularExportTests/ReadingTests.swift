import QuadrilleRuntime
import Tabular
import TabularText
import Testing

@testable import TabularExport

/// A table that is read in another way once its first bytes are not all: whoever takes records gets those.
private final class RereadSource: RecordStreaming {
    private let state: Monitor<TableSnapshot>

    init() {
        state = Monitor(
            TableSnapshot(
                description: TableDescription(format: "reread"),
                columns: Self.columns("x", "y", "z"),
                rowCount: .atLeast(3)))
    }

    private static func columns(_ names: String...) -> [Column] { names.map { Column(name: $0, type: .text) } }

    var snapshot: TableSnapshot { state.current }
    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}

    private func settle() {
        state.withLock { snapshot in
            guard snapshot.phase == .opening else { return }
            (snapshot.reading, snapshot.columns) = (1, Self.columns("x,y,z"))
            (snapshot.rowCount, snapshot.phase) = (.exactly(3), .complete)
        }
    }

    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        settle()
        give("x,y,z", to: &sink)
    }

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        settle()
        for _ in rows.clamped(to: 0..<3) { give("1,2,3", to: &sink) }
    }

    private func give(_ value: String, to sink: inout some RecordSink) {
        if sink.isFinished { return }
        Array(value.utf8).withUnsafeBufferPointer { sink.append($0) }
        sink.endValue(.value)
        sink.endRecord()
    }
}

@Test(arguments: [ExportFormat.csv, .ndjson, .bytes], [[2], [0], nil])
func columnsOfAnotherReadingAreNotWritten(_ format: ExportFormat, columns: [Int]?) throws {
    let folder = Folder()
    let source = RereadSource()
    let part = ExportPart(rows: try RowSelection("1:3"), columns: columns, reading: source.snapshot.reading)
    #expect(throws: ExportError.otherReading) {
        try TableExport(source, format: format, part: part).write(toFile: "\(folder.path)/out")
    }
    #expect(folder.names == [])
}

@Test func aValueOfAnotherReadingIsNotWritten() {
    let folder = Folder()
    let source = RereadSource()
    let export = ValueExport(source, row: 1, column: 0, reading: source.snapshot.reading)
    #expect(throws: ExportError.otherReading) { try export.write(toFile: "\(folder.path)/out") }
    #expect(folder.names == [])
}

@Test func columnsThatATableDoesNotHaveAreSaid() throws {
    let source = RereadSource()
    #expect(try source.settleReading() == 1)
    let part = ExportPart(columns: [0, 2], reading: 1)
    let error = #expect(throws: ExportError(.noColumn(2, count: 1))) {
        try TableExport(source, format: .csv, part: part).write(toFile: "/dev/null")
    }
    #expect(error?.kind == .noValue && error?.description == "column 3: the table has 1 column. Choose others.")
}

/// Rows by comma at first, and then by semicolon: how often the first are seen depends on the moment.
@Test(arguments: 0..<2)
func aReadingThatIsSettledStays(_: Int) throws {
    let text =
        "x,y,z\n" + String(repeating: "1,2,3\n", count: 20_000) + String(repeating: "1;2;3;4\n", count: 120_000)
    let folder = Folder()
    let source = TextSource(path: folder.write(Array(text.utf8), "in.csv"))
    source.wait { $0.rowCount.known > 0 }
    let reading = try source.settleReading()
    let columns = source.snapshot.columns.map(\.name)
    let all = source.waitUntilIndexed()
    #expect(all.reading == reading && all.columns.map(\.name).starts(with: columns))
}
