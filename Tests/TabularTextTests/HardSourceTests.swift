import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

/// `rows` lines of `n,n²`.
private func squares(_ rows: Int) -> [UInt8] {
    Array(("n,square\n" + (0..<rows).map { "\($0),\($0 * $0)\n" }.joined()).utf8)
}

@Test func shortReadsChangeNothing() {
    let store = MemoryStore(squares(300), piece: 7)
    let table = source(store)
    #expect(table.waitUntilComplete().rowCount == .exactly(300))
    #expect(table.lines(299..<300) == ["299|89401"])
}

@Test func anErrorOfTheDiskKeepsTheRowsBeforeIt() {
    let bytes = squares(50_000)
    let table = source(MemoryStore(bytes, failsAt: 400_000))
    let snapshot = table.wait { _ in false }
    let message = """
        reading stopped at byte 400,000: Input/output error. Check the disk or the connection, then open \
        it again.
        """
    #expect(snapshot.failure?.said == ReadError(kind: .readFailed, source: "test.csv", message: message))
    #expect(snapshot.rowCount.known > 100 && !snapshot.rowCount.isExact)
    #expect(snapshot.text(5, 1) == "25")
}

@Test func aLineOf200MegabytesIsReadInBoundedPieces() {
    let count = 200 << 20
    let store = GeneratedStore(count: count) { buffer, _ in
        _ = buffer.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "x"))
    }
    let table = source(store)
    let snapshot = table.wait { $0.rowCount.isExact }
    #expect(snapshot.rowCount == .exactly(1))
    #expect(snapshot.columns.count == 1)
    table.want([CellRange(rows: 0..<1, columns: 0..<1)])
    let shown = table.wait { $0.cells.block(row: 0, column: 0) != nil }
    let block = shown.cells.block(row: 0, column: 0)
    #expect(block?.text(row: 0, column: 0).utf8.count == 4096)
    #expect(block?.info(row: 0, column: 0) == CellInfo(state: .value, isCut: true))
    #expect(block?.length(row: 0, column: 0) == count)
    #expect((block?.byteCount ?? .max) < 8192)
    table.close()
}

@Test func aHundredThousandColumnsAreTiled() {
    let width = 100_000
    let header = (0..<width).map { "column \($0)" }.joined(separator: ",")
    let row = (0..<width).map(String.init).joined(separator: ",")
    let table = source(header + "\n" + row + "\n" + row + "\n")
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.columns.count == width)
    #expect(snapshot.columns[99_999] == Column(name: "column 99999", type: .integer))
    table.want([CellRange(rows: 0..<2, columns: 99_990..<100_000)])
    let shown = table.wait { $0.cells.block(row: 1, column: 99_999) != nil }
    #expect(shown.text(1, 99_999) == "99999")
    #expect(shown.cells.byteCount < WantList.cacheBytes)
}

@Test func tilesOfTheSameRowsAreReadTogether() {
    let row = (0..<300).map(String.init).joined(separator: ",") + "\n"
    let text = Array(String(repeating: row, count: 1000).utf8)
    let table = source(MemoryStore(text), options: TextOptions(headerRows: 0))
    table.waitUntilComplete()
    let before = table.reader.state.current.work
    table.want([CellRange(rows: 500..<600, columns: 0..<300)])
    table.wait { $0.cells.block(row: 599, column: 299) != nil && $0.cells.block(row: 500, column: 0) != nil }
    // Rows 500 to 599 lie in two rows of tiles.
    #expect(table.reader.state.current.work.tileLoads - before.tileLoads == 2)
}

