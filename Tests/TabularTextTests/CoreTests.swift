import Testing

@testable import TabularText

/// One line is one case: what stands in the file, its records with fields between bars and records between `/`, and
/// what is reported of it.
private let cases: [(text: String, records: String, oddities: [String])] = [
    ("", "", []),
    ("a", "a", []),
    ("a,b\nc,d\n", "a|b / c|d", []),
    ("a,b\r\nc,d\r\n", "a|b / c|d", []),
    ("a,b\rc,d", "a|b / c|d", []),
    ("a\nb\r\nc\rd", "a / b / c / d", []),
    ("a\r\r\nb", "a /  / b", []),
    ("\n", "", []),
    ("\r\n", "", []),
    ("\n\n", " / ", []),
    ("a,\n", "a|", []),
    ("a,", "a|", []),
    (",", "|", []),
    (" a , b ", " a | b ", []),
    ("007,1e5,12345678901234567890", "007|1e5|12345678901234567890", []),
    ("\"a\",\"b\"", "a|b", []),
    ("\"a,b\"\n", "a,b", []),
    ("\"a\nb\",c\nd,e", "a\nb|c / d|e", []),
    ("\"a\r\nb\"\n", "a\r\nb", []),
    ("\"a\"\"b\"", "a\"b", []),
    ("\"\"", "", []),
    ("\"\"\"\"", "\"", []),
    ("\"\"\"\"\"\"\n", "\"\"", []),
    ("\"a\"\r\"b\"", "a / b", []),
    ("a\"b,c\n", "a\"b|c", ["quoteInUnquoted 1"]),
    ("a\"b\nc\"d,\"e\n\"", "a\"b / c\"d|e\n", ["quoteInUnquoted 1", "quoteInUnquoted 5"]),
    (" \"a\",b", " \"a\"|b", ["quoteInUnquoted 1", "quoteInUnquoted 3"]),
    ("\"a\"b,c\n", "\"a\"b|c", ["openingText 0", "quoteInUnquoted 2"]),
    ("\"a\" ,b", "\"a\" |b", ["openingText 0", "quoteInUnquoted 2"]),
    ("\"a\"b\"c,d", "\"a\"b\"c|d", ["openingText 0", "quoteInUnquoted 2", "quoteInUnquoted 4"]),
    ("1,\"5\" pipe\",\"steel, long\"", "1|5\" pipe|steel, long", ["quoteInQuoted 4"]),
    ("\"a\" b, c\",d\n", "a\" b, c|d", ["quoteInQuoted 2"]),
    ("\"a\" b \"c\"\n", "a\" b \"c", ["quoteInQuoted 2", "quoteInQuoted 6"]),
    ("\"Table 48\"\",\"made of, wood\"\n", "Table 48\"|made of, wood", ["quoteInQuoted 9"]),
    ("\"a\"\",b,\"c\"\",\"d\"", "a\"|b|c\"|d", ["quoteInQuoted 2", "quoteInQuoted 9"]),
    ("\"a\"\"", "a\"", ["quoteInQuoted 2"]),
    ("\"a\"\",b \"c d,e\n", "a\"|b \"c d|e", ["quoteInQuoted 2", "quoteInUnquoted 7"]),
    ("\"He said \"\"hi\"\", and left\",x", "He said \"hi\", and left|x", []),
    ("\"part 10,\"30\",x", "\"part 10|30|x", ["openingText 0"]),
    (
        "\"part 10,\"3\"0\",x", "\"part 10|\"3\"0\"|x",
        ["openingText 0", "openingText 9", "quoteInUnquoted 11", "quoteInUnquoted 13"]
    ),
    ("\"a, b”,\"30, 1\",x", "\"a, b”|30, 1|x", ["openingText 0"]), ("\"a, b”,\"30\"", "\"a, b”|30", ["openingText 0"]),
    ("\"a, b”", "\"a, b”", ["unclosedText 0"]), ("\"a „b“, c", "\"a „b“| c", ["unclosedText 0"]),
    ("\"a\" b,\"c,\nd\"\n", "\"a\" b|c,\nd", ["openingText 0", "quoteInUnquoted 2"]),
    ("\"a\nb\" c\",d\n", "a\nb\" c|d", ["quoteInQuoted 4"]),
    ("\"a\nb\" c,d\n", "a\nb\" c|d", ["textAfterQuote 0"]),
    ("\"a,b\nc", "a,b\nc", ["unclosedQuote 0"]),
    ("a\n\"", "a / \"", ["unclosedText 2"]),
    ("a,\"b\"\"", "a|b\"", ["quoteInQuoted 4"]),
    // JSON whose quotes are not doubled.
    (
        "1,\"{\"a\":1,\"b\":2}\",ok\n", "1|{\"a\":1,\"b\":2}|ok",
        ["quoteInJSON 4", "quoteInJSON 6", "quoteInJSON 10", "quoteInJSON 12"]
    ),
    ("\"[\"a\",\"\"]\",y", "[\"a\",\"\"]|y", ["quoteInJSON 2", "quoteInJSON 4", "quoteInJSON 6", "quoteInJSON 7"]),
    ("\"[{\"a\":[1,2]}, 3]\"\nx", "[{\"a\":[1,2]}, 3] / x", ["quoteInJSON 3", "quoteInJSON 5"]),
    (
        "\"{\"a\":1,\"b\":2} c\",\"d, e\"\n", "\"{\"a\":1|b\":2} c|d, e",
        ["openingText 0", "quoteInUnquoted 2", "quoteInUnquoted 4", "quoteInQuoted 10"]
    ),
    ("a\u{0}b,\u{0}", "a\u{0}b|\u{0}", []),
    ("a\n\u{FEFF}b", "a / \u{FEFF}b", []),
]

