import SeededRandom
import Tabular
import TabularBytes
import TabularOps
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

    /// Records of few members out of many names, nested in objects.
    private func sparseLines(_ count: Int, seed: UInt64) -> [String] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { row in
            let names = (0..<5).map { 1_000 * $0 + random.int(0...999) }
            let members = names.map { "\"k\($0)\":{\"v\":\"text \(row)\"}" }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    /// A reader prepares each name once when it finds it, and not all names again.
    @Test func lateNamesAreEachPreparedOnce() {
        let lines = sparseLines(3_000, seed: 1).map { Array($0.utf8) }
        let tree = lines[0].withUnsafeBufferPointer { ColumnTree.sampled([$0], layout: ColumnLayout(.lines)) }
        var audit = JSONAudit(of: tree, at: Checkpoint(record: 0, byte: 0))
        for line in lines {
            line.withUnsafeBufferPointer { audit.take(RowText(bytes: $0, offset: 0), longest: .max) }
        }
        #expect(audit.tree.columnCount > 4_000)
        #expect(audit.preparedNodes == audit.tree.nodes.count)
        // What it found is what a reader finds that knows all names from the beginning.
        var again = JSONAudit(of: audit.tree, at: Checkpoint(record: 0, byte: 0))
        for line in lines {
            line.withUnsafeBufferPointer { again.take(RowText(bytes: $0, offset: 0), longest: .max) }
        }
        #expect(again.tallies == audit.tallies && again.tree == audit.tree)
    }

    /// Each stream of rows prepares all names, so a search begins few.
    @Test func searchOfSparseRecordsTakesWorkByTheirMembers() throws {
        let lines = sparseLines(20_000, seed: 2)
        let source = try opened(lines.joined(separator: "\n") + "\n", name: "t.ndjson")
        #expect(source.snapshot.columns.count > 4_000)
        let before = source.reader.state.current.work.streams
        let found = FindSearch(source: source, plan: try FindPlan(FindQuery("text 1999"))).wait()
        // In row 1999 and in those from 19990 on, with one hit in all others.
        #expect((11...55).contains(found.count) && found.isComplete)
        let streams = source.reader.state.current.work.streams - before
        #expect(streams * source.snapshot.columns.count <= 5 * lines.count, "\(streams) streams")
    }

    /// Readers that gain columns one by one read what one with all of them reads.
    @Test(arguments: 0..<40)
    func grownReadersReadTheSame(seed: UInt64) {
        var json = RandomJSON(seed: seed, isOdd: seed % 4 == 3)
        let isArray = seed % 5 == 4
        let records = (0..<40).map { _ in
            Array((isArray ? json.array(depth: 2) : json.object(depth: 4)).utf8)
        }
        var layout = ColumnLayout(.lines)
        layout.depth = json.random.int(0...4)
        if json.random.oneIn(3) { layout.limits.columns = json.random.int(2...12) }
        let tree = records[0].withUnsafeBufferPointer { ColumnTree.sampled([$0], layout: layout) }
        var grown = FieldReader(tree, isDiscovering: true)
        for record in records {
            let record = json.random.oneIn(8) ? json.broken(record) : record
            record.withUnsafeBufferPointer { text in
                let outcome = grown.read(text)
                var whole = FieldReader(grown.tree)
                #expect(whole.read(text) == outcome && whole.count == grown.count)
                #expect(whole.hasUnknown == grown.hasUnknown && whole.duplicates == grown.duplicates)
                for place in 0..<min(whole.count, grown.count) {
                    let (one, other) = (Self.cell(grown, place, text), Self.cell(whole, place, text))
                    #expect(one == other, "\(place) of \(String(decoding: record, as: UTF8.self))")
                }
            }
        }
    }

    /// The last row of a growing file is read by a copy, which the next growth starts from again.
    @Test func copiedReaderKeepsItsColumns() {
        let tree = Array(#"{"a": 1}"#.utf8).withUnsafeBufferPointer {
            ColumnTree.sampled([$0], layout: ColumnLayout(.lines))
        }
        var reader = FieldReader(tree, isDiscovering: true)
        for name in ["b", "c"] {
            Array("{\"a\": 1, \"\(name)\": 2}".utf8).withUnsafeBufferPointer { text in
                var copy = reader
                _ = copy.read(text)
                #expect(copy.count == 2 && copy.tree.columnCount == 2)
                #expect(Self.cell(copy, 1, text) == TestCell("2", .number))
            }
        }
        Array(#"{"b": 3, "c": 4, "d": 5}"#.utf8).withUnsafeBufferPointer { text in
            _ = reader.read(text)
            #expect(reader.count == 4 && reader.tree.columnCount == 4)
            let cells = (1...3).map { Self.cell(reader, $0, text) }
            #expect(cells == [TestCell("3", .number), TestCell("4", .number), TestCell("5", .number)])
        }
    }

    private static func cell(
        _ reader: FieldReader, _ place: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> TestCell {
        var bytes: [UInt8] = []
        let info = reader.append(at: place, of: text, .value, to: &bytes)
        return TestCell(bytes, info.state, info.kind)
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
