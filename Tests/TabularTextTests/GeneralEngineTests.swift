import Tabular
import TestStores
import Testing

@testable import TabularText

/// One line is one case: the dialect, what stands in the file, its records with fields between bars and records between
/// `/`, and what is reported of it.
private struct Example: CustomStringConvertible, Sendable {
    var delimiter = "||"
    var escape: UInt8? = UInt8(ascii: "\\")
    var comment: String?
    let text: String
    let records: String
    var oddities: [String] = []

    init(
        _ text: String, _ records: String, _ oddities: [String] = [], delimiter: String = ",", comment: String? = nil,
        escape: UInt8? = UInt8(ascii: "\\")
    ) {
        (self.text, self.records, self.oddities) = (text, records, oddities)
        (self.delimiter, self.comment, self.escape) = (delimiter, comment, escape)
    }

    var description: String { text }

    var rules: ReferenceRules {
        ReferenceRules(delimiter: Array(delimiter.utf8), escape: escape, comment: Array((comment ?? "").utf8))
    }
}

private let examples: [Example] = [
    Example("a\\,b,c\n", "a,b;c"),
    Example("\\\"a,b\n", "\"a;b"),
    Example("\"a\\\"b\",c\n", "a\"b;c"),
    Example("\"a\\\\\",c\n", "a\\;c"),
    Example("\"a\"\"b\",\"\\n\"\n", "a\"b;n"),
    Example("\\N,\\\\N,\\\\\n", "N;\\N;\\"),
    Example("a\\\nb,c\nd", "a\nb;c / d"),
    Example("a\\\r\nb,c\r\nd", "a\r\nb;c / d"),
    Example("a\\\rb\\\r\\\r\n\nc", "a\rb\r\r\n / c"),
    Example("\\\r\n\n\\\r", "\r\n / \r"),
    Example("a\\\r\n", "a\r\n"),
    Example("a\\\r\\\nb", "a\r\nb"),
    Example("\"a\"\\,b,c", "\"a\",b;c", ["openingText 0", "quoteInUnquoted 2"]),
    Example("a\\", "a\\", ["escapeAtEnd 1"]),
    Example("\"a\\", "\"a\\", ["unclosedText 0", "escapeAtEnd 2"]),
    Example("a\n\\", "a / \\", ["escapeAtEnd 2"]),
    Example("a||b|c|||d\n", "a;b|c;|d", delimiter: "||"),
    Example("a|", "a|", delimiter: "||"),
    Example("a||", "a;", delimiter: "||"),
    Example("|\n||\n|||", "| / ; / ;|", delimiter: "||"),
    Example("\"a||b\"||c", "a||b;c", delimiter: "||"),
    Example("\"a\"|b||c", "\"a\"|b;c", ["openingText 0", "quoteInUnquoted 2"], delimiter: "||"),
    Example("\"a\"|b\"||c", "a\"|b;c", ["quoteInQuoted 2"], delimiter: "||"),
    Example("\"a\"\"||\"b c\"\n", "a\";b c", ["quoteInQuoted 2"], delimiter: "||"),
    Example("\"a\"|", "\"a\"|", ["openingText 0", "quoteInUnquoted 2"], delimiter: "||"),
    Example("\"a\n\"|b||c", "a\n\"|b;c", ["textAfterQuote 0"], delimiter: "||"),
    Example("a|\\||b", "a|||b", delimiter: "||"),
    Example("aaab", "a;", delimiter: "aab"),
    Example("\"x\"aaab", "\"x\"a;", ["openingText 0", "quoteInUnquoted 2"], delimiter: "aab"),
    Example("ababac", "ab;", delimiter: "abac"),
    Example("a¦bµc¦d", "a;bµc;d", delimiter: "¦"),
    Example("# x, \"y\n1,2\n #3\n#4\r\n5#,6", "1;2 /  #3 / 5#;6", comment: "#"),
    Example("#", "", comment: "#"),
    Example("#\r\r#\n", "", comment: "#", escape: nil),
    Example("/ /\n//\n/", "/ / / /", comment: "//"),
    Example("a\n//", "a", comment: "//"),
    Example("//a\n/b,c", "/b;c", comment: "//"),
    Example("\\#a\n\"\n#b\"\n", "#a / \n#b", comment: "#"),
    Example("-|a-||b\n-|-c", "-|a-;b", delimiter: "||", comment: "-|-"),
    Example("-||b", "-;b", delimiter: "||", comment: "-|-"),
]

