import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private let comma = SpecialBytes(delimiter: 0x2C, quote: 0x22)

/// Values of every type and close to one, and pieces that belong to no value.
private let pieces: [String] = [
    "12", "-7", "+3", "007", "1.5", ".5", "5.", "1e5", "-1.2E-3", "+-1", "-.", ".", "-", "1.2.3", "true", "TRUE",
    "True",
    "tRUE", "yes", "no", "No", "NO", "nO", "false", "FALSE", "falsey", "n", "2024-01-31", "2024/01/31", "2024-13-31",
    "2024-01/31", "2024-00-10", "31.1.2024", "2024-01-31 09:05:59", "2024-01-31T23:59:60Z", "2024-01-31 24:00:00",
    "2024-01-31 09:05", "2024-01-31 09:05:5x", "9:05", "09:05:59.5", " 12", "12 ", " true ", "    ", "text",
    "a longer text, no",
    "1234567890123456", "12345678901234567", "é", "漢字", "x\0y", "\u{FEFF}", "", "",
]

/// A table of typed columns with something odd here and there.
private func typedText(seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(state: seed)
    let columns = Int.random(in: 1...6, using: &generator)
    let homes = (0..<columns).map { _ in Int.random(in: 0..<pieces.count, using: &generator) }
    let oddity = Int.random(in: 3...60, using: &generator)
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
        for column in 0..<columns {
            if column > 0 { text.append(0x2C) }
            let isOdd = Int.random(in: 0..<oddity, using: &generator) == 0
            let piece = Array(pieces[isOdd ? Int.random(in: 0..<pieces.count, using: &generator) : homes[column]].utf8)
            let quote = Int.random(in: 0..<5, using: &generator) == 0
            text += quote ? [0x22] + piece + [0x22] : piece
            if isOdd { text += [[], [0xC3], [0x0A], [0x22], [0xFF], [0x0D]].randomElement(using: &generator) ?? [] }
        }
        text += [[0x0A], [0x0A], [0x0D, 0x0A], [0x0D]].randomElement(using: &generator) ?? []
    }
    return text
}

@Test(arguments: 0..<100)
func theFastAuditSaysWhatTheSlowOneSaysInEveryChunking(seed: Int) {
    let hostile = hostileText(seed: UInt64(seed) + 9000, palette: "aaab12.,-:,,\"\"\"\n\n\r é漢\0")
    // Characters cut anywhere, as bytes have no borders.
    let cut = hostile.enumerated().filter { $0.offset % (3 + seed % 29) != 0 }.map(\.element)
    for text in [hostile, cut, typedText(seed: UInt64(seed))] {
        for chunk in [1, 2, 3, 16, 17, 65, 300, 1000] {
            let fast = audited(text, chunk: chunk, headerRecords: seed % 3, comma)
            #expect(fast == slowlyAudited(text, chunk: chunk, headerRecords: seed % 3, comma))
        }
        let unquoted = SpecialBytes(delimiter: 0x3B, quote: nil)
        let fast = audited(text, chunk: 100, headerRecords: 1, unquoted)
        #expect(fast == slowlyAudited(text, chunk: 100, headerRecords: 1, unquoted))
    }
}

@Test(arguments: 0..<48)
func manyFieldsAtOnceAreAuditedAsOneByOne(seed: Int) {
    let text = regularText(seed: UInt64(seed))
    // A quote that may stand in a number, one that may not, and none.
    let others: [UInt8?] = [0x31, 0x27, nil]
    for special in [comma, SpecialBytes(delimiter: 0x2C, quote: others[seed % 3])] {
        let expected = slowlyAudited(text, chunk: text.count, headerRecords: seed % 3, special)
        for chunk in [131 + seed, 1000, text.count] {
            #expect(audited(text, chunk: chunk, headerRecords: seed % 3, special) == expected)
        }
    }
}

