import Tabular
import TestStores
import Testing

@testable import TabularText

/// Texts, and the rows of their tables; the first record is the header.
private let examples: [(text: String, rows: [String])] = [
    // Two stray quotes, and rows between them.
    ("a,b\n1,\"x\n2,y\n3,\"z\n4,w\n", ["1|\"x", "2|y", "3|\"z", "4|w"]),
    ("a,b,c\n1,\"x,u\n2,y,v\n3,\"z,w\n4,s,t\n", ["1|\"x|u", "2|y|v", "3|\"z|w", "4|s|t"]),
    ("a,b\r\n1,\"x\r\n2,y\r\n3,\"z\r\n", ["1|\"x", "2|y", "3|\"z"]),
    // Four of them, and a field that is quoted as it should be.
    ("a,b\n1,\"x\n2,\"y\n3,\"z\n4,\"w\n5,v\n", ["1|\"x", "2|\"y", "3|\"z", "4|\"w", "5|v"]),
    ("a,b\n1,\"x\n2,y\n3,\"z, u\"\n4,w\n", ["1|\"x", "2|y", "3|z, u", "4|w"]),
    // The closing quote of one is another character.
    ("a,b\n1,\"x'\n\"2\",\"y\"\n", ["1|\"x'", "2|y"]),
    // So is it, and the value has a delimiter.
    ("a,b,c\n1,\"x, y\u{201D},5\n2,\"z, w\",6\n", ["1|\"x, y\u{201D}|5", "2|z, w|6"]),
    ("a,b,c\n1,\"x, y\u{201C}\n2,\"z, w\",6\n3,v,7\n", ["1|\"x, y\u{201C}|·", "2|z, w|6", "3|v|7"]),
    ("a,b,c\n1,\"x, y\u{201D} z,5\n2,\"z, w\",6\n", ["1|\"x| y\u{201D} z|5", "2|z, w|6|·"]),
    ("a,b,c\n1,\"x, \u{201E}y\u{201C},5\n2,\"z, w\",6\n", ["1|\"x| \u{201E}y\u{201C}|5", "2|z, w|6|·"]),
    (
        "a,b,c\n1,\"x, y\u{201D},5\n2,\"z, w\u{201D},6\n3,\"v, u\",7\n",
        ["1|\"x, y\u{201D}|5", "2|\"z, w\u{201D}|6", "3|v, u|7"]
    ),
    ("a,b,c\n2,\"z, w\",6\n1,\"x, y\u{201D},5", ["2|z, w|6", "1|\"x, y\u{201D}|5"]),
    ("a,b,c\n1,\"x, y\n\"z\" v,5\n2,u,6\n", ["1|x, y\n\"z\" v|5", "2|u|6"]),
    // A quote that is a value's last character, and not doubled.
    ("a,b\n1,\"x 24\"\"\n2,\"y\"\n", ["1|x 24\"", "2|y"]),
    // The next field is quoted as it should be.
    ("a,b,c\n\"1\",\"x,\"5\"\n\"2\",\"y\",\"6\"\n", ["1|\"x|5", "2|y|6"]),
    ("a,b,c\n\"1\",\"x, z\u{201D},\"5\"\n\"2\",\"y\",\"6\"\n", ["1|\"x, z\u{201D}|5", "2|y|6"]),
    ("a,b,c\n1,\"x,\"5\" z\"\n2,y,6\n", ["1|\"x|\"5\" z\"", "2|y|6"]),
    // Values of several lines that no table would have, and such that end as they should.
    ("a,b\n1,\"x\ny\n\" z\n2,w\n", ["1|x\ny\n\" z", "2|w"]),
    ("a,b\n1,\"x\n2,y\n3,z\"\n4,w\n", ["1|x\n2,y\n3,z", "4|w"]),
    ("a,b\n1,\"he said:\n\"\"no\"\"\n\"\n2,w\n", ["1|he said:\n\"no\"\n", "2|w"]),
    // Nothing closes it.
    ("a,b\n1,\"x\n2,y\n3,z\n", ["1|\"x", "2|y", "3|z"]), ("a,b\n1,\"x\n", ["1|\"x"]),
    ("a,b\n1,\"x\n2,\"y\"\n3,\"z\n", ["1|\"x", "2|y", "3|\"z"]),
    ("a,b\n1,\"x\nsome words\nand others\n", ["1|x\nsome words\nand others\n"]),
    ("a\nx\n\"y\nz\n", ["x", "\"y", "z"]),
]