private func shown(_ records: [[[UInt8]]]) -> String {
    records.map { $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ";") }.joined(separator: " / ")
}

@Test(arguments: examples, chunkSizes)
private func everyDialectIsReadInEveryChunking(_ example: Example, chunk: Int) {
    let text = Array(example.text.utf8)
    let sink = parsed(text, chunk: chunk, example.rules.special)
    #expect(shown(sink.records) == example.records)
    #expect(sink.oddities == example.oddities)
    #expect(sink.records == referenceRecords(text, example.rules))
    #expect(scanned(text, chunk: chunk, example.rules.special) == (sink.records.count, true))
}

/// A dialect of the plain kind or any other, and a text of mostly what means something in it.
func hostileDialect(seed: Int) -> (rules: ReferenceRules, text: [UInt8]) {
    var generator = SeededGenerator(state: UInt64(seed) &* 977 + 5)
    func any<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &generator)] }
    let delimiter = any([",", " ", "\u{1F}", "||", "aab", "abab", "|~|", ", ", "¦", "é=é", "\u{1}", ";;;;;;;;;;;;;;;;"])
    let quote: UInt8? = any([0x22, 0x22, 0x27, nil])
    let escape: UInt8? = any([0x5C, 0x5C, 0x21, nil])
    let comment = any(["", "#", "//", "#~#", "ab"])
    var rules = ReferenceRules(
        delimiter: Array(delimiter.utf8), quote: quote, escape: escape, comment: Array(comment.utf8),
        mergesSpaces: delimiter == " " && seed % 4 > 0, isSeparated: delimiter == "\u{1F}" && seed % 4 > 0)
    var dialect = Dialect(delimiter: delimiter, quote: quote, escape: escape)
    dialect.comment = comment
    if TextOptions(reading: dialect).conflict != nil || rules.isSeparated { rules.comment = [] }
    let words: [[UInt8]] = [
        rules.delimiter, rules.delimiter.dropLast(), rules.mergesSpaces ? [9] : rules.isSeparated ? [0x1E] : [],
        rules.comment,
        rules.comment.dropLast(), quote.map { [$0] } ?? [],
        escape.map { [$0] } ?? [], [10], [13], [13, 10], Array("a".utf8), Array("b".utf8), Array("µé".utf8), [0xC2],
        [0], quote.map { [$0, 0x7B, $0] } ?? [], quote.map { [0x7D, $0] } ?? [],
        Array("some text without anything".utf8),
    ]
    let text = (0..<Int.random(in: 0...80, using: &generator)).flatMap { _ in any(words) }
    return (rules, text)
}

@Test(arguments: 0..<500)
func hostileTextOfAnyDialectIsReadAlikeInEveryChunking(seed: Int) {
    let (rules, text) = hostileDialect(seed: seed)
    let special = rules.special
    let expected = referenceParse(text, rules)
    let whole = parsed(text, chunk: 100_000, special)
    #expect(whole.records == expected.map(\.fields), "\(rules) \(text)")
    #expect(whole.starts == expected.map(\.start))
    for chunk in [1, 2, 3, 7, 16, 63, 64, 65, 130] {
        let sink = parsed(text, chunk: chunk, special)
        #expect(sink.records == whole.records && sink.starts == whole.starts, "\(rules) \(text) \(chunk)")
        #expect(sink.oddities == referenceOddities(text, rules), "\(rules) \(text) \(chunk)")
        #expect(scanned(text, chunk: chunk, special) == (expected.count, true), "\(rules) \(text) \(chunk)")
    }
}

