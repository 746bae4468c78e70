import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

/// Opens the table `table` of a text, and waits until all is known.
func opened(
    _ text: String, name: String = "t.json", _ options: JSONOptions = JSONOptions(), table: Int = 0,
    _ tuning: JSONTuning = JSONTuning()
) throws -> JSONSource {
    let content = SourceContent(store: MemoryStore(Array(text.utf8)), innerName: name)
    let document = try JSONDocument(content, name: name, options, tuning)
    let source = try #require(document.table(TableID(table)) as? JSONSource)
    source.waitUntilComplete()
    return source
}

/// The titles of the columns with their groups, and the values of all rows, as a person would write them down.
func table(_ source: JSONSource) throws -> [[String]] {
    let snapshot = source.snapshot
    var rows = RecordList()
    try source.streamRecords(0..<snapshot.rowCount.known, into: &rows)
    let titles = snapshot.columns.map { ($0.groups.filter { !$0.isEmpty } + [$0.name]).joined(separator: ".") }
    return [titles] + rows.records.map { $0.map(word) }
}

private func word(_ cell: TestCell) -> String {
    switch cell.state {
    case .missing: "-"
    case .null: "null"
    case .unreadable: "?"
    case .value: cell.kind == .text ? "'\(cell.text)'" : cell.text
    }
}

/// Rows without a problem are read as far as the wanted columns go: not so those that have grown since.
@Test func repeatedNamesOfLaterRowsAreRead() throws {
    let first = "{\"a\":1,\"b\":2}\n"
    let store = LiveStore(Array(first.utf8))
    let document = try JSONDocument(SourceContent(store: store, innerName: "t.ndjson"), name: "t.ndjson")
    let source = try #require(document.table(TableID(0)) as? JSONSource)
    defer { source.close() }
    source.waitUntilComplete()
    func values() throws -> [String] {
        var rows = RecordList()
        try source.streamRecords(0..<source.snapshot.rowCount.known, of: .columns([0]), into: &rows)
        return rows.records.map { $0[0].text }
    }
    #expect(try values() == ["1"])
    store.grow(to: Array((first + "{\"a\":3,\"a\":4}\n").utf8))
    source.wait { $0.phase == .complete && $0.rowCount.known == 2 }
    #expect(try values() == ["1", "4"])
}

