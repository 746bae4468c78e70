import Tabular
import TestStores
import Testing

@testable import TabularText

private let unit = "\u{1F}"
private let record = "\u{1E}"

@Test(arguments: [1, 2, 3, 100])
func unitAndRecordSeparatorsAreDetected(piece: Int) {
    let text = "a|b^1|x\ny^2|^^3|z, \"w\"^".replacing("|", with: unit).replacing("^", with: record)
    var tuning = ReaderTuning()
    (tuning.interval, tuning.segment, tuning.passBlock) = (5, 10, piece)
    let table = source(MemoryStore(Array(text.utf8), piece: piece), options: TextOptions(), tuning: tuning)
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.description.text?.dialect?.delimiter == unit)
    #expect(snapshot.description.text?.dialect?.terminator == .rs)
    #expect(snapshot.columns.map(\.name) == ["a", "b"])
    #expect(snapshot.rowCount == .exactly(4))
    #expect(table.lines(0..<4) == ["1|x\ny", "2|", "|·", "3|z, \"w\""])
}

/// A line feed behind a record separator is there for editors.
@Test func aLineFeedBehindARecordSeparatorBelongsToIt() {
    let text = "a|b^\n1|x^\n2|y^\n^\n^\n".replacing("|", with: unit).replacing("^", with: record)
    let table = source(text)
    #expect(table.waitUntilComplete().rowCount == .exactly(2))
    #expect(table.lines(0..<2) == ["1|x", "2|y"])
    #expect(table.snapshot.problems.count == 0)
}

@Test(arguments: ["a\u{1F}b\n1\u{1F}2\n", "a,b\n1,x\u{1E}y\n2,z\n", "a,b\n1,x\u{1F}y\n2,z\u{1E}\n3,w\n"])
func separatorsInOtherTextSeparateNoRecords(text: String) {
    let snapshot = source(text).waitUntilComplete()
    #expect(snapshot.description.text?.dialect?.terminator == .lf)
}