@Test(arguments: 0..<200)
func theGeneralEngineReadsPlainDialectsAsTheFastOneDoes(seed: Int) {
    let text = hostileText(seed: UInt64(seed) + 400)
    let special = SpecialBytes(delimiter: 0x2C, quote: seed % 4 == 0 ? nil : 0x22)
    let fast = parsed(text, chunk: 1000, special)
    for chunk in chunkSizes {
        var sink = CollectingSink()
        var parser = RecordParser(special)
        parser.isGeneral = true
        text.forEachChunk(of: chunk) { bytes, offset in _ = parser.parse(bytes, at: offset, into: &sink) }
        parser.finish(into: &sink)
        #expect(sink.records == fast.records && sink.starts == fast.starts && sink.oddities == fast.oddities)
    }
}

@Test(arguments: 0..<200)
func aLimitStopsAtTheFirstByteOfARecordInAnyDialect(seed: Int) {
    let (rules, text) = hostileDialect(seed: seed + 10_000)
    let special = rules.special
    let starts = referenceParse(text, rules).map(\.start)
    let count = scanned(text, chunk: 100_000, special).records
    text.withUnsafeBufferPointer { bytes in
        for limit in 0...5 {
            var scanner = RecordScanner(special)
            let (end, records) = scanner.scan(bytes, limit: limit)
            let ended = count - (scanner.isInsideRecord ? 1 : 0)
            #expect(records == min(limit, limit > ended ? ended : limit))
            guard records == limit && end < bytes.count else { continue }
            #expect(scanner.state == .recordStart)
            // What lies between is comments.
            let rest = Array(text[end...])
            let next = referenceParse(rest, rules).first?.start
            #expect(limit < starts.count ? next.map { $0 + end } == starts[limit] : next == nil)
        }
    }
}

@Test(arguments: 0..<200)
func anAuditOfAnyDialectSaysTheSameInEveryChunking(seed: Int) {
    // No NUL: which of two problems of one field comes first depends on where the chunks end.
    let (rules, hostile) = hostileDialect(seed: seed + 20_000)
    let text = hostile.filter { $0 != 0 }
    let special = rules.special
    let whole = audited(text, chunk: 100_000, headerRecords: seed % 3, special)
    #expect(whole.records == referenceParse(text, rules).count)
    for chunk in [1, 2, 3, 7, 16, 64, 65] {
        #expect(audited(text, chunk: chunk, headerRecords: seed % 3, special) == whole, "\(rules) \(text) \(chunk)")
    }
}

@Test(arguments: 0..<200)
func everyRecordsLineIsThatOfItsFirstByte(seed: Int) {
    let (rules, text) = hostileDialect(seed: seed + 30_000)
    // Lines mean nothing there.
    if rules.isSeparated { return }
    // Every record but the first has other counts of fields than the header's three hundred.
    let header: [UInt8] = (0..<299).flatMap { _ in [0x7A] + rules.delimiter } + [0x7A, 10]
    let all = header + text
    let findings = audited(all, chunk: 1 + seed % 40, headerRecords: 1, rules.special)
    let ragged = findings.problems.first.filter { $0.kind == .ragged }.map(\.position)
    let expected = referenceParse(all, rules).dropFirst().enumerated().map { index, record in
        let before = all[..<record.start]
        let lines = before.indices.count { before[$0] == 10 || (before[$0] == 13 && all[$0 + 1] != 10) }
        return SourcePosition(record: index + 2, line: lines + 1, byte: record.start)
    }
    #expect(ragged == Array(expected), "\(rules) \(text)")
}

// MARK: - Whole tables

/// The table of `text` with everything small, so that it has many blocks, cells and parts.
func smallTable(_ text: [UInt8], _ options: TextOptions, seed: Int) -> TextSource {
    var tuning = ReaderTuning()
    tuning.interval = 1 + seed % 23
    tuning.segment = tuning.interval * 2
    tuning.auditPart = 1 + seed % 57
    tuning.threads = 1 + seed % 3
    tuning.passBlock = 3 + seed % 31
    tuning.tileBlock = 3 + seed % 13
    return source(MemoryStore(text, piece: 1 + seed % 11), options: options, tuning: tuning)
}