private func shown(_ records: [[[UInt8]]]) -> String {
    records.map { $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|") }.joined(separator: " / ")
}

@Test(arguments: cases, chunkSizes)
func everyEngineReadsTheCaseInEveryChunking(
    _ example: (text: String, records: String, oddities: [String]), chunk: Int
) {
    let text = Array(example.text.utf8)
    let sink = parsed(text, chunk: chunk)
    #expect(shown(sink.records) == example.records)
    #expect(sink.oddities == example.oddities)
    #expect(sink.records == referenceRecords(text))
    #expect(scanned(text, chunk: chunk) == (sink.records.count, true))
}

@Test func nothingIsQuotedWhereNoQuoteIsSet() {
    let text = Array("\"a,b\"\n\"\n\nc".utf8)
    let special = SpecialBytes(delimiter: 0x2C, quote: nil)
    for chunk in chunkSizes {
        let sink = parsed(text, chunk: chunk, special)
        #expect(shown(sink.records) == "\"a|b\" / \" /  / c")
        #expect(sink.oddities.isEmpty)
        #expect(scanned(text, chunk: chunk, special) == (4, true))
    }
}

@Test(arguments: 0..<400)
func hostileTextIsReadAlikeByEveryEngineInEveryChunking(seed: Int) {
    let text = hostileText(seed: UInt64(seed))
    let expected = referenceRecords(text)
    let whole = parsed(text, chunk: 1000)
    for chunk in chunkSizes {
        let sink = parsed(text, chunk: chunk)
        #expect(sink.records == expected)
        #expect(sink.starts == whole.starts)
        #expect(sink.oddities == referenceOddities(text))
        #expect(scanned(text, chunk: chunk) == (expected.count, true))
    }
}

/// Most fields begin like JSON whose quotes are not doubled, and some end like it.
@Test(arguments: 0..<400)
func unescapedJSONIsReadAlikeByEveryEngineInEveryChunking(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed) &+ 9)
    let words = [
        "\"{\"", "\"[{\"", "a\":", ",\"b\":", "1", "}\"", "\"}]\"", "]", ",", ", ", "\"\"", "\"", " x", "\"c, d\"",
        "\n", "\r\n",
    ]
    let text = (0..<Int.random(in: 1...60, using: &generator)).flatMap { _ in
        Array(words[Int.random(in: 0..<words.count, using: &generator)].utf8)
    }
    for delimiter in [",", ", "] {
        let rules = ReferenceRules(delimiter: Array(delimiter.utf8))
        let expected = referenceRecords(text, rules)
        for chunk in chunkSizes {
            let sink = parsed(text, chunk: chunk, rules.special)
            #expect(sink.records == expected)
            #expect(sink.oddities == referenceOddities(text, rules))
            #expect(scanned(text, chunk: chunk, rules.special) == (expected.count, true))
        }
    }
}

/// Fields that begin like JSON and never end are searched through once for each level, which has to be bounded.
@Test func unescapedJSONHasAtMostSoManyLevels() {
    for (depth, isJSON) in [(32, true), (33, false)] {
        let value = String(repeating: "[", count: depth) + "\"a\",\"b\"" + String(repeating: "]", count: depth)
        let text = Array("\"\(value)\",x\n".utf8)
        let records = parsed(text, chunk: 1000).records
        #expect(records == referenceRecords(text))
        #expect((records.first?.first == Array(value.utf8)) == isJSON)
    }
    // A line of those: none of them is JSON, and each is a field.
    let text = Array((0..<20_000).map { "\"{\"a\($0)\"" }.joined(separator: ",").utf8)
    #expect(parsed(text, chunk: text.count).records.first?.count == 20_000)
}

