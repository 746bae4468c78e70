import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

/// A source over `pipe` that takes any pause for a quiet moment.
private func hasty(_ pipe: any ByteStore, options: TextOptions = TextOptions()) -> TextSource {
    var tuning = ReaderTuning()
    (tuning.look.patience, tuning.look.quiet) = (2_000_000, 1_000_000)
    return source(pipe, options: options, tuning: tuning)
}

extension TextSource {
    /// Waits until it waits for more itself.
    fileprivate func waitUntilItWaits() { reader.state.wait(until: { $0.isWaitingForMore }, then: { _ in }) }
}

@Suite struct PipeJudging {
    private static let preamble = "Account: 1, 2\n\nFrom: May\n"

    @Test func aPreambleThatComesAloneIsJudgedAnewWithTheTable() {
        let pipe = GrowingStore()
        let table = hasty(pipe)
        pipe.append(Self.preamble)
        table.waitUntilItWaits()
        let early = table.snapshot
        #expect(early.phase == .opening && early.rowCount.known > 0 && early.reading == 0)
        pipe.append("day;north;south\n" + (0..<20).map { "\($0);1;2\n" }.joined())
        let known = table.wait { $0.phase == .indexing }
        #expect(known.description.text?.dialect?.delimiter == ";")
        #expect(known.description.text?.dialect?.skippedLines == 3)
        #expect(known.columns.map(\.name) == ["day", "north", "south"])
        #expect(known.reading > 0)
        #expect(table.lines(0..<2) == ["0|1|2", "1|1|2"])
        pipe.finish()
        #expect(table.waitUntilComplete().rowCount == .exactly(20))
    }

    @Test func rowsAreShownAsTheyComeWhileTheDialectIsNotClear() {
        let pipe = GrowingStore()
        let table = hasty(pipe)
        for row in 0..<10 {
            pipe.append(row == 0 ? "a,b\n" : "\(row),x\n")
            table.wait { $0.rowCount.known == row }
            #expect(table.snapshot.phase == .opening)
            if row > 0 { #expect(table.lines(row - 1..<row) == ["\(row)|x"]) }
        }
        // Nothing was read otherwise.
        #expect(table.snapshot.reading == 0)
        pipe.finish()
        #expect(table.waitUntilComplete().rowCount == .exactly(9))
    }

    @Test func allOfAWideTableIsShownThatHasCome() {
        let pipe = GrowingStore()
        let table = hasty(pipe)
        let row = (0..<700).map(String.init).joined(separator: ",") + "\n"
        pipe.append(row.replacing("1", with: "x") + row + row)
        table.waitUntilItWaits()
        #expect(table.lines(0..<1).first?.hasSuffix("|698|699") == true)
        table.close()
    }

    @Test func whatSomebodyHasTakenStaysAsItIs() throws {
        let pipe = GrowingStore()
        let table = hasty(pipe)
        pipe.append("a,b\n1;x,2\n")
        table.waitUntilItWaits()
        var taken = FieldTexts()
        try table.streamRecords(0..<1, into: &taken)
        #expect(taken.records == [["1;x", "2"], []])
        // Semicolons would be better now.
        pipe.append((0..<30).map { "\($0);y\n" }.joined())
        let snapshot = table.wait { $0.phase == .indexing }
        #expect(snapshot.description.text?.dialect?.delimiter == "," && snapshot.reading == 0)
        pipe.finish()
        #expect(table.waitUntilComplete().rowCount == .exactly(31))
    }

    @Test func aPipeThatEndsOrIsClosedMeanwhileEnds() {
        let pipe = GrowingStore()
        let table = hasty(pipe)
        pipe.append("a\n1\n")
        table.waitUntilItWaits()
        table.close()
        #expect(pipe.isCancelled)
        let ending = GrowingStore()
        let other = hasty(ending)
        ending.append("a\n1\n")
        other.waitUntilItWaits()
        ending.finish()
        #expect(other.waitUntilComplete().rowCount == .exactly(1))
    }

    @Test(arguments: 0..<30)
    func theVerdictOnAPipeThatHasEndedIsThatOnAFile(seed: Int) {
        var generator = SeededGenerator(state: UInt64(seed) &+ 91)
        let rows = Int.random(in: 0...14, using: &generator)
        let body = (0..<rows).map { "\($0);x,\($0)\n" }.joined()
        let text = Array(([Self.preamble, "", "# note\n"][seed % 3] + "a;b\n" + body).utf8)
        let pipe = GrowingStore()
        let table = hasty(pipe)
        var sent = 0
        while sent < text.count {
            let end = min(text.count, sent + Int.random(in: 1...40, using: &generator))
            pipe.append(String(decoding: text[sent..<end], as: UTF8.self))
            sent = end
            if seed % 2 == 0, text[..<sent].count(where: { $0 == 10 }) > 4 { table.waitUntilItWaits() }
        }
        pipe.finish()
        let (found, expected) = (table.waitUntilComplete(), source(MemoryStore(text)).waitUntilComplete())
        #expect(found.description.text?.dialect == expected.description.text?.dialect)
        #expect(found.columns == expected.columns && found.rowCount == expected.rowCount)
    }
}

/// The values of the records that come.
private struct FieldTexts: RecordSink {
    var records: [[String]] = [[]]
    private var value: [UInt8] = []
    var isFinished: Bool { false }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        records[records.count - 1].append(String(decoding: value, as: UTF8.self))
        value = []
    }

    mutating func endRecord() { records.append([]) }
}