@Test(arguments: ["\n", "\r\n", "\r"])
func regularRecordsAreTakenManyAtATime(terminator: String) {
    let text = Array(String(repeating: "12,\"a, b\",x\(terminator)", count: 1000).utf8)
    text.withUnsafeBufferPointer { bytes in
        var sink = AuditSink(headerRecords: 1)
        var parser = RecordParser(comma)
        sink.beginChunk(bytes, at: 0)
        // The header, and the first record behind it, which shows how the header ended.
        let start = parser.parseSingly(bytes, at: 0, into: &sink, atLeast: 2 * text.count / 1000 - 1)
        var taken = start
        var state = parser.state
        while true {
            if state == .carriageReturn { taken += terminator == "\r" ? 0 : 1 }
            if state == .carriageReturn { state = .recordStart }
            let count = sink.takeMany(in: taken..<text.count, comma, &state)
            if count == 0 { break }
            taken += count
        }
        #expect(text.count - taken < 200)
    }
}

/// The types of `value` found among `others`, as the audit finds them.
private func commonTypes(of value: [UInt8], followedBy others: [UInt8]) -> TypeSet {
    (value + others).withUnsafeBufferPointer { bytes in
        TypeSet(UnsafeBufferPointer(rebasing: bytes.prefix(value.count)), readable: bytes.count)
    }
}

@Test(arguments: 0..<40)
func aCommonFormHasTheTypesThatTheLongWayFinds(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    let alphabet = Array("0123456789012345678901234567890-+.,:/%$TZ eEtrufalsyno\"\u{7F}é".utf8)
    let others = (0..<32).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
    for piece in pieces where !piece.isEmpty {
        for _ in 0..<20 {
            var value = Array(piece.utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: 0..<value.count, using: &generator)
                value[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let expected = value.withUnsafeBufferPointer { TypeSet($0) }
            #expect(commonTypes(of: value, followedBy: others) == expected, "\(value)")
        }
    }
}

@Test func everyCaseOfATruthValueIsWhatItsWordSays() {
    let words = ["true", "false", "yes", "no"]
    let truths = Set(words + words.map { $0.uppercased() } + words.map { $0.prefix(1).uppercased() + $0.dropFirst() })
    for word in words {
        for upper in 0..<(1 << word.count) {
            let text = word.enumerated().map { upper >> $0.offset & 1 == 1 ? $0.element.uppercased() : "\($0.element)" }
                .joined()
            let value = Array(text.utf8)
            let types: TypeSet = truths.contains(text) ? .boolean : []
            #expect(value.withUnsafeBufferPointer { TypeSet($0) } == types)
            #expect(commonTypes(of: value, followedBy: Array(repeating: 0x65, count: 32)) == types)
            for odd: UInt8 in [0, 0x61, 0x80] {
                #expect(commonTypes(of: value + [odd], followedBy: Array(repeating: 0, count: 32)) == [])
                #expect((value + [odd]).withUnsafeBufferPointer { TypeSet($0) } == [])
            }
            #expect(commonTypes(of: value + [0x20], followedBy: Array(repeating: 0x65, count: 32)) == types)
        }
    }
}

/// The source of `text` with everything small, so that it has many parts.
private func partsSource(_ text: [UInt8], threads: Int, headerRows: Int, seed: Int) -> TextSource {
    var tuning = ReaderTuning()
    tuning.interval = 1 + seed % 23
    tuning.auditPart = 1 + seed % 57
    tuning.threads = threads
    tuning.passBlock = 3 + seed % 31
    tuning.publication = 0
    var options = TextOptions.plain(headerRows: headerRows)
    options.encoding = "UTF-8"
    return source(MemoryStore(text, piece: 1 + seed % 11), options: options, tuning: tuning)
}

@Test(arguments: 0..<150)
func anAuditInPartsSaysWhatOneInOnePieceSays(seed: Int) {
    // No NUL: which of two problems of one field comes first depends on where the blocks end.
    let hostile = (0..<8).flatMap { hostileText(seed: UInt64(seed * 8 + $0), palette: "ab12.,,\"\n\n\r é") }
    let cut = hostile.enumerated().filter { $0.offset % (3 + seed % 29) != 0 }.map(\.element)
    for text in [hostile, cut, typedText(seed: UInt64(seed)).filter { $0 != 0 }] {
        // A mark that says the encoding is no part of the text.
        let whole = Array("x".utf8) + text
        let bytes = Array(whole.prefix(tableEnd(whole)))
        let headerRows = seed % 4
        let snapshot = partsSource(whole, threads: 1 + seed % 4, headerRows: headerRows, seed: seed).waitUntilComplete()
        let repairs = repaired(whole, ReferenceRules()).repairs
        let expected = slowlyAudited(bytes, chunk: bytes.count, headerRecords: headerRows, comma, repairs)
        #expect(snapshot.problems == expected.allProblems)
        let known = min(snapshot.columns.count, expected.types.count)
        #expect(snapshot.columns.count >= expected.types.count)
        #expect(snapshot.columns.prefix(known).map(\.type) == expected.types.prefix(known).map(\.columnType))
        #expect(snapshot.rowCount == .exactly(max(0, expected.records - headerRows)))
        #expect(snapshot.phase == .complete)
    }
}

/// More problems than are kept: those that are only counted have their places too.
@Test(arguments: [1, 3], [900, 9000])
func everyProblemOfTheSourceHasItsPlace(threads: Int, rows: Int) {
    var random = SeededGenerator(state: UInt64(rows))
    var (text, odd): (String, [Problem.Kind: Set<Int>]) = ("a,b\n", [:])
    for record in 2...rows + 1 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            odd[.ragged, default: []].insert(record)
            text += "1\n"
        case 1:
            odd[.strayQuote, default: []].insert(record)
            text += "1,x\"y\n"
        case 2:
            odd[.nul, default: []].insert(record)
            text += "\0,\"two\nlines\"\n"
        default: text += "1,2\n"
        }
    }
    let tuning = ReaderTuning(passBlock: 1000, threads: threads, auditPart: 4096, interval: 512)
    let table = source(MemoryStore(Array(text.utf8)), options: .plain(headerRows: 1), tuning: tuning)
    let problems = table.waitUntilComplete().problems
    let length = rows < 4096 ? 1 : 4
    for kind in [.ragged, .strayQuote, .nul, .unclosedQuote] as [Problem.Kind] {
        #expect(problems.counts[kind, default: 0] == odd[kind, default: []].count)
        let buckets = Set(odd[kind, default: []].map { ($0 - 1) / length }).sorted()
        #expect(problems.places.records(of: kind) == buckets.map { $0 * length + 1..<($0 + 1) * length + 1 })
    }
    #expect(problems.first.count <= 3 * ProblemList.kept)
}

