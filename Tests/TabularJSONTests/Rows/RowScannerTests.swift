import SeededRandom
import Testing

@testable import TabularJSON

private let forms: [RowForm] = [.lines, .values, .elements, .members]

/// The rows that a scanner finds in a text, in one go.
private func rows(_ text: String, _ form: RowForm, isRelaxed: Bool = false) -> [String] {
    let bytes = Array(text.utf8)
    var scanner = RowScanner(form, isRelaxed: isRelaxed)
    var rows: [String] = []
    var start = 0
    while true {
        let scanned = bytes[start...].withUnsafeBufferPointer { scanner.scan($0, limit: 1) }
        if scanned.rows == 0 { return rows }
        rows.append(String(decoding: bytes[start..<start + scanned.bytes], as: UTF8.self))
        start += scanned.bytes
    }
}

@Test(arguments: [
    (RowForm.lines, "{\"a\":1}\n  \n\t\r\n2\n3", ["{\"a\":1}\n", "  \n\t\r\n2\n"]),
    (.values, "{\"a\":1} 2 , \"x\"[]3{}\u{1E}nul", ["{\"a\":1}", " 2 ", ", \"x\"", "[]", "3", "{}"]),
    (.values, "\"a\"\"b\"{\"c\":\"}\"}1,2,", ["\"a\"", "\"b\"", "{\"c\":\"}\"}", "1,", "2,"]),
    (.elements, "{\"a\":[1,2]}, 2,]3", ["{\"a\":[1,2]},", " 2,"]),
    (.elements, "1,\"],\\\"],\",,3 ] ,4", ["1,", "\"],\\\"],\",", ",", "3 ]"]), (.elements, " ] 1, 2", []),
    (.elements, "1}, {]", ["1},"]), (.members, "\"a\":1, \"b\":[{}] } {}", ["\"a\":1,", " \"b\":[{}] }"]),
])
func rowsEndByTheirForm(form: RowForm, text: String, expected: [String]) {
    #expect(rows(text, form) == expected)
    #expect(rows(text, form, isRelaxed: true) == expected)
}

@Test(arguments: [
    (RowForm.lines, "// 1\n/* 2 */ 3\n/\n'//'\n", ["// 1\n/* 2 */ 3\n", "/\n", "'//'\n"]),
    (.values, "{a:'}'}/*{}*/ 2/* , */3 \"it's\"", ["{a:'}'}", "/*{}*/ 2/* , */3 ", "\"it's\""]),
    (.elements, "'],',// ]\n /*,]*/ 2 /,]", ["'],',", "// ]\n /*,]*/ 2 /,"]),
    (.members, "a:1,/**/}", ["a:1,"]), (.elements, "/", []), (.elements, "/]", ["/]"]),
])
func relaxedRowsHaveCommentsAndSingleQuotes(form: RowForm, text: String, expected: [String]) {
    #expect(rows(text, form, isRelaxed: true) == expected)
}

/// Hostile text of some hundred bytes.
func hostileText(_ random: inout SplitMix64, count: Int, isRelaxed: Bool) -> [UInt8] {
    var palettes: [[String]] = [
        ["{\"a\":1}", ",", "\n", "[1,2]", "\"x\"", " "], ["{", "}", "[", "]", ",", "\"", "\\", "\n", " ", "1"],
        ["{\"id\":12345,\"name\":\"some name\",\"list\":[1,[2,{}]]}", ",\n", "\n", ", "],
        ["\"", "\\", "\\\\", "\\\"", "a"], ["\n", "\r\n", "\t", "    ", "x", "\u{1E}"],
        ["[", "[", "[[[[", "]", "]]", "]]]", ","], ["12", "true", "\u{1E}", ",", " ", "\"s\"", "{}", "\n"],
        ["\",\"", "],[", "{\"", "\":", "a long piece of text without anything", "}"], [",", ",,", "]", "}", "  "],
        ["\u{0}", "\u{7F}é", "\u{1F}", "{\u{0}}", ",", "\n"],
    ]
    if isRelaxed {
        palettes += [
            ["/", "*", "//", "/*", "*/", "\n", "'", "\"", ",", "{", "}"], ["'\\'a'", "// c\n", "/*x*/", ",", "[1]"],
        ]
    }
    let palette = random.pick(palettes)
    var text: [UInt8] = []
    while text.count < count { text += Array(random.pick(palette).utf8) }
    return Array(text.prefix(count))
}

