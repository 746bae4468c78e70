import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps
@testable import TabularText

/// The bytes at which matches begin, however the values were read.
@Suite struct FindByteTests {
    /// Byte offsets of each value in the text, as the parser finds them in the whole text at once.
    private struct PlacingSink: FieldSink {
        struct Value {
            var bytes: [UInt8] = []
            var offsets: [Int] = []
            var end = 0
        }

        var rows: [[Value]] = []
        private var row: [Value] = []
        private var value = Value()

        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
            value.bytes += bytes
            value.offsets += Array(offset..<offset + bytes.count)
        }

        mutating func endField() { Issue.record("the place of a value is not told") }

        mutating func endField(at offset: Int) {
            value.end = value.offsets.last.map { $0 + 1 } ?? offset
            row.append(value)
            value = Value()
        }

        mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
            append(bytes, at: offset, mayHoldLineEnds: mayHoldLineEnds)
            endField(at: offset)
        }

        mutating func endRecord() {
            rows.append(row)
            row = []
        }
    }

    private func places(_ text: [UInt8], of source: TextSource) throws -> [[PlacingSink.Value]] {
        let (table, rowCount) = source.reader.state.withLock { ($0.table, $0.snapshot.rowCount.known) }
        let open = try #require(table)
        var sink = PlacingSink()
        var parser = open.parser()
        text.withUnsafeBufferPointer {
            let rest = UnsafeBufferPointer(rebasing: $0[min(open.start, $0.count)...])
            _ = parser.parse(rest, at: open.start, into: &sink)
        }
        parser.finish(into: &sink)
        return Array(sink.rows.dropFirst(open.headerRecords).prefix(rowCount))
    }

    /// The byte of each cell's first match, by its values' places.
    private func expectedBytes(_ plan: FindPlan, _ rows: [[PlacingSink.Value]]) throws -> [[Int]] {
        let matcher = ValueMatcher(plan)
        var hits: [[Int]] = []
        for (row, values) in rows.enumerated() {
            for (column, value) in values.enumerated() where plan.query.column ?? column == column {
                let match = try value.bytes.withUnsafeBufferPointer { try matcher.firstMatch(in: $0) }
                guard let start = match?.lowerBound else { continue }
                hits.append([row, column, start < value.offsets.count ? value.offsets[start] : value.end])
            }
        }
        return hits
    }

    private func hits(_ plan: FindPlan, in source: TextSource, _ tuning: FindTuning) throws -> [[Int]] {
        let search = FindSearch(source: source, plan: plan, order: nil, tuning: tuning) {}
        var hits: [[Int]] = []
        try search.forEachHit {
            hits.append([$0.row, $0.column, $0.byte ?? -1])
            return true
        }
        return hits
    }

    @Test(arguments: 0..<60)
    func byteIsWhereTheMatchStands(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed) + 5000)
        for _ in 0..<20 {
            let table = FindTable.random(&random)
            let query = FindQuery.random(&random, in: table.text)
            // Where an escape continues a line, blocks of less than a line are read as best they can.
            let block = table.dialect.escape == nil ? random.pick([1, 5, 40, 1 << 18]) : 1 << 18
            let source = table.source(interval: random.pick([24, 64, 1 << 18]), block: block)
            defer { source.close() }
            source.waitUntilComplete()
            let plan = try FindPlan(query)
            var expected = try expectedBytes(plan, try places(table.text, of: source))
            if table.encoding == "UTF-16LE" {
                for index in expected.indices {
                    let before = table.text.prefix(expected[index][2])
                    expected[index][2] = 2 * String(decoding: before, as: UTF8.self).utf16.count
                }
            }
            for (part, longestPart) in [(1, 1 << 20), (1 << 18, 1 << 20), (1 << 18, 0)] {
                var tuning = FindTuning()
                (tuning.threads, tuning.partBytes, tuning.longestPart) = (0, part, longestPart)
                let found = try hits(plan, in: source, tuning)
                #expect(found == expected, "\(query) in \(table), parts of \(part), up to \(longestPart)")
            }
        }
    }

    /// A table that locates values without searching bytes is asked for the index of the match in its value.
    @Test(arguments: [true, false], [4, 1 << 20])
    func indexInTheValueIsLocated(batches: Bool, longestValue: Int) throws {
        let rows = [["xhi", "-"], ["-", "12345678hi"], ["hi", "hihi"]]
        let source = LocatingSource(ListSource(rows.map { $0.map { Array($0.utf8) } }, batches: batches))
        var tuning = FindTuning()
        (tuning.threads, tuning.longestValue) = (0, longestValue)
        for column in [nil, 1] {
            var query = FindQuery("hi")
            query.column = column
            let search = FindSearch(source: source, plan: try FindPlan(query), order: nil, tuning: tuning) {}
            var bytes: [Int?] = []
            try search.forEachHit {
                bytes.append($0.byte)
                return true
            }
            #expect(bytes == (column == nil ? [1, 1108, 2000, 2100] : [1108, 2100]))
            // Where only the cell is asked for, no value is read again.
            #expect(try search.hit(.forward, from: FindSearch.Start(place: 0, column: 1))?.byte == nil)
        }
    }

    @Test(arguments: [
        ("a,b\n1,\"say \"\"hi\"\"\"\n", "hi", 13), ("a,b\n1,\"say \"\"hi\"\"\"\n", "\"hi", 11),
        ("a,b\n1,\"say \"\"hi\"\"\"\n", "i\"", 14), ("a,b\n1,\"\"\"\"\"hi\"\n", "hi", 11), ("a,b\n1,\"hi\"\n", "hi", 7),
        ("a,b\n1,\"x\n\"\"y\"\"\nhi\"\n", "hi", 15), ("a,b\n1,\"5\" hi\",\"x\"\n", "hi", 10),
        ("a,b\n1,\"é\"\"hi\"\n", "hi", 11),
    ])
    func quotesBeforeTheMatchCount(text: String, sought: String, byte: Int) throws {
        var table = FindTable(text: Array(text.utf8))
        table.dialect.headerRows = 1
        for block in [1, 3, 1 << 18] {
            let source = table.source(interval: 1 << 18, block: block)
            defer { source.close() }
            source.waitUntilComplete()
            for longestPart in [0, 1 << 20] {
                var tuning = FindTuning()
                (tuning.threads, tuning.longestPart) = (0, longestPart)
                let found = try hits(try FindPlan(FindQuery(sought)), in: source, tuning)
                #expect(found == [[0, 1, byte]], "blocks of \(block), parts up to \(longestPart)")
            }
        }
    }

    @Test(arguments: [("a,b\n1,\n", 6), ("a,b\n1,", 6), ("a,b\n1,\"\"\n", 7), ("a,b\n1,\"\"", 7), ("a,b\n\"\",x\n", 5)])
    func emptyValueHasItsPlace(text: String, byte: Int) throws {
        var query = FindQuery("")
        query.isWhole = true
        for block in [1, 2, 1 << 18] {
            let source = FindTable(text: Array(text.utf8)).source(interval: 1 << 18, block: block)
            defer { source.close() }
            source.waitUntilComplete()
            for longestPart in [0, 1 << 20] {
                var tuning = FindTuning()
                (tuning.threads, tuning.longestPart) = (0, longestPart)
                let found = try hits(try FindPlan(query), in: source, tuning)
                #expect(found.map { $0[2] } == [byte], "blocks of \(block), parts up to \(longestPart)")
            }
        }
    }

    /// A value of more pieces than are gathered at once, found by its bytes and by its value.
    @Test(arguments: ["hi", "h.", "HI"])
    func matchBehindManyQuotesIsFound(sought: String) throws {
        let quotes = String(repeating: "\"\"", count: 5000)
        let text = Array("a,b\n0,x\n1,\"\(quotes)hi\"\n2,hi\n".utf8)
        var query = FindQuery(sought)
        (query.isPattern, query.letterCase) = (sought == "h.", sought == "HI" ? .ignore : .match)
        for block in [100, 1 << 18] {
            let source = FindTable(text: text).source(interval: 1 << 18, block: block)
            defer { source.close() }
            source.waitUntilComplete()
            for (longestPart, longestValue) in [(0, 1 << 20), (1 << 20, 1 << 20), (1 << 20, 100)] {
                if query.isPattern && longestValue == 100 { continue }
                var tuning = FindTuning()
                (tuning.threads, tuning.longestPart, tuning.longestValue) = (0, longestPart, longestValue)
                let found = try hits(try FindPlan(query), in: source, tuning)
                #expect(
                    found == [[1, 1, 11 + 10_000], [2, 1, 11 + 10_000 + 6]], "\(block) \(longestPart) \(longestValue)")
            }
        }
    }
}

/// A table whose values are 100 bytes apart in a source, and its rows 1000.
private final class LocatingSource: ValueLocating {
    private let list: ListSource

    init(_ list: ListSource) { self.list = list }

    var snapshot: TableSnapshot { list.snapshot }

    var abilities: Abilities {
        var abilities = Abilities(scan: self)
        abilities.locate = self
        return abilities
    }

    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try list.streamRecords(rows, into: &sink)
    }

    func place(ofRow row: Int, column: Int) -> ValuePlace? { nil }
    func line(of place: ValuePlace, unless cancellation: Cancellation) -> Int? { nil }
    func sourceBytes(_ range: Range<Int>) -> [UInt8] { [] }

    func sourceOffsets(of bytes: [ValueByte]) -> [Int?] { bytes.map { 1_000 * $0.row + 100 * $0.column + $0.index } }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}
