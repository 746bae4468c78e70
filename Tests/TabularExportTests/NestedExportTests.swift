import Foundation
import Glibc
import SeededRandom
import Tabular
import TabularBytes
import TabularJSON
import TestSources
import TestStores
import Testing

@testable import TabularExport

/// Columns by their paths, with points between the names.
private func columns(_ paths: String...) -> [Column] {
    paths.map { text in
        let path = ColumnPath.names(in: text) ?? []
        var column = Column(name: path.last ?? "value", type: .mixed)
        (column.path, column.groups) = (path, Array(path.dropLast()))
        return column
    }
}

private func written(
    _ source: TypedSource, _ format: ExportFormat, _ part: ExportPart = .all, _ style: ExportStyle = ExportStyle()
) throws -> String {
    let folder = Folder()
    try TableExport(source, format: format, part: part, style: style).write(toFile: "\(folder.path)/out")
    return String(decoding: folder.read("out") ?? [], as: UTF8.self)
}

private func number(_ text: String) -> TestCell { TestCell(text, .number) }
private func nested(_ text: String) -> TestCell { TestCell(text, .json) }

/// The table of a JSON text, with all its columns.
private func source(_ text: String) throws -> JSONSource {
    let content = SourceContent(store: MemoryStore(Array(text.utf8)), innerName: "t.json")
    let source = try #require(JSONDocument(content, name: "t.json").table(nil) as? JSONSource)
    _ = source.wait(until: { $0.phase == .complete }, unless: .never)
    return source
}

/// The same, exported as JSON of one line for each row.
private func rewritten(_ text: String, _ part: ExportPart = .all) throws -> String {
    let source = try source(text)
    let folder = Folder()
    try TableExport(source, format: .ndjson, part: part).write(toFile: "\(folder.path)/out")
    return String(decoding: folder.read("out") ?? [], as: UTF8.self)
}

@Suite struct RewrittenJSONTests {
    @Test func emptyListsStayLists() throws {
        #expect(try rewritten("[[]]") == "[]\n")
        #expect(try rewritten("[]\n[]\n") == "[]\n[]\n")
        #expect(try rewritten("[{}]") == "{}\n")
    }

    @Test func featuresKeepTheirType() throws {
        let feature = #"{"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":[1,2]}}"#
        let text = #"{"type":"FeatureCollection","features":["# + feature + "," + feature + "]}"
        #expect(try rewritten(text) == feature + "\n" + feature + "\n")
        #expect(
            try rewritten(text, ExportPart(columns: [0])) == "{\"properties\":{\"a\":1}}\n{\"properties\":{\"a\":1}}\n")
        // A type of its own has a column.
        let other = text.replacing(#""type":"Feature","properties":{"a":1},"#, with: #""type":"Other","#)
        #expect(try rewritten(other).contains(#""type":"Other""#) && !rewritten(other).contains(#""type":"Feature""#))
    }

