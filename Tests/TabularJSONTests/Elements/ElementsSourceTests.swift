import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import TestWaiting
import Testing

@testable import TabularJSON

/// A table of the elements in the column `a`, with all of it known.
private func elements(
    _ text: String, name: String = "t.json", of column: String = "a", _ tuning: ElementsTuning = ElementsTuning()
) throws -> ElementsSource {
    let source = ElementsSource(try opened(text, name: name), of: column, tuning)
    source.waitUntilComplete()
    return source
}

/// A table of texts: one column, nil where a row lacks it.
private func texts(_ values: [String?]) -> TypedSource {
    let columns = [Column(name: "id", type: .integer), Column(name: "a", type: .text)]
    return TypedSource(
        columns, values.enumerated().map { [TestCell("\($0)")] + ($1.map { [TestCell($0)] } ?? []) })
}

@Suite struct ElementsTests {
    @Test func elementsHaveTheirRowsInFront() throws {
        let source = try elements(
            #"[{"a":[{"x":1,"at":{"city":"Bern"}},{"x":2.50}]},{"a":null},{"a":[]},{},{"a":[{"x":"z","b":[1, 2]}]}]"#)
        let snapshot = source.snapshot
        #expect(snapshot.columns.map(\.name) == ["(row)", "x", "city", "b"])
        #expect(snapshot.columns.map(\.groups) == [[""], [""], ["at"], [""]])
        #expect(snapshot.columns.map(\.path) == [[], ["x"], ["at", "city"], ["b"]])
        #expect(snapshot.columns.map(\.type) == [.integer, .mixed, .text, .json])
        #expect(snapshot.rowCount == .exactly(3) && snapshot.phase == .complete && !snapshot.mayGainColumns)
        #expect(snapshot.description.format == "JSON" && snapshot.description.hasKinds)
        #expect(snapshot.problems.counts.isEmpty && snapshot.description.details?.facts == [])
        #expect(
            try values(source) == [
                ["1:number", "1:number", "Bern:text", "missing"], ["1:number", "2.50:number", "missing", "missing"],
                ["5:number", "z:text", "missing", "[1, 2]:json"],
            ])
        var header = RecordList()
        try source.streamHeader(into: &header)
        #expect(header.records[0].map(\.text) == ["(row)", "x", "city", "b"])
    }

    @Test func elementsThatAreArraysHaveNumberedColumns() throws {
        let source = try elements(#"[{"a":[[1,2],[3]]},{"a":[[4,5,6]]}]"#)
        #expect(source.snapshot.columns.map(\.name) == ["(row)", "1", "2", "3"])
        #expect(source.snapshot.columns.allSatisfy { $0.position == nil })
        #expect(
            try values(source).map { $0.map { $0.prefix { $0 != ":" } } } == [
                ["1", "1", "2", "missing"], ["1", "3", "missing", "missing"], ["2", "4", "5", "6"],
            ])
    }

    @Test func scalarsHaveOneColumn() throws {
        let source = try elements(#"[{"a":["x",null]},{"a":"y"},{"a":[7]}]"#)
        #expect(source.snapshot.columns.map(\.name) == ["(row)", "value"])
        #expect(!source.snapshot.description.hasBareRecords)
        #expect(try values(source) == [["1:number", "x:text"], ["1:number", "null"], ["3:number", "7:number"]])
    }

    @Test func valuesThatAreNoArraysHaveNoRows() throws {
        let base = texts([
            "[1]", nil, "", "null", "12", "{\"a\":[1]}", "[1", "[1]]", "[1],", "[1] x", "[1 2]", "x [1]",
            " [ 2 , 3 ] \n",
            "[]", "[[4]]", "[,]", "[5,\u{A0}]", "[\u{FEFF}]", "[6,/* , */]",
        ])
        let source = ElementsSource(base, of: "a")
        source.waitUntilComplete()
        let rows = try values(source)
        #expect(rows.map { $0[0] } == ["1:number", "13:number", "13:number", "15:number", "17:number", "19:number"])
        #expect(rows.map { $0[1] } == ["1:number", "2:number", "3:number", "[4]:json", "5:number", "6:number"])
        try expectElements(source, of: base, column: 1)
    }

    @Test func tablesWithoutArraysAreEmpty() throws {
        let source = ElementsSource(texts(["x", "[]", nil]), of: "a")
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.rowCount == .exactly(0) && snapshot.columns.map(\.name) == ["(row)"])
        #expect(try values(source) == [])
        let empty = ElementsSource(texts([]), of: "a").waitUntilComplete()
        #expect(empty.rowCount == .exactly(0) && empty.phase == .complete)
    }