private func table(_ text: [UInt8], isSampled: Bool, seed: Int, threads: Int = 2) -> TextSource {
    var tuning = ReaderTuning()
    (tuning.interval, tuning.threads) = (1 + seed % 29, threads)
    (tuning.segment, tuning.passBlock, tuning.tileBlock) = (2 * tuning.interval, 1 + seed % 37, 3 + seed % 50)
    tuning.auditPart = 1 + seed % 90
    if !isSampled {
        // The header, and no more.
        tuning.glance = OpeningSample.Extent(length: 8)
        tuning.look = tuning.glance
    }
    return source(MemoryStore(text, piece: 1 + seed % 40), options: .plain(headerRows: 1), tuning: tuning)
}

@Test(arguments: examples, [0, 1, 2, 3, 100])
private func rowsBetweenStrayQuotesAreRows(_ example: (text: String, rows: [String]), seed: Int) {
    for isSampled in [true, false] {
        let table = table(Array(example.text.utf8), isSampled: isSampled, seed: seed)
        #expect(table.waitUntilComplete().rowCount == .exactly(example.rows.count), "\(isSampled)")
        #expect(table.lines(0..<example.rows.count) == example.rows, "\(isSampled)")
    }
}

/// Records with stray quotes here and there, of every kind.
private func strayText(seed: Int) -> [UInt8] {
    var random = SeededGenerator(state: UInt64(seed) &* 31 + 7)
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    let rare = [4, 12, 60][seed % 3]
    let end = ["\n", "\r\n", "\r"][seed / 3 % 3]
    var text = "a,b,c" + end
    for line in 0..<Int.random(in: 1...60, using: &random) {
        let fields = (0..<(chance(30) ? 2 : 3)).map { column in
            if chance(rare) {
                return [
                    "\"open", "\"\"", "\"x\"y", "a\"b", "z\"", "\"two\(end)lines\"", "\"in\"\"", "\"of, it\u{201D}",
                    "\u{201C}it\u{201D}",
                ].randomElement(
                    using: &random) ?? ""
            }
            return chance(8) ? "\"quoted, \(line)\"" : "\(line)v\(column)"
        }
        text += fields.joined(separator: ",") + (chance(50) ? end : "") + end
    }
    return Array(text.utf8)
}

@Test(arguments: 0..<120)
func aTableWithStrayQuotesIsWhatTheReferenceReads(seed: Int) {
    let text = strayText(seed: seed)
    let rules = repaired(text, ReferenceRules())
    let expected = tableRecords(text, rules).dropFirst()
    for isSampled in [true, false] {
        let table = table(text, isSampled: isSampled, seed: seed, threads: 1 + seed % 4)
        let snapshot = table.waitUntilComplete()
        #expect(table.reader.state.current.table?.repairs.all == rules.repairs.sorted())
        #expect(snapshot.rowCount == .exactly(expected.count))
        let shown = expected.map { record in
            let missing = Array(repeating: "·", count: max(0, snapshot.columns.count - record.fields.count))
            return (record.fields.map { String(decoding: $0, as: UTF8.self) } + missing).joined(separator: "|")
        }
        #expect(table.lines(0..<expected.count) == shown)
        var counter = StreamedRecords()
        try? table.streamRecords(0..<Int.max, into: &counter)
        #expect(counter.records == expected.map { $0.fields.map { String(decoding: $0, as: UTF8.self) } })
        let unclosed = referenceOddities(text, rules).filter { $0.hasPrefix("unclosed") }
        #expect(snapshot.problems.counts[.unclosedQuote, default: 0] == unclosed.count)
    }
}

