import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

/// Opens a text whose columns are arrays, and waits until all is known; nil where they are not.
private func openedArrays(
    _ text: String, _ options: JSONOptions = JSONOptions(), _ tuning: JSONTuning = JSONTuning(), piece: Int = .max
) throws -> ArraysSource? {
    let content = SourceContent(store: MemoryStore(Array(text.utf8), piece: piece), innerName: "t.json")
    let source = try JSONDocument(content, name: "t.json", options, tuning).table(nil) as? ArraysSource
    source?.waitUntilComplete()
    return source
}

private func rows(_ source: some RowPicking, _ request: RecordRequest = .all) throws -> [[String]] {
    var rows = RecordList()
    try source.streamRecords(0..<source.snapshot.rowCount.known, of: request, into: &rows)
    return rows.records.map { $0.map(\.description) }
}

@Suite struct ColumnArraysTests {
    @Test func elementsAtOnePositionAreARow() throws {
        let text = #"{"id":[1, 2.50 ,null],"name":["a","b\n","2024-01-31"],"ok":[true,false,null]}"#
        let source = try #require(try openedArrays(text))
        let snapshot = source.snapshot
        #expect(snapshot.columns.map(\.name) == ["id", "name", "ok"])
        #expect(snapshot.columns.map(\.type) == [.decimal, .text, .boolean])
        #expect(snapshot.columns.map(\.path) == [["id"], ["name"], ["ok"]])
        #expect(snapshot.rowCount == .exactly(3) && snapshot.phase == .complete && !snapshot.mayGainColumns)
        #expect(
            try rows(source) == [
                ["1:number", "a:text", "true:boolean"], ["2.50:number", "b\n:text", "false:boolean"],
                ["null", "2024-01-31:text", "null"],
            ])
        #expect(snapshot.description.details?.facts.map(\.name) == ["columnsAt"])
        #expect(snapshot.description.details?.facts.map(\.words) == ["columns are the arrays of $"])
        var header = RecordList()
        try source.streamHeader(into: &header)
        #expect(header.records[0].map(\.text) == ["id", "name", "ok"])
    }

    @Test(arguments: [
        // One array; lengths that differ; none; other members.
        #"{"a":[1,2]}"#, #"{"a":[1,2],"b":[1]}"#, #"{"a":[],"b":[]}"#, #"{"a":[1,2],"b":[1,2],"n":1}"#,
        #"{"a":[1,2],"b":[1,[2]]}"#, #"{"a":[1],"b":{"c":[1]}}"#,
        // Names twice, and objects that are no JSON.
        #"{"a":[1,2],"a":[3,4]}"#, #"{"a":[1,2] x,"b":[3,4]}"#, #"{"a":[1,2],"b" [3,4]}"#, #"{"a":[1,2],"b":[3,4]"#,
        #"{"a":[1,2],,"b":[3,4]}"#,
    ])
    func otherObjectsHaveNoColumnsOfArrays(_ text: String) throws {
        #expect(try openedArrays(text) == nil)
        #expect(try table(opened(text))[0] != ["a", "b"])
    }

    @Test func membersCanBeTheRowsAllTheSame() throws {
        let text = #"{"a":[1,2],"b":[3,4]}"#
        let members = try opened(text, JSONOptions(rowsAt: RowsPath()))
        #expect(try table(members) == [["key", "value"], ["'a'", "[1,2]"], ["'b'", "[3,4]"]])
        let elements = try opened(text, JSONOptions(rowsAt: RowsPath(written: "$.b")))
        #expect(try table(elements) == [["value"], ["3"], ["4"]])
        let paths = try openedArrays(text)?.abilities[JSONContainers.self]?.paths.map(\.text)
        #expect(paths == ["$[*]", "$.a[*]", "$.b[*]"])
    }

    @Test func requestsNameColumns() throws {
        let source = try #require(try openedArrays(#"{"a":[1,2],"b":[3,4]}"#))
        #expect(
            try rows(source, .columns([1, 7, 1, 0])) == [
                ["3:number", "missing", "3:number", "1:number"], ["4:number", "missing", "4:number", "2:number"],
            ])
        #expect(try rows(source, .columns([])) == [[], []])
        source.close()
        var sink = RecordList()
        #expect(throws: ReadError.self) { try source.streamRecords(0..<1, into: &sink) }
    }

    @Test func bytesOfValuesAreFoundInTheText() throws {
        let source = try #require(try openedArrays(#"{"id":[1,2],"n":["a","bc"]}"#))
        let bytes = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 1), (1, 2, 0), (2, 0, 0)].map {
            ValueByte(row: $0, column: $1, index: $2)
        }
        #expect(try source.sourceOffsets(of: bytes) == [7, 18, 9, 23, nil, nil])
    }

    @Test func problemsAndPlacesAreThoseOfTheText() throws {
        let text = "{\n\"a~\": [1,\n\"\\u0000\"\n,3],\n\n\"b\": [1,\n2 2,\n3,\n],\n} x"
        let source = try #require(try openedArrays(text))
        #expect(try rows(source).map { $0[1] } == ["1:number", "2 2:text", "3:number"])
        let found = source.snapshot.problems.first.map { "\($0.kind.rawValue) \($0.position.line)" }
        #expect(
            Set(found) == ["nul 3", "invalid-json 7", "not-strict-json 8", "invalid-json 10"] && found.count == 4,
            "\(found)")
        #expect(source.snapshot.problems.first.map(\.position.record) == [2, 2, 3, 3])
        let place = try #require(try source.place(ofRow: 1, column: 0))
        #expect(place.path == "/a~0/1" && place.record == 2)
        #expect(String(decoding: try source.sourceBytes(place.bytes), as: UTF8.self) == "\"\\u0000\"")
        #expect(try source.line(of: place, unless: .never) == 3)
        #expect(try source.path(ofRow: 2, column: 1) == "/b/2" && source.path(ofRow: 3, column: 1) == nil)
    }

    @Test func relaxedObjectsHaveColumns() throws {
        let content = SourceContent(
            store: MemoryStore(Array("{a:[1,'x'],/* ] */b:[+1,.5]}".utf8)), innerName: "t.json5")
        let source = try #require(try JSONDocument(content, name: "t.json5").table(nil) as? ArraysSource)
        source.waitUntilComplete()
        #expect(try rows(source) == [["1:number", "+1:number"], ["x:text", ".5:number"]])
        #expect(source.snapshot.problems.counts[.notStrictJSON] == 4)
    }

    @Test func longArraysAreFoundWhole() throws {
        let count = 700_000
        let numbers = (0..<count).map { "\($0)" }.joined(separator: ",")
        let text = "{\"a\":[\(numbers)],\"b\":[\(numbers)]}"
        #expect(text.utf8.count > 1 << 22 + 1 << 22)
        let source = try #require(try openedArrays(text))
        #expect(source.snapshot.rowCount == .exactly(count))
        var sink = RecordList()
        try source.streamRecords(at: [3, count / 2, count - 1], into: &sink)
        #expect(sink.records.map { $0.map(\.text) } == [3, count / 2, count - 1].map { ["\($0)", "\($0)"] })
        // Beyond the limit the arrays are values.
        let longer = "{\"a\":[\(numbers)],\"b\":[\(numbers)],\"c\":[\(numbers)],\"d\":[\(numbers)]}"
        #expect(longer.utf8.count > ColumnArrays.longest)
        #expect(try openedArrays(longer) == nil)
    }

    @Test(arguments: 0..<100)
    func valuesAreThoseOfEachArray(seed: Int) throws {
        var json = RandomJSON(seed: UInt64(seed))
        let columnCount = json.random.int(2...json.random.pick([3, 20]))
        let count = json.random.int(1...json.random.pick([3, 100]))
        var texts: [[String]] = []
        var text = json.blank() + "{"
        for column in 0..<columnCount {
            // Not too long, lest a sample be all of the text.
            let values = (0..<count).map { _ in json.value(depth: 0) }
            texts.append(values)
            text += (column > 0 ? "," : "") + json.blank() + "\"c\(column)\"" + json.blank() + ":" + json.blank() + "["
            text += values.map { json.blank() + $0 + json.blank() }.joined(separator: ",") + "]" + json.blank()
        }
        text += "}" + json.blank()
        var tuning = JSONTuning()
        tuning.block = json.random.int(1...json.random.pick([8, 100, 5000]))
        tuning.interval = json.random.int(1...300)
        tuning.sample = json.random.int(20...200)
        tuning.publication = 0
        let piece = json.random.pick([1, 7, .max])
        let source = try #require(try openedArrays(text, JSONOptions(), tuning, piece: piece))
        let expected = (0..<count).map { row in texts.map { cell($0[row]) } }
        #expect(try rows(source) == expected)
        #expect(source.snapshot.columns.map(\.name) == (0..<columnCount).map { "c\($0)" })
        #expect(source.snapshot.problems.first.isEmpty)
        let picked = (0..<count).filter { _ in json.random.oneIn(3) }
        let columns = (0..<columnCount).filter { _ in json.random.oneIn(2) }
        var sink = RecordList()
        try source.streamRecords(at: picked, of: .columns(columns), into: &sink)
        #expect(sink.records.map { $0.map(\.description) } == picked.map { row in columns.map { expected[row][$0] } })
        for _ in 0..<3 {
            let (row, column) = (json.random.int(0...count - 1), json.random.int(0...columnCount - 1))
            source.want([CellRange(rows: row..<row + 1, columns: column..<column + 1)])
            let snapshot = source.wait { $0.cells.block(row: row, column: column) != nil }
            let block = try #require(snapshot.cells.block(row: row, column: column))
            let info = block.info(row: row, column: column)
            let shown = info.state == .value ? "\(block.text(row: row, column: column)):\(info.kind)" : "\(info.state)"
            #expect(shown == expected[row][column])
            let place = try #require(try source.place(ofRow: row, column: column))
            #expect(String(decoding: try source.sourceBytes(place.bytes), as: UTF8.self) == texts[column][row])
        }
    }

    /// A scalar as a sink gets it, by its text.
    private func cell(_ text: String) -> String {
        let json = SlowJSON(Array(text.utf8))
        let raw = json.nodes[0].text
        switch json.nodes[0].kind {
        case .literal("null"): return "null"
        case .literal: return "\(text):boolean"
        case .string: return String(decoding: json.text(raw), as: UTF8.self) + ":text"
        default: return "\(text):number"
        }
    }
}