@Test func wantsThatOverlapAndComeInAnyOrderAreReadRightAndOnce() {
    let row = (0..<300).map(String.init).joined(separator: ",") + "\n"
    let table = source(
        MemoryStore(Array(String(repeating: row, count: 1000).utf8)), options: TextOptions(headerRows: 0))
    table.waitUntilComplete()
    let before = table.reader.state.current.work
    // As a window asks: scrolled columns, then frozen ones; the rows in sight, then the page ahead.
    let columns = [200..<300, 0..<2]
    let rows = [512..<540, 540..<560, 530..<545]
    table.want(rows.flatMap { rows in columns.map { CellRange(rows: rows, columns: $0) } })
    let shown = table.wait { table in [200, 299, 0].allSatisfy { table.cells.block(row: 559, column: $0) != nil } }
    for row in [512, 545, 559] {
        for column in [0, 1, 200, 255, 256, 299] { #expect(shown.text(row, column) == "\(column)") }
    }
    #expect(table.reader.state.current.work.tileLoads - before.tileLoads == 1)
}

@Test func memoryForTilesIsBounded() {
    let row = String(repeating: "some text of a cell,", count: 20) + "end\n"
    let table = source(MemoryStore(Array(String(repeating: row, count: 30_000).utf8)))
    let rows = table.waitUntilComplete().rowCount.known
    for start in stride(from: 0, to: rows - 2000, by: 2000) { _ = table.lines(start..<start + 100) }
    #expect(table.snapshot.cells.byteCount <= WantList.cacheBytes + 4 << 20)
    table.want([CellRange(rows: 0..<rows, columns: 0..<21)])
    table.wait { $0.cells.byteCount >= WantList.cacheBytes }
    #expect(table.snapshot.cells.byteCount <= WantList.cacheBytes + 4 << 20)
}

@Test func aLongCellIsCutAtACharacterAndBadBytesAreReplaced() {
    let long = String(repeating: "é", count: 3000)
    let bytes = Array("a,b\n\(long),".utf8) + [0x41, 0xE6, 0x9D, 0x42, 0xFF] + Array("\nx,y\n".utf8)
    let table = source(MemoryStore(bytes), options: TextOptions(headerRows: 1))
    table.waitUntilComplete()
    _ = table.lines(0..<2)
    let snapshot = table.snapshot
    let block = snapshot.cells.block(row: 0, column: 0)
    #expect(snapshot.text(0, 0) == String(repeating: "é", count: 2048))
    #expect(block?.info(row: 0, column: 0).isCut == true)
    #expect(block?.length(row: 0, column: 0) == 6000)
    #expect(block?.length(row: 0, column: 1) == 5)
    #expect(block?.length(row: 1, column: 1) == 1)
    #expect(snapshot.text(0, 1) == "A\u{FFFD}B\u{FFFD}")
    #expect(block?.info(row: 0, column: 1) == CellInfo(state: .value, isMalformed: true))
}

@Test func rowsAppearAsTheyCome() {
    let store = GrowingStore()
    let table = source(store)
    store.append("a,b\n1,2\n3,")
    // So few rows leave it open in which dialect they are.
    #expect(table.wait { $0.rowCount.known == 1 }.phase == .opening)
    #expect(table.lines(0..<1) == ["1|2"])
    store.append("4\n5,6")
    table.wait { $0.rowCount.known == 2 }
    #expect(table.lines(0..<2) == ["1|2", "3|4"])
    store.append("7\n8")
    store.finish()
    #expect(table.waitUntilComplete().rowCount == .exactly(4))
    #expect(table.lines(0..<4) == ["1|2", "3|4", "5|67", "8|·"])
}

@Test func closingEndsAWaitingSource() {
    let store = GrowingStore()
    let table = source(store)
    store.append("a,b\n1,2\n")
    table.wait { $0.rowCount.known == 1 }
    table.close()
    #expect(store.isCancelled)
}

@Test func theNewestWantWins() {
    let table = source(MemoryStore(squares(50_000)))
    table.waitUntilComplete()
    for row in stride(from: 0, to: 40_000, by: 500) { table.want([CellRange(rows: row..<row + 1, columns: 0..<2)]) }
    table.want([CellRange(rows: 45_000..<45_001, columns: 0..<2)])
    #expect(table.wait { $0.cells.block(row: 45_000, column: 1) != nil }.text(45_000, 0) == "45000")
}

@Test func generationsGrowAndTheHandlerIsCalled() {
    let calls = Monitor(0)
    let store = GrowingStore()
    let table = source(store)
    table.onChange { calls.withLock { $0 += 1 } }
    let first = table.snapshot.version
    store.append("a\n1\n2\n")
    store.finish()
    calls.wait(until: { _ in table.snapshot.phase == .complete }, then: { _ in })
    #expect(table.snapshot.version > first)
    #expect(calls.current >= 1)
}

@Test func aLateLongRecordGrowsTheTableAndTheTilesInMemory() {
    let text = "a,b\n" + String(repeating: "1,2\n", count: 100_000) + "1,2,3,4\n"
    let table = source(text)
    table.want([CellRange(rows: 0..<10, columns: 0..<4)])
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.columns.map(\.name) == ["a", "b", "", ""])
    #expect(table.lines(99_999..<100_001) == ["1|2|·|·", "1|2|3|4"])
    #expect(table.lines(0..<1) == ["1|2|·|·"])
}

