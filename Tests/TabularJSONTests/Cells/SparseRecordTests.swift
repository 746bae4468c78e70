import SeededRandom
import Tabular
import TestSources
import Testing

@testable import TabularJSON

/// Counts the calls for records, and the pieces of batches.
private struct WorkSink: RecordSink {
    private(set) var (work, values) = (0, 0)
    let isFinished = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { work += 1 }

    mutating func endValue(_ state: CellState) {
        work += 1
        values += 1
    }

    mutating func endMissing(_ count: Int) {
        work += 1
        values += count
    }

    mutating func endRecord() { work += 1 }

    mutating func take(_ batch: RecordBatch) {
        work += batch.pieces.count
        values += batch.pieces.count { $0.endsValue }
    }
}

@Suite struct SparseRecordTests {
    @Test func recordsWithKeysOfTheirOwnTakeNoWorkForTheOthers() throws {
        let count = 5_000
        let source = try opened((0..<count).map { "{\"k\($0)\":\($0)}\n" }.joined(), name: "t.ndjson")
        let width = source.snapshot.columns.count
        #expect(width > 4_000)
        var sink = WorkSink()
        try source.streamRecords(0..<count, into: &sink)
        #expect(sink.values == count * width)
        #expect(sink.work <= 6 * count, "\(sink.work) for \(count) records")
    }

    @Test(arguments: 0..<60)
    func sparseRecordsHaveTheirValues(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let width = random.pick([10, 255, 256, 600])
        // The first record has all members; most others have few.
        let records: [[Int: String]] = (0..<random.int(1...60)).map { row in
            let share = row == 0 ? 1 : random.pick([2, 20, width, width])
            var record: [Int: String] = [:]
            for column in 0..<width where row == 0 || random.oneIn(share) {
                record[column] = random.pick(["\(column)", "null", "\"x\\n\(row)\"", "[1]", "\"\""])
            }
            return record
        }
        let lines = records.map { record in
            var columns = record.keys.sorted()
            if random.oneIn(4) { columns.reverse() }
            return "{" + columns.map { "\"c\($0)\":\(record[$0] ?? "")" }.joined(separator: ",") + "}\n"
        }
        // A later record may be the first with its members in order.
        let first = "{" + (0..<width).map { "\"c\($0)\":0" }.joined(separator: ",") + "}\n"
        let source = try opened(first + lines.joined(), name: "t.ndjson")
        let wanted = random.oneIn(2) ? Array(0..<width) : (0..<width).map { _ in random.int(0...width) }
        var sink = RecordList()
        try source.streamRecords(1..<1 + records.count, of: .columns(wanted), into: &sink)
        for (record, cells) in zip(records, sink.records) {
            let expected = wanted.map { column in record[column].map(cell) ?? .missing }
            #expect(cells == expected)
        }
        #expect(sink.records.count == records.count)
    }

    private func cell(_ text: String) -> TestCell {
        switch text {
        case "null": .null
        case "[1]": TestCell(text, .json)
        case let text where text.hasPrefix("\""):
            TestCell(String(text.dropFirst().dropLast()).replacing("\\n", with: "\n"))
        default: TestCell(text, .number)
        }
    }
}
