import SeededRandom
import Tabular
import TabularText
import TestSources
import Testing

@testable import TabularExport

/// The list of the records that a writer of tables gets.
private struct ListWriter: TableWriter {
    private(set) var list = RecordList()
    var output = ByteOutput(descriptor: -1)

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { list.append(bytes) }
    mutating func endValue(_ state: CellState) { list.endValue(state) }
    mutating func endValue(_ state: CellState, as kind: CellKind) { list.endValue(state, as: kind) }
    mutating func endRecord() { list.endRecord() }
    mutating func finish() {}
}

/// A record with a value too many is stopped at before that value, be it in a batch that holds but a part of it.
@Test(arguments: 0..<20)
func aRecordThatIsTooLongIsStoppedAtHoweverBatchesAreCut(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<30 {
        let width = random.int(1...4)
        let records = (0..<4).map { _ in randomRecord(of: 1...(random.oneIn(4) ? width + 1 : width), &random) }
        var sink = GuardedSink(ListWriter(), columnCount: width, control: ExportControl())
        CutBatches.give(records, to: &sink, &random)
        let whole = records.prefix { $0.count <= width }
        #expect(sink.writer.list.records == Array(whole), "\(records)")
        #expect(sink.isFinished == (whole.count < records.count))
        #expect(sink.recordCount == whole.count)
        if whole.count < records.count { #expect(sink.writer.list.open == Array(records[whole.count].prefix(width))) }
    }
}

/// Records of several blocks, and of several buffers of pieces, in any order of their columns.
@Test(arguments: [(5, 2), (5, 3), (13_000, 7)])
func recordsThatNoBufferHoldsAreWrittenAsTheirValues(columns count: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let isMany = count > 100
    let last = count - 1
    let long = isMany ? 40 : TextSource.readBlock * 3 / 2
    let records = (0..<4).map { record in
        (0..<count).map { column -> [UInt8] in
            let isLong = record % 2 == 1 && (isMany ? random.oneIn(50) : column == 1 || column == 3 || column == last)
            let value = Array("\(record)-\(column)".utf8)
            return isLong ? value + Array(repeating: 0x78, count: random.int(long...long + 999)) : value
        }
    }
    let header = (0..<count).map { Array("c\($0)".utf8) }
    // Quotes that are doubled are pieces of their own.
    let text = ([header] + records).flatMap { record in
        record.enumerated().flatMap { column, value -> [UInt8] in
            (column > 0 ? [0x2C] : []) + (column == 1 ? [0x22] + value + [0x22] : value)
        } + [0x0A]
    }
    let folder = Folder()
    let source = TextSource(
        path: folder.write(text, "in.csv"), options: TextOptions(delimiter: ",", headerRows: 1))
    source.waitUntilComplete()
    let middle = count / 2
    for pick in [
        [0], Array(0..<middle), [last, middle, 0], [middle, 2, last], [1, 0], [3, 1], Array((0..<count).reversed()),
    ] {
        try TableExport(source, format: .csv, part: ExportPart(columns: pick)).write(toFile: "\(folder.path)/out")
        let expected = ([header] + records).flatMap { record in
            Array(pick.map { record[$0] }.joined(separator: [0x2C])) + [0x0A]
        }
        #expect(folder.read("out") == expected, "\(pick.prefix(5))")
    }
}

private func randomRecord(of counts: ClosedRange<Int>, _ random: inout SplitMix64) -> [TestCell] {
    (0..<random.int(counts)).map { _ in TestCell((0..<random.int(0...5)).map { _ in UInt8(random.int(97...122)) }) }
}