private struct StreamedRecords: RecordSink {
    var records: [[String]] = []
    private var record: [String] = []
    private var value: [UInt8] = []

    var isFinished: Bool { false }
    mutating func take(_ batch: RecordBatch) {
        for index in batch.pieces.indices { batch.give(index, to: &self) }
    }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }
    mutating func endValue(_ state: CellState) {
        record.append(String(decoding: value, as: UTF8.self))
        value = []
    }
    mutating func endRecord() {
        records.append(record)
        record = []
    }
}

/// However many quotes there are, no byte is read more than a few times.
@Test(arguments: [
    "1,\"x\n", "\"x,1\n", "1,\"x\n2,y\n", "1,\"x y z\n\"\n", "\"a\nb\n\"c d\n", "1,\"\"x\n", "1,\"\"\"x\n",
])
func straysInEveryLineCostNoMoreThanAFewReads(line: String) {
    let text = Array("a,b\n".utf8) + Array(repeating: Array(line.utf8), count: 20_000).flatMap { $0 }
    var tuning = ReaderTuning()
    (tuning.passBlock, tuning.interval, tuning.segment) = (4096, 8192, 16_384)
    tuning.glance = OpeningSample.Extent(length: 512)
    tuning.look = tuning.glance
    let store = MemoryStore(text)
    let table = source(store, options: .plain(headerRows: 1), tuning: tuning)
    _ = table.wait { $0.rowCount.isExact }
    let read = store.bytesRead.load(ordering: .relaxed)
    #expect(read < 8 * text.count, "\(Double(read) / Double(text.count))")
    table.close()
}

/// The bytes that may go on are no records yet where they do not look like them.
@Test func anOpenValueOfAFileThatGrowsStaysOne() {
    let store = LiveStore(Array("a,b\n1,\"two\n".utf8))
    let table = source(store, options: .plain(headerRows: 1))
    #expect(table.waitUntilComplete().rowCount == .exactly(1))
    store.grow(to: Array("a,b\n1,\"two\nlines\"\n2,x\n".utf8))
    store.waitUntilTaken()
    #expect(table.lines(0..<2) == ["1|two\nlines", "2|x"])
    let open = "a,b\n1,\"two\nlines\"\n2,x\n3,\"y\n4,z\n5,u\n6,v\n"
    store.grow(to: Array(open.utf8))
    store.waitUntilTaken()
    #expect(table.snapshot.rowCount == .exactly(6))
    #expect(table.lines(0..<6) == ["1|two\nlines", "2|x", "3|\"y", "4|z", "5|u", "6|v"])
    #expect(table.snapshot.problems.counts[.unclosedQuote] == 1)
}

@Test(arguments: 0..<300)
func anOpenQuoteIsFoundFromBehind(seed: Int) {
    let text = hostileText(seed: UInt64(seed) + 90, palette: "aab,,\"\"\"\n")
    let special = SpecialBytes(delimiter: 0x2C, quote: 0x22)
    for chunk in [1, 2, 3, 7, 1000] {
        var pass = IndexPass(special, startingAt: 0, interval: 64)
        var walked = 0
        text.forEachChunk(of: chunk) { bytes, _ in
            _ = pass.scan(bytes)
            walked += bytes.count
            var walk = OddQuoteWalk(special, .recordStart, open: nil)
            var index = 0
            let beginning = Array(text[..<walked])
            beginning.withUnsafeBufferPointer { while walk.next(in: $0, from: &index, at: 0, []) != nil {} }
            #expect(pass.open == (pass.scanner.isInQuotes ? walk.open : nil), "\(walked)")
        }
    }
}