    @Test func columnsThatAreNotThereFail() throws {
        let error = ReadError(JSONFailure.noColumn("none"), of: .table)
        let source = ElementsSource(texts(["[1]"]), of: "none")
        #expect(source.waitUntilComplete().phase == .failed(error))
        var sink = RecordList()
        #expect(throws: error) { try source.streamRecords(0..<1, into: &sink) }
        #expect(error.message == "has no column 'none'. Choose another column with arrays.")
        #expect(ElementsSource(ShownOnly(), of: "a").waitUntilComplete().failure?.kind == .badCondition)
    }

    @Test func columnsMayHaveNestedNames() throws {
        let source = try elements(#"[{"b":{"c.d":[1,2]}}]"#, of: "b.\"c.d\"")
        #expect(try values(source) == [["1:number", "1:number"], ["1:number", "2:number"]])
    }

    @Test func requestsNameColumns() throws {
        let source = try elements(#"[{"a":[{"x":1,"y":"\ud800"}]},{"a":[{"x":2,"z":[ 3 ]}]}]"#)
        #expect(
            try values(source, .columns([2, 0, 9, 0, 1])) == [
                ["\u{FFFD}:text", "1:number", "missing", "1:number", "1:number"],
                ["missing", "2:number", "missing", "2:number", "2:number"],
            ])
        #expect(try values(source, .columns([])) == [[], []])
        #expect(try values(source, .columns([3], form: .shown)) == [["missing"], ["[3]:json"]])
        var request = RecordRequest.columns([2])
        request.isForJSON = true
        var sink = RecordList()
        try source.streamRecords(0..<1, of: request, into: &sink)
        #expect(sink.records[0][0].bytes == [0xED, 0xA0, 0x80])
        var two = RecordList(limit: 1)
        try source.streamRecords(0..<100, into: &two)
        #expect(two.records.count >= 1)
        source.close()
        #expect(throws: ReadError.self) { try source.streamRecords(0..<1, into: &sink) }
    }

    @Test func pointersLeadThroughTheArray() throws {
        let source = try elements(#"{"data":[{"a":[1]},{"b":1,"a":[{"x/y":{"z":1}},{"x/y":2}]}]}"#)
        let paths = try #require(source.abilities.paths)
        #expect(source.snapshot.columns.map(\.name) == ["(row)", "x/y", "z", "value"])
        #expect(try paths.path(ofRow: 1, column: 2) == "/data/1/a/0/x~1y/z")
        #expect(try paths.path(ofRow: 2, column: 1) == "/data/1/a/1/x~1y")
        #expect(try paths.path(ofRow: 0, column: 3) == "/data/0/a/0")
        #expect(try paths.path(ofRow: 2, column: 0) == "/data/1/a/1")
        #expect(try paths.path(ofRow: 3, column: 1) == nil)
        let abilities = ElementsSource(texts(["[1]"]), of: "a").abilities
        #expect(abilities.paths == nil && abilities.locate == nil && abilities.scan != nil && abilities.pick != nil)
    }

    @Test func lateColumnsStandBehindAllOthers() throws {
        var tuning = ElementsTuning()
        (tuning.sampleRows, tuning.publication) = (10, 0)
        let rows = (0..<3_000).map { row in
            row < 20 ? #"{"a":null}"# : row == 2_000 ? #"{"a":[{"x":1,"late":{"y":2}},5]}"# : #"{"a":[{"x":1,"z":2}]}"#
        }
        let source = try elements("[" + rows.joined(separator: ",") + "]", of: "a", tuning)
        #expect(source.snapshot.columns.map(\.name) == ["(row)", "x", "z", "y", "value"])
        #expect(source.snapshot.columns.map(\.groups) == [[""], [""], [""], ["late"], [""]])
        let records = try values(source)
        #expect(
            records.count == 2_981 && records[1_980] == ["2001:number", "1:number", "missing", "2:number", "missing"])
        #expect(records[1_981] == ["2001:number", "missing", "missing", "missing", "5:number"])
        #expect(records[1_982] == ["2002:number", "1:number", "2:number", "missing", "missing"])
    }

    @Test func hugeArraysAreScanned() throws {
        let count = 1_000_000
        let base = texts(["[7]", "[" + (0..<count).map { "\($0)" }.joined(separator: ",") + "]", "[8]"])
        let source = ElementsSource(base, of: "a")
        source.waitUntilComplete()
        #expect(source.snapshot.rowCount == .exactly(count + 2))
        var sink = RecordList()
        try source.streamRecords(at: [0, 1, 500_001, count, count + 1], into: &sink)
        #expect(
            sink.records.map { $0.map(\.text) } == [
                ["1", "7"], ["2", "0"], ["2", "500000"], ["2", "999999"], ["3", "8"],
            ])
        source.want([CellRange(rows: 700_000..<700_001, columns: 0..<2)])
        let snapshot = source.wait { $0.cells.block(row: 700_000, column: 1) != nil }
        #expect(snapshot.cells.block(row: 700_000, column: 1)?.text(row: 700_000, column: 1) == "699999")
    }

