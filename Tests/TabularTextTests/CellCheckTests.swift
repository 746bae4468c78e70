import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

private func sum(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt64 {
    Array(bytes).withUnsafeBufferPointer { CellChecks.part($0, at: place) }
}

@Test(arguments: 0..<30)
func theSumOfACellIsThatOfItsPartsHoweverItIsDivided(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let bytes = (0..<Int.random(in: 1...9000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let whole = sum(bytes[...], at: 0)
    var (place, parts) = (0, UInt64(0))
    while place < bytes.count {
        let end = min(bytes.count, place + Int.random(in: 1...(seed % 3 == 0 ? 9 : 5000), using: &random))
        parts &+= sum(bytes[place..<end], at: place)
        place = end
    }
    #expect(parts == whole)
    // Every change of a byte, and of two that stand in each other's place.
    for place in stride(from: seed, to: bytes.count, by: 61) {
        var other = bytes
        other[place] ^= UInt8(1 << (place % 8))
        #expect(CellChecks.sum(of: sum(other[...], at: 0)) != CellChecks.sum(of: whole))
        other = bytes
        other.swapAt(place, (place * 7 + 3) % bytes.count)
        if other != bytes { #expect(CellChecks.sum(of: sum(other[...], at: 0)) != CellChecks.sum(of: whole)) }
    }
}

@Test(arguments: [1, 3], [4, 64, 1000])
func everyCellThatIsWholeHasItsSum(threads: Int, interval: Int) {
    let bytes = Array((0..<900).map { "\($0),\"x\ny\",\($0 * $0)\n" }.joined().utf8)
    var tuning = ReaderTuning(passBlock: 512, threads: threads, segment: 2048, interval: interval)
    tuning.tileBlock = 2048
    let store = LiveStore(bytes)
    let table = source(store, options: .plain(headerRows: 0), tuning: tuning)
    table.waitUntilComplete()
    store.waitUntilTaken()
    let more = bytes + bytes
    store.grow(to: more)
    store.waitUntilTaken()
    let checks = table.reader.state.current.index.checks
    #expect(checks.sums.count == more.count / interval)
    for cell in 0..<more.count / interval {
        let part = sum(more[cell * interval..<(cell + 1) * interval], at: 0)
        #expect(checks.sum(of: cell) == CellChecks.sum(of: part))
    }
    table.close()
}

/// A table whose lines all have one length, so that a changed byte moves nothing.
private func lines(_ count: Int) -> [UInt8] {
    Array((0..<count).map { "\(1_000_000 + $0),some words\n" }.joined().utf8)
}

private let interval = 1000
private let tuning = ReaderTuning(passBlock: 4096, tileBlock: 4096, threads: 2, interval: interval)

/// What a reader says when `place` was written over and a line was appended in the same moment.
private func outcome(writingAt place: Int, appends: Int = 1, looking rows: Range<Int>? = nil) -> (
    TableSnapshot, LiveStore
) {
    var bytes = lines(8010)
    let store = LiveStore(bytes)
    let table = source(store, options: .plain(headerRows: 0), tuning: tuning)
    defer { table.close() }
    table.waitUntilComplete()
    if let rows { _ = table.lines(rows) }
    store.waitUntilTaken()
    bytes[place] = 0x39
    for _ in 0..<appends {
        bytes += Array("1,more\n".utf8)
        store.grow(to: bytes)
        store.waitUntilTakenOrFailed()
        if table.snapshot.change != nil { break }
    }
    // Told behind the last wait.
    if store.change != nil { table.wait { $0.change != nil } }
    return (table.snapshot, store)
}

@Test func aChangeOfRowsInSightIsFoundOutWhenTheFileGrows() {
    for row in [100, 4000, 7990] {
        let (snapshot, _) = outcome(writingAt: row * 19 + 3, looking: row - 5..<row + 5)
        #expect(snapshot.change?.kind == .overwritten)
        guard case .failed(let error) = snapshot.phase else {
            Issue.record("row \(row): \(snapshot.phase)")
            continue
        }
        #expect(error.kind == .changed)
    }
}

@Test func aChangeAnywhereIsFoundOutWithinATurn() {
    let cells = 8010 * 19 / interval
    for cell in [0, 1, 17, 80, cells - 1] {
        let (snapshot, _) = outcome(
            writingAt: cell * interval + 500, appends: (cells + TextReader.cellsInTurn - 1) / TextReader.cellsInTurn)
        #expect(snapshot.change?.kind == .overwritten, "cell \(cell)")
    }
    // In the last cell, of which there is only a part.
    #expect(outcome(writingAt: 8010 * 19 - 2).0.change?.kind == .overwritten)
}

@Test func aChangeIsFoundOutByWhoeverReadsItsRows() {
    var bytes = lines(8000)
    let store = LiveStore(bytes)
    let table = source(store, options: .plain(headerRows: 0), tuning: tuning)
    defer { table.close() }
    table.waitUntilComplete()
    store.waitUntilTaken()
    bytes[5000 * 19 + 2] = 0x39
    store.grow(to: bytes + Array("1,more\n".utf8))
    store.waitUntilTakenOrFailed()
    // Cells far from there had their turn.
    #expect(table.snapshot.change == nil)
    table.want([CellRange(rows: 4990..<5010, columns: 0..<2)])
    let snapshot = table.wait { $0.change != nil }
    #expect(snapshot.change?.kind == .overwritten)
    #expect(snapshot.cells.block(row: 5000, column: 0) == nil)
}

@Test func whatGrowsCostsNoMoreThanItsTurn() {
    var bytes = lines(8000)
    let store = LiveStore(bytes)
    let table = source(store, options: .plain(headerRows: 0), tuning: tuning)
    defer { table.close() }
    table.waitUntilComplete()
    store.waitUntilTaken()
    for _ in 0..<20 {
        bytes += Array("1,more\n".utf8)
        let before = store.bytesRead.load(ordering: .relaxed)
        store.grow(to: bytes)
        store.waitUntilTaken()
        // A cell and a part, those in turn, and what was appended: for the index and for the audit.
        let most = (TextReader.cellsInTurn + 2) * interval + 2 * 7
        #expect(store.bytesRead.load(ordering: .relaxed) - before <= most)
    }
    #expect(table.snapshot.change == nil && table.snapshot.rowCount == .exactly(8020))
}
