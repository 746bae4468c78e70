import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

@Suite struct RecoveryTests {
    private func firstColumn(_ text: String) throws -> [String] { try table(opened(text)).dropFirst().map { $0[0] } }

    @Test(arguments: [
        #"{"a":"x},"#, #"{"a":2,"#, #"{"a":[2},"#, #"{"a" "b: 2},"#, "{\"a\":\n{\"b\":1,\n",
    ])
    func readingGoesOnBehindABrokenElement(_ element: String) throws {
        let source = try opened("[\n{\"a\":1},\n\(element)\n  {\"a\":3},\n{\"a\":4}\n]\n")
        let rows = try table(source).dropFirst().map { $0[0] }
        let shown = element.trimmingBlanks.dropLast()
        #expect(rows == ["1", "'\(shown)'", "3", "4"])
        #expect(source.snapshot.problems.counts[.invalidJSON] == 1)
        #expect(source.snapshot.problems.first.allSatisfy { $0.position.record == 2 })
        #expect(source.snapshot.rowCount == .exactly(4) && source.snapshot.phase == .complete)
        let place = try #require(try source.place(ofRow: 3, column: 0))
        #expect(String(decoding: try source.sourceBytes(place.bytes), as: UTF8.self) == "4")
    }

    @Test func arraysGoOnWithArrays() throws {
        let text = "[\n[\"a\",2],\n[\"b,4],\n[\"c\",6],\n[\"d\",8]\n]"
        #expect(try firstColumn(text) == ["'a'", "'[\"b,4]'", "'c'", "'d'"])
    }

    @Test func elementsWithMatchingBracketsEndWhereTheyDo() throws {
        let text = "[\n{\"a\" 1,\"b\":[\n{\"c\":1},\n{\"c\":2}\n]},\n{\"a\":2}\n"
        #expect(try table(opened(text)).count == 3)
        // A text that ends early goes on nowhere.
        let cut = "[\n{\"a\":1,\"b\":[\n{\"c\":1},\n{\"c\":2},\n"
        #expect(try firstColumn(cut) == ["1"])
        #expect(try opened(cut).snapshot.problems.counts[.invalidJSON] == nil)
        // Nothing that begins like a row follows.
        #expect(try table(opened("[\n{\"a\":1},\n{\"a\":\"x},\nx\n")).count == 3)
    }

