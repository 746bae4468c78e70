import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

/// Lists the values of a column with tallies as small as the tuning says.
private func list(
    _ column: Int, _ source: any RecordStreaming, _ conditions: [Condition] = [],
    _ change: (inout ValueList.Tuning) -> Void = { _ in }
) throws -> ValueList {
    var tuning = ValueList.Tuning()
    change(&tuning)
    return try ValueList.list(
        ofColumn: column, in: source, meeting: conditions, control: JobControl(), tuning: tuning)
}

/// Values with their counts, as a test writes them.
private func lines(_ list: ValueList) -> [String] {
    list.entries.map { entry in
        let count = entry.count == entry.countAtMost ? "\(entry.count)" : "\(entry.count)-\(entry.countAtMost)"
        return switch entry.value {
        case .blank(.empty): "empty \(count)"
        case .blank(.null): "null \(count)"
        case .blank: "missing \(count)"
        case .text(let text): "'\(text)' \(count)"
        case .long(let long): "long \(long.length) \(count)"
        case .malformed: "malformed \(count)"
        }
    }
}

@Test func textsWrittenInSeveralWaysAreOneEntry() throws {
    let source = textTable(Array("w\n\"\"\nx\ncaf\u{E9}\ncafe\u{301}\nx\ncafe\u{301}\n\n".utf8), headerRows: 1)
    let list = try list(0, source)
    #expect(lines(list) == ["empty 1", "'caf\u{E9}' 3", "'x' 2"])
    #expect(list.distinct == 2 && list.isComplete)
}

/// The same, value by value: rows are lists of cells, nil is NULL, and rows may be ragged.
private func slowLines(_ column: Int, _ rows: [[[UInt8]?]], limit: Int) -> [String] {
    var counts: [[UInt8]: Int] = [:]
    var (empty, null, missing) = (0, 0, 0)
    for row in rows {
        if column >= row.count {
            missing += 1
        } else if let value = row[column] {
            if value.isEmpty { empty += 1 } else { counts[value, default: 0] += 1 }
        } else {
            null += 1
        }
    }
    let blanks = [("empty", empty), ("null", null), ("missing", missing)].filter { $0.1 > 0 }
    let sorted = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key) }
    return blanks.map { "\($0.0) \($0.1)" }
        + sorted.prefix(limit).map { "'\(String(decoding: $0.key, as: UTF8.self))' \($0.value)" }
}

private let words = [
    "", "a", "A", "a longer word than eight bytes", "another of these long words", "é", "two\nlines", "say \"no\"",
    "x,y", " ", "12", "1.50", "1.5",
]

@Test(arguments: 0..<20 as Range<UInt64>)
func aColumnsValuesAreThoseOfAnObviousCount(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let isBatched = seed % 2 == 0
    let rows: [[[UInt8]?]] = (0..<random.int(0...300)).map { _ in
        let width = random.oneIn(6) ? random.int(0...3) : 3
        return (0..<width).map { _ in
            // A batch says of no value that there is none.
            if !isBatched, random.oneIn(12) { return nil }
            if random.oneIn(3) { return Array("\(random.int(0...50))".utf8) }
            return Array(random.pick(words).utf8)
        }
    }
    let source = ListSource(rows, batches: isBatched)
    let limit = random.pick([1, 3, 10, 1000])
    for column in 0..<3 {
        let found = try list(column, source) {
            ($0.scan.threads, $0.scan.partRows) = (random.int(1...4), random.pick([1, 7, 1000]))
            $0.limit = limit
        }
        #expect(lines(found) == slowLines(column, rows, limit: limit), "column \(column)")
        #expect(found.isExact && found.rowCount == rows.count)
        #expect(found.isComplete == (found.distinct <= limit))
    }
}

@Test(arguments: 0..<10 as Range<UInt64>)
func raggedRowsAndQuotesOfAFileAreCountedAsTheyAreRead(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rows: [[[UInt8]?]] = (0..<random.int(1...200)).map { _ in
        // A line without anything is no record.
        let width = random.oneIn(8) ? random.int(2...3) : 3
        return [Array("r".utf8)] + (1..<width).map { _ in Array(random.pick(words).utf8) }
    }
    let text = rows.map { row in
        row.map { value in
            let text = String(decoding: value ?? [], as: UTF8.self)
            return "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
        }.joined(separator: ",") + "\n"
    }.joined()
    let source = textTable(Array(("a,b,c\n" + text).utf8), headerRows: 1, block: random.int(64...2048))
    let found = try list(2, source) { $0.scan.partRows = random.pick([1, 13, 1000]) }
    #expect(lines(found) == slowLines(2, rows, limit: ValueList.limit))
}

@Test func equallyFrequentNumbersStandByTheirSizeAndWhatIsNoneBehindThem() throws {
    let values = ["10", "9", "", "-2.5", "n/a", "1e1", "9", "100", "0.66", "007"]
    let columns = [Column(name: "n", type: .decimal)]
    let source = GeneratedSource(rows: values.count, columns: columns) { row, _ in values[row] }
    #expect(
        lines(try list(0, source)) == [
            "empty 1", "'9' 2", "'-2.5' 1", "'0.66' 1", "'007' 1", "'10' 1", "'1e1' 1", "'100' 1", "'n/a' 1",
        ])
    // Where not all are told, these are the least.
    #expect(lines(try list(0, source) { $0.limit = 3 }) == ["empty 1", "'9' 2", "'-2.5' 1", "'0.66' 1"])
}

