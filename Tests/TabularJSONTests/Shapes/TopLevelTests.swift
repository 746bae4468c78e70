import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

private func tables(_ text: String) throws -> [String] {
    let content = SourceContent(store: MemoryStore(Array(text.utf8)), innerName: "t.json")
    return try JSONDocument(content, name: "t.json").catalog.catalog?.entries.map(\.name) ?? []
}

@Suite struct TopLevelTests {
    @Test func topLevelHasMembersWithoutATable() throws {
        let text =
            "{\"a\":[{\"x\":1}],\n\"n\":7,\"b\":{\"c\":[{\"y\":1}]},\n\"d\":{\"e\":[{\"z\":1}],\"f\":2},\"t\":[1,2],\"o\":{},\"s\":\"\\u0000\"}"
        #expect(try tables(text) == ["a", "b.c", "d.e", "(top level)"])
        let source = try opened(text, table: 3)
        #expect(
            try table(source) == [
                ["key", "value"], ["'n'", "7"], ["'d'", #"{"e":[{"z":1}],"f":2}"#], ["'t'", "[1,2]"], ["'o'", "{}"],
                ["'s'", "'\0'"],
            ])
        #expect(try source.path(ofRow: 1, column: 1) == "/d")
        let place = try #require(try source.place(ofRow: 2, column: 1))
        #expect(String(decoding: try source.sourceBytes(place.bytes), as: UTF8.self) == "[1,2]")
        #expect(source.snapshot.problems.first.map(\.position.record) == [5])
        #expect(source.snapshot.problems.first.map(\.position.line) == [3])
    }

    /// Names that differ only in halves of surrogate pairs, or in the bytes of equal characters.
    @Test func tablesOfSimilarNamesAreDistinguished() throws {
        let text = #"{"\ud800":[{"x":1}],"\udc00":[{"y":2}],"\u00e9":[{"z":3}],"e\u0301":[{"w":4}]}"#
        #expect(try tables(text).prefix(2) == [#"["\ud800"]"#, #"["\udc00"]"#])
        for (path, name, value) in [
            (#"$["\ud800"]"#, "x", "1"), (#"$["\udc00"]"#, "y", "2"), (#"$["e\u0301"]"#, "w", "4"),
        ] {
            var options = JSONOptions()
            options.rowsAt = RowsPath(written: path)
            #expect(try table(opened(text, options)) == [[name], [value]])
        }
    }

    @Test func objectOfTablesHasNoTopLevel() throws {
        #expect(try tables(#"{"a":[{"x":1}],"b":{"c":[{"y":1}],"d":{"e":[{"z":1}]}}}"#) == ["a", "b.c", "b.d.e"])
        #expect(try tables(#"{"a":[{"x":1}],"b":[{"y":1}],"c":null}"#) == ["a", "b", "(top level)"])
    }

    @Test func objectAloneHasAllMembers() throws {
        #expect(try table(opened(#"{"a":[1,"x"],"b":{"c":1},"n":2}"#)).count == 4)
        let text = #"{"a":[{"x":1}],"b":[{"y":1}],"c":null}"#
        #expect(try table(opened(text, JSONOptions(rowsAt: RowsPath()))).count == 4)
    }

    @Test func unfinishedTableIsNoRow() throws {
        let source = try opened("{\"n\":1,\"a\":[{\"x\":1}],\"b\":[{\"y\":1},\n{\"y\"", table: 2)
        #expect(try table(source) == [["key", "value"], ["'n'", "1"]])
        #expect(source.snapshot.problems.first.map(\.kind.rawValue) == ["cut-off"])
        #expect(source.snapshot.problems.first.map(\.position.line) == [2])
    }

    @Test(arguments: 0..<200)
    func rowsAreTheMembersThatAreLeft(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var text = "{"
        var expected: [[String]] = [["key", "value"]]
        var (tableCount, lines) = (0, [Int]())
        let count = random.int(3...random.pick([6, 60]))
        for number in 0..<count {
            let name = "m\(number)"
            text += (number > 0 ? "," : "") + random.pick(["", "\n", "\r\n", " "]) + "\"\(name)\":"
            if number < 2 || random.oneIn(2) {
                let others = String(repeating: ",\n{\"x\":[2]}", count: random.int(0...random.pick([2, 40])))
                let array = "[{\"x\":1}\(others)]"
                text += random.oneIn(4) ? "{\"in\":\(array)}" : array
                tableCount += 1
            } else {
                let value = random.pick(["\(number)", "[\(number),\n2]", "{\"a\":\(number)}", "\"\\u0000\""])
                text += value
                expected.append(["'\(name)'", value == "\"\\u0000\"" ? "'\0'" : value])
                if value.contains("u0000") { lines.append(text.utf8.count { $0 == 0x0A } + 1) }
            }
        }
        text += random.pick(["", "\n"]) + "}\n"
        guard expected.count > 1 else { return }
        var tuning = JSONTuning()
        tuning.block = random.int(1...random.pick([8, 100, 1000]))
        (tuning.interval, tuning.segment) = (random.int(1...200), random.int(1...600))
        (tuning.auditPart, tuning.sample) = (random.int(1...300), 1 << 14)
        tuning.threads = random.int(1...4)
        let source = try opened(text, JSONOptions(), table: tableCount, tuning)
        #expect(try table(source) == expected)
        #expect(source.snapshot.problems.first.map(\.position.line) == lines)
        #expect(source.snapshot.phase == .complete)
        let rows = (0..<expected.count - 1).filter { _ in random.oneIn(2) }
        var picked = RecordList()
        try source.streamRecords(at: rows, into: &picked)
        #expect(picked.records.map { $0[0].text } == rows.map { String(expected[$0 + 1][0].dropFirst().dropLast()) })
        for row in rows {
            source.want([CellRange(rows: row..<row + 1, columns: 0..<2)])
            let key = BlockTiles.Key(row: row / BlockTiles.rowsPerTile, column: 0)
            let snapshot = source.wait { $0.cells[key] != nil }
            #expect("'\(snapshot.cells[key]?.text(row: row, column: 0) ?? "")'" == expected[row + 1][0])
            #expect(try source.path(ofRow: row, column: 1) == "/" + expected[row + 1][0].dropFirst().dropLast())
        }
    }
}