@Test(arguments: 0..<100)
func aTableOfAnyDialectIsWhatTheReferenceReads(seed: Int) {
    // No NUL: which of two problems of one field comes first depends on where the blocks end.
    let (rules, hostile) = hostileDialect(seed: seed + 40_000)
    let text = hostile.filter { $0 != 0 }
    let records = tableRecords(text, rules).map(\.fields)
    var dialect = Dialect(
        delimiter: String(decoding: rules.delimiter, as: UTF8.self), quote: rules.quote, escape: rules.escape,
        headerRows: 0)
    dialect.comment = rules.comment.isEmpty ? nil : String(decoding: rules.comment, as: UTF8.self)
    dialect.mergesSpaces = rules.mergesSpaces
    // Its terminator is detected.
    if rules.isSeparated { return }
    dialect.skippedLines = seed % 4
    let before = (0..<dialect.skippedLines).map { "\"line \($0)||,a" + ["\n", "\r\n", "\r"][(seed + $0) % 3] }.joined()
    var options = TextOptions(reading: dialect)
    options.isForced = true
    options.encoding = "UTF-8"
    // A line feed would belong to a carriage return before it.
    let all = Array(before.utf8) + (text.first == 10 ? Array(text.dropFirst()) : text)
    let expected = text.first == 10 ? tableRecords(Array(text.dropFirst()), rules).map(\.fields) : records
    let table = smallTable(all, options, seed: seed)
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.rowCount == .exactly(expected.count))
    #expect(snapshot.description.text?.dialect?.skippedLines == seed % 4)
    let width = expected.map(\.count).max() ?? 0
    guard width > 0 else { return }
    let shown = expected.map { record in
        let missing = Array(repeating: "·", count: snapshot.columns.count - record.count)
        return (record.map { String(decoding: $0, as: UTF8.self) } + missing).joined(separator: "|")
    }
    #expect(table.lines(0..<expected.count) == shown)
    let content = all[..<(before.utf8.count + tableEnd(Array(all[before.utf8.count...]), rules))]
    #expect(snapshot.problems == audited(Array(content), from: before.utf8.count, dialect).allProblems)
}

/// The audit of what stands from `start` on, in one piece.
private func audited(_ text: [UInt8], from start: Int, _ dialect: Dialect) -> AuditFindings {
    var parser = RecordParser(SpecialBytes(dialect))
    var sink = AuditSink(headerRecords: 0, skippedLines: dialect.skippedLines)
    text[start...].withUnsafeBufferPointer { bytes in
        sink.beginChunk(bytes, at: start)
        _ = parser.parse(bytes, at: start, into: &sink)
        sink.endChunk()
    }
    sink.end()
    parser.finish(into: &sink)
    return sink.findings
}

@Test(arguments: chunkSizes)
func runsOfSpacesAreOneDelimiter(chunk: Int) {
    let rules = ReferenceRules(delimiter: [32], mergesSpaces: true)
    let text = Array("  x  y\tz \n1 2\t 3\r\n\n  \n\t\"a  b\"  c  \nd e \t".utf8)
    let expected = [["x", "y", "z"], ["1", "2", "3"], [""], [""], ["a  b", "c"], ["d", "e"]]
    let sink = parsed(text, chunk: chunk, rules.special)
    #expect(sink.records.map { $0.map { String(decoding: $0, as: UTF8.self) } } == expected)
    #expect(sink.records == referenceRecords(text, rules))
    #expect(scanned(text, chunk: chunk, rules.special) == (expected.count, true))
}

