import Tabular
import TestStores
import Testing

@testable import TabularText

/// A table of a random dialect. What tells the dialect, or some of it, may come late.
private struct RandomTable: CustomStringConvertible {
    var description: String
    var text: [UInt8]

    init(seed: Int, plainLines: Int, lines: Int) {
        var generator = SeededGenerator(state: UInt64(seed) &* 7919 &+ 3)
        func any<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &generator)] }
        let delimiter = any([",", ";", "\t", "|", "||", ",,", "\u{1}", "^", ", "])
        let quote = any(["\"", "\"", "'", ""])
        let escape = any(["", "", "\\"])
        let terminator = any(["\n", "\r\n", "\r"])
        let before = any(["", "", "title of it all\n\n", "# one\n# two\n", "sep=;\n", "#a;b\n"])
        let width = any([1, 2, 3, 9])
        let pieces = [
            "1,5", "x;y", "a|b", "c\td", "don't", "\\N", "2024-01-01", "12:30", "7", "#ff0000", "it \"is\"", "", " ",
        ]
        func field(isPlain: Bool) -> String {
            if isPlain { return any(["7", "word", "3", "2024-01-01"]) }
            let text = any(pieces) + any(["", " and " + any(pieces)])
            if !quote.isEmpty && any([true, false]) {
                let inner =
                    escape.isEmpty
                    ? text.replacing(quote, with: quote + quote) : text.replacing(quote, with: escape + quote)
                return quote + inner + any(["", delimiter, terminator]) + quote
            }
            return escape.isEmpty ? text : text.replacing(delimiter, with: escape + delimiter)
        }
        var text = before.replacing("\n", with: terminator)
        for line in 0..<lines {
            // Some records are ragged, and some of another dialect.
            let width = any([width, width, width, width, width, width, width, width, width + 1])
            let delimiter = line < plainLines ? any([delimiter, delimiter, any([",", ";"])]) : delimiter
            text += (0..<width).map { _ in field(isPlain: line < plainLines) }.joined(separator: delimiter) + terminator
        }
        self.text = Array(text.utf8)
        description = "\(seed): \(delimiter) \(quote) \(escape) \(before)"
    }
}

/// The sizes of a sample's records, found in the most obvious way: all of them in memory.
private struct SlowEvidence {
    let counts: [Int]
    let starts: [Int]
    private let areBlank: [Bool]

    init(_ text: [UInt8], _ rules: ReferenceRules, isWhole: Bool) {
        var records = referenceParse(text, rules)
        // The record that the sample's end cuts off says nothing, unless there is no other.
        let scanned = scanned(text, chunk: 1_000_000, rules.special)
        var scanner = RecordScanner(rules.special)
        _ = text.withUnsafeBufferPointer { scanner.scan($0) }
        #expect(scanned.records == records.count)
        if scanner.isInsideRecord && !isWhole && records.count > 1 { records.removeLast() }
        counts = records.map(\.fields.count)
        starts = records.map(\.start)
        areBlank = records.map { $0.fields.count == 1 && $0.fields[0].allSatisfy { $0 == 32 || $0 == 9 } }
    }

    func widths(from start: Int) -> [Int: Int] {
        var widths: [Int: Int] = [:]
        for index in counts.indices.dropFirst(start) where !areBlank[index] { widths[counts[index], default: 0] += 1 }
        return widths
    }
}

@Suite struct DialectLaws {
    @Test(arguments: 0..<150)
    func evidenceHasTheSizesOfAllRecords(seed: Int) {
        let table = RandomTable(seed: seed, plainLines: seed % 30, lines: seed % 90)
        for (delimiter, quote, escape) in [(",", 0x22, nil), (";", nil, nil), ("||", 0x22, 0x5C), ("\t", 0x27, nil)]
            as [(String, UInt8?, UInt8?)]
        {
            let rules = ReferenceRules(delimiter: Array(delimiter.utf8), quote: quote, escape: escape)
            let dialect = Dialect(delimiter: delimiter, quote: quote, escape: escape)
            let isWhole = seed % 2 == 0
            let text = isWhole ? table.text : table.text.dropLast(seed % 5)
            let slow = SlowEvidence(text, rules, isWhole: isWhole)
            let evidence = text.withUnsafeBufferPointer { SampleEvidence($0, dialect, isWhole: isWhole) }
            #expect(evidence.recordCount == slow.counts.count, "\(table)")
            for start in [0, 1, 7] where start <= evidence.leads.count {
                let counts = evidence.fieldCounts(from: start)
                let found = counts.entries.map { ($0.fields, $0.records) }
                #expect(Dictionary(uniqueKeysWithValues: found) == slow.widths(from: start), "\(table)")
                #expect(zip(found, found.dropFirst()).allSatisfy { $0.0 < $1.0 }, "\(table)")
            }
            #expect(evidence.leads.map(\.start) == Array(slow.starts.prefix(SampleEvidence.leadLimit)), "\(table)")
            #expect(evidence.leads.map(\.fields) == Array(slow.counts.prefix(SampleEvidence.leadLimit)), "\(table)")
        }
    }