    /// A row that is no object is a value of its own, which has no type.
    @Test func brokenFeatureIsAText() throws {
        let text = #"{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"p":1b}}i]}"#
        let lines = try rewritten(text).split(separator: "\n")
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) }
        #expect(lines.contains { $0.hasPrefix("\"{") })
    }

    @Test func overlongRowIsNamed() throws {
        let text = "[\n{\"a\":1,\"b\":\"\(String(repeating: "x", count: (1 << 24) + 10))\",\"c\":2}]"
        let error = try #require(throws: ExportError.self) { _ = try rewritten(text) }
        #expect(error.kind == .unreadable && error.description.contains("longer than 16,777,216 bytes"))
        #expect(try rewritten(text, ExportPart(columns: [0])) == "{\"a\":1}\n")
        let folder = Folder()
        let value = try #require(throws: ExportError.self) {
            try ValueExport(source(text), row: 0, column: 2).write(toFile: "\(folder.path)/out")
        }
        #expect(
            value.description == """
                row 1, column 3: the value cannot be read. The row is longer than 16,777,216 bytes. What stands behind them \
                is neither shown nor searched. Choose another cell.
                """)
    }

    /// A long value of the record would be written before the end of the record is known.
    @Test(arguments: valueFormats)
    func rowsBeforeAnOverlongRowAreWritten(format: ExportFormat) throws {
        let row = "{\"a\":\"x\",\"b\":1}\n"
        let long = String(repeating: "x", count: 1 << 23)
        let text = String(repeating: row, count: 5_000) + "{\"a\":\"\(long)\",\"b\":\"\(long)\"}\n" + row
        let (whole, folder) = (String(repeating: row, count: 5_000), Folder())
        for (name, text) in [("whole", whole), ("cut", text)] {
            let output = open("\(folder.path)/\(name)", O_WRONLY | O_CREAT, 0o644)
            defer { close(output) }
            let export = TableExport(try source(text), format: format)
            if name == "whole" {
                try export.write(to: output)
            } else {
                let error = try #require(throws: ExportError.self) { try export.write(to: output) }
                #expect(error.kind == .unreadable && error.description.hasPrefix("row 5001, column 2: "))
            }
        }
        #expect(folder.read("cut") == folder.read("whole"))
    }
}

@Suite struct SparseExportTests {
    /// Members in the order of the columns stay byte for byte, however few of them a record has.
    @Test(arguments: 0..<40)
    func sparseRecordsAreWrittenAsTheyStand(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let (groups, width) = (random.int(1...9), random.int(40...120))
        func line(_ hasMember: (Int, Int) -> Bool) -> String {
            let objects = (0..<groups).compactMap { group -> String? in
                let members = (0..<width).filter { hasMember(group, $0) }.map { "\"m\($0)\":\(random.int(0...9))" }
                if members.isEmpty { return nil }
                // Every third group is no object, and some lie in another.
                if group % 3 == 0 { return members.joined(separator: ",").replacing("\"m", with: "\"g\(group)m") }
                let object = "{" + members.joined(separator: ",") + "}"
                return "\"o\(group)\":" + (group % 3 == 1 ? object : "{\"inner\":\(object)}")
            }
            return "{" + objects.joined(separator: ",") + "}\n"
        }
        let lines = (0..<random.int(1...40)).map { _ in
            let share = random.pick([3, 100, groups * width, 10 * groups * width])
            return line { _, _ in random.oneIn(share) }
        }
        let text = line { _, _ in true } + lines.joined()
        #expect(try rewritten(text) == text)
        // Also in CSV: as many delimiters as columns.
        let folder = Folder()
        try TableExport(try source(text), format: .csv).write(toFile: "\(folder.path)/out")
        let rows = String(decoding: folder.read("out") ?? [], as: UTF8.self).split(separator: "\n").dropFirst()
        #expect(rows.count == lines.count + 1)
        for (row, line) in zip(rows.dropFirst(), lines) {
            let values = row.split(separator: ",", omittingEmptySubsequences: false)
            #expect(values.count == groups * width)
            #expect(values.filter { !$0.isEmpty }.joined() == line.matches(of: /:(\d)/).map { $0.output.1 }.joined())
        }
    }

    /// Members without a column of their own follow the others, and are not copied.
    @Test(arguments: [nil, "\"m0\":8", "\"o\":{\"z\":1}", "\"o\":{\"p\":2}"] as [String?])
    func longOthersAreWrittenAsTheyStand(last: String?) throws {
        let members = (0..<9_000).map { "\"m\($0)\":\"value \($0)\"" }.joined(separator: ",")
        let record = "{\"o\":{\"p\":2},\(members)\(last.map { "," + $0 } ?? "")}"
        let source = try source("\(record)\n\(record)\n")
        #expect(source.snapshot.columns.last?.holdsOthers == true)
        let folder = Folder()
        try TableExport(source, format: .ndjson).write(toFile: "\(folder.path)/out")
        let lines = String(decoding: folder.read("out") ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2 && lines.first == lines.last)
        if last == nil { #expect(lines.first.map { $0 == record } == true) }
        let written = try #require(lines.first)
        let values = try [record, String(written)].map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary
        }
        // Of a repeated name the last value counts.
        if last?.hasPrefix("\"m0") == true {
            #expect(values[1]?["m0"] as? Int == 8 && values[1]?.count == 9_001)
        } else {
            #expect(values[0] == values[1])
        }
    }