    @Test func deepElementsAreCells() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let source = ElementsSource(texts(["[1,\(deep),2]"]), of: "a")
        source.waitUntilComplete()
        #expect(try values(source).map { $0[1].utf8.count } == [8, 200_005, 8])
    }

    @Test func rowsFoundAgainHaveTheirElements() throws {
        for seed in 0..<10 {
            var random = SplitMix64(seed: UInt64(seed))
            let rows = (0..<random.int(2...200)).map { row in
                random.oneIn(20) ? "{\"a\":[\(row),{\"b\":[1}" : "{\"a\":[\(row),\(row)]}"
            }
            var tuning = JSONTuning()
            (tuning.block, tuning.interval, tuning.publication) = (64, 128, 0)
            let base = try opened("[" + rows.joined(separator: ",\n"), name: "t.json", JSONOptions(), table: 0, tuning)
            // Where the first row swallows all others, its text has a column before those of the rows found again.
            let column = try #require(base.snapshot.columns.firstIndex { $0.name == "a" })
            try expectElements(ElementsSource(base, of: "a"), of: base, column: column)
        }
    }
}

@Suite struct RandomElementsTests {
    @Test(arguments: 0..<80)
    func elementsAreThoseOfTheReferee(seed: Int) throws {
        var json = RandomJSON(seed: UInt64(seed), isOdd: seed % 4 == 3)
        let rows = (0..<json.random.int(1...json.random.pick([3, 30, 120]))).map { row -> String? in
            switch row == 0 ? 9 : json.random.int(0...14) {
            case 0: nil
            case 1: json.value(depth: 2)
            case 2: "null"
            default: json.array(depth: json.random.int(1...4))
            }
        }
        let base: any RowPicking
        if json.random.oneIn(2) {
            let records = rows.enumerated().map { "{\"id\":\($0)" + ($1.map { ",\"a\": \($0)" } ?? "") + "}" }
            base = try opened("[" + records.joined(separator: ",") + "]", name: "t.json5")
        } else {
            base = texts(
                rows.map { row in
                    row.map {
                        json.random.oneIn(10) ? String(decoding: json.broken(Array($0.utf8)), as: UTF8.self) : $0
                    }
                })
        }
        var tuning = ElementsTuning()
        let hasTinySample = json.random.oneIn(2)
        if hasTinySample { (tuning.sampleRows, tuning.sampleBytes) = (json.random.int(1...5), json.random.int(1...90)) }
        tuning.spacing = json.random.pick([1, 2, 10, 128])
        tuning.checkpoints = json.random.pick([2, 5, 1 << 16])
        tuning.patience = json.random.pick([0, 1, 1_024])
        tuning.publication = 0
        let column = try #require(base.snapshot.columns.index(written: "a"))
        let source = ElementsSource(base, of: "a", tuning)
        let expected = try expectElements(source, of: base, column: column)
        if !hasTinySample, !expected.isEmpty {
            let whole = try SlowElements(base, column: column).opened().snapshot.columns
            #expect(source.snapshot.columns.dropFirst().map(\.name) == whole.map(\.name))
        }
        let width = source.snapshot.columns.count
        for _ in 0..<3 where !expected.isEmpty {
            let picked = expected.indices.filter { _ in json.random.oneIn(3) }
            let columns = (0..<width + 1).filter { _ in json.random.oneIn(2) }
            var sink = RecordList()
            try source.streamRecords(at: picked, of: .columns(columns), into: &sink)
            let some = picked.map { row in columns.map { $0 < width ? expected[row][$0] : "missing" } }
            #expect(sink.records.map { $0.map(\.description) } == some)
            let start = json.random.int(0...expected.count - 1)
            let end = json.random.int(start...expected.count)
            var range = RecordList()
            try source.streamRecords(start..<end, into: &range)
            #expect(range.records.map { $0.map(\.description) } == Array(expected[start..<end]))
            try expectTile(of: source, json.random.int(0...expected.count - 1), json.random.int(0...width - 1))
        }
    }