@Test(arguments: 0..<400)
func scannerFindsTheRowsOfTheSlowReader(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let isRelaxed = seed % 3 == 2
    let text = hostileText(&random, count: random.int(0...330), isRelaxed: isRelaxed)
    for form in forms {
        let expected = SlowRows(text, form, isRelaxed: isRelaxed)
        text.withUnsafeBufferPointer { bytes in
            var scanner = RowScanner(form, isRelaxed: isRelaxed)
            let scanned = scanner.scan(bytes)
            #expect(scanned == (expected.length, expected.ends.count), "\(form)")
            #expect((scanner.isInsideRow, scanner.isEnded) == (expected.isInsideRow, expected.isEnded), "\(form)")
            #expect(scanner.scan(bytes) == (0, 0) || !expected.isEnded)
            let wrong = (0...expected.ends.count + 1).filter { limit in
                let start = RowScanner(form, isRelaxed: isRelaxed)
                var scanner = start
                let scanned = scanner.scan(bytes, limit: limit)
                let end = limit == 0 ? 0 : limit <= expected.ends.count ? expected.ends[limit - 1] : expected.length
                if limit <= expected.ends.count && !scanner.isEnded && scanner != start { return true }
                return scanned != (end, min(limit, expected.ends.count))
            }
            #expect(wrong == [], "\(form)")
        }
    }
}

@Test(arguments: 0..<90)
func cutAtAnyByteGivesTheSameRows(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) + 1000)
    let isRelaxed = seed % 3 == 2
    let text = hostileText(&random, count: random.int(1...200), isRelaxed: isRelaxed)
    for form in forms {
        let expected = SlowRows(text, form, isRelaxed: isRelaxed)
        var whole = RowScanner(form, isRelaxed: isRelaxed)
        _ = text.withUnsafeBufferPointer { whole.scan($0) }
        let wrong = (0...expected.length).filter { cut in
            var scanner = RowScanner(form, isRelaxed: isRelaxed)
            let first = text[..<cut].withUnsafeBufferPointer { scanner.scan($0) }
            let slow = SlowRows(Array(text[..<cut]), form, isRelaxed: isRelaxed)
            let isRight = first == (cut, expected.count(in: cut)) && scanner.isInsideRow == slow.isInsideRow
            let second = text[cut...].withUnsafeBufferPointer { scanner.scan($0) }
            let rest = (expected.length - cut, expected.ends.count - first.rows)
            return !isRight || second != rest || scanner != whole
        }
        #expect(wrong == [], "\(form)")
    }
}

@Test(arguments: 0..<200)
func anyChunksAndLimitsGiveTheSameRows(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) + 2000)
    let isRelaxed = seed % 3 == 2
    let text = hostileText(&random, count: random.int(500...3000), isRelaxed: isRelaxed)
    for form in forms {
        let expected = SlowRows(text, form, isRelaxed: isRelaxed)
        var scanner = RowScanner(form, isRelaxed: isRelaxed)
        var (place, count, ends) = (0, 0, [Int]())
        while place < expected.length {
            let end = min(text.count, place + random.int(1...random.pick([3, 70, 700])))
            let limit = random.pick([1, 2, 7, 64, 65, .max])
            let scanned = text[place..<end].withUnsafeBufferPointer { scanner.scan($0, limit: limit) }
            place += scanned.bytes
            count += scanned.rows
            if scanned.rows == limit { ends.append(place) }
            if scanned.rows < limit { #expect(place == min(end, expected.length)) }
        }
        #expect(Set(ends).isSubset(of: expected.ends))
        #expect((place, count) == (expected.length, expected.ends.count), "\(form)")
    }
}
