import SeededRandom
import Tabular
import TabularBytes
import TestSources
import TestStores
import Testing

@testable import TabularJSON

/// The bytes in the file of the bytes of values.
@Suite struct ByteOffsetTests {
    /// The offsets of all bytes of all values, and of their ends, by rows and columns; nil for values without any.
    private func offsets(_ source: some ValueLocating, _ rows: [[TestCell]]) throws -> [[[Int?]]] {
        let bytes = rows.enumerated().flatMap { row, cells in
            cells.enumerated().flatMap { column, cell in
                (0...cell.bytes.count).map { ValueByte(row: row, column: column, index: $0) }
            }
        }
        var found = try source.sourceOffsets(of: bytes)[...]
        return rows.map { cells in
            cells.map { cell in
                defer { found = found.dropFirst(cell.bytes.count + 1) }
                return Array(found.prefix(cell.bytes.count + 1))
            }
        }
    }

    private func shown(_ source: some RecordStreaming) throws -> [[TestCell]] {
        var rows = RecordList()
        try source.streamRecords(0..<source.snapshot.rowCount.known, of: .columns(nil, form: .shown), into: &rows)
        return rows.records
    }

    /// The offsets of texts in a text, each from its first byte on.
    private func offsets(in text: String, _ options: JSONOptions = JSONOptions()) throws -> [[Int?]] {
        let source = try opened(text, options)
        defer { source.close() }
        let first = try shown(source).enumerated().map { row, cells in
            cells.indices.map { ValueByte(row: row, column: $0, index: 0) }
        }
        return try first.map { try source.sourceOffsets(of: $0) }
    }