    @Test(arguments: 0..<300)
    func whatIsNotParsedWouldHaveSaidTheSame(seed: Int) {
        let table = RandomTable(seed: seed, plainLines: seed % 40, lines: seed % 120)
        var given = TextOptions(quote: seed % 3 == 0 ? .none : .automatic)
        if seed % 4 == 0 { given.delimiter = [",", ";", "||"][seed % 3] }
        for options in [TextOptions(), given] {
            // Of more than a glance not all candidates parse all.
            table.text.prefix(DialectDetector.glanceLength).withUnsafeBufferPointer { sample in
                var thorough = DialectDetector(options: options, name: "x.csv", isWhole: seed % 2 == 0)
                thorough.isThrifty = false
                let thrifty = DialectDetector(options: options, name: "x.csv", isWhole: seed % 2 == 0)
                #expect(thrifty.dialect(of: sample) == thorough.dialect(of: sample), "\(table)")
                #expect(thrifty.work.bytesParsed <= thorough.work.bytesParsed)
            }
        }
    }

    /// As small as a table of a few KB has a beginning, a first megabyte and more.
    private var small: ReaderTuning {
        var tuning = ReaderTuning()
        (tuning.glance.length, tuning.glanced, tuning.look.length) = (256, 64, 2048)
        return tuning
    }

    @Test(arguments: 0..<120)
    func theVerdictIsThatOfTheWholeFirstMegabyte(seed: Int) {
        let table = RandomTable(seed: seed, plainLines: 5 + seed % 60, lines: 20 + seed % 200)
        let length = min(small.look.length, table.text.count)
        let isWhole = length == table.text.count
        let expected = table.text.withUnsafeBufferPointer { text in
            SampleTable(
                UnsafeBufferPointer(rebasing: text[..<length]), isWhole: isWhole, name: "test.csv",
                options: TextOptions(isForced: true), sniffed: length)
        }
        for piece in [Int.max, 7] {
            let source = source(
                MemoryStore(table.text, piece: piece), options: TextOptions(isForced: true), tuning: small)
            let snapshot = source.waitUntilComplete()
            #expect(snapshot.description.text?.dialect == expected.dialect, "\(table)")
            #expect(snapshot.columns.map(\.name).starts(with: expected.columns.map(\.name)), "\(table)")
            let special = SpecialBytes(expected.dialect)
            let body = Array(table.text[expected.skippedBytes...])
            let rules = ReferenceRules(
                delimiter: Array(expected.dialect.delimiter.utf8), quote: expected.dialect.quote,
                escape: expected.dialect.escape)
            let repairs = rules.isPlain ? repaired(body, rules).repairs.sorted() : []
            let found = parsed(body, chunk: 100_000, special, repairs: repairs)
            let isDivided = found.records.first?.count ?? 0 > 1
            let count = tableRecordCount(body, found.starts, isDivided: isDivided)
            let records = found.records.prefix(count).dropFirst(expected.dialect.headerRows)
            #expect(snapshot.rowCount == .exactly(records.count), "\(table)")
            let lines = records.prefix(40).map { record in
                let missing = Array(repeating: "·", count: max(0, snapshot.columns.count - record.count))
                return (record.map { String(decoding: $0, as: UTF8.self) } + missing).joined(separator: "|")
            }
            #expect(source.lines(0..<min(40, records.count)) == lines, "\(table)")
        }
    }

