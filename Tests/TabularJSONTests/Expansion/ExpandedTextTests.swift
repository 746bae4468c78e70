import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TabularText
import TestSources
import TestStores
import TestWaiting
import Testing

@testable import TabularJSON

/// Columns of objects in a text table, as users have them.
@Suite struct ExpandedTextTests {
    private static func opened(
        _ store: any ByteStore, _ expansions: [String], headerRows: Int? = nil
    ) -> (source: ExpandedSource, base: TextSource) {
        var options = TextOptions()
        options.headerRows = headerRows
        let base = TextSource(unopened: "t.csv", options: options)
        let source = ExpandedSource(base, expansions, smallSteps())
        WorkerPool.shared.submit(.opening) {
            base.read(SourceContent(store: store, innerName: "t.csv"), beginning: nil)
        }
        return (source, base)
    }

    private static func opened(_ text: String, _ expansions: [String], headerRows: Int? = nil) -> ExpandedSource {
        let source = opened(MemoryStore(Array(text.utf8)), expansions, headerRows: headerRows).source
        source.waitUntilComplete()
        return source
    }

    private static func lines(_ source: ExpandedSource, _ columns: [Int]? = nil) throws -> [String] {
        var list = RecordList()
        try source.streamRecords(0..<Int.max, of: .columns(columns), into: &list)
        return list.records.map { record in
            record.map { $0.state == .missing ? "·" : $0.state == .null ? "null" : $0.text }.joined(separator: "|")
        }
    }

    private static let text = """
        id,payload,note
        1,"{""a"": 1.50, ""b"": {""x"": 2}}",n
        2,,n
        3,"{""b"": ""2024-01-31"", ""c"": null}",n

        """

