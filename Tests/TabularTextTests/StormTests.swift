import Glibc
import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

/// A file that another thread appends to, in pieces that end anywhere, cuts, writes over, replaces and deletes.
///
/// Every cell says of which file it is, of which row and which column: `0003.12.5`. A file's number has four digits, so that
/// no piece of one reads like another.
private struct Storm {
    static let columns = 66

    let path: String
    private var generator: SeededGenerator
    private var file = 1
    private var row = 0
    /// What of the last line is still to be written.
    private var rest: [UInt8] = []

    init(path: String, seed: UInt64) {
        self.path = path
        generator = SeededGenerator(state: seed)
        begin(O_CREAT)
    }

    static func cell(_ file: Int, _ row: Int, _ column: Int) -> String {
        let digits = String(file)
        return String(repeating: "0", count: 4 - digits.count) + digits + ".\(row).\(column)"
    }

    static let header = (0..<columns).map { "column \($0)" }.joined(separator: ",") + "\n"

    private func line() -> [UInt8] {
        Array(((0..<Self.columns).map { Self.cell(file, row, $0) }.joined(separator: ",") + "\n").utf8)
    }

    private func write(_ bytes: [UInt8], to path: String, _ flags: Int32) {
        let descriptor = open(path, O_WRONLY | flags, 0o600)
        bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    private mutating func begin(_ flags: Int32, at other: String? = nil) {
        (row, rest) = (1, [])
        var bytes = Array(Self.header.utf8)
        for index in 0..<3 {
            row = index
            bytes += line()
        }
        row = 3
        write(bytes, to: other ?? path, flags)
    }

    /// One thing more.
    mutating func blow() {
        switch Int.random(in: 0..<60, using: &generator) {
        case 0:
            file += 1
            begin(O_TRUNC)
        case 1:
            file += 1
            begin(O_CREAT, at: path + ".new")
            rename(path + ".new", path)
        case 2:
            file += 1
            unlink(path)
            usleep(UInt32.random(in: 0...2000, using: &generator))
            begin(O_CREAT)
        case 3:
            truncate(path, off_t(Int.random(in: 0...5000, using: &generator)))
            file += 1
            begin(O_TRUNC)
        default: append()
        }
        usleep(UInt32.random(in: 0...1500, using: &generator))
    }

    private mutating func append() {
        var bytes = rest
        rest = []
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            bytes += line()
            row += 1
        }
        let kept = Int.random(in: 0...400, using: &generator)
        rest = Array(bytes.suffix(kept))
        write(Array(bytes.dropLast(kept)), to: path, O_APPEND)
    }

    mutating func end() {
        append()
        write(rest, to: path, O_APPEND)
        rest = []
    }
}

/// What is wrong with the cells of `rows` that are in memory: of another file, row or column than they stand for. The last
/// row may be a piece of one.
private func wrongCells(_ table: TableSnapshot, _ rows: [Int], file: inout String?) -> [String] {
    var wrong: [String] = []
    for row in rows {
        let isLast = row == table.rowCount.known - 1
        for column in [0, 1, 63, 64, 65] {
            let text = table.text(row, column)
            guard text != "?" else { continue }
            if file == nil && !isLast { file = String(text.prefix(4)) }
            let expected = (file ?? "") + ".\(row).\(column)"
            let isPiece = isLast && (text == "·" || file.map { $0 + ".\(row).\(column)" }?.hasPrefix(text) ?? true)
            if text != expected && !isPiece { wrong.append("\(text) where \(expected) should be") }
        }
    }
    return wrong
}