/// Long texts of the words of a palette, from mostly text to mostly special bytes.
@Test(arguments: 0..<120)
func longHostileTextIsScannedAsItIsParsed(seed: Int) {
    let palettes: [[String]] = [
        ["abc", "some text", ",", "\n"], ["abc", ",", "\n", "\"a\"", ",\"x,\ny\"", "\"\""],
        [",\"a \"\"b\"\"\",", "text", "\r\n", "\"long, \n long\""], ["a\"b", ",", "\n", "\r", "\"", "some more text"],
        ["\r\n", "\"", "\n", "\r"], ["a long piece of text without anything", "\"", ",\"", "\",", "\n"],
    ]
    var generator = SeededGenerator(state: UInt64(seed) + 77)
    let palette = palettes[seed % palettes.count]
    let text = (0..<Int.random(in: 1...300, using: &generator)).flatMap { _ in
        Array(palette[Int.random(in: 0..<palette.count, using: &generator)].utf8)
    }
    for special in [SpecialBytes(delimiter: 0x2C, quote: 0x22), SpecialBytes(delimiter: 0x2C, quote: nil)] {
        let parsed = parsed(text, chunk: 10_000, special)
        for chunk in [63, 64, 65, 128, 200, 10_000] {
            #expect(scanned(text, chunk: chunk, special) == (parsed.records.count, true))
        }
        text.withUnsafeBufferPointer { bytes in
            for limit in [1, 2, 64, 65, 66, 100, 200] {
                var scanner = RecordScanner(special)
                let (end, records) = scanner.scan(bytes, limit: limit)
                #expect(records == min(limit, parsed.records.count - (scanner.isInsideRecord ? 1 : 0)))
                if records == limit && end < bytes.count { #expect(parsed.starts[limit] == end) }
            }
        }
    }
}

// MARK: - Quotes that stand elsewhere

/// Records every byte's offset, which field it belongs to, and what is odd in it.
private struct PlacingSink: FieldSink {
    struct Field {
        var offsets: [Int] = []
        var bytes: [UInt8] = []
        var oddities: [Oddity] = []
    }

    var fields: [Field] = [Field()]

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        fields[fields.count - 1].offsets += Array(offset..<offset + bytes.count)
        fields[fields.count - 1].bytes += bytes
    }
    mutating func note(_ oddity: Oddity, at offset: Int) { fields[fields.count - 1].oddities.append(oddity) }
    mutating func endField() { fields.append(Field()) }
    mutating func endRecord() {}
}

/// Every byte of the text is one of a value, or has a meaning: a delimiter, a line end, a quote around a value, or one of two.
@Test(arguments: 0..<300)
func noByteOfAValueIsLost(seed: Int) {
    let text = hostileText(seed: UInt64(seed) + 7000, palette: "aab,,\"\"\"\" \n")
    var whole: [Int]?
    for chunk in [1000, 1, 2, 5] {
        var sink = PlacingSink()
        var parser = RecordParser(SpecialBytes(delimiter: 0x2C, quote: 0x22))
        text.forEachChunk(of: chunk) { bytes, offset in _ = parser.parse(bytes, at: offset, into: &sink) }
        parser.finish(into: &sink)
        let offsets = sink.fields.flatMap(\.offsets)
        #expect(offsets == offsets.sorted() && Set(offsets).count == offsets.count)
        // Of a doubled quote it is always the same one of the two.
        #expect(offsets == whole ?? offsets, "in chunks of \(chunk)")
        whole = offsets
        #expect(sink.fields.flatMap(\.bytes) == offsets.map { text[$0] })
        let structure = Set(text.indices).subtracting(offsets).map { text[$0] }
        #expect(structure.allSatisfy { [0x2C, 0x22, 0x0A].contains($0) })
        // What a field's quotes enclose has no more of them; a field that is not enclosed has all.
        for field in sink.fields where field.oddities.contains(.openingText) || field.oddities.contains(.unclosedText) {
            let (first, last) = (field.offsets.first ?? 0, field.offsets.last ?? 0)
            #expect(field.offsets == Array(first...last) && text[first] == 0x22)
        }
    }
}

/// A line longer than what is looked at is read alike too, and its bytes are looked at a few times at most.
@Test func aLineWithoutEndIsReadAlikeInEveryChunking() {
    let filler = [UInt8](repeating: 0x61, count: QuoteDecider.limit - 3)
    let texts: [[UInt8]] = [
        Array("\"a\" ".utf8) + filler + Array("b\",c\n".utf8),
        Array("\"a\" ".utf8) + filler + filler + Array("b\",c\n".utf8),
        Array("\"".utf8) + filler + Array("\" b,c\"\n".utf8), Array("\"".utf8) + filler + Array("aa\"\" b,c\n".utf8),
        Array("\"".utf8) + filler + Array("aaaa\" b,c\n".utf8), Array("\"\n".utf8) + filler + Array("\" b,c\"\n".utf8),
        Array("\"\n\"".utf8) + filler + filler + Array("\" b,c\"\n".utf8), Array("\"a\",\"".utf8) + filler,
        Array("\"\"\",".utf8) + filler + Array("\"b\"".utf8),
    ]
    for (number, text) in texts.enumerated() {
        let whole = parsed(text, chunk: text.count)
        for chunk in [1000, 65_535, 65_536, 65_537, 65_538, 65_540, 100_001] {
            let sink = parsed(text, chunk: chunk)
            #expect(sink.records == whole.records && sink.oddities == whole.oddities, "\(number) \(chunk)")
            #expect(scanned(text, chunk: chunk) == (whole.records.count, true))
        }
    }
}
