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