@Suite struct ShapeTests {
    @Test func eachLineOfNDJSONIsARow() throws {
        let source = try opened(#"{"a":1,"b":"x"}"# + "\n\n" + #"{"b":null,"c":1.50}"# + "\n", name: "t")
        #expect(try table(source) == [["a", "b", "c"], ["1", "'x'", "-"], ["-", "null", "1.50"]])
        #expect(source.snapshot.description.format == "NDJSON")
    }

    @Test func elementsOfAnArrayAreRows() throws {
        #expect(try table(opened(#"[{"a":1},{"a":2}]"#)) == [["a"], ["1"], ["2"]])
        #expect(try table(opened("[[1,2],[3,4,5]]")) == [["1", "2", "3"], ["1", "2", "-"], ["3", "4", "5"]])
        #expect(
            try table(opened(#"[1, "x", null, [2], {"a": 1}]"#)) == [
                ["value"], ["1"], ["'x'"], ["null"], ["[2]"], [#"{"a": 1}"#],
            ])
        let pairs = try opened(#"[[1,2],[3],{"a":1}]"#).snapshot.columns
        #expect(pairs.map(\.position) == [0, 1, nil])
        let halves = try opened(#"["\ud800a","\udc00"]"#)
        var request = RecordRequest.all
        for isForJSON in [false, true] {
            request.isForJSON = isForJSON
            var rows = RecordList()
            try halves.streamRecords(0..<2, of: request, into: &rows)
            let (high, low): ([UInt8], [UInt8]) =
                isForJSON
                ? ([0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80]) : ([0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBD])
            #expect(rows.records.map { $0[0].bytes } == [high + [0x61], low])
        }
        #expect(try table(opened(#"[1,"x",null,true]"#)) == [["value"], ["1"], ["'x'"], ["null"], ["true"]])
        #expect(try table(opened("[]")).dropFirst().isEmpty)
    }

    @Test func nestedObjectsAreGroups() throws {
        let text = #"[{"id":1,"at":{"city":"Bern","geo":{"x":1}}},{"id":2,"at":null},{"id":3,"at":{}}]"#
        #expect(
            try table(opened(text)) == [
                ["id", "at", "at.city", "at.geo.x"], ["1", "-", "'Bern'", "1"], ["2", "null", "-", "-"],
                ["3", "{}", "-", "-"],
            ])
        #expect(
            try table(opened(text, JSONOptions(depth: 0))) == [
                ["id", "at"], ["1", #"{"city":"Bern","geo":{"x":1}}"#], ["2", "null"], ["3", "{}"],
            ])
        #expect(
            try table(opened(text, JSONOptions(depth: 1)))[0] == ["id", "at", "at.city", "at.geo"])
    }

    @Test func theArrayOfObjectsInAnObjectHasTheRows() throws {
        let text = #"{"status":"ok","data":{"items":[{"a":1},{"a":2}]},"n":[1,2]}"#
        let source = try opened(text)
        #expect(try table(source) == [["a"], ["1"], ["2"]])
        #expect(source.snapshot.description.details?.facts.map(\.value) == ["$.data.items[*]"])
        let numbers = try opened(text, JSONOptions(rowsAt: RowsPath(written: "$.n")))
        #expect(try table(numbers) == [["value"], ["1"], ["2"]])
        #expect(throws: ReadError.self) { try opened(text, JSONOptions(rowsAt: RowsPath(written: "$.none"))) }
    }

    @Test func severalArraysAreSeveralTables() throws {
        let text = #"{"a":[{"x":1}],"b":{"c":[{"y":1},{"y":2}]},"v":"7"}"#
        let content = SourceContent(store: MemoryStore(Array(text.utf8)), innerName: "t.json")
        let document = try JSONDocument(content, name: "t.json")
        #expect(document.catalog.catalog?.entries.map(\.name) == ["a", "b.c", "(top level)"])
        #expect(try table(opened(text, table: 1)) == [["y"], ["1"], ["2"]])
    }

    @Test func otherObjectsAreNamesAndValues() throws {
        #expect(
            try table(opened(#"{"a":1,"b":[1, 2],"c":"x"}"#)) == [
                ["key", "value"], ["'a'", "1"], ["'b'", "[1, 2]"], ["'c'", "'x'"],
            ])
        #expect(
            try table(opened(#"{"k1":{"a":1},"k2":{"a":2,"b":{"c":3}}}"#)) == [
                ["(key)", "a", "b.c"], ["'k1'", "1", "-"], ["'k2'", "2", "3"],
            ])
    }

    @Test func declaredColumnsHaveTheirNames() throws {
        #expect(
            try table(opened(#"{"columns":["p","q"],"index":[0],"data":[[1,2],[3,4]]}"#)) == [
                ["p", "q"], ["1", "2"], ["3", "4"],
            ])
        let schema = #"{"schema":{"fields":[{"name":"a","type":"integer"}]},"data":[{"a":1}]}"#
        #expect(try table(opened(schema)) == [["a"], ["1"]])
    }

    @Test func featuresHaveTheirProperties() throws {
        let text =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":"A"},"geometry":{"type":"Point","coordinates":[1,2]},"id":7}]}"#
        let source = try opened(text)
        #expect(source.snapshot.description.format == "GeoJSON")
        #expect(
            try table(source) == [
                ["id", "properties.n", "geometry.type", "geometry"],
                ["7", "'A'", "'Point'", #"{"type":"Point","coordinates":[1,2]}"#],
            ])
    }

    @Test func valuesMayStandBehindEachOther() throws {
        #expect(try table(opened("{\"a\":1}{\"a\":2}\n{\n\"a\":3}", name: "t")) == [["a"], ["1"], ["2"], ["3"]])
        let records = try opened("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n", name: "t")
        #expect(try table(records) == [["a"], ["1"], ["2"]])
        #expect(records.waitUntilComplete().problems.counts.isEmpty)
    }

    @Test func relaxedFormsAreReadAndNoted() throws {
        let source = try opened("// c\n[{a:1,'b':'x',},{a:+1,b:.5}]\n", name: "t.json5")
        #expect(try table(source) == [["a", "b"], ["1", "'x'"], ["+1", ".5"]])
        let kinds = source.snapshot.problems.counts.mapValues { $0 }
        #expect(kinds[.notStrictJSON] ?? 0 >= 3)
    }
}

@Suite struct ValueTests {
    @Test func numbersHaveTheirDigits() throws {
        let text =
            #"[{"i":12345678901234567890123,"d":0.1000000000000000055511151231257827,"e":1e400,"z":-0,"f":1.10}]"#
        #expect(
            try table(opened(text))[1] == [
                "12345678901234567890123", "0.1000000000000000055511151231257827", "1e400", "-0", "1.10",
            ])
    }

    @Test func theLastOfTwoMembersCounts() throws {
        let source = try opened(#"[{"a":1,"b":{"c":1,"d":2},"a":2,"b":{"c":3}}]"#)
        #expect(try table(source) == [["a", "b.c", "b.d"], ["2", "3", "-"]])
        #expect(source.snapshot.problems.counts[.duplicateKey] == 2)
    }

    @Test func aBrokenLineIsARow() throws {
        let source = try opened("{\"a\":1,\"b\":2}\nnot json\n{\"a\":2}\n{\"a\":3", name: "t.ndjson")
        #expect(
            try table(source) == [["a", "b"], ["1", "2"], ["'not json'", "-"], ["2", "-"], ["3", "-"]])
        #expect(source.snapshot.problems.first.map(\.kind.rawValue) == ["invalid-json", "cut-off"])
        #expect(source.snapshot.problems.first.map(\.position.line) == [2, 4])
    }

    @Test func escapesAndSurrogatesAreText() throws {
        let source = try opened(#"[{"a":"é\n\ud83d\ude00","b":"\ud800","c":"\u0000"}]"#)
        #expect(try table(source)[1] == ["'é\n😀'", "'\u{FFFD}'", "'\0'"])
        #expect(Set(source.snapshot.problems.counts.keys.map(\.rawValue)) == ["lone-surrogate", "nul"])
    }

    @Test func typesAreThoseOfJSON() throws {
        let text =
            #"[{"i":1,"d":1,"b":true,"s":"12","day":"2024-02-29","at":"2024-02-29T10:00:00Z","m":1,"j":[1],"n":null}"#
            + #",{"i":2,"d":1.5,"b":false,"s":"x","day":"2024-03-01","at":"2024-02-29T10:00:01Z","m":"x","j":[],"n":null}]"#
        let types = try opened(text).snapshot.columns.map(\.type)
        #expect(types == [.integer, .decimal, .boolean, .text, .date, .dateTime, .mixed, .json, .empty])
    }

    @Test func lateMembersStandBehindAllOthers() throws {
        var tuning = JSONTuning()
        tuning.sample = 64
        tuning.block = 64
        tuning.interval = 128
        tuning.auditPart = 256
        let text = (0..<100).map { $0 == 57 ? #"{"a":57,"late":{"x":1}}"# : "{\"a\":\($0)}" }.joined(separator: "\n")
        let source = try opened(text, name: "t.ndjson", JSONOptions(), table: 0, tuning)
        let rows = try table(source)
        #expect(rows[0] == ["a", "late.x"] && rows.count == 101)
        #expect(rows[58] == ["57", "1"] && rows[100] == ["99", "-"])
        #expect(!source.snapshot.mayGainColumns)
    }

    @Test func tilesShowWhatIsStreamed() throws {
        let source = try opened(#"[{"a":1,"b":[1, {"c": 2}]},{"a":null}]"#)
        let range = CellRange(rows: 0..<2, columns: 0..<2)
        source.want([range])
        let snapshot = source.wait { $0.cells.block(row: 1, column: 1) != nil }
        let block = try #require(snapshot.cells.block(row: 0, column: 0))
        #expect(block.text(row: 0, column: 1) == #"[1,{"c":2}]"#)
        #expect(block.info(row: 1, column: 0).state == .null && block.info(row: 1, column: 1).state == .missing)
        #expect(block.info(row: 0, column: 0).kind == .number)
    }
}

@Suite struct PlaceTests {
    @Test func linesCountFromTheTopOfTheText() throws {
        let text = "{\n\"a\": [\n{\"x\": 1},\n{\"x\" 2}\n]}"
        let source = try opened(text)
        #expect(source.snapshot.problems.first.map(\.position.line) == [4])
        #expect(try table(source) == [["x"], ["1"], [#"'{"x" 2}'"#]])
    }
}

@Suite struct PointerTests {
    private func pointer(_ text: String, row: Int, column: Int, name: String = "t.json") throws -> String? {
        try opened(text, name: name).path(ofRow: row, column: column)
    }

    @Test func pointersLeadToValues() throws {
        #expect(
            try pointer(#"{"data":{"items":[{"a":{"b/c":1}},{"x":1}]}}"#, row: 1, column: 0) == "/data/items/1/a/b~1c")
        #expect(try pointer("[[1,2],[3,4]]", row: 1, column: 1) == "/1/1")
        #expect(try pointer("[1,2]", row: 1, column: 0) == "/1")
        #expect(try pointer(#"{"k~":{"a":1},"l":{"a":2}}"#, row: 0, column: 1) == "/k~0/a")
        #expect(try pointer(#"{"a":1,"b":"x"}"#, row: 1, column: 1) == "/b")
        #expect(try pointer("{\"a\":{\"b\":1}}\n{}\n", row: 0, column: 0, name: "t.ndjson") == "/a/b")
    }

    @Test func placesHaveBytesAndLines() throws {
        let text = "[\n{\"a\": 1},\n{\"a\": \"x\\ny\"}]"
        let source = try opened(text)
        let place = try #require(try source.place(ofRow: 1, column: 0))
        #expect(String(decoding: try source.sourceBytes(place.bytes), as: UTF8.self) == #""x\ny""#)
        #expect(try source.line(of: place, unless: .never) == 3)
        #expect(place.path == "/1/a" && place.record == 2)
    }
}

@Suite struct EndTests {
    private func kinds(_ text: String, name: String = "t.json") throws -> [String] {
        try opened(text, name: name).snapshot.problems.first.map(\.kind.rawValue)
    }

    @Test func endsThatAreNoJSONAreSaid() throws {
        #expect(try kinds("[1,2]\n") == [])
        #expect(try kinds("[1,2,]") == ["not-strict-json"])
        #expect(try kinds("[1,2]]") == ["invalid-json"])
        #expect(try kinds("[1,2") == ["cut-off"] || kinds("[1,2") == ["cut-off", "cut-off"])
        #expect(try kinds(#"{"a":[{"x":1}],"b":2}"#) == [])
        #expect(try kinds("[{}] // c\n", name: "t.json5") == ["not-strict-json"])
    }
}

@Suite struct OutsideTests {
    /// What is no JSON around the rows is told as well as in them.
    @Test(arguments: [
        ("/* c */ [{\"a\":1}]", "1 1 0"), ("\n// c\n[{\"a\":1}]", "1 2 1"), ("[{\"a\":1}]\n// c\n", "1 2 10"),
        ("{\"n\":1,\n // c\n \"r\":[{\"a\":1}]}", "1 2 9"), ("{n:1,\"r\":[{\"a\":1}]}", "1 1 1"),
        ("// c\n{\"a\":1}\n{\"a\":2}\n", "1 1 0"), ("{\"a\":1},{\"a\":2},{\"a\":3}", "1 1 7"),
        ("{\"a\":1},\n{\"a\":2},\n", "1 1 7"), ("[1],[2]", "1 1 3"),
    ])
    func laxitiesOutsideOfRowsAreSaid(text: String, place: String) throws {
        let problems = try opened(text).snapshot.problems.first
        #expect(problems.map(\.kind.rawValue) == ["not-strict-json"])
        #expect(problems.map { "\($0.position.record) \($0.position.line) \($0.position.byte)" } == [place])
    }

    @Test(arguments: ["[{\"a\":1}]", "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1} {\"a\":2}", "{\"n\":1,\n\"r\":[{\"a\":1}]}"])
    func nothingIsSaidOfStrictTexts(text: String) throws {
        #expect(try opened(text).snapshot.problems.first.isEmpty)
    }
}

@Suite struct EncodingChoiceTests {
    @Test func chosenEncodingIsTaken() throws {
        let bytes = Array("{\"a\":\"".utf8) + [0xC9] + Array("\"}\n{\"a\":\"".utf8) + [0xFF] + Array("\"}\n".utf8)
        for (name, words) in [
            ("latin1", ["'É'", "'ÿ'"]), ("koi8-r", ["'и'", "'Ъ'"]), ("utf-8", ["'\u{FFFD}'", "'\u{FFFD}'"]),
        ] {
            let content = SourceContent(store: MemoryStore(bytes), innerName: "t.json")
            let document = try JSONDocument(content, name: "t.json", JSONOptions(encoding: name))
            let source = try #require(document.table(nil) as? JSONSource)
            source.waitUntilComplete()
            #expect(try table(source) == [["a"]] + words.map { [$0] })
            #expect(source.snapshot.description.json?.encoding?.isGuessed == false)
        }
    }
}

@Suite struct LateColumnTests {
    @Test(arguments: [1, 3]) func columnsThatComeLateAreTold(threads: Int) throws {
        var tuning = JSONTuning(threads: threads)
        (tuning.block, tuning.interval, tuning.auditPart, tuning.sample) = (64, 48, 96, 64)
        let text = (0..<300).map { "{\"a\":\($0)\($0 == 150 ? ",\"b\":1" : $0 == 200 ? ",\"c\":{\"d\":1}" : "")}\n" }
            .joined()
        let description = try opened(text, name: "t.ndjson", JSONOptions(), table: 0, tuning).snapshot.description
        #expect(description.details?.facts.map(\.value) == ["2 from row 151"])
        let all = try opened("{\"a\":1}\n{\"b\":2}\n", name: "t.ndjson")
        #expect(all.snapshot.description.details?.facts == [])
    }
}

@Suite struct LaxityTests {
    @Test(arguments: [1, 2, 3])
    func firstOfEachKindIsToldHoweverPartsAreCut(threads: Int) throws {
        var tuning = JSONTuning(threads: threads)
        (tuning.block, tuning.interval, tuning.auditPart) = (64, 48, 96)
        let text = (0..<200).map { $0 < 50 ? "{\"a\":1}\n" : $0 < 100 ? "{a:1}\n" : "{\"a\":+1}\n" }.joined()
        let problems = try opened(text, name: "t.ndjson", JSONOptions(), table: 0, tuning).snapshot.problems
        #expect(problems.counts == [.notStrictJSON: 2])
        #expect(problems.first.map(\.position.line) == [51, 101])
        #expect(problems.first.map(\.position.byte) == [401, 50 * 8 + 50 * 6 + 5])
    }
}

@Suite struct SurrogateNameTests {
    @Test func namesThatDifferInSurrogatesAreTwo() throws {
        let names = #""\ud800":1,"\ud801":2,"a\udc00":{"\udfff":3},"\ufffd":4"#
        let source = try opened("[{\(names)},{\(names)}]")
        #expect(
            try table(source) == [[#"\ud800"#, #"\ud801"#, #"a\udc00.\udfff"#, "\u{FFFD}"]]
                + [["1", "2", "3", "4"], ["1", "2", "3", "4"]])
        #expect(source.snapshot.problems.counts == [.loneSurrogate: 2])
    }

    @Test func groupsOfOthersKeepSurrogates() throws {
        var tuning = JSONTuning()
        tuning.limits.columns = 2
        let text = #"[{"a":1,"\ud800":{"b":2}},{"a":1,"\ud800":{"c":{"d":3}}}]"#
        let source = try opened(text, name: "t", JSONOptions(), table: 0, tuning)
        #expect(
            try table(source).dropFirst() == [
                ["1", #"{"\ud800":{"b":2}}"#], ["1", #"{"\ud800":{"c":{"d":3}}}"#],
            ])
    }
}

@Suite struct StrictTextTests {
    private func written(_ text: String, isForJSON: Bool = true) throws -> [String] {
        let source = try opened(text, name: "t.json5", JSONOptions(depth: 0))
        var (request, rows) = (RecordRequest.all, RecordList())
        request.isForJSON = isForJSON
        try source.streamRecords(0..<1, of: request, into: &rows)
        return rows.records[0].map { $0.state == .value ? "\($0.kind) \($0.text)" : "\($0.state)" }
    }

    @Test func laxNestedValuesAreWrittenAsStrictJSON() throws {
        let text =
            #"[{a: [1, 'x', 0x10,], b: {k: 'it\'s "A\x41\v\0"', /* c */ l: [-.5, 5., +1, -0x1, 1.5e3, -0, NaN, {}],},"#
            + " c: +1, d: [\"a\\\n\tb \\ud800\", [ ] , true, null]}]"
        #expect(
            try written(text) == [
                #"json [1,"x",16]"#,
                #"json {"k":"it's \"AA\u000b\u0000\"","l":[-0.5,5.0,1,-1,1.5e3,-0,"NaN",{}]}"#, "number 1",
                #"json ["a\u0009b \ud800",[],true,null]"#,
            ])
        #expect(try written(text, isForJSON: false)[0] == "json [1, 'x', 0x10,]")
    }

    @Test(arguments: [
        (".5", "0.5"), ("5.", "5.0"), ("+5", "5"), ("-.5e3", "-0.5e3"), ("5.E+3", "5.0E+3"), ("+.0", "0.0"),
        ("+1.10", "1.10"), ("0x1F", "31"), ("-0x0", "-0"), ("0X00", "0"), ("+0xabcdef", "11259375"),
        ("0x3B9ACA00", "1000000000"), ("0xffffffffffffffffffffffff", "79228162514264337593543950335"),
        ("NaN", "NaN"), ("+Infinity", "+Infinity"), ("1.50", "1.50"), ("-0", "-0"),
    ])
    func laxNumbersAreWrittenAsTheSameInStrictJSON(number: String, expected: String) throws {
        #expect(try written("[{a: \(number), b: [\(number)]}]")[0] == "number \(expected)")
        let isNumber = expected.utf8.contains { $0 &- 0x30 < 10 }
        #expect(
            try written("[{a: [\(number)]}]") == [isNumber ? "json [\(expected)]" : "json [\"\(expected)\"]"])
        #expect(try written("[{a: \(number)}]", isForJSON: false) == ["number \(number)"])
    }

    /// Digit by digit, as one learns it at school.
    @Test func hexadecimalNumbersOfAnyLengthAreExact() throws {
        var random = SplitMix64(seed: 31)
        for count in [1, 7, 8, 9, 16, 17, 100, 1_000] {
            let digits = (0..<count).map { _ in random.int(0...15) }
            var decimal = [0]
            for digit in digits {
                var carry = digit
                for index in decimal.indices {
                    let value = decimal[index] * 16 + carry
                    (decimal[index], carry) = (value % 10, value / 10)
                }
                while carry > 0 {
                    decimal.append(carry % 10)
                    carry /= 10
                }
            }
            let written = try written("[{a: 0x" + digits.map { String($0, radix: 16) }.joined() + "}]")
            #expect(written == ["number " + decimal.reversed().map { "\($0)" }.joined()])
        }
        let long = "0x" + String(repeating: "f", count: StrictNumber.longestHexadecimal + 1)
        #expect(try written("[{a: \(long)}]") == ["number \(long)"])
    }

    @Test func strictValuesAreWrittenAsTheyStand() throws {
        #expect(try written(#"[{"a": [ 1, "\/" ], "b": "x"}]"#) == [#"json [ 1, "\/" ]"#, "text x"])
    }

    @Test func laxMembersWithoutAColumnAreWrittenAsStrictJSON() throws {
        var tuning = JSONTuning()
        tuning.limits.columns = 2
        let source = try opened("[{a: 1, b: [.5], c: {d: 'x'}}]", name: "t.json5", JSONOptions(), table: 0, tuning)
        var (request, rows) = (RecordRequest.all, RecordList())
        request.isForJSON = true
        try source.streamRecords(0..<1, of: request, into: &rows)
        #expect(rows.records[0].map(\.text) == ["1", #"{"b":[0.5],"c":{"d":"x"}}"#])
    }
}

@Suite struct TrailingCommentTests {
    @Test(arguments: ["1 // x", "\"a\" /* x */\n", "null\n// x\n", "1 2 // x", "true\n\n/* x */"])
    func commentAfterAScalarIsALaxity(text: String) throws {
        let source = try opened(text, name: "t.json5")
        #expect(source.snapshot.problems.counts == [.notStrictJSON: 1], "\(text)")
        let position = try #require(source.snapshot.problems.first.first).position
        let comment = try #require(text.utf8.firstIndex(of: UInt8(ascii: "/")))
        #expect(position.byte == text.utf8.distance(from: text.startIndex, to: comment))
        #expect(position.line == 1 + text[..<comment].count { $0 == "\n" })
    }

    @Test func valuesWithoutCommentsAreStrict() throws {
        #expect(try opened("1\n", name: "t.json5").snapshot.problems.count == 0)
        #expect(try opened("1, 2,\n", name: "t.json5").snapshot.problems.counts[.invalidJSON] == nil)
    }
}

@Suite struct NameTests {
    private func isJSON(_ text: String, _ name: String) -> Bool {
        JSONDocument.recognizes(Array(text.utf8), name: name, isWhole: true)
    }

    @Test func namesDecideWhereTheTextMayBeJSON() {
        #expect(
            !isJSON("id,name\n1,x\n", "t.json") && !isJSON("1,2\n3,4\n", "t.json") && !isJSON("\"a\",\"b\"\n", "t.json")
        )
        #expect(isJSON("1\n2\n", "t.ndjson") && isJSON("\"x\"", "t.json") && isJSON("", "t.json"))
        #expect(isJSON("not json\n{\"a\":1}\n", "t.ndjson") && isJSON("{\"a\" 1}", "t.json"))
        #expect(!isJSON("1\n2\n", "t.txt") && !isJSON("[a],[b]\n", "t.csv") && !isJSON("{x},1\n", "t.csv"))
        #expect(isJSON("1 // x\n", "t.json5") && isJSON("null /* x */\n", "t.json") && !isJSON("1 // x\n", "t"))
        #expect(isJSON("[1,2]\n[3,4]\n", "t") && !isJSON("[1] [2] x\n", "t"))
    }
}

@Suite struct LongRowTests {
    @Test func valuesBehindTheLongestRowAreUnreadable() throws {
        var tuning = JSONTuning()
        (tuning.block, tuning.longestRow) = (64, 64)
        let long = String(repeating: "x", count: 200)
        let text = "{\"a\":1,\"b\":\"y\",\"c\":2}\n{\"a\":3,\"b\":\"\(long)\",\"c\":4}\n{\"a\":5}\n"
        let source = try opened(text, name: "t.ndjson", JSONOptions(), table: 0, tuning)
        #expect(try table(source).dropFirst() == [["1", "'y'", "2"], ["3", "?", "?"], ["5", "-", "-"]])
        #expect(source.snapshot.problems.counts[.overlongRow] == 1)
        #expect(source.snapshot.problems.first.first?.message.contains("searched") == true)
    }

    /// The text of a row begins after the comma before it.
    @Test func overlongRowIsLocatedAtItsBracket() throws {
        var tuning = JSONTuning()
        (tuning.block, tuning.longestRow) = (64, 64)
        let text = "[{\"a\":1},\n {\"a\":3,\"b\":\"\(String(repeating: "x", count: 200))\"},\n{\"a\":5}]"
        let source = try opened(text, name: "t.json", JSONOptions(), table: 0, tuning)
        #expect(source.snapshot.problems.first.map(\.position) == [SourcePosition(record: 2, line: 2, byte: 11)])
    }

    @Test func linesEndWithEachKindOfLineEnd() throws {
        let source = try opened("[\r\n{\"a\":1},\r\n{\"a\" 2},\r{\"a\" 3}]")
        #expect(source.snapshot.problems.first.map(\.position.line) == [3, 4])
    }
}