    @Test func valuesBeginBehindTheirQuotes() throws {
        #expect(
            try offsets(in: #"[{"a":"x","b": 12},{"a":null,"b":[1, 2]}, {"b":true}]"#) == [
                [7, 15], [nil, 33], [nil, 47],
            ])
        #expect(try offsets(in: #"{"x":{"a":1},"y":{"a":2}}"#) == [[2, 10], [14, 22]])
    }

    @Test func escapesAreAtTheirBackslash() throws {
        let text = #"["a\n\u00e9\ud83d\ude00b","x\"y"]"#
        let source = try opened(text)
        let offsets = try offsets(source, try shown(source))
        #expect(offsets == [[[2, 3, 5, 5, 11, 11, 11, 11, 23, 24]], [[27, 28, 30, 31]]])
    }

    @Test func nestedValuesHaveTheirBlanks() throws {
        let text = #"[{"a":[1, {"b" : 2}]}]"#
        let source = try opened(text)
        #expect(try shown(source)[0][0].text == #"[1,{"b":2}]"#)
        #expect(try offsets(source, try shown(source)) == [[[6, 7, 8, 10, 11, 12, 13, 15, 17, 18, 19, 20]]])
    }

    @Test func membersAmongTheOthersAreFound() throws {
        var limits = ColumnLimits()
        limits.columns = 2
        var tuning = JSONTuning()
        tuning.limits = limits
        let text = #"[{"a":1,"b":{"c": [2, 3]},"d":4}]"#
        let source = try opened(text, JSONOptions(), tuning)
        let rows = try shown(source)
        #expect(rows[0].map(\.text) == ["1", #"{"b":{"c":[2,3]},"d":4}"#])
        let others = try offsets(source, rows)[0][1]
        for member in [#""c""#, "[2", "3]", #""d""#, "4"] {
            let index = try #require(
                rows[0][1].text.firstRange(of: member)?.lowerBound.utf16Offset(in: rows[0][1].text))
            #expect(others[index] == text.firstRange(of: member)?.lowerBound.utf16Offset(in: text), "\(member)")
        }
    }

    @Test func offsetsAreThoseOfTheFileInItsEncoding() throws {
        let text = "\u{FEFF}[\"é\",\"a b\"]"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let document = try JSONDocument(SourceContent(store: MemoryStore(bytes), innerName: "t.json"), name: "t.json")
        let source = try #require(document.table(TableID(0)) as? JSONSource)
        source.waitUntilComplete()
        let bytesOfB = ValueByte(row: 1, column: 0, index: 2)
        #expect(try source.sourceOffsets(of: [ValueByte(row: 0, column: 0, index: 0), bytesOfB]) == [6, 18])
    }

    @Test func columnsOfExpandedTablesHaveThoseOfTheirTable() throws {
        let base = try opened(#"[{"a":"x","b":{"c":"yz"}}]"#, JSONOptions(depth: 0))
        let source = try #require(ExpandedSource.expanding(base, ["b"]) as? ExpandedSource)
        source.waitUntilComplete()
        let bytes = (0..<4).map { ValueByte(row: 0, column: $0, index: 1) }
        #expect(try source.sourceOffsets(of: bytes) == [8, 15, 21, nil])
    }

    /// Blanks around members, a text that is an object, and members of members.
    @Test func bytesOfMembersAreInTheirObjects() throws {
        let text = #"[{"b": { "c" : [1, 22], "d":"x\ty" }},{"b":"{\"c\":\"\u00e9z\",\"e\":{\"f\":7}}"}]"#
        let base = try opened(text, JSONOptions(depth: 0))
        let source = try #require(ExpandedSource.expanding(base, ["b", "b.e"]) as? ExpandedSource)
        source.waitUntilComplete()
        #expect(source.snapshot.columns.map(\.name) == ["b", "b.c", "b.d", "b.e", "b.e.f"])
        let bytes = [(0, 1, 3), (0, 2, 1), (0, 2, 2), (1, 1, 2), (1, 3, 5), (1, 4, 0)].map {
            ValueByte(row: $0, column: $1, index: $2)
        }
        let marks = ["22", #"\ty"#, #"y" }"#, #"z\""#, #"7}}"#, #"{\"c\""#]
        let expected = try marks.map { mark in
            try #require(text.utf8.firstRange(of: mark.utf8)).lowerBound.utf16Offset(in: text)
        }
        #expect(try source.sourceOffsets(of: bytes) == expected)
        let long = try opened(
            #"[{"b":{"c":"\#(String(repeating: "x", count: 5_000))"}}]"#, JSONOptions(depth: 0))
        let expanded = try #require(ExpandedSource.expanding(long, ["b"]) as? ExpandedSource)
        expanded.waitUntilComplete()
        #expect(try expanded.sourceOffsets(of: [ValueByte(row: 0, column: 1, index: 9)]) == [6])
    }

    @Test(arguments: [0, 8])
    func bytesOfElementsAreInTheirArrays(depth: Int) throws {
        let text = #"[{"t": [ {"k" : "a\tb"} , {"k":"c", "l":[1, 2]}]},{"t":5},{"t":"  [ {\"k\":\"de\"}]"}]"#
        let source = ElementsSource(try opened(text, JSONOptions(depth: depth)), of: "t")
        source.waitUntilComplete()
        let rows = try shown(source)
        #expect(rows.map { $0.map(\.text) } == [["1", "a\tb", ""], ["1", "c", "[1,2]"], ["3", "de", ""]])
        let locate = try #require(source.abilities.locate)
        let bytes = [(0, 0, 0), (0, 1, 0), (0, 1, 2), (1, 1, 0), (1, 2, 3), (2, 1, 1)].map {
            ValueByte(row: $0, column: $1, index: $2)
        }
        let marks = [#"a\tb"#, #"b"}"#, #"c", "#, "2]", #"e\""#]
        let expected = try marks.map { mark in
            try #require(text.utf8.firstRange(of: mark.utf8)).lowerBound.utf16Offset(in: text)
        }
        #expect(try locate.sourceOffsets(of: bytes) == [nil] + expected)
        #expect(try locate.place(ofRow: 1, column: 1) == nil)
    }

    /// The bytes there begin the rest of the value, where it has no escape.
    @Test(arguments: [UInt64](0..<12))
    func bytesInTheFileAreThoseOfTheValue(_ seed: UInt64) throws {
        var json = RandomJSON(seed: seed, isOdd: seed % 2 == 1)
        for _ in 0..<12 {
            let records = (0..<json.random.int(1...12)).map { _ in json.object() }
            let text =
                json.random.oneIn(2) ? records.joined(separator: "\n") : "[" + records.joined(separator: ", ") + "]"
            var tuning = JSONTuning()
            tuning.limits.columns = json.random.pick([3, 4_096])
            let source = try opened(text, JSONOptions(depth: json.random.int(0...3)), tuning)
            defer { source.close() }
            let (file, rows) = (Array(text.utf8), try shown(source))
            for (cells, offsets) in zip(rows, try offsets(source, rows)) {
                for (cell, column) in zip(cells, source.snapshot.columns.indices) {
                    guard cell.state == .value else { continue }
                    let found = offsets[column].compactMap { $0 }
                    #expect(found.count == cell.bytes.count + 1)
                    let isOthers = source.snapshot.columns[column].name == "(others)"
                    if !isOthers { #expect(found == found.sorted()) }
                    guard let first = found.first, let last = found.last, last <= file.count else { continue }
                    let written = Array(file[min(first, last)..<last])
                    if cell.kind == .json {
                        if isOthers { continue }
                        // Only blanks and comments are left out.
                        for (byte, offset) in zip(cell.bytes, found) where byte != 0x20 {
                            #expect(file[offset] == byte)
                        }
                    } else if !written.contains(UInt8(ascii: "\\")) {
                        #expect(written == cell.bytes && found == Array(first...last))
                    }
                }
            }
        }
    }

    /// A byte's place is the last one before which no more of the text is written.
    @Test(arguments: [UInt64](0..<8))
    func escapesAreFoundAsASlowSearchDoes(_ seed: UInt64) {
        func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8] {
            var bytes: [UInt8] = []
            _ = raw.withUnsafeBufferPointer { StringText.decode($0, into: &bytes) }
            return bytes
        }
        var json = RandomJSON(seed: seed, isOdd: seed % 2 == 1)
        for _ in 0..<150 {
            let raw = Array(json.string().utf8.dropFirst().dropLast())
            let text = decoded(raw[...])
            let ends = (0...raw.count).filter { decoded(raw[..<$0]) + decoded(raw[$0...]) == text }
            for byte in 0...text.count {
                let expected = ends.last { decoded(raw[..<$0]).count <= byte }
                let index = raw.withUnsafeBufferPointer { StringText.index(ofByte: byte, in: $0) }
                #expect(index == expected, "\(byte) in \(String(decoding: raw, as: UTF8.self))")
            }
        }
    }
}
