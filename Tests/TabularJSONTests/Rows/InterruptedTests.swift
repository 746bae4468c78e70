import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

/// Opens a text packed with gzip, without the last `cut` bytes of that, and waits until no more can be read.
private func packed(_ text: String, cut: Int, name: String, _ tuning: JSONTuning = JSONTuning()) throws
    -> any RowPicking
{
    let store = MemoryStore(Compression.gzip.pack(Array(text.utf8)).dropLast(cut))
    let content = try SourceContent(store: store, innerName: name).unpacked(.gzip, name: name)
    let source = try #require(
        try JSONDocument(content, name: name, JSONOptions(), tuning).table(nil) as? any RowPicking)
    source.waitUntilComplete()
    return source
}

/// The rows and columns before the cut stay, and the cut is told.
@Test func rowsBeforeTheCutOfASmallPackedTextAreShown() throws {
    for cut in [1, 2, 8] {
        let lines = try packed(String(repeating: "{\"a\":1}\n", count: 3000), cut: cut, name: "t.ndjson")
        #expect(lines.snapshot.interruption?.kind == .damaged)
        #expect(lines.snapshot.rowCount.known == 3000 && lines.snapshot.columns.map(\.name) == ["a"])
        #expect(try values(lines) == Array(repeating: ["1:number"], count: 3000))
        for text in [
            #"[{"a":1},{"a":2},{"a":3}]"#, #"{"n":0,"r":[{"a":1},{"a":2},{"a":3}]}"#, #"{"a":[1,2,3],"b":[4,5,6]}"#,
        ] {
            let source = try packed(text, cut: cut, name: "t.json")
            #expect(source.snapshot.interruption?.kind == .damaged)
            #expect(try values(source).map { $0[0] } == ["1:number", "2:number", "3:number"])
        }
    }
    // Within the rows themselves.
    let rows = (0..<3000).map { "{\"a\":\($0),\"b\":\($0 * 7919 % 3001)}" }
    for text in [rows.joined(separator: "\n"), "[" + rows.joined(separator: ",\n") + "]"] {
        let source = try packed(text, cut: 3000, name: "t.json")
        #expect(source.snapshot.interruption?.kind == .damaged)
        let count = source.snapshot.rowCount.known
        #expect(100..<3000 ~= count)
        #expect(try values(source).map { $0[0] } == (0..<count).map { "\($0):number" })
    }
}

@Test func endOfPackedTextIsCheckedBehindAllRows() throws {
    let rows = (0..<50_000).map { "{\"a\":\($0)}" }
    let text = "[" + rows.joined(separator: ",") + "]"
    #expect(try packed(text, cut: 0, name: "t.json").snapshot.phase == .complete)
    let source = try packed(text, cut: 2, name: "t.json")
    #expect(source.snapshot.interruption?.kind == .damaged && source.snapshot.rowCount == .exactly(50_000))
    #expect(source.snapshot.columns.map(\.type) == [.integer])
}

/// A column that only a later row has is one of the rows before the cut.
@Test func columnsOfLateRowsBeforeTheCutAreShown() throws {
    var tuning = JSONTuning()
    (tuning.sample, tuning.block, tuning.interval, tuning.segment) = (64, 256, 256, 512)
    let text = String(repeating: "{\"a\":1}\n", count: 900) + "{\"b\":2}\n" + String(repeating: "{\"a\":3}\n", count: 9)
    let source = try packed(text, cut: 3, name: "t.ndjson", tuning)
    #expect(source.snapshot.interruption?.kind == .damaged && source.snapshot.rowCount.known == 910)
    #expect(source.snapshot.columns.map(\.name) == ["a", "b"])
    #expect(try values(source)[900] == ["missing", "2:number"])
}

/// What stands before the cut is the value, and nothing else is.
@Test(arguments: [
    ("[[1,2],[3,[4", ["3:number", "[4:json"]), (#"[[1,2],[3, "x"#, ["3:number", "x:text"]),
    ("[[1,2],[3,tru", ["3:number", "tru:text"]),
    (#"[[1,"ab"#, ["1:number", "ab:text"]), ("[[1],[2,[3,4", ["2:number", "[3,4:json"]),
    (#"[[1],[2 , {"a":5"#, ["2:number", #"{"a":5:json"#]), ("[[1],[2,", ["2:number"]),
])
func cutOffRowsOfArraysAreShownAsFarAsTheyGo(text: String, last: [String]) throws {
    let source = try opened(text)
    #expect(try values(source).last == last)
    #expect(source.snapshot.columns.count == last.count)
    #expect(source.snapshot.problems.first.contains { $0.kind == .cutOff })
}

/// A download that ends behind its rows looks whole otherwise.
@Test(arguments: [
    (#"{"data":[{"a":1}],"x":"#, 1), (#"{"data":[{"a":1}],"x":[1,2"#, 1), (#"{"data":[{"a":1}]"#, 1),
    ("{\"d\":{\"data\":[{\"a\":1}],\n\"x\":\"", 2),
])
func endBehindTheRowsIsTold(text: String, line: Int) throws {
    let problems = try opened(text).snapshot.problems.first
    #expect(problems.map(\.kind) == [.cutOff] && problems.first?.position.line == line)
    #expect(problems.first?.message.contains("before the object around the rows does") == true)
}

@Test(arguments: [
    (#"{"data":[{"a":1}],"x":tru}"#, 22, 1), (#"{"data":[{"a":1}] "x":1}"#, 18, 1),
    ("{\"meta\":\ntru,\"data\":[{\"a\":1}]}", 9, 2), (#"{"data":[{"a":1}]} x"#, 19, 1),
])
func faultsBesideTheRowsAreTold(text: String, byte: Int, line: Int) throws {
    let problems = try opened(text).snapshot.problems.first
    #expect(problems.map(\.kind) == [.invalidJSON])
    #expect(problems.first?.position.byte == byte && problems.first?.position.line == line)
}

@Test func soundTextsHaveNoProblemBesideTheirRows() throws {
    for text in [
        #"{"data":[{"a":1}],"x":[1,{"y":[]}],"z":null}"#, #"{"x":{"a":[[],[{"b":2}]]},"data":[{"a":1}]}"#,
        "{\"d\":{\"data\":[{\"a\":1}],\"n\":1}}\n\n", #"{"a":[{"x":1}],"b":[{"y":2}],"c":3}"#,
    ] {
        #expect(try opened(text).snapshot.problems.count == 0)
    }
}

@Test func unclosedLineIsToldAtItsLine() throws {
    let problems = try opened("{\"a\":1}\n{\"a\":0\n{\"a\":\"x\n{\"a\":1}\n", name: "u.ndjson").snapshot.problems.first
    #expect(problems.map(\.kind) == [.invalidJSON, .invalidJSON] && problems.map(\.position.line) == [2, 3])
}