    @Test(arguments: [#"{"s":"]"},"#, #"{"s":"}]"},"#, #"{"s":"},]"},"#, #"{"s":"}]}"},"#, #"{"s":"}],"},"#])
    func bracketsInTextsCloseNoArrayAfterABrokenElement(line: String) throws {
        let array = "[\n{\"s\":1},\n{\"s\":\"x,\"k\":1},\n\(line)\n{\"s\":\"LAST\"}\n]"
        let rows = ["1", "'{\"s\":\"x,\"k\":1}'", "'\(line.dropFirst(6).dropLast(3))'", "'LAST'"]
        for text in [array, "{\"data\":\(array)}", "{\"data\":\(array),\"n\":2}"] {
            let found = try table(opened(text + "\n"))
            #expect(found.dropFirst().map { $0[0] } == rows, "\(found)")
        }
    }

    @Test func arraysGoOnBehindASurplusBracket() throws {
        #expect(try firstColumn("{\"d\":[\n{\"a\":1},\n{\"a\":2}],\n{\"a\":3}\n]}") == ["1", "2", "']'", "3"])
        // Other members and texts follow.
        let two = "{\"d\":[\n{\"a\":1}\n]\n\"q\":[\n{\"b\":1}\n]}"
        #expect(try firstColumn(two) == ["1"])
    }

    /// The comma between two rows is missing, or two quotes are, so that the array still ends.
    @Test(arguments: [
        (#"{"a":1}"#, ["1"]), (#"{"a":1 "b":2}"#, [#"'{"a":1 "b":2}'"#]), (#"{"a":1}x"#, [#"'{"a":1}x'"#]),
        (#"{"a":"x},⏎{"a":2},⏎{"a":"y},"#, [#"'{"a":"x}'"#, "2", #"'{"a":"y}'"#]),
        (#"{"a":1}⏎{"a":2} {"a":3}"#, ["1", "2", "3"]), (#"{"a":1}{"a":2},"#, ["1", "2"]),
        (#"{"a":"x","b:"},⏎{"a":"u},⏎{"a":2},"#, [#"'{"a":"x","b:"}'"#, #"'{"a":"u}'"#, "2"]),
        (#"{"a":[1]}},"#, [#"'{"a":[1]}}'"#]), (#"{"a":1}}⏎{"a":2},"#, [#"'{"a":1}}'"#, "2"]),
    ])
    func readingGoesOnInAnArrayThatEnds(_ lines: String, _ shown: [String]) throws {
        let text = "[\n{\"a\":0},\n" + lines.replacing("⏎", with: "\n") + "\n{\"a\":8},\n  {\"a\":9}\n]\n"
        for text in [text, "{\"n\":1,\"d\":\(text),\"m\":2}"] {
            let source = try opened(text, JSONOptions(rowsAt: text.hasPrefix("{") ? RowsPath(written: "$.d") : nil))
            let rows = try table(source).dropFirst().map { $0[0] }
            #expect(rows == ["0"] + shown + ["8", "9"])
            let problems = source.snapshot.problems
            #expect(problems.count > 0 && problems.first.allSatisfy { $0.position.record <= 1 + shown.count })
            let last = 2 + lines.split(separator: "⏎").count
            #expect(problems.first.allSatisfy { (3...last).contains($0.position.line) })
        }
    }

    @Test func missingCommaIsAProblem() throws {
        let problems = try opened("[\n{\"a\":1},\n{\"a\":2} \n{\"a\":3}\n]").snapshot.problems
        #expect(problems.first.map(\.position) == [SourcePosition(record: 2, line: 3, byte: 18)])
        #expect(
            problems.first.map(\.message) == [
                "A comma is missing at byte 18, before the next row. Both rows are shown."
            ])
    }

    /// Only rows of arrays that are suspect are read twice.
    @Test(arguments: [
        ("[{\"a\":1},\n{\"a\":\"x\\n\"}, 5, \"y\", [1],\n{}]", false), ("[]", false), ("[{}", false),
        ("[{\"a\":1}\n{}]", true), ("[{\"a\":\"x},\n{\"a\":\"y},\n{}]", true), ("[{}, 1, {} {}]", false),
    ])
    func rowsInRowsAreSuspected(_ text: String, _ isSuspect: Bool) {
        var pass = RowIndexing(RowScanner(.elements), startingAt: 1, interval: 8)
        Array(text.utf8.dropFirst()).withUnsafeBufferPointer { _ = pass.scan($0) }
        #expect(pass.mayHoldRowsInRows == isSuspect)
    }

    /// One byte of a line is removed, replaced or inserted: all other lines are rows, or are in the text of a row with a problem.
    @Test(arguments: 0..<600)
    func changedByteLosesNoOtherLine(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let count = random.int(3...random.pick([5, 40]))
        var lines = (0..<count).map { number in
            let text = (0..<random.int(0...3)).map { _ in random.pick(["]", "[", "}", "{", ",", ":", "x", #"\""#]) }
                .joined()
            return random.pick([
                #"{"k":\#(number),"s":"\#(text)"}"#, #"{"k":\#(number)}"#, #"{"k":\#(number),"o":{"p":[1,{}]},"t":""}"#,
            ])
        }
        let changed = random.int(0...count - 2)
        var bytes = Array((lines[changed] + ",").utf8)
        let place = random.int(0...bytes.count - 1)
        let new = random.pick(Array("\"[]{},:x\\ ".utf8))
        switch random.int(0...2) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = new
        default: bytes.insert(new, at: place)
        }
        lines = lines.enumerated().map {
            $0 == changed ? String(decoding: bytes, as: UTF8.self) : $1 + ($0 < count - 1 ? "," : "")
        }
        let array = "[\n" + lines.joined(separator: "\n") + "\n]"
        var tuning = JSONTuning()
        (tuning.block, tuning.interval) = (random.int(1...random.pick([8, 1000])), random.int(1...200))
        (tuning.segment, tuning.threads, tuning.publication) = (random.int(1...600), random.int(1...4), 0)
        let options = JSONOptions(rowsAt: random.oneIn(2) ? RowsPath(written: "$.d") : nil)
        let source = try opened(options.rowsAt == nil ? array : "{\"d\":\(array)}", options, table: 0, tuning)
        let rows = try table(source)
        // Where the changed line is the first, or ends the array, all may be values of one column.
        let column = rows[0].firstIndex(of: "k")
        let found = Set(column.map { column in rows.dropFirst().map { $0[column] } } ?? [])
        let texts = rows.dropFirst().map { $0.joined(separator: "⏎") }
        for number in 0..<count where number != changed && !found.contains("\(number)") {
            let line = lines[number].hasSuffix(",") ? String(lines[number].dropLast()) : lines[number]
            #expect(texts.contains { $0.contains(line) }, "line \(number) of \(array)")
            #expect(column == nil || source.snapshot.problems.count > 0)
        }
    }

    @Test(arguments: 0..<400)
    func noLineIsLostBehindAChangedOne(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let count = random.int(3...random.pick([6, 30]))
        let changed = random.int(1...count - 2)
        var lines = (0..<count).map { number in
            let parts = ["]", "[", "}", "{", ",", ":", "x", #"\""#]
            let text = (0..<random.int(0...4)).map { _ in random.pick(parts) }.joined()
            return "{\"s\":\"\(text)\",\"k\":\(number)}"
        }
        let old = lines[changed]
        for _ in 0..<random.pick([1, 1, 2]) {
            var bytes = Array(lines[changed])
            let place = random.int(0...bytes.count - 1)
            let new = random.pick(Array("\"[]{},:x"))
            switch random.int(0...2) {
            case 0: _ = bytes.remove(at: place)
            case 1: bytes[place] = new
            // A bracket before an element makes the others elements of it.
            default: bytes.insert(place == 0 && new != "]" ? "," : new, at: place)
            }
            lines[changed] = String(bytes)
        }
        let array = "[\n" + lines.joined(separator: ",\n") + "\n]"
        var tuning = JSONTuning()
        tuning.block = random.int(1...random.pick([8, 100, 1000]))
        (tuning.interval, tuning.segment) = (random.int(1...200), random.int(1...600))
        (tuning.threads, tuning.publication) = (random.int(1...4), 0)
        let options = JSONOptions(rowsAt: RowsPath([.member(MemberName("d"))]))
        let source =
            random.oneIn(2)
            ? try opened(array, JSONOptions(), table: 0, tuning)
            : try opened("{\"d\":\(array)}", options, table: 0, tuning)
        let rows = try table(source)
        // Fragments of a broken line may be most of the rows by which the columns are found.
        guard let column = rows[0].firstIndex(of: "k") else { return }
        let found = Set(rows.dropFirst().map { $0[column] })
        for number in 0..<count where number != changed {
            #expect(found.contains("\(number)"), "line \(number) behind \(lines[changed]) of \(old): \(array)")
        }
    }

    @Test(arguments: 0..<150)
    func rowsBehindBrokenOnesAreFound(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var (text, expected) = ("[\n", [String]())
        var (isBroken, hasQuote) = (false, false)
        for number in 0..<random.int(2...random.pick([6, 80])) {
            // Of two broken ones the first would go on to behind the second.
            isBroken = number > 0 && !isBroken && random.oneIn(5)
            // Two missing quotes would make one of their rows.
            let isQuote = isBroken && !hasQuote && random.oneIn(3)
            hasQuote = hasQuote || isQuote
            let broken =
                isQuote ? #"{"a":"x\#(number)}"# : random.pick([#"{"a":\#(number)"#, #"{"a":[\#(number)}"#])
            let whole = random.pick([#"{"a":\#(number)}"#, "{\"a\":\(number),\n\"b\":[{\"c\":1}]}"])
            text += (isBroken ? broken : whole) + random.pick([",\n", ",\r\n  ", ",\n\n"])
            expected.append(isBroken ? "'\(broken)'" : "\(number)")
        }
        text += "{\"a\":\"end\"}\n]\n"
        expected.append("'end'")
        var tuning = JSONTuning()
        tuning.block = random.int(1...random.pick([8, 100, 1000]))
        (tuning.interval, tuning.segment) = (random.int(1...200), random.int(1...600))
        (tuning.auditPart, tuning.sample) = (random.int(1...300), 1 << 14)
        (tuning.threads, tuning.publication) = (random.int(1...4), 0)
        let source = try opened(text, JSONOptions(), table: 0, tuning)
        #expect(try table(source).dropFirst().map { $0[0] } == expected)
        try #require(source.snapshot.rowCount == .exactly(expected.count))
        let count = expected.count { $0.hasPrefix("'{") }
        #expect((source.snapshot.problems.counts[.invalidJSON] ?? 0) == count)
        let picked = expected.indices.filter { _ in random.oneIn(2) }
        var sink = RecordList()
        try source.streamRecords(at: picked, of: .columns([0]), into: &sink)
        #expect(sink.records.map { $0[0].text } == picked.map { expected[$0].filter { $0 != "'" } })
        for row in picked.prefix(5) {
            source.want([CellRange(rows: row..<row + 1, columns: 0..<1)])
            let snapshot = source.wait { $0.cells.block(row: row, column: 0) != nil }
            let shown = try #require(snapshot.cells.block(row: row, column: 0)).text(row: row, column: 0)
            #expect(shown == expected[row].filter { $0 != "'" })
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