    /// Expects the cell of a tile to be the one that is streamed.
    private func expectTile(of source: ElementsSource, _ row: Int, _ column: Int) throws {
        source.want([CellRange(rows: row..<row + 1, columns: column..<column + 1)])
        let snapshot = source.wait { $0.cells.block(row: row, column: column) != nil }
        let block = try #require(snapshot.cells.block(row: row, column: column))
        var sink = RecordList()
        try source.streamRecords(row..<row + 1, of: .columns([column], form: .shown), into: &sink)
        let info = block.info(row: row, column: column)
        let cell = sink.records[0][0]
        #expect(info.state == cell.state && (cell.state != .value || info.kind == cell.kind))
        #expect(block.text(row: row, column: column) == cell.text)
    }
}

@Suite struct ElementIndexTests {
    @Test(arguments: 0..<20)
    func checkpointsStandBeforeTheirElements(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let limit = random.pick([2, 3, 10, 100])
        var index = ElementIndex(spacing: random.int(1...10), limit: limit)
        var all: [ElementCheckpoint] = []
        var element = 0
        for row in 0..<500 where !random.oneIn(3) {
            all.append(ElementCheckpoint(row: row, element: element))
            index.append(all[all.count - 1])
            element += random.oneIn(3) ? 0 : random.int(1...random.pick([2, 50]))
            #expect(index.checkpoints.count <= limit)
        }
        for element in 0..<element {
            let checkpoint = index.checkpoint(before: element)
            #expect(checkpoint.element <= element && (checkpoint.row == 0 || all.contains(checkpoint)))
            // The distance is bounded but for the rows of one array.
            let next = all.last { $0.element <= element } ?? checkpoint
            #expect(next.row + next.element - checkpoint.row - checkpoint.element < 2 * index.spacing)
        }
    }
}

