import QuadrilleRuntime
import SeededRandom
import Tabular
import TestSources
import TestWaiting
import Testing

@testable import TabularJSON

/// A table of these texts, with its columns `expansions` expanded and all members found.
private func expanded(
    _ columns: [String], _ rows: [[String]], _ expansions: [String], _ tuning: ExpansionTuning = smallSteps()
) -> (source: ExpandedSource, base: LiveTable) {
    let base = LiveTable()
    base.change(rows, columns: columns)
    let source = ExpandedSource(base, expansions, tuning)
    source.waitUntilComplete()
    return (source, base)
}

private func records(_ source: some RowPicking, _ request: RecordRequest = .all) throws -> [[TestCell]] {
    var list = RecordList()
    try source.streamRecords(0..<Int.max, of: request, into: &list)
    return list.records
}

/// The rows on a line each: `·` for missing values, `null` for null.
private func lines(_ source: some RowPicking, _ columns: [Int]? = nil) throws -> [String] {
    try records(source, .columns(columns)).map { record in
        record.map { $0.state == .missing ? "·" : $0.state == .null ? "null" : $0.text }.joined(separator: "|")
    }
}

@Suite struct ExpandedSourceTests {
    @Test func membersAreColumns() throws {
        let rows = [
            ["1", #"{"a": 1.50, "b": {"x": 2}, "x.y": null}"#, "n"],
            ["2", #" {"b": "t"}"#, "n"],
            ["3", "[1]", "n"],
            ["4", #"{"a": "#, "n"],
            ["5"],
        ]
        let (source, _) = expanded(["id", "payload", "note"], rows, ["payload"])
        let snapshot = source.snapshot
        #expect(snapshot.columns.map(\.name) == ["id", "payload", "note", "payload.a", "payload.b", #"payload."x.y""#])
        #expect(snapshot.columns.map(\.type) == [.text, .text, .text, .decimal, .mixed, .empty])
        #expect(snapshot.columns.allSatisfy { $0.path.isEmpty && $0.groups.isEmpty })
        #expect(
            try lines(source) == [
                #"1|{"a": 1.50, "b": {"x": 2}, "x.y": null}|n|1.50|{"x": 2}|null"#,
                #"2| {"b": "t"}|n|·|t|·"#,
                "3|[1]|n|·|·|·", #"4|{"a": |n|·|·|·"#, "5|·|·|·|·|·",
            ])
        #expect(
            try lines(source, [4, 0, 99, 3]) == [#"{"x": 2}|1|·|1.50"#, "t|2|·|·", "·|3|·|·", "·|4|·|·", "·|5|·|·"])
        #expect(source.activeExpansions == ["payload"])
    }

    /// Of a JSON text, once no row can add columns of its own.
    @Test func objectsInStringsOfJSONAreExpanded() throws {
        var tuning = JSONTuning()
        tuning.sample = 32
        for (name, open, separator, close) in [("t.json", "[", ",", "]"), ("t.ndjson", "", "\n", "\n")] {
            let rows = (0..<200).map { row in
                "{\"id\":\(row),\"p\":\"{\\\"a\\\":\(row)}\"\(row == 150 ? ",\"late\":1" : "")}"
            }
            let base = try opened(
                open + rows.joined(separator: separator) + close, name: name, JSONOptions(), table: 0, tuning)
            let source = try #require(ExpandedSource.expanding(base, ["p"]) as? ExpandedSource)
            source.waitUntilComplete()
            #expect(source.snapshot.columns.map(\.name) == ["id", "p", "late", "p.a"])
            #expect(try lines(source)[150] == #"150|{"a":150}|1|150"#)
            #expect(try lines(source).count == 200)
        }
    }

    @Test func membersAreExpandedInTurn() throws {
        let rows = [
            [#"{"b": {"x": {"y": 1}}}"#], [#"{"b": "{\"x\": {\"y\": \"é\"}, \"z\": 7}"}"#], [#"{"b": 3}"#],
        ]
        let (source, _) = expanded(["p"], rows, ["p", "nothing", "p.b", "p.b.x", "1"])
        #expect(source.snapshot.columns.map(\.name) == ["p", "p.b", "p.b.x", "p.b.x.y", "p.b.z"])
        #expect(try lines(source, [3, 4, 2]) == [#"1|·|{"y": 1}"#, #"é|7|{"y": "é"}"#, "·|·|·"])
        // Number 1 is the column p, which is expanded already.
        #expect(Set(source.activeExpansions) == ["p", "p.b", "p.b.x", "1"])
    }

    @Test func withoutExpansionsThereIsTheBase() throws {
        let base = LiveTable()
        #expect(ExpandedSource.expanding(base, []) === base)
        base.change([["{}"]], columns: ["p"])
        let source = try #require(ExpandedSource.expanding(base, ["q"]) as? ExpandedSource)
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.columns.count == 1 && !snapshot.description.hasLateColumns)
        #expect(source.activeExpansions.isEmpty)
        #expect(try lines(source) == ["{}"])
    }

    @Test func lateMembersStandBehindAllOthers() throws {
        var rows = (0..<50).map { [#"{"a": \#($0)}"#, #"{"k": 1}"#] }
        rows.append([#"{"late": true, "a": 1}"#, #"{"k": 2}"#])
        let (source, base) = expanded(["p", "q"], rows, ["p", "q"])
        #expect(source.snapshot.columns.map(\.name) == ["p", "q", "p.a", "q.k", "p.late"])
        #expect(try lines(source, [4, 3]).suffix(2) == ["·|1", "true|2"])
        base.change(rows + [[#"{"later": 1}"#]])
        try finish { source.wait { $0.phase == .complete && $0.columns.count == 6 } }
        #expect(source.snapshot.columns[5].name == "p.later")
        #expect(try lines(source, [5, 4]).last == "1|·")
    }

    @Test func columnsThatTheBaseGetsLateStandBehind() throws {
        let (source, base) = expanded(["p", "q"], [[#"{"a": 1}"#, "2"]], ["p"])
        base.change([[#"{"a": 1}"#, "2"], ["x", "y", "z"]], columns: ["p", "q", "r"])
        try finish { source.wait { $0.phase == .complete && $0.rowCount.known == 2 } }
        #expect(source.snapshot.columns.map(\.name) == ["p", "q", "p.a", "r"])
        #expect(try lines(source) == [#"{"a": 1}|2|1|·"#, "x|y|·|z"])
        #expect(try lines(source, [3, 2]) == ["·|1", "z|·"])
        // A late one may be expanded too.
        let (other, second) = expanded(["p", "q"], [[#"{"a": 1}"#, "2"]], ["p", "3"])
        second.change([[#"{"a": 1}"#, "2"], ["x", "y", #"{"c": 3}"#]], columns: ["p", "q", "r"])
        try finish { other.wait { $0.phase == .complete && $0.columns.count == 5 } }
        #expect(other.snapshot.columns.map(\.name) == ["p", "q", "p.a", "r", "r.c"])
    }

    @Test func nothingIsDerivedWhileTheBaseOpens() throws {
        let base = LiveTable()
        base.change([], columns: ["p"], .opening)
        let source = ExpandedSource(base, ["p"], smallSteps())
        #expect(source.snapshot.phase == .opening && source.snapshot.mayGainColumns)
        base.change([[#"{"a": 1}"#], [#"{"b": 1}"#]], .indexing)
        try finish { source.wait { $0.columns.count == 2 } }
        // The last row may still go on.
        #expect(source.snapshot.columns.map(\.name) == ["p", "p.a"] && source.snapshot.mayGainColumns)
        base.change([[#"{"a": 1}"#], [#"{"b": 1, "c": 2}"#]])
        try finish { source.wait { $0.phase == .complete } }
        #expect(source.snapshot.columns.map(\.name) == ["p", "p.a", "p.b", "p.c"] && !source.snapshot.mayGainColumns)
    }

    @Test func lastRowThatGoesOnIsCountedOnce() throws {
        var rows = (0..<98).map { _ in [#"{"a": 1}"#] }
        rows.append([#"{"a": "text"}"#])
        let (source, base) = expanded(["p"], rows, ["p"])
        #expect(source.snapshot.columns[1].type == .mixed)
        // 99 of 100 are integers, and the text was counted once.
        for count in 1...3 {
            base.change(rows.map { $0 } + [[#"{"a": \#(count)}"#]])
            try finish { source.wait { $0.phase == .complete && $0.rowCount.known == 100 } }
        }
        #expect(comesTrue { source.snapshot.columns[1].type == .integer })
    }

    @Test func headerHasTheNamesOfMembers() throws {
        let (source, _) = expanded(["id", "p"], [["1", #"{"a": 1, "b": 2}"#]], ["p"])
        var list = RecordList()
        try source.streamHeader(into: &list)
        #expect(list.records.map { $0.map(\.text) } == [["id", "p", "p.a", "p.b"]])
        #expect(try source.settleReading() == 0)
    }

    @Test func objectsAreToldByTheirBrace() {
        for text in ["{", " \t\r\n{\"a\": 1}", "{}"] { #expect(ExpandedSource.looksExpandable(text)) }
        for text in ["", " ", "[{}]", "a{", "\"{}\"", "1"] { #expect(!ExpandedSource.looksExpandable(text)) }
    }

    @Test func closingClosesTheBase() {
        let (source, base) = expanded(["p"], [["{}"]], ["p"])
        source.close()
        #expect(base.isClosed)
        #expect(source.wait(until: { _ in false }, unless: .never) == nil)
        // A table that is let go leaves its base to others.
        var other: ExpandedSource?
        let second = LiveTable()
        other = ExpandedSource(second, ["p"], smallSteps())
        #expect(other?.snapshot.phase == .opening)
        other = nil
        #expect(!second.isClosed)
    }
}

/// Against a slow expansion of random tables.
@Suite struct RandomExpansionTests {
    static let expansions = ["payload", "extra", "payload.b", "payload.b.x", "extra.a"]

    private static func table(_ seed: UInt64, rows: Int = 120) -> (RandomObjects, TypedSource, ExpandedSource) {
        let table = RandomObjects(seed: seed, rows: rows)
        let base = TypedSource(table.columns, table.records, isSingly: seed % 2 == 0)
        let source = ExpandedSource(base, Self.expansions, smallSteps())
        source.waitUntilComplete()
        return (table, base, source)
    }

    private static func cells(
        _ table: RandomObjects, _ slow: SlowExpansion, _ names: [String], rows: [Int]
    ) -> [[TestCell]] {
        rows.map { row in
            names.map { name in
                guard let column = RandomObjects.names.firstIndex(of: name) else { return slow.cell(row, name) }
                return column < table.records[row].count ? table.records[row][column] : .missing
            }
        }
    }

    private static func slow(_ table: RandomObjects, _ form: RecordRequest.Form = .value) -> SlowExpansion {
        SlowExpansion(RandomObjects.names, table.records, Self.expansions, form: form)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func streamsAnyColumnsOfAnyRows(_ seed: UInt64) throws {
        let (table, _, source) = Self.table(seed)
        let names = source.snapshot.columns.map(\.name)
        let slow = Self.slow(table)
        let shown = Self.slow(table, .shown)
        #expect(Set(names) == slow.names.union(RandomObjects.names))
        #expect(Set(names).count == names.count)
        #expect(Array(names.prefix(4)) == RandomObjects.names)
        let all = Array(table.records.indices)
        #expect(try records(source) == Self.cells(table, slow, names, rows: all))
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let wanted = (0..<random.int(0...8)).map { _ in random.int(0...names.count - 1) }
            let rows = all.filter { _ in random.oneIn(3) }
            let form = random.pick([RecordRequest.Form.value, .shown])
            var list = RecordList()
            try source.streamRecords(at: rows, of: .columns(wanted, form: form), into: &list)
            let expected = Self.cells(
                table, form == .value ? slow : shown, wanted.map { names[$0] }, rows: rows)
            #expect(list.records == expected, "\(wanted) \(rows)")
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func tilesHaveTheSameCells(_ seed: UInt64) throws {
        let (table, _, source) = Self.table(seed, rows: 300)
        let names = source.snapshot.columns.map(\.name)
        let rows = 100..<300
        source.want([CellRange(rows: rows, columns: 0..<names.count)])
        let snapshot = try loaded(source, rows, names.count)
        let expected = Self.cells(table, Self.slow(table, .shown), names, rows: Array(rows))
        for row in rows {
            for column in names.indices {
                let block = try #require(snapshot.cells.block(row: row, column: column))
                let cell = expected[row - 100][column]
                #expect(block.text(row: row, column: column) == cell.text, "\(row) \(names[column])")
                let info = block.info(row: row, column: column)
                #expect(info.state == cell.state && (info.state != .value || info.kind == cell.kind))
            }
        }
    }

    @Test func longValuesAreTruncatedInTilesAlone() throws {
        let long = String(repeating: "é", count: 5_000)
        let (source, _) = expanded(["p"], [[#"{"a": "\#(long)"}"#], [#"{"a": "short"}"#]], ["p"])
        source.want([CellRange(rows: 0..<2, columns: 0..<2)])
        let block = try #require(try loaded(source, 0..<2, 2).cells.block(row: 0, column: 1))
        #expect(block.text(row: 0, column: 1) == String(repeating: "é", count: 2_048))
        #expect(block.info(row: 0, column: 1).isCut && block.length(row: 0, column: 1) == 10_000)
        #expect(try lines(source, [1]) == [long, "short"])
    }

    @Test func valuesOfAnyLengthPass() throws {
        let long = String(repeating: "0123456789abcdef", count: 3 << 16)
        let rows = [[long + long + long + long + long + long, #"{"a": "\#(long)"}"#, long], ["x", #"{"a": 1}"#, "y"]]
        let (source, _) = expanded(["n", "p", "m"], rows, ["p"])
        let streamed = try records(source, .columns([0, 3, 2, 0]))
        #expect(streamed.map { $0.map(\.text) } == [[rows[0][0], long, long, rows[0][0]], ["x", "1", "y", "x"]])
    }
}

/// Waits until all of the cells are in memory.
private func loaded(_ source: ExpandedSource, _ rows: Range<Int>, _ columns: Int) throws -> TableSnapshot {
    let isLoaded: @Sendable (TableSnapshot) -> Bool = { snapshot in
        rows.allSatisfy { row in (0..<columns).allSatisfy { snapshot.cells.block(row: row, column: $0) != nil } }
    }
    try finish { source.wait(until: isLoaded) }
    return source.snapshot
}

@Suite struct ExpansionWorkTests {
    /// Columns of objects among others.
    private static func wide(_ rows: Int) -> TypedSource {
        var columns = (0..<70).map { Column(name: "c\($0)", type: .text) }
        columns[5].name = "p"
        let records = (0..<rows).map { row in
            (0..<70).map { TestCell($0 == 5 ? #"{"a": \#(row), "b": 2}"# : "\(row)") }
        }
        return TypedSource(columns, records)
    }

    @Test func columnsOfTheBaseAloneCostNothing() throws {
        let base = Self.wide(500)
        let source = ExpandedSource(base, ["p"], ExpansionTuning())
        source.waitUntilComplete()
        // All members are found by their parents alone, each read once.
        #expect(base.decodedColumns == [5] && base.decodedCounts[5] == 500)
        base.forgetCounts()
        #expect(try records(source, .columns([7, 3])).count == 500)
        #expect(base.decodedColumns == [3, 7])
        base.forgetCounts()
        #expect(try lines(source, [71, 70]).prefix(2) == ["2|0", "2|1"])
        #expect(base.decodedColumns == [5] && base.decodedCounts[5] == 500)
    }

    @Test func tilesBeforeTheMembersAreThoseOfTheBase() throws {
        let base = Self.wide(200)
        let source = ExpandedSource(base, ["p"], ExpansionTuning())
        source.waitUntilComplete()
        base.forgetCounts()
        source.want([CellRange(rows: 0..<200, columns: 0..<72)])
        let snapshot = try loaded(source, 0..<200, 72)
        // 64 columns come from the base; of the others the parent is read with them.
        #expect(base.decodedColumns == [5] + Array(64..<70))
        for column in [0, 63, 64, 69] {
            #expect(snapshot.cells.block(row: 150, column: column)?.text(row: 150, column: column) == "150")
        }
        #expect(snapshot.cells.block(row: 150, column: 70)?.text(row: 150, column: 70) == "150")
        #expect(snapshot.cells.keys.count == 4)
    }

    @Test func wantsAreDividedOnceMembersAreThere() throws {
        let base = LiveTable()
        let source = ExpandedSource(base, ["p"], smallSteps())
        let all = CellRange(rows: 0..<9, columns: 0..<100)
        source.want([all])
        #expect(base.wants == [all])
        base.change([[#"{"a": 1}"#]], columns: ["p"])
        try finish { source.wait { $0.columns.count == 2 } }
        #expect(comesTrue { base.wants.allSatisfy(\.isEmpty) })
        #expect(try loaded(source, 0..<1, 2).cells.block(row: 0, column: 1)?.text(row: 0, column: 1) == "1")
    }

    @Test func tilesOfRowsThatGoOnAreReadAgain() throws {
        let (source, base) = expanded(["p"], [[#"{"a": 1}"#], [#"{"a": 2}"#]], ["p"])
        source.want([CellRange(rows: 0..<100, columns: 0..<2)])
        _ = try loaded(source, 0..<2, 2)
        base.change([[#"{"a": 1}"#], [#"{"a": 25}"#], [#"{"a": 3}"#]])
        let snapshot = try loaded(source, 0..<3, 2)
        #expect((0..<3).map { snapshot.cells.block(row: $0, column: 1)?.text(row: $0, column: 1) } == ["1", "25", "3"])
    }

    @Test func finishedSinksEndTheStream() throws {
        let source = ExpandedSource(Self.wide(50_000), ["p"], ExpansionTuning())
        source.waitUntilComplete()
        var list = RecordList(limit: 10)
        try source.streamRecords(0..<50_000, of: .columns([70]), into: &list)
        #expect(list.records.count < 50_000 && list.records[9] == [TestCell("9", .number)])
    }
}
