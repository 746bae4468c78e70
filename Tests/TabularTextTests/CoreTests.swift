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
    ("\"a\"b,c", "ab|c", ["textAfterQuote 3"]),
    ("\"a\" ,b", "a |b", ["textAfterQuote 3"]),
    ("\"a\"b\"c,d", "ab\"c|d", ["textAfterQuote 3", "quoteInUnquoted 4"]),
    ("\"a,b\nc", "a,b\nc", ["unclosedQuote 0"]),
    ("a\n\"", "a / ", ["unclosedQuote 2"]),
    ("a,\"b\"\"", "a|b\"", ["unclosedQuote 2"]),
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
        #expect(sink.oddities == whole.oddities)
        #expect(scanned(text, chunk: chunk) == (expected.count, true))
    }
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