@Suite struct GrowingElementsTests {
    @Test func elementsOfLaterRowsFollow() throws {
        let lines = [#"{"a":[{"x":1}]}"#, #"{"a":[{"x":2},{"x":3}]}"#, #"{"a":[{"x":4,"y":5}]}"#, #"{"a":[6]}"#]
        let store = LiveStore(Array(lines[0].utf8) + [10])
        let document = try JSONDocument(SourceContent(store: store, innerName: "t.ndjson"), name: "t.ndjson")
        let source = ElementsSource(document.table(TableID(0)), of: "a")
        #expect(source.wait { $0.phase == .complete && $0.rowCount.known == 1 }.rowCount == .exactly(1))
        source.want([CellRange(rows: 0..<1, columns: 0..<2)])
        _ = source.wait { $0.cells.block(row: 0, column: 1) != nil }
        // The second line is cut off within its array, and goes on later.
        let two = lines[...1].joined(separator: "\n")
        store.grow(to: Array(two.dropLast(8).utf8))
        store.grow(to: Array((two + "\n").utf8))
        let grown = source.wait { $0.phase == .complete && $0.rowCount.known == 3 }
        #expect(grown.rowCount == .exactly(3))
        store.grow(to: Array(lines.joined(separator: "\n").utf8))
        let all = source.wait { $0.phase == .complete && $0.rowCount.known == 5 }
        #expect(all.columns.map(\.name) == ["(row)", "x", "y", "value"])
        let plain = try values(source).map { $0.map { String($0.prefix { $0 != ":" }) } }
        #expect(
            plain == [
                ["1", "1", "missing", "missing"], ["2", "2", "missing", "missing"], ["2", "3", "missing", "missing"],
                ["3", "4", "5", "missing"], ["4", "missing", "missing", "6"],
            ])
        source.close()
    }

    @Test func arraysMayComeLater() throws {
        let store = LiveStore(Array("{\"a\":null}\n".utf8))
        let document = try JSONDocument(SourceContent(store: store, innerName: "t.ndjson"), name: "t.ndjson")
        let source = ElementsSource(document.table(TableID(0)), of: "a")
        #expect(source.waitUntilComplete().rowCount == .exactly(0))
        store.grow(to: Array("{\"a\":null}\n{\"a\":[\"x\"]}\n".utf8))
        let snapshot = source.wait { $0.phase == .complete && $0.rowCount.known == 1 }
        #expect(snapshot.columns.map(\.name) == ["(row)", "value"])
        #expect(try values(source) == [["2:number", "x:text"]])
        source.close()
    }
}

@Suite struct StagedElementsTests {
    private func cells(_ texts: [String]) -> [[TestCell]] { texts.map { [TestCell($0)] } }

    @Test func phasesFollowTheTable() throws {
        let base = StagedSource([], .opening)
        var tuning = ElementsTuning()
        tuning.sampleWait = 1_000_000
        let source = ElementsSource(base, of: "a", tuning)
        #expect(source.snapshot.phase == .opening && source.snapshot.columns.map(\.name) == ["(row)"])
        base.change { ($0.phase, $0.records) = (.indexing, cells(["[1]", "x"])) }
        let first = source.wait { $0.rowCount.known == 1 }
        #expect(first.phase == .indexing && !first.rowCount.isExact && first.columns.count == 2)
        base.change { ($0.phase, $0.records) = (.auditing, cells(["[1]", "x", "[2, 3]"])) }
        #expect(source.wait { $0.rowCount.known == 3 }.phase.isReading)
        base.change { $0.phase = .complete }
        #expect(source.waitUntilComplete().rowCount == .exactly(3))
        source.close()
        #expect(base.isClosed)
    }

    @Test func closingEndsTheTable() {
        let base = StagedSource(["[1]"], .indexing)
        do {
            let source = ElementsSource(base, of: "a")
            #expect(!base.isClosed && source.snapshot.problems.counts.isEmpty)
        }
        #expect(comesTrue { base.isClosed })
    }