/// A store whose reads wait while it is held.
private final class HeldStore: ByteStore {
    private let store: MemoryStore
    private let state = Monitor((isHeld: false, isReading: false))

    init(_ bytes: [UInt8]) { store = MemoryStore(bytes) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        state.withLock { $0.isReading = true }
        state.wait(until: { !$0.isHeld }, then: { _ in })
        return try store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.length }
    func cancel() {}

    func hold() { state.withLock { $0 = (true, false) } }
    func waitForRead() { state.wait(until: { $0.isReading }, then: { _ in }) }
    func release() { state.withLock { $0.isHeld = false } }
}

@Test func whatIsNoLongerWantedIsLeftInTheMiddle() {
    let row = String(repeating: "x", count: 10_000) + ",end\n"
    let store = HeldStore(Array(String(repeating: row, count: 1000).utf8))
    let table = source(store, options: TextOptions(headerRows: 0))
    table.waitUntilComplete()
    let before = table.reader.state.current.work.tileBytesRead
    store.hold()
    table.want([CellRange(rows: 128..<256, columns: 0..<2)])
    store.waitForRead()
    table.want([CellRange(rows: 640..<641, columns: 0..<2)])
    store.release()
    let snapshot = table.wait { $0.cells.block(row: 640, column: 0) != nil }
    #expect(snapshot.cells.block(row: 128, column: 0) == nil)
    // One block of the first want; of the second the interval before it, its rows of 10 kB, and a block.
    let block = table.reader.tuning.tileBlock
    let cost = table.reader.state.current.work.tileBytesRead - before
    #expect(cost <= block + RecordIndex.interval + 129 * row.utf8.count + block)
}

/// Bytes that come when the test says so, of which what has come can be read again or not.
private final class FlakyStore: ByteStore {
    private let store = GrowingStore()
    private let isBroken = Atomic(false)

    func append(_ text: String) { store.append(text) }
    func finish() { store.finish() }
    func set(broken: Bool) { isBroken.store(broken, ordering: .relaxed) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        if isBroken.load(ordering: .relaxed) && offset < store.length.known {
            throw .readFailed("test.csv", byte: offset, number: 5)
        }
        return store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.wait(beyond: offset, deadline: deadline) }
    func cancel() { store.cancel() }
}

@Test func anErrorOfTheDiskUnderACellStaysTold() {
    let store = FlakyStore()
    let table = source(store, options: TextOptions(delimiter: ",", headerRows: 1))
    store.append("a,b\n" + (0..<300).map { "\($0),x\n" }.joined())
    table.wait { $0.phase == .indexing }
    // Behind what it was opened by, all of which is shown without being read again.
    store.append((300..<600).map { "\($0),x\n" }.joined())
    table.wait { $0.rowCount.known == 600 }
    store.set(broken: true)
    table.want([CellRange(rows: 580..<600, columns: 0..<2)])
    let failed = table.wait { _ in false }.phase
    #expect(failed.isFailed)
    store.set(broken: false)
    // The passes go on, and have their say of everything but that.
    store.append("600\n")
    store.finish()
    let shown = table.reader.state.wait(
        until: { $0.snapshot.problems.count == 1 }, deadline: monotonicNow() + 60_000_000_000, then: { $0.snapshot })
    #expect(shown.problems.count == 1 && shown.rowCount == .exactly(601))
    #expect(shown.phase == failed)
}