    @Test func delimitersOfMissingValuesAreWritten() throws {
        let cells = [[TestCell("a")], [.missing, .missing, TestCell("b")], [.missing, TestCell("c")], [.missing]]
        let source = TypedSource(columns("x", "y", "z"), cells.map { $0 }, isSingly: true)
        #expect(try written(source, .csv) == "x,y,z\na,,\n,,b\n,c,\n,,\n")
        let one = TypedSource(columns("x"), [[.missing], [TestCell("a")]], isSingly: true)
        #expect(try written(one, .csv) == "x\n\"\"\na\n")
    }
}

@Suite struct NestedExportTests {
    @Test(arguments: [
        "0", "-0", "1.10", "1E400", "1e+07", "12345678901234567890123", "0.1000000000000000055511151231257827",
        "5e-324",
        String(repeating: "7", count: 100),
    ])
    func numberOfJSONStaysAsItIs(text: String) throws {
        let source = TypedSource(columns("n"), [[number(text)]])
        #expect(try written(source, .ndjson) == "{\"n\":\(text)}\n")
        // Also in a source without paths.
        let flat = TypedSource([Column(name: "n", type: .decimal)], [[number(text)]])
        #expect(try written(flat, .json) == "[\n{\"n\":\(text)}\n]\n")
    }

    @Test(arguments: [
        "NaN", "Infinity", "-Infinity", "0x1F", "+1", ".5", "1.", "01", "-", "1e", "1e+", " 1", "1 ", "1,5", "",
    ])
    func otherNumberIsAString(text: String) throws {
        #expect(try written(TypedSource(columns("n"), [[number(text)]]), .ndjson) == "{\"n\":\"\(text)\"}\n")
    }

    @Test func recordsThatAreListsAreWrittenAsLists() throws {
        var list = columns("1", "2", "3", "value")
        for index in list.indices {
            list[index].path = []
            list[index].position = index < 3 ? index : nil
        }
        let missing = TestCell.missing
        let source = TypedSource(
            list,
            [
                [number("1"), TestCell("a", .text), missing, missing],
                [number("1"), .null, nested("[2]"), missing],
                [missing, missing, missing, nested("{\"a\":1}")], [missing, missing, missing, missing],
            ], hasBareRecords: true)
        #expect(try written(source, .ndjson) == "[1,\"a\"]\n[1,null,[2]]\n{\"a\":1}\n[]\n")
        // Other columns, in another order: elements keep theirs.
        let part = ExportPart(columns: [2, 0])
        #expect(try written(source, .ndjson, part) == "[1]\n[1,[2]]\n[]\n[]\n")
    }