    @Test func rowsBeforeAFailureStay() throws {
        let error = ReadError(kind: .damaged, source: "t.gz", message: "ends early.")
        let source = ElementsSource(StagedSource(["[1,2]", "[3]"], .failed(error)), of: "a")
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.phase == .failed(error) && snapshot.rowCount.known == 3 && snapshot.interruption == error)
        #expect(try values(source).map { $0[1] } == ["1:number", "2:number", "3:number"])
        source.want([CellRange(rows: 0..<3, columns: 0..<2)])
        // A failure ends the wait of others.
        #expect(comesTrue { source.snapshot.cells.block(row: 2, column: 1)?.text(row: 2, column: 1) == "3" })
        var sink = RecordList()
        #expect(throws: error) { try source.streamRecords(3..<4, into: &sink) }
        let gone = ReadError(kind: .changed, source: "t.csv", message: "is gone.")
        #expect(
            ElementsSource(StagedSource(["[1]"], .failed(gone)), of: "a").waitUntilComplete().phase == .failed(gone))
    }

    @Test func columnsMayComeLate() throws {
        var stage = StagedSource.Stage(columns: [], records: [], phase: .indexing)
        stage.hasLateColumns = true
        let base = StagedSource(stage)
        let source = ElementsSource(base, of: "a")
        base.change { $0.records = [[]] }
        #expect(source.snapshot.phase.isReading)
        base.change { stage in
            (stage.columns, stage.phase) = ([Column(name: "a", type: .json)], .complete)
            stage.records = [[], [TestCell("[true]", .json)]]
        }
        #expect(source.waitUntilComplete().rowCount == .exactly(1))
        #expect(try values(source) == [["2:number", "true:boolean"]])
        let never = StagedSource(stage)
        let failing = ElementsSource(never, of: "a")
        never.change { $0.phase = .complete }
        #expect(failing.waitUntilComplete().failure?.reason is JSONFailure)
    }

    @Test(arguments: [0, 1])
    func rowsThatAreOthersInTheEndAreReadAgain(problems: Int) throws {
        let base = StagedSource(["[1]", "[2", "[3]"], .indexing)
        var tuning = ElementsTuning()
        tuning.sampleWait = 0
        let source = ElementsSource(base, of: "a", tuning)
        _ = source.wait { $0.rowCount.known == 2 }
        source.want([CellRange(rows: 0..<2, columns: 0..<2)])
        _ = source.wait { $0.cells.block(row: 1, column: 1) != nil }
        base.change { stage in
            (stage.phase, stage.problemCount) = (.complete, problems)
            if problems > 0 { stage.records = cells(["[1]", "[7]", "[8, 9]", "[3]"]) }
        }
        let expected = problems > 0 ? ["1", "7", "8", "9", "3"] : ["1", "3"]
        #expect(source.wait { $0.phase == .complete }.rowCount == .exactly(expected.count))
        #expect(try values(source).map { $0[1] } == expected.map { $0 + ":number" })
        let snapshot = source.wait { $0.cells.block(row: 1, column: 1) != nil }
        #expect(snapshot.cells.block(row: 1, column: 1)?.text(row: 1, column: 1) == expected[1])
    }

    @Test func lastRowMayBecomeAnother() throws {
        let base = StagedSource(["[1]", "[2, 3]"], .complete)
        let source = ElementsSource(base, of: "a")
        #expect(source.waitUntilComplete().rowCount == .exactly(3))
        source.want([CellRange(rows: 0..<3, columns: 0..<2)])
        _ = source.wait { $0.cells.block(row: 2, column: 1) != nil }
        base.change { $0.records = cells(["[1]", "[4]"]) }
        let snapshot = source.wait { $0.phase == .complete && $0.rowCount == .exactly(2) }
        #expect(snapshot.columns.map(\.name) == ["(row)", "value"])
        #expect(try values(source) == [["1:number", "1:number"], ["2:number", "4:number"]])
        let shown = source.wait { $0.cells.block(row: 1, column: 1) != nil }
        #expect(shown.cells.block(row: 1, column: 1)?.text(row: 1, column: 1) == "4")
        base.change { $0.records = cells(["[5]"]) }
        #expect(source.wait { $0.phase == .complete && $0.rowCount == .exactly(1) }.rowCount == .exactly(1))
        #expect(try values(source) == [["1:number", "5:number"]])
    }
}

/// A table that only shows its cells.
private final class ShownOnly: TableSource {
    var snapshot: TableSnapshot {
        TableSnapshot(
            description: TableDescription(format: "shown"), columns: [Column(name: "a", type: .json)],
            rowCount: .exactly(1), phase: .complete)
    }
    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}