@Test func onlyTheFirstPartMayBeLongerThanItNeedsToBe() {
    var index = RecordIndex(startingAt: 5, interval: 1)
    index.append([(2, 20), (4, 40), (5, 50), (9, 90)].map { Checkpoint(record: $0, byte: $1) })
    func parts(size: Int, records: Int, end: Int) -> [Int] {
        let parts = index.parts(from: 5, to: end, size: size, firstHolds: records)
        #expect(parts.first?.start == Checkpoint(record: 0, byte: 5) && parts.last?.end == end)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.end == $1.start.byte })
        return parts.map(\.start.byte)
    }
    #expect(parts(size: 1, records: 1, end: 99) == [5, 20, 40, 50, 90])
    #expect(parts(size: 1, records: 3, end: 99) == [5, 40, 50, 90])
    #expect(parts(size: 25, records: 0, end: 99) == [5, 40, 90])
    #expect(parts(size: 25, records: 0, end: 90) == [5, 40])
    #expect(parts(size: 1000, records: 0, end: 99) == [5])
}

@Test(arguments: 1...3)
func anErrorInALaterPartIsThrown(threads: Int) {
    var tuning = ReaderTuning()
    tuning.auditPart = 100
    tuning.threads = threads
    tuning.interval = 50
    tuning.passBlock = 64
    let bytes = Array("a,b\n".utf8) + (0..<2000).flatMap { Array("\($0),x\n".utf8) }
    let whole = source(MemoryStore(bytes), tuning: tuning)
    #expect(whole.waitUntilComplete().rowCount == .exactly(2000))
    // The disk breaks between the passes: the index is there.
    let broken = OpenTable(store: MemoryStore(bytes, failsAt: 9000), dialect: Dialect(), start: 0)
    let expected = ReadError.readFailed("test.csv", byte: 9000, number: 5)
    var run = AuditRun(broken, AuditTyping())
    #expect(throws: expected) { try whole.reader.audit(broken, &run) }
}

