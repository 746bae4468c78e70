import Tabular
import TabularBytes
import TabularSQLite

/// Prints the values of a table, a row in each line: `SQLiteProbe DATABASE TABLE`.
private struct PrintingSink: RecordSink {
    private var line: [UInt8] = []
    let isFinished = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { line += bytes }
    mutating func endValue(_ state: CellState) { line.append(UInt8(ascii: " ")) }
    mutating func endRecord() {
        print(String(decoding: line.dropLast(), as: UTF8.self))
        line = []
    }
}

let arguments = CommandLine.arguments
do throws(ReadError) {
    let content = SourceContent(opening: try openStore(path: arguments[1], name: arguments[1]), name: arguments[1])
    let document = try SQLiteDocument(path: arguments[1], content, name: arguments[1])
    var sink = PrintingSink()
    let table = document.table(document.catalog.catalog?.table(named: arguments[2]))
    try table.abilities.scan?.streamRecords(0..<Int.max, into: &sink)
} catch {
    print(error)
}
