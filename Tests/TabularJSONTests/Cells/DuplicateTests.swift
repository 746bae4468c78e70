import SeededRandom
import Tabular
import TabularBytes
import Testing

@testable import TabularJSON

@Test(arguments: [
    (#"{"g":{"x":1,"y":2},"g":{"y":3}}"#, "·|·|3|·"), (#"{"g":{"x":1},"g":5}"#, "·|·|·|·"),
    (#"{"g":5,"g":{"x":1}}"#, "·|1|·|·"), (#"{"g":{"x":1,"x":2},"a":1,"g":{"x":3,"x":4},"a":2}"#, "2|4|·|·"),
    (#"{"a":1,"a":[{"a":1,"a":2}],"a":{}}"#, "{}|·|·|·"), (#"{"g":{"x":1},"g":{"y":2},"g":{}}"#, "·|·|·|·"),
    (#"{"a":1,"b":2,"a":"#, "·|·|·|2"), (#"{"a":1,"a":2"#, "2|·|·|·"), (#"{"a":1,'\u0061':2,a:3}"#, "3|·|·|·"),
])
func theLastValueOfANameCounts(_ record: String, _ line: String) {
    let reader = FieldReader(ColumnTree.sampled([#"{"a":1,"g":{"x":1,"y":2},"b":"s"}"#]))
    let found = RecordTexts(reader, record)
    #expect(found.line == line && !found.duplicates.isEmpty)
    #expect(found == RecordTexts(reader, Array(record.utf8), isSlow: true))
    #expect(RecordTexts(reader, "{}").line == "·|·|·|·")
}

/// Reading and reporting take work by the length of a record alone, however often its names occur.
@Test(arguments: 0..<3)
func repeatedNamesAreReadInLinearTime(_ kind: Int) throws {
    let record =
        switch kind {
        case 0: "\"a\":1" + String(repeating: ",\n\"a\":2", count: 200_000)
        case 1: (0..<16_000).map { "\"k\($0)\":1,\"k\($0)\":2" }.joined(separator: ",")
        default:
            "\"g\":{" + (0..<4_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
                + String(repeating: ",\"g\":{},\"g\":{\"k1\":1}", count: 20_000)
        }
    let text = Array("{\(record)}".utf8)
    var audit = text.withUnsafeBufferPointer { text in
        JSONAudit(of: ColumnTree.sampled([text], layout: ColumnLayout(.lines)), at: Checkpoint(record: 0, byte: 0))
    }
    text.withUnsafeBufferPointer { audit.take(RowText(bytes: $0, offset: 0), longest: .max) }
    #expect(audit.walkedBytes == 2 * text.count && audit.countedBytes <= text.count)
    let problems = try opened("[{" + record + "}]").snapshot.problems
    #expect(problems.counts[.duplicateKey] == [200_000, 16_000, 40_000][kind])
    #expect(problems.first.map(\.position.line) == (kind == 0 ? Array(2...1_001) : [Int](repeating: 1, count: 1_000)))
}

/// Whatever the rows are, and however many parts read them.
@Test(arguments: ["{\"x\":1}", "7"])
func repeatedNamesOfRowsAreProblems(_ value: String) throws {
    let (repeated, count) = (["k3", "k700", "\\u006b3", "k1999"], 2_000)
    var members = (0..<count).map { "\"k\($0)\":\(value)" }
    for name in repeated { members.append("\"\(name)\":\(value)") }
    let text = "{" + members.joined(separator: ",\n") + "}"
    var tuning = JSONTuning()
    (tuning.auditPart, tuning.threads) = (1_000, 2)
    for tuning in [JSONTuning(), tuning] {
        let snapshot = try opened(text, name: "t.json", JSONOptions(), table: 0, tuning).snapshot
        #expect(snapshot.rowCount == .exactly(count + repeated.count))
        #expect(snapshot.problems.counts[.duplicateKey] == repeated.count)
        #expect(snapshot.problems.first.map(\.position.line) == Array(count + 1...count + repeated.count))
        #expect(snapshot.problems.first.first?.message.contains("All of them are shown.") == true)
        #expect(snapshot.problems.first.map(\.position.record) == Array(count + 1...count + repeated.count))
    }
}

@Test func namesOfManyRowsAreComparedUpToALimit() throws {
    let limit = RowNames.limit
    let names = (0..<limit - 1).map { "k\($0)" } + ["k5", "k6"]
    let text = "{" + names.map { "\"\($0)\":{\"x\":1}" }.joined(separator: ",") + "}"
    #expect(try opened(text).snapshot.problems.counts[.duplicateKey] == 1)
}

/// A row that is no JSON has its name all the same, where a colon follows that; nothing else in it is read as JSON.
@Test func namesOfBrokenRowsAreCompared() throws {
    let members =
        [
            #""p":{"x":8}"#, #""a":{"x":1}"#, #""b":{"x" 2}"#, #""a":{"x":1,"x":2 3}"#, #""b":{"x":4}"#,
            #""\u0062":tru"#,
            #""c" {"x":5}"#,
            #""c":{"x":6,"x":7}"#, "7", "a:[1 2]", #""d":{"x":8}"#, #""d":"#,
        ]
        + (0..<40).map { #""n\#($0)":{"x":9}"# }
    var tuning = JSONTuning()
    (tuning.auditPart, tuning.interval, tuning.threads) = (16, 16, 2)
    for tuning in [JSONTuning(), tuning] {
        let text = "{" + members.joined(separator: ",\n") + "}"
        let source = try opened(text, name: "t.json", JSONOptions(), table: 0, tuning)
        let problems = source.snapshot.problems
        #expect(source.snapshot.rowCount == .exactly(members.count))
        #expect(problems.counts[.invalidJSON] == 7)
        let found = problems.first.filter { $0.kind == .duplicateKey }.map { "\($0.position.line) \($0.message)" }
        let names = [(4, "a"), (5, "b"), (6, "b"), (10, "a"), (12, "d")]
        #expect(
            found == ["8 “x” stands twice in one object. The last value is shown."]
                + names.map { "\($0) “\($1)” is the name of more than one row. All of them are shown." })
    }
}

/// The text of a line that is no JSON is shown, and not the last of its values.
@Test func namesInBrokenLinesAreNotCompared() throws {
    let source = try opened("{\"a\":1,\"a\":2}\n{\"a\":1,\"a\":2 3}\n{\"a\":1,\"a\":", name: "t.ndjson")
    let problems = source.snapshot.problems
    #expect(problems.first.map(\.kind.rawValue) == ["duplicate-key", "invalid-json", "duplicate-key", "cut-off"])
    #expect(problems.first.map(\.position.record) == [1, 2, 3, 3])
}

/// Of rows of any kind, broken or not, the names that come again are listed, whatever the parts that are read at once.
@Test(arguments: 0..<60)
func repeatedNamesOfRandomRowsAreListed(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = random.int(2...80)
    let values = [#"{"x":1}"#, #"{"x":1,"y":{}}"#, #"{"x" 1}"#, "[1 2]", "nul", #"{"x":"a" "b"}"#, "", #"{"x":1} 2"#]
    var (seen, expected): (Set<Int>, [Int]) = ([], [])
    let members = (1...count).map { line -> String in
        let name = random.int(0...count)
        if !seen.insert(name).inserted { expected.append(line) }
        let written = random.pick(["\"k\(name)\"", "\"\\u006b\(name)\"", " \"k\(name)\" "])
        return written + ":" + (line == 1 ? values[0] : random.pick(values))
    }
    var tuning = JSONTuning()
    (tuning.auditPart, tuning.interval) = (random.int(1...200), random.int(1...100))
    (tuning.block, tuning.threads) = (random.int(1...random.pick([8, 1_000])), random.int(1...4))
    let source = try opened(
        "{\"rows\":{" + members.joined(separator: ",\n") + "}}", name: "t.json",
        JSONOptions(rowsAt: RowsPath(written: "$.rows")), table: 0, tuning)
    let problems = source.snapshot.problems.first.filter { $0.kind == .duplicateKey }
    #expect(problems.map(\.position.line) == expected && problems.map(\.position.record) == expected)
}