@Test(arguments: 0..<3)
func everySnapshotOfAFileInAStormIsOneStateOfIt(seed: Int) throws {
    let path = try #require(temporaryFolder()) + "/storm.csv"
    let isOver = Monitor(false)
    let storm = Storm(path: path, seed: UInt64(seed))
    BackgroundThread.start {
        var storm = storm
        for _ in 0..<250 { storm.blow() }
        storm.end()
        isOver.withLock { $0 = true }
    }
    var tuning = ReaderTuning()
    tuning.interval = 2000
    tuning.passBlock = 1000
    tuning.tileBlock = 700
    tuning.auditPart = 9000
    tuning.segment = 4000
    tuning.publication = 2_000_000
    let options = TextOptions.plain(headerRows: 1)
    func reopen() -> TextSource {
        TextSource(name: "storm", options: options, tuning: tuning) { () throws(ReadError) in
            try openStore(path: path, name: "storm", isLive: true)
        }
    }
    var generator = SeededGenerator(state: UInt64(seed) + 77)
    var table = reopen()
    var file: String?
    var looks = 0
    var reloads = 0
    func whole() -> TableSnapshot { source(MemoryStore(bytes(of: path)), options: options).waitUntilComplete() }
    let deadline = monotonicNow() + 120_000_000_000
    while true {
        try #require(monotonicNow() < deadline, "what the storm left is never shown")
        let wasOver = isOver.current
        let snapshot = table.snapshot
        let rows = snapshot.rowCount.known
        #expect(wrongCells(snapshot, [0, 1, rows / 2, rows - 2, rows - 1].filter { $0 >= 0 }, file: &file) == [])
        looks += 1
        var mustReload = snapshot.change != nil
        if case .failed = snapshot.phase { mustReload = true }
        if mustReload {
            (table, file, reloads) = (reopen(), nil, reloads + 1)
        } else if wasOver && snapshot.phase == .complete && snapshot.rowCount == whole().rowCount {
            break
        } else if rows > 0 {
            let row = Int.random(in: 0..<rows, using: &generator)
            let wanted = [0..<2, row..<min(rows, row + 30), max(0, rows - 3)..<rows]
            table.want(wanted.map { CellRange(rows: $0, columns: 0..<Storm.columns) })
        }
        usleep(1000)
    }
    let expected = source(MemoryStore(bytes(of: path)), options: options)
    expected.waitUntilComplete()
    let count = expected.snapshot.rowCount.known
    #expect(table.lines(0..<count) == expected.lines(0..<count))
    #expect(table.snapshot.problems == expected.snapshot.problems)
    #expect(looks > 10 && reloads > 0)
}

/// What is no UTF-8 is wrong, and no other encoding.
private let plain: TextOptions = {
    var options = TextOptions.plain(headerRows: 0)
    options.encoding = "UTF-8"
    return options
}()

/// A text of every kind of trouble, about a kilobyte long.
private let trouble =
    Array("a,b\n1,2\n".utf8)
    + (0..<8).flatMap { hostileText(seed: UInt64($0) + 31, palette: "ab12.,,\"\n\n\r é\u{FEFF}") }

@Test func everyPrefixOfAFileIsReadAsTheReferenceReadsIt() {
    for end in 0...trouble.count {
        let text = Array(trouble[..<end])
        let table = source(MemoryStore(text, piece: 7), options: plain)
        table.waitUntilComplete()
        expectReference(text, table, mayGoOn: false)
    }
}

@Test func growingByteByByteIsReadAsTheReferenceReadsIt() {
    let store = LiveStore(Array(trouble[..<8]))
    var tuning = ReaderTuning()
    tuning.interval = 20
    tuning.publication = 0
    let table = source(store, options: plain, tuning: tuning)
    for end in 8...trouble.count {
        store.grow(to: Array(trouble[..<end]))
        store.waitUntilTaken()
        expectReference(Array(trouble[..<end]), table, mayGoOn: true)
    }
}

/// The last rows, and the count.
private func expectReference(_ text: [UInt8], _ table: TextSource, mayGoOn: Bool) {
    let expected = tableRecords(text, ReferenceRules(mayGoOn: mayGoOn)).map(\.fields)
    let columns = table.snapshot.columns.count
    #expect(table.snapshot.rowCount == .exactly(expected.count))
    let first = max(0, expected.count - 2)
    let shown = expected[first...].map { record in
        let cells = record.map { String(decoding: $0, as: UTF8.self) }
        return (cells + Array(repeating: "·", count: columns - record.count)).joined(separator: "|")
    }
    #expect(table.lines(first..<expected.count) == shown)
}

@Test func aFileMayBeCutAnywhereWhileItIsOpen() {
    let text = String(decoding: trouble, as: UTF8.self)
    let options = TextOptions.plain(headerRows: 1)
    for length in stride(from: 0, to: text.utf8.count, by: 9) {
        let file = File(text)
        let table = TextSource(path: file.path, options: options, isLive: true)
        // Anywhere in time too.
        if length % 2 == 0 { table.waitUntilComplete() } else { table.wait { $0.phase != .opening } }
        truncate(file.path, off_t(length))
        #expect(table.wait { $0.change != nil }.change?.kind == .cut)
        guard case .failed(let error) = table.snapshot.phase else {
            Issue.record("not failed")
            continue
        }
        #expect(error.kind == .changed)
    }
}

@Test func anErrorOfTheDiskInWhatWasAppendedKeepsTheRowsBefore() {
    let store = LiveStore(Array("a,b\n1,2\n3,4\n".utf8))
    let table = source(store)
    table.waitUntilComplete()
    #expect(table.lines(0..<2) == ["1|2", "3|4"])
    store.fail(.readFailed("test.csv", byte: 12, number: 5))
    guard case .failed(let error) = table.wait(until: { _ in false }).phase else { return }
    #expect(
        error.message
            == "reading stopped at byte 12: Input/output error. Check the disk or the connection, then open it again.")
    #expect(table.snapshot.rowCount.known == 2)
    #expect(table.snapshot.text(1, 1) == "4")
}