@Test func aValueOfMoreThanAMebibyteIsAProblemInEveryChunking() {
    let limit = AuditSink.valueLimit
    let long = [UInt8](repeating: 0x78, count: limit + 1)
    // Doubled quotes count once, as in the value.
    let quoted = Array("\"".utf8) + long.dropLast(4) + Array("\"\"\ny\"".utf8)
    let text =
        Array("a,b\n".utf8) + long.dropLast() + [0x2C] + quoted + Array("\n1,".utf8) + long + Array("\n".utf8) + long
    for chunk in [1 << 16, 1 << 18, text.count] {
        let problems = audited(text, chunk: chunk, headerRecords: 1, comma).problems
        #expect(problems.counts == [.overlongValue: 2, .ragged: 1])
        let messages = problems.first.filter { $0.kind == .overlongValue }.map(\.message)
        #expect(messages == Array(repeating: "a value of 1,048,577 bytes. Its cell shows the beginning.", count: 2))
        #expect(problems.first[0].position == SourcePosition(record: 3, line: 4, byte: 2 * limit + 11))
    }
}

@Test func recordsThatEndInDifferentWaysAreOneProblem() {
    let snapshot = source("a,b\r\n1,\"x\ny\"\r\n3,4\n5,6\r7,8\r\n9,0").waitUntilComplete()
    #expect(
        snapshot.problemLines == [
            "mixed-terminators record 3 line 4 byte 14: a record that ends with LF where the first one ends with "
                + "CRLF. Of all records end 1 with LF, 3 with CRLF, 1 with CR. Each of these is read as an end."
        ])
    #expect(snapshot.problems.counts == [.mixedTerminators: 1])
    // Line ends in quotes are none of records.
    #expect(source("a,b\n1,\"x\r\ny\"\n").waitUntilComplete().problems.count == 0)
    let quoted = TextOptions(delimiter: ",", quote: .chosen(0x22), headerRows: 1)
    #expect(source("a,b\n1,\"x\r\r\r", options: quoted).waitUntilComplete().problems.counts == [.unclosedQuote: 1])
}

@Test func problemsKnowTheirColumn() {
    let text = "a,b,c\n1,x\"y,3\n1\n1,2,3,4\n1,\"2\"z,3\n1,2,\u{0}\n"
    let options = TextOptions(delimiter: ",", quote: .chosen(0x22), headerRows: 1)
    let problems = source(text, options: options).waitUntilComplete().problems
    #expect(problems.first.map(\.column) == [1, 1, 3, 1, 2])
    #expect(problems.counts == [.strayQuote: 2, .ragged: 2, .nul: 1])
}

/// Line ends that an escape makes data end nothing, wherever they stand.
@Test(arguments: ["\n", "\r\n", "\r"])
func escapedLineEndsAreNoOtherTerminators(_ terminator: String) {
    var dialect = Dialect(delimiter: ",", quote: 0x22)
    dialect.escape = UInt8(ascii: "\\")
    var random = SeededGenerator(state: 92)
    // An escaped CR before the LF that ends a record would be an escaped CRLF.
    let ends = ["\\\r\n", "\\\n", "\\\\"] + (terminator == "\n" ? [] : ["\\\r"])
    for _ in 0..<60 {
        let records = (0..<5).map { _ in
            (0..<3).map { _ in "x" + (ends.randomElement(using: &random) ?? "") }.joined(separator: ",") + terminator
        }
        let text = Array(records.joined().utf8)
        for chunk in [1, 2, 3, 16, 1000] {
            let found = audited(text, chunk: chunk, headerRecords: 0, SpecialBytes(dialect))
            #expect(found.records == 5 && found.allProblems.count == 0, "\(records)")
        }
    }
}