    @Test(
        arguments: [
            ("{}", "{}"), ("[1, {\"a\": [null, true]}, \"x\\u00e9\\n\"]", nil), ("{\"a\":\n1,\r\n \"b\":2}", nil),
            (" -1.5e+3 ", nil), ("\"\"", nil), ("\"\\ud800\"", nil), ("{\"a\":1,\"a\":1.0}", nil),
        ] as [(String, String?)])
    func nestedTextIsWrittenAsItStands(text: String, written other: String?) throws {
        let source = TypedSource(columns("n"), [[nested(text)]])
        #expect(try written(source, .json) == "[\n{\"n\":\(other ?? text)}\n]\n")
        let line = (other ?? text).utf8.map { $0 == 10 || $0 == 13 ? 32 : $0 }
        #expect(try written(source, .ndjson) == "{\"n\":\(String(decoding: line, as: UTF8.self))}\n")
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\"}", "01", "1.", "+1", "tru", "\"\n\"", "\"\\x\"", "[1 2]", "]", "1 2", "{1:2}",
        "\"\\u12g4\"", "{\"a\":1,}",
    ])
    func brokenNestedTextIsAString(text: String) throws {
        var expected: [UInt8] = []
        JSONText.escape(Array(text.utf8), into: &expected)
        let string = String(decoding: expected, as: UTF8.self)
        #expect(try written(TypedSource(columns("n"), [[nested(text)]]), .ndjson) == "{\"n\":\"\(string)\"}\n")
    }

    @Test func nestingHasNoLimit() throws {
        let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        #expect(try written(TypedSource(columns("n"), [[nested(deep)]]), .ndjson) == "{\"n\":\(deep)}\n")
        let broken = String(deep.dropLast())
        #expect(try written(TypedSource(columns("n"), [[nested(broken)]]), .ndjson) == "{\"n\":\"\(broken)\"}\n")
    }

    @Test(arguments: [false, true])
    func groupsAreObjectsAgain(isSingly: Bool) throws {
        let records = [
            [number("7"), .null, TestCell("x"), number("1.10")], [number("8"), .missing, .missing, .missing],
            [.missing, .missing, .missing, TestCell("true", .boolean)], [.null, nested("[1, 2]"), TestCell("")], [],
        ]
        let source = TypedSource(columns("id", "b.c", "b.d.e", "b.d.f"), records, isSingly: isSingly)
        let lines = [
            "{\"id\":7,\"b\":{\"c\":null,\"d\":{\"e\":\"x\",\"f\":1.10}}}", "{\"id\":8}",
            "{\"b\":{\"d\":{\"f\":true}}}",
            "{\"id\":null,\"b\":{\"c\":[1, 2],\"d\":{\"e\":\"\"}}}", "{}",
        ]
        #expect(try written(source, .ndjson) == lines.map { $0 + "\n" }.joined())
        #expect(try written(source, .json) == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
        #expect(try written(TypedSource(columns("b.c"), []), .json) == "[]\n")
    }

    @Test func groupStandsAtItsFirstColumn() throws {
        let record = ["1", "2", "3", "4"].map(number)
        let source = TypedSource(columns("b.c", "x", "b.d", "x.y"), [record])
        #expect(try written(source, .ndjson) == "{\"b\":{\"c\":1,\"d\":3},\"x\":2,\"x_2\":{\"y\":4}}\n")
        let chosen = ExportPart(columns: [2, 1, 0])
        #expect(try written(source, .ndjson, chosen) == "{\"b\":{\"d\":3,\"c\":1},\"x\":2}\n")
        #expect(try written(source, .ndjson, ExportPart(columns: [0])) == "{\"b\":{\"c\":1}}\n")
        // A column that comes again is no other column's.
        let again = ExportPart(columns: [0, 0, 3, 3, 2])
        #expect(
            try written(source, .ndjson, again) == "{\"b\":{\"c\":1,\"c_2\":1,\"d\":3},\"x\":{\"y\":4,\"y_2\":4}}\n")
    }

    @Test(arguments: [
        ("null", "", "{\"address\":null}"), ("", "\"Bern\"", "{\"address\":{\"city\":\"Bern\"}}"), ("", "", "{}"),
        ("5", "\"Bern\"", "{\"address\":5,\"address_3\":{\"city\":\"Bern\"},\"address_2\":0}"),
        ("[ ]", "null", "{\"address\":[ ],\"address_3\":{\"city\":null},\"address_2\":0}"),
        ("{}", "1", "{\"address\":{\"city\":1}}"), ("{ }", "", "{\"address\":{ }}"),
        // An object with its members: as it stands.
        ("{ \"zip\": 1, \"city\" : \"Bern\" }", "\"\\u0042ern\"", "{\"address\":{ \"zip\": 1, \"city\" : \"Bern\" }}"),
        ("{\"city\":1,\"city\":2}", "2", "{\"address\":{\"city\":1,\"city\":2}}"),
        // With others: both.
        ("{ \"zip\" : 1 }", "2", "{\"address\":{\"city\":2,\"zip\" : 1}}"),
        // With one that is not the same.
        ("{\"city\":1}", "1.0", "{\"address\":{\"city\":1},\"address_3\":{\"city\":1.0},\"address_2\":0}"),
    ])
    func columnMayHaveThePathOfAGroup(own: String, member: String, expected: String) throws {
        let cells = [own, member].map { $0.isEmpty ? TestCell.missing : nested($0) }
        let last = expected.contains("_2") ? number("0") : .missing
        let source = TypedSource(columns("address", "address.city", "address_2"), [cells + [last]])
        #expect(try written(source, .ndjson) == expected + "\n")
    }

    @Test func recordMayBeAValueItself() throws {
        let values = [number("1"), number("2.50"), .null, TestCell("x"), nested("[3, 4]")]
        let source = TypedSource(columns(""), values.map { [$0] }, hasBareRecords: true)
        #expect(try written(source, .json) == "[\n1,\n2.50,\nnull,\n\"x\",\n[3, 4]\n]\n")
        #expect(try written(source, .ndjson) == "1\n2.50\nnull\n\"x\"\n[3, 4]\n")
        #expect(try written(source, .csv) == "value\n1\n2.50\n\"\"\nx\n\"[3, 4]\"\n")
        // Without the mark it is a column as any other.
        #expect(try written(TypedSource(columns(""), [[number("1")]]), .ndjson) == "{\"value\":1}\n")
        let mixed = [[.missing, number("1")], [number("5"), .missing], [number("5"), number("1")], []]
        let beside = TypedSource(columns("", "a"), mixed, hasBareRecords: true)
        #expect(try written(beside, .ndjson) == "{\"a\":1}\n5\n{\"a\":1,\"value\":5}\n{}\n")
        let rest = TypedSource(columns("", "a"), [[nested("{\"b\":2}"), number("1")]], hasBareRecords: true)
        #expect(try written(rest, .ndjson) == "{\"a\":1,\"b\":2}\n")
    }

    @Test func namesAreKeptByteForByte() throws {
        let names = [["é"], ["e\u{301}"], [""], ["a", ""], ["a", "\"\\"], ["\u{0}"]]
        let paths = names.map { path in
            var column = Column(name: path.last ?? "", type: .mixed)
            column.path = path
            return column
        }
        let source = TypedSource(paths, [names.indices.map { number("\($0)") }])
        #expect(
            Array(try written(source, .ndjson).utf8)
                == Array("{\"é\":0,\"e\u{301}\":1,\"\":2,\"a\":{\"\":3,\"\\\"\\\\\":4},\"\\u0000\":5}\n".utf8))
    }

    @Test func textThatIsNoUTF8IsRepaired() throws {
        let broken = [UInt8(ascii: "a"), 0xC3, 0x28, 0xF0, 0x9F]
        let cells = [TestCell(broken), TestCell([0x22] + broken + [0x22], .value, .json)]
        for isSingly in [false, true] {
            let source = TypedSource(columns("a", "b.c"), [cells], isSingly: isSingly)
            #expect(
                try written(source, .ndjson)
                    == "{\"a\":\"a\u{FFFD}(\u{FFFD}\",\"b\":{\"c\":\"\\\"a\u{FFFD}(\u{FFFD}\\\"\"}}\n")
        }
    }

    /// Half of a surrogate pair is no text: a name of a column shows it otherwise.
    @Test func halvesOfSurrogatePairsInNamesAreEscapes() throws {
        var names = columns("\\ud800", "\\ud800", "b.\\udc00x")
        names[0].pathBytes = [[0xED, 0xA0, 0x80]]
        names[2].pathBytes = [[0x62], [0xED, 0xB0, 0x80, 0x78]]
        let source = TypedSource(names, [[number("1"), number("2"), number("3")]])
        #expect(try written(source, .ndjson) == #"{"\ud800":1,"\\ud800":2,"b":{"\udc00x":3}}"# + "\n")
    }

    /// Values that are not copied, in objects that are open.
    @Test func longValuesAreWholeWhereverTheyStand() throws {
        let long = String(repeating: "long!", count: 1 << 14)
        let paths = columns("a", "b.c", "b.d.e", "b.d.f", "b.g", "h", "h.i", "j")
        func text(_ value: String) throws -> String {
            let records = stride(from: 1, to: 256, by: 6).map { mask in
                (0..<8).map { mask >> $0 & 1 == 1 ? TestCell(value) : TestCell.missing }
            }
            return try written(TypedSource(paths, records), .ndjson)
        }
        let parts = try text(long).split(separator: "long!")
        #expect(try parts.joined(separator: "l") == text("l"))
    }

    @Test func shownTextsAreMembersToo() throws {
        var style = ExportStyle()
        style.form = .shown
        let source = TypedSource(columns("a", "b.c"), [[number("1"), .null], [.missing, number("2")]])
        #expect(
            try written(source, .ndjson, .all, style) == "{\"a\":\"1\",\"b\":{\"c\":null}}\n{\"b\":{\"c\":\"2\"}}\n")
    }

    @Test(arguments: [
        (ExportFormat.csv, "id,b.c,\"b.\"\"x.y\"\"\"\n7,,\n,,z\n8,,\n"),
        (.tsv, "id\tb.c\t\"b.\"\"x.y\"\"\"\n7\t\t\n\t\tz\n8\t\t\n"),
        (
            .markdown,
            "| id | b.c | b.\"x.y\" |\n| --- | --- | --- |\n| 7 |  |  |\n|  |  | z |\n| 8 |  |  |\n"
        ),
        (
            .sql,
            """
            INSERT INTO "table" ("id", "b.c", "b.""x.y""\") VALUES
            (7, NULL, NULL),
            ('', NULL, 'z'),
            (8, NULL, NULL);

            """
        ),
    ])
    func headersHavePaths(format: ExportFormat, expected: String) throws {
        let records = [
            [number("7"), .null, .missing], [TestCell(""), .missing, TestCell("z")], [number("8")],
        ]
        let source = TypedSource(columns("id", "b.c", "b.\"x.y\""), records)
        #expect(try written(source, format) == expected)
    }

    @Test func headerHasThePathsOfItsColumns() throws {
        let source = TypedSource(columns("id", "b.c", "\"b.c\"", "a.c"), [["1", "2", "3", "4"].map(number)])
        #expect(try written(source, .csv) == "id,b.c,\"\"\"b.c\"\"\",a.c\n1,2,3,4\n")
        #expect(try written(source, .csv, ExportPart(columns: [3, 2])) == "a.c,b.c\n4,3\n")
        var style = ExportStyle(hasHeader: false)
        #expect(try written(source, .csv, ExportPart(columns: [3]), style) == "4\n")
        style = ExportStyle(escapesFormulas: true)
        #expect(try written(TypedSource(columns("=a.b"), []), .csv, .all, style) == "'=a.b\n")
        // Groups have rows of their own in HTML.
        let html = try written(source, .html)
        #expect(
            html.contains("<th>b</th>") && html.contains("<th>c</th><th>\"b.c\"</th>") && !html.contains("<th>b.c</th>")
        )
    }

    /// Records of random nested columns, as another program reads them.
    @Test(arguments: [false, true])
    func recordsReadBackAsTheSameValues(isSingly: Bool) throws {
        let folder = Folder()
        var random = SplitMix64(seed: isSingly ? 5 : 6)
        for number in 0..<150 {
            let table = NestedTable(seed: random.next())
            let source = table.source(isSingly: isSingly)
            var chosen = Array(table.paths.indices)
            if number % 2 == 1 { chosen = Array(chosen.shuffled(using: &random).prefix(1 + number % 9)) }
            let part = ExportPart(columns: number % 2 == 1 ? chosen : nil)
            for format in [ExportFormat.json, .ndjson, .csv] {
                let file = "\(folder.path)/\(number).\(format.fileNameEnding)"
                try TableExport(source, format: format, part: part).write(toFile: file)
            }
            let models = table.models(chosen).map { $0.notation + "\n" }.joined()
            _ = folder.write(Array(models.utf8), "\(number).expected")
            let names = chosen.map { table.columns[$0] }.fullNames
            let rows = [names] + table.records.map { record in chosen.map { record[$0].cell.text } }
            let cells = rows.map { row in row.map { JSONModel.string($0).notation }.joined(separator: ",") + "\n" }
            _ = folder.write(Array(cells.joined().utf8), "\(number).rows")
        }
        let script = folder.write(Array(Self.reader.utf8), "read.py")
        let process = try #require(popen("python3 \(script) \(folder.path) 150 2>&1", "r"))
        var output: [UInt8] = []
        while case let byte = fgetc(process), byte != EOF { output.append(UInt8(byte)) }
        #expect(pclose(process) == 0)
        #expect(String(decoding: output.prefix(3000), as: UTF8.self) == "")
    }

    private static let reader = #"""
        import csv, json, sys
        class Number(str): pass
        class Members(list): pass
        def refuse(text): raise ValueError(text)
        def read(text):
            return json.loads(text, object_pairs_hook=Members, parse_int=Number, parse_float=Number, parse_constant=refuse)
        def digits(text): return text.encode("utf-8", "surrogatepass").hex()
        def notation(value):
            if value is None: return "null"
            if value is True: return "true"
            if value is False: return "false"
            if isinstance(value, Number): return str(value)
            if isinstance(value, str): return "'" + digits(value)
            if isinstance(value, Members):
                return "{" + ",".join(digits(name) + ":" + notation(inner) for name, inner in value) + "}"
            return "[" + ",".join(map(notation, value)) + "]"
        def lines(path):
            with open(path, encoding="utf-8", newline="\n") as file: return file.read().split("\n")[:-1]
        def compare(name, found, wanted):
            if found == wanted: return
            for row, (one, other) in enumerate(zip(found, wanted)):
                if one != other: return print(name, row, "\nfound ", one, "\nwanted", other)
            print(name, len(found), "rows in place of", len(wanted))
        folder, count = sys.argv[1], int(sys.argv[2])
        for number in range(count):
            name = f"{folder}/{number}"
            wanted = lines(name + ".expected")
            with open(name + ".json", encoding="utf-8", newline="") as file:
                compare(name + ".json", list(map(notation, read(file.read()))), wanted)
            compare(name + ".ndjson", [notation(read(line)) for line in lines(name + ".ndjson")], wanted)
            with open(name + ".csv", encoding="utf-8", newline="") as file:
                rows = [",".join(map(notation, row)) for row in csv.reader(file, strict=True)]
            compare(name + ".csv", rows, lines(name + ".rows"))
        """#
}

@Test func numbersOfJSONAreTold() {
    var random = SplitMix64(seed: 8)
    let characters = Array("0019-+.eE".utf8)
    for _ in 0..<4_000 {
        let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in characters.randomElement(using: &random) ?? 0
        }
        let isNumber =
            String(decoding: text, as: UTF8.self).wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/#)
            != nil
        #expect(text.withUnsafeBufferPointer { JSONScanner.isNumber($0) } == isNumber, "\(text)")
    }
}
