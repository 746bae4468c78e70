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