    @Test func objectsInQuotesAreExpanded() throws {
        let source = Self.opened(Self.text, ["payload", "payload.b"])
        let columns = source.snapshot.columns
        #expect(columns.map(\.name) == ["id", "payload", "note", "payload.a", "payload.b", "payload.b.x", "payload.c"])
        #expect(columns.map(\.type) == [.integer, .text, .text, .decimal, .mixed, .integer, .empty])
        #expect(
            try Self.lines(source, [0, 3, 4, 6, 5])
                == [#"1|1.50|{"x": 2}|·|2"#, "2|·|·|·|·", "3|·|2024-01-31|null|·"])
        var kinds = RecordList()
        try source.streamRecords(0..<1, of: .columns([3]), into: &kinds)
        // A table of text does not tell kinds apart.
        #expect(kinds.records == [[TestCell("1.50")]])
        #expect(!source.snapshot.description.hasKinds)
    }

    /// Each letter of a member's value is once in the text.
    @Test(arguments: 0..<20)
    func bytesOfMembersAreInTheText(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        var text = "id,payload,note\n"
        var bytes: [(byte: ValueByte, letter: Character)] = []
        for row in 0..<random.int(2...9) {
            let (first, second) = (letters.removeFirst(), letters.removeFirst())
            let before = random.pick(["", "\"\"\"\"", " \"\"x\"\" ", "é", "\n"])
            let member = random.pick(["\(before)\(first)", "\(first)"])
            let value =
                #"{""u"": 1, ""s"": ""\#(member.replacing(#""""#, with: #"\"""#).replacing("\n", with: #"\n"#))"", ""t"":""\#(second)""}"#
            text += "\(row)\(before.isEmpty ? "" : "0"),\"\(value)\",n\n"
            // Columns of a row in any order.
            let shown = member.replacing(#""""#, with: "\"")
            let index = shown.utf8.count - 1
            let ends = [
                (ValueByte(row: row, column: 4, index: index), first),
                (ValueByte(row: row, column: 5, index: 0), second),
            ]
            bytes += random.oneIn(2) ? ends : ends.reversed()
        }
        let source = Self.opened(text, ["payload"])
        #expect(
            source.snapshot.columns.map(\.name) == ["id", "payload", "note", "payload.u", "payload.s", "payload.t"])
        let offsets = try source.sourceOffsets(of: bytes.map(\.byte))
        #expect(
            offsets
                == bytes.map {
                    text.utf8.firstIndex(of: $0.letter.asciiValue ?? 0).map {
                        text.utf8.distance(from: text.startIndex, to: $0)
                    }
                })
        // Values of the table itself, and one that is not there.
        let own = [
            ValueByte(row: 0, column: 0, index: 0), ValueByte(row: 0, column: 2, index: 1),
            ValueByte(row: 1, column: 99, index: 0),
        ]
        let note = try #require(text.utf8.dropFirst(16).firstRange(of: ",n\n".utf8)).lowerBound
        #expect(
            try source.sourceOffsets(of: own) == [16, text.utf8.distance(from: text.startIndex, to: note) + 2, nil])
    }

    @Test func headerRowsAndGroupsStayInStep() throws {
        let source = Self.opened("g,g,h\nid,p,q\n1,\"{\"\"a\"\":1}\",2\n", ["p"], headerRows: 2)
        #expect(source.snapshot.columns.map(\.groups) == [["g"], ["g"], ["h"], [""]])
        var list = RecordList()
        try source.streamHeader(into: &list)
        #expect(list.records.map { $0.map(\.text) } == [["g", "g", "h", ""], ["id", "p", "q", "p.a"]])
        let bare = Self.opened("1,\"{\"\"a\"\":1}\"\n2,\"{}\"\n", ["B"], headerRows: 0)
        #expect(bare.snapshot.columns.map(\.name) == ["", "", "B.a"])
        var none = RecordList()
        try bare.streamHeader(into: &none)
        #expect(none.records.isEmpty)
    }

    @Test func recordsWithMoreFieldsAddColumnsBehind() throws {
        let source = Self.opened("id,p\n1,\"{\"\"a\"\":1}\"\n2,x,extra\n", ["p"])
        let columns = source.snapshot.columns
        #expect(Set(columns.map(\.name)) == ["id", "p", "p.a", ""] && columns.prefix(2).map(\.name) == ["id", "p"])
        let (member, extra) = (columns.firstIndex { $0.name == "p.a" } ?? 0, columns.firstIndex { $0.name == "" } ?? 0)
        #expect(try Self.lines(source, [0, member, extra]) == ["1|1|·", "2|·|extra"])
        #expect(try Self.lines(source).map { $0.split(separator: "|").count } == [4, 4])
    }

    @Test func membersStandWhereTheirParentsDo() throws {
        let source = Self.opened(Self.text, ["payload", "payload.b"])
        let locate = try #require(source.abilities.locate)
        let parent = try #require(try locate.place(ofRow: 2, column: 1))
        for column in 3...6 { #expect(try locate.place(ofRow: 2, column: column) == parent) }
        #expect(try locate.line(of: parent, unless: .never) == 4)
        #expect(try String(decoding: locate.sourceBytes(parent.bytes), as: UTF8.self).hasPrefix("\"{\"\"b\"\""))
        #expect(source.abilities.bytes == nil && source.abilities.raw != nil)
    }

    @Test func filesThatGrowAreFollowed() throws {
        var text = Self.text
        let store = LiveStore(Array(text.utf8))
        let source = Self.opened(store, ["payload"]).source
        source.waitUntilComplete()
        source.want([CellRange(rows: 0..<500, columns: 0..<20)])
        // Row by row, each in two parts: the first is the open last row.
        for row in 4..<40 {
            for part in ["\(row),\"{\"\"a\"\": \(row), \"\"m\(row % 7)\"\": tr", "ue}\",n\n"] {
                text += part
                store.grow(to: Array(text.utf8))
                if row % 3 == 0 { store.waitUntilTaken() }
            }
        }
        let last = 39
        try finish {
            source.wait { $0.phase == .complete && $0.rowCount == .exactly(last) && $0.columns.count == 13 }
        }
        let whole = Self.opened(text, ["payload"])
        #expect(source.snapshot.columns.map(\.name) == whole.snapshot.columns.map(\.name))
        #expect(source.snapshot.columns.map(\.type) == whole.snapshot.columns.map(\.type))
        #expect(try Self.lines(source) == Self.lines(whole))
        let column = try #require(source.snapshot.columns.firstIndex { $0.name == "payload.a" })
        #expect(
            comesTrue {
                (3..<last).allSatisfy { row in
                    source.snapshot.cells.block(row: row, column: column)?.text(row: row, column: column)
                        == "\(row + 1)"
                }
            })
    }

    @Test func halvesOfSurrogatePairsAreKept() throws {
        let source = Self.opened("id,p\n1,\"{\"\"a\"\":\"\"\\ud800x\"\"}\"\n", ["p"])
        var request = RecordRequest.columns([2])
        for (keeps, bytes) in [(false, Array("\u{FFFD}x".utf8)), (true, [0xED, 0xA0, 0x80, 0x78])] {
            request.isForJSON = keeps
            var list = RecordList()
            try source.streamRecords(0..<1, of: request, into: &list)
            #expect(list.records == [[TestCell(bytes)]])
        }
    }
}