    @Test func whatComesBehindTheFirst64KiBDecides() {
        let plain = (0..<8000).map { "\($0);a,b\n" }.joined()
        #expect(plain.utf8.count > 1 << 16)
        // Both delimiters do until then, and the comma for the header.
        let semicolons = "id;x,y\n" + plain + (0..<9000).map { "\($0);a\n" }.joined()
        let escapes = (0..<12_000).map { "\($0),name\n" }.joined() + (0..<9000).map { "\($0),a\\,b\n" }.joined()
        let apostrophes =
            "id,n\n" + (0..<7000).map { "\($0),name\n" }.joined() + (0..<40_000).map { "\($0),'a,b'\n" }.joined()
        // Behind the part that the winner parses.
        let late = (0..<30_000).map { "\($0),name\n" }.joined()
        #expect(late.utf8.count > DialectDetector.partLength)
        let lateEscapes = late + (0..<9000).map { "\($0),a\\,b\n" }.joined()
        let lateSemicolons =
            "id;x,y\n" + (0..<28_000).map { "\($0);a,b\n" }.joined() + (0..<30_000).map { "\($0);a\n" }.joined()
        for (text, delimiter, quote, escape) in [
            (semicolons, ";", 0x22, nil), (escapes, ",", 0x22, 0x5C), (apostrophes, ",", 0x27, nil),
            (lateEscapes, ",", 0x22, 0x5C), (lateSemicolons, ";", 0x22, nil),
        ] as [(String, String, UInt8?, UInt8?)] {
            let source = source(text)
            let snapshot = source.waitUntilComplete()
            let found = snapshot.description.text?.dialect
            #expect(found?.delimiter == delimiter && found?.quote == quote && found?.escape == escape)
            #expect(snapshot.columns.count == 2)
            #expect(snapshot.problems.count == 0)
        }
    }

    @Test func anOrdinaryMegabyteIsParsedOnce() {
        let text = Array((0..<60_000).map { "\($0),some name,2024-01-01,\"a; b\"\n" }.joined().utf8)
        #expect(text.count > 1 << 20)
        let source = source(MemoryStore(text))
        source.waitUntilComplete()
        #expect(source.reader.state.current.work.bytesSniffed <= 2 * (1 << 20 + source.reader.tuning.glanced))
        let plain = read((0..<90_000).map { "\($0),some name,2024-01-01\n" }.joined())
        // The candidates are compared by its beginning, and of the rest a part is parsed.
        let compared = 4 * DialectDetector.glanceLength
        #expect(plain.reader.state.current.work.bytesSniffed <= DialectDetector.partLength + compared + 1 << 16)
    }

    private func read(_ text: String) -> TextSource {
        let source = source(MemoryStore(Array(text.utf8)))
        source.waitUntilComplete()
        return source
    }

    @Test func whatComesOutToBeNoTableIsNotShownAsOne() {
        let text = "a,b\n1,2\n3,4\n5,6\n7,8\n9,10\n11,12\n13,14\n15,16\n17,18\n19,20\n21,22\n"
        let bytes = Array(text.utf8) + (0..<1500).map { UInt8($0 % 8) }
        let snapshot = source(MemoryStore(bytes), tuning: small).waitUntilComplete()
        guard case .failed(let error) = snapshot.phase else { return #expect(Bool(false), "\(snapshot.phase)") }
        #expect(error.kind == .unsupportedFormat)
        #expect(snapshot.columns.isEmpty && snapshot.rowCount.known == 0 && snapshot.cells.keys.isEmpty)
    }

    @Test func nothingIsSniffedWhereAllIsDecided() {
        let store = MemoryStore(Array(String(repeating: "a,b\n", count: 500_000).utf8))
        let table = source(store, options: .plain(headerRows: 1))
        table.wait { $0.phase != .opening }
        #expect(table.reader.state.current.work.bytesSniffed == 0)
        #expect(store.bytesRead.load(ordering: .relaxed) >= 1 << 16)
    }

    /// Semicolons, but for the first megabyte.
    private func changed(rows: Int) -> String {
        (0..<90_000).map { "\($0),some name,2024-01-01\n" }.joined()
            + (0..<rows).map { "\($0);some name;2024-01-01\n" }.joined()
    }

    @Test func aDialectThatReadsMostOfTheRestIsTold() throws {
        let table = source(changed(rows: 120_000))
        let found = try #require(table.waitUntilComplete().description.text)
        #expect(found.dialect?.delimiter == ",")
        var better = found.dialect
        better?.delimiter = ";"
        #expect(found.suggestedDialect == better)
    }

    @Test func nothingIsToldWhereMostRecordsAgreeOrTheUserHasSaidIt() {
        #expect(source(changed(rows: 80_000)).waitUntilComplete().description.text?.suggestedDialect == nil)
        let given = source(changed(rows: 120_000), options: TextOptions(delimiter: ","))
        #expect(given.waitUntilComplete().description.text?.suggestedDialect == nil)
    }
}