@Test func onlyRowsThatTheOtherConditionsShowAreCounted() throws {
    let source = textTable(Array("a,b\n1,x\n2,x\n3,y\n4,\n5,x\n6,z\n".utf8), headerRows: 1)
    let found = try list(1, source, [Condition(column: 0, .greater, ["2"]), Condition(column: 0, .notEquals, ["6"])])
    #expect(lines(found) == ["empty 1", "'x' 1", "'y' 1"])
    #expect(found.rowCount == 3 && found.distinct == 2)
    let bad = #expect(throws: ReadError.self) { try list(1, source, [Condition(column: 1, .matches, ["a("])]) }
    #expect(bad?.kind == .badCondition)
    let slow = "a\n" + String(repeating: "a", count: 60) + "b!\n"
    let error = #expect(throws: ReadError.self) {
        try list(0, textTable(Array(slow.utf8), headerRows: 1), [Condition(column: 0, .matches, ["^(a+)+b$"])])
    }
    #expect(error?.message.contains("row 1") == true)
}

@Test(arguments: 0..<4 as Range<UInt64>)
func whatDoesNotFitIsBoundedAndSaysByHowMuch(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var counts: [String: Int] = [:]
    let values = (0..<6000).map { row in random.oneIn(5) ? "\(row % 3)" : "the value number \(row * 7 + 1000)" }
    for value in values { counts[value, default: 0] += 1 }
    let source = textTable(Array(("n\n" + values.map { $0 + "\n" }.joined()).utf8), headerRows: 1)
    let found = try list(0, source) {
        ($0.scan.threads, $0.scan.partRows) = (random.int(1...4), random.pick([50, 700, 9000]))
        ($0.memory, $0.frequent, $0.limit) = (1 << 15, 64, 20)
    }
    #expect(!found.isExact && !found.isComplete && found.distinctError < 0.15)
    #expect(abs(Double(found.distinct) / Double(counts.count) - 1) < 2 * found.distinctError)
    #expect(found.entries.count <= 20 && found.missed > 0)
    for entry in found.entries {
        guard case .text(let text) = entry.value else { continue }
        let exact = counts[text] ?? 0
        #expect(entry.count <= exact && exact <= entry.countAtMost)
    }
    #expect(Set(lines(found).prefix(3).map { $0.prefix(3) }) == ["'0'", "'1'", "'2'"])
    #expect(found.entries(containing: "1") == nil, "not all are here to be searched")
}

@Test func longValuesAreToldApartByAllOfThemAndFoundAgain() throws {
    let beginning = String(repeating: "äb", count: 2000)
    let (one, other) = (beginning + "1", beginning + "2")
    let source = ListSource([["x"], [one], [other], [one], ["x"], ["x"]])
    let found = try list(0, source)
    #expect(found.distinct == 3 && lines(found) == ["'x' 3", "long 6001 2", "long 6001 1"])
    let longs = found.entries.compactMap { entry -> ValueList.LongValue? in
        if case .long(let long) = entry.value { long } else { nil }
    }
    #expect(longs.allSatisfy { one.hasPrefix($0.beginning) && $0.beginning.utf8.count <= 256 })
    #expect(ValueList.Value(text: one) == .long(longs[0]) && ValueList.Value(text: "x") == .text("x"))
    guard case .done(let texts) = WholeValues.job(of: longs.reversed(), inColumn: 0, of: source).wait() else {
        Issue.record("not found")
        return
    }
    #expect(texts == [other, one])
    guard case .failed(let error) = WholeValues.job(of: longs, inColumn: 0, of: ListSource([["x"]])).wait() else {
        Issue.record("found")
        return
    }
    #expect(error.message == "is not there any more.")
}

@Test func whatIsNoTextIsTold() throws {
    let found = try list(0, ListSource([[[0xFF]], [[0x61]], [[0xFF]]]))
    #expect(lines(found) == ["malformed 2", "'a' 1"])
}

@Test func aSearchNarrowsTheListCapitalsAside() throws {
    let found = try list(0, ListSource([["Lima"], ["Oslo"], ["Kuala Lumpur"], ["ÖLAND"], [""]]))
    func texts(_ text: String) -> [String] { (found.entries(containing: text) ?? []).map { lines(found, $0) } }
    #expect(texts("l") == ["Kuala Lumpur", "Lima", "Oslo", "ÖLAND"])
    #expect(texts("LIM") == ["Lima"])
    #expect(texts("öl") == ["ÖLAND"])
    #expect(texts("x").isEmpty)
    #expect(found.entries(containing: "")?.count == 5)
}

private func lines(_ list: ValueList, _ entry: ValueList.Entry) -> String {
    if case .text(let text) = entry.value { text } else { "" }
}

@Test func moreValuesThanAreToldAreCountedAllTheSame() throws {
    let source = GeneratedNumbers(count: 300_000)
    let found = try list(0, source)
    #expect(found.isExact && found.distinct == 300_000 && found.valueCount == ValueList.limit && !found.isComplete)
    #expect(lines(found) == (0..<ValueList.limit).map { "'\($0)' 1" })
}

/// Rows that are their own numbers.
private final class GeneratedNumbers: RecordStreaming {
    let snapshot: TableSnapshot
    private let count: Int

    init(count: Int) {
        self.count = count
        snapshot = TableSnapshot(
            description: TableDescription(format: "numbers"), columns: [Column(name: "n", type: .integer)],
            rowCount: .exactly(count), phase: .complete)
    }

    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ wanted: Range<Int>, into sink: inout some RecordSink) {
        for row in wanted.clamped(to: 0..<count) {
            Array("\(row)".utf8).withUnsafeBufferPointer { sink.append($0) }
            sink.endValue(.value)
            sink.endRecord()
        }
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}