@Test func aPreambleLongerThanTheSampleIsSkipped() {
    let lines = 40_000
    let preamble = String(repeating: "\"anything, at all\n", count: lines)
    var options = TextOptions()
    options.skippedLines = lines
    options.delimiter = ","
    let snapshot = source("\u{FEFF}" + preamble + "a,b\n1,2\n3\n", options: options).waitUntilComplete()
    #expect(snapshot.columns.map(\.name) == ["a", "b"])
    #expect(snapshot.rowCount == .exactly(2))
    #expect(snapshot.description.text?.dialect?.skippedLines == lines)
    let byte = 3 + preamble.utf8.count + 8
    #expect(
        snapshot.problemLines == [
            "ragged record 3 line \(lines + 3) byte \(byte): 1 field where the header has 2. Shown padded."
        ])
}

@Test func commentsLongerThanTheSampleStandBeforeTheHeader() {
    let comments = String(repeating: "# \"nothing of the kind, really\n", count: 5000)
    let snapshot = source(comments + "a,b,c\n1,2,3\n# no, \"\n4,5\n").waitUntilComplete()
    #expect(snapshot.columns.map(\.name) == ["a", "b", "c"])
    #expect(snapshot.description.text?.dialect?.comment == "#")
    #expect(
        snapshot.problemLines == [
            "ragged record 3 line 5004 byte \(comments.utf8.count + 20): 2 fields where the header has 3. Shown padded."
        ])
}

@Test(arguments: [0, 1, 2, 100, .max])
func moreLinesToSkipThanThereAreLeaveNothing(lines: Int) {
    var options = TextOptions(delimiter: ",", headerRows: 0)
    options.skippedLines = lines
    for text in ["a\nb\n", "a\r\nb", "\u{FEFF}a\rb\r"] {
        let snapshot = source(text, options: options).waitUntilComplete()
        #expect(snapshot.rowCount == .exactly(max(0, 2 - lines)))
        #expect(snapshot.phase == .complete)
        #expect(snapshot.description.text?.dialect?.skippedLines == min(2, lines))
    }
}

/// Wherever they stand, and however many stand there.
@Test(arguments: 0..<40)
func commentsSayNothingOfTheColumns(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed) + 40)
    let words = ["a", "b", "", "unit", "1", "2.5", "x y"]
    let lines = (0..<Int.random(in: 1...5, using: &random)).map { row in
        (0..<3).map { _ in row < 2 ? words.randomElement(using: &random) ?? "" : "\(row)" }.joined(separator: ",")
    }
    let commented = lines.flatMap { line in
        (0..<Int.random(in: 0...2, using: &random)).map { "# unit \($0), made by \"x" } + [line]
    }
    var options = TextOptions(delimiter: ",")
    options.comment = .chosen("#")
    let expected = source(lines.joined(separator: "\n") + "\n", options: options).waitUntilComplete()
    let shown = source(commented.joined(separator: "\n") + "\n", options: options).waitUntilComplete()
    #expect(shown.columns == expected.columns, "\(commented)")
    #expect(
        shown.description.text?.dialect?.headerRows == expected.description.text?.dialect?.headerRows, "\(commented)")
    #expect(shown.rowCount == expected.rowCount)
}

@Test func aCommentBehindTheHeaderEndsNoSample() {
    let snapshot = source("# made by x\n,a,\n# unit t\n1,2,3\n3,4,5\n5,6,7\n").waitUntilComplete()
    #expect(snapshot.description.text?.dialect?.headerRows == 1)
    #expect(snapshot.columns.map(\.name) == ["", "a", ""])
}

@Test func whatIsImpossibleInADialectIsLeftOut() {
    for (delimiter, quote, escape, comment) in [
        ("", "\"", "\\", "#"), ("a\nb", "\"", "\\", "#"), ("\"|", "\"", "\\", "#"), ("#", "\"", "\\", "#"),
        (",", "\"", "\"", "#"), (String(repeating: "x", count: 17), "\"", "\\", "#"),
    ] {
        var dialect = Dialect(delimiter: delimiter, quote: quote.utf8.first, escape: escape.utf8.first)
        dialect.comment = comment
        let text = Array("a,b\n#\"|c\"\\".utf8)
        #expect(scanned(text, chunk: 2, SpecialBytes(dialect)).agrees)
    }
}
