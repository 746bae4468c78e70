import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

@Test func aSmallTableIsReadWhole() {
    let table = source("id,name,amount\n1,Ann,1.5\n2,Bob,2\n")
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.phase == .complete)
    #expect(snapshot.rowCount == .exactly(2))
    #expect(
        snapshot.columns == [
            Column(name: "id", type: .integer), Column(name: "name", type: .text),
            Column(name: "amount", type: .decimal),
        ])
    #expect(snapshot.description.format == "CSV")
    #expect(snapshot.description.text?.dialect == Dialect())
    #expect(table.lines(0..<2) == ["1|Ann|1.5", "2|Bob|2"])
}

@Test func anEmptyFileIsATableOfNothing() {
    for text in ["", "\u{FEFF}"] {
        let snapshot = source(text).waitUntilComplete()
        #expect(snapshot.phase == .complete)
        #expect(snapshot.rowCount == .exactly(0))
        #expect(snapshot.columns.isEmpty)
    }
}

@Test func aRaggedRecordIsShownPaddedAndALongerOneGrowsTheTable() {
    let table = source("a,b,c\n1\n1,2,3\n1,2,3,4,5\n")
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.columns.map(\.name) == ["a", "b", "c", "", ""])
    #expect(table.lines(0..<3) == ["1|·|·|·|·", "1|2|3|·|·", "1|2|3|4|5"])
    #expect(
        snapshot.problemLines == [
            "ragged record 2 line 2 byte 6: 1 field where the header has 3. Shown padded.",
            "ragged record 4 line 4 byte 14: 5 fields where the header has 3. Shown in extra columns.",
        ])
}

@Test func problemsAreLocatedByRecordLineAndByte() {
    let bytes: [UInt8] =
        Array("a,b\n\"x\r\ny\",\"p\rq\n".utf8) + [0xE4] + Array("\"\nc\"d,\"e\"f\n\u{0},".utf8) + [0xC3]
        + Array("\n\"open".utf8)
    let snapshot = source(MemoryStore(bytes), options: .quotedUTF8)
        .waitUntilComplete()
    #expect(
        snapshot.problemLines == [
            "invalid-encoding record 2 line 5 byte 16: bytes that are not UTF-8. Shown as \u{FFFD}.",
            "stray-quote record 3 line 6 byte 20: a quote inside a field that does not begin with one. "
                + "Shown as it stands.",
            "stray-quote record 3 line 6 byte 23: a quote that begins a field and does not enclose it. "
                + "Shown as it stands.",
            "nul record 4 line 7 byte 28: a NUL byte. Kept in the value.",
            "invalid-encoding record 4 line 7 byte 30: bytes that are not UTF-8. Shown as \u{FFFD}.",
            "unclosed-quote record 5 line 8 byte 32: a quote that is never closed. Shown as it stands.",
            "ragged record 5 line 8 byte 32: 1 field where the header has 2. Shown padded.",
        ])
}

@Test func farRowsAreReadFromTheirCheckpoint() {
    let text = "n,square\n" + (0..<50_000).map { "\($0),\($0 * $0)\n" }.joined()
    let store = MemoryStore(Array(text.utf8))
    var tuning = ReaderTuning()
    tuning.interval = 4096
    tuning.tileBlock = 4096
    let table = source(store, tuning: tuning)
    table.waitUntilComplete()
    let before = store.bytesRead.load(ordering: .relaxed)
    #expect(table.lines(40_000..<40_002) == ["40000|1600000000", "40001|1600080001"])
    let tile = 128 * 17
    #expect(store.bytesRead.load(ordering: .relaxed) - before <= 4096 + tile + 2 * 4096)
    #expect(table.reader.state.current.work.tileLoads == 1)
}

@Test(arguments: 0..<60)
func everyTileOfAHostileTableIsWhatTheReferenceReads(seed: Int) {
    let text = hostileText(seed: UInt64(seed) + 5000, palette: "ab,,\"\"\n\n\r")
    var tuning = ReaderTuning()
    tuning.interval = 3
    tuning.tileBlock = 5
    tuning.passBlock = 7
    let options = TextOptions.plain(headerRows: 0)
    let table = source(MemoryStore(text, piece: 4), options: options, tuning: tuning)
    let snapshot = table.waitUntilComplete()
    let expected = tableRecords(text).map(\.fields)
    #expect(snapshot.rowCount == .exactly(expected.count))
    let width = expected.map(\.count).max() ?? 0
    #expect(snapshot.columns.count == width)
    let shown = expected.map { record in
        let missing = Array(repeating: "·", count: width - record.count)
        return (record.map { String(decoding: $0, as: UTF8.self) } + missing).joined(separator: "|")
    }
    #expect(table.lines(0..<expected.count) == shown)
}

extension TextOptions {
    /// Of a test that is about something else than detection.
    fileprivate static var quotedUTF8: TextOptions {
        var options = TextOptions(delimiter: ",", quote: .chosen(0x22), headerRows: 1)
        options.encoding = "UTF-8"
        return options
    }
}
