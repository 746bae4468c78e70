import Glibc
import QuadrilleRuntime
import Tabular
import TestStores
import TestWaiting
import Testing

@testable import TabularBytes
@testable import TabularText

private let comma = TextOptions.plain(headerRows: 1)

/// A live source of the file, with blocks so small that a few bytes cross many borders.
private func live(_ file: File, options: TextOptions = comma) -> TextSource {
    var tuning = ReaderTuning()
    tuning.interval = 50
    tuning.passBlock = 64
    tuning.tileBlock = 32
    tuning.auditPart = 300
    tuning.segment = 100
    tuning.publication = 1_000_000
    let path = file.path
    return TextSource(name: path, options: options, tuning: tuning) { () throws(ReadError) in
        try openStore(path: path, name: path, isLive: true)
    }
}

extension TableSnapshot {
    fileprivate var isAtRest: Bool { phase == .complete && rowCount.isExact }
}

@Test func whatIsAppendedBecomesRows() {
    let file = File("a,b\n1,2\n")
    let table = live(file)
    #expect(table.waitUntilComplete().rowCount == .exactly(1))
    file.write("3,4\n5,6\n", O_APPEND)
    table.wait { $0.isAtRest && $0.rowCount.known == 3 }
    #expect(table.lines(0..<3) == ["1|2", "3|4", "5|6"])
    file.write("7,8\n", O_APPEND)
    table.wait { $0.isAtRest && $0.rowCount.known == 4 }
    #expect(table.lines(2..<4) == ["5|6", "7|8"])
}

@Test func theLastRowGoesOnWithWhatComes() {
    let file = File("a,b\n1,2\n3,\u{E9}")
    // In the middle of a character.
    truncate(file.path, off_t(file.bytes.count - 1))
    let table = live(file)
    #expect(table.waitUntilComplete().rowCount == .exactly(2))
    #expect(table.lines(0..<2) == ["1|2", "3|\u{FFFD}"])
    #expect(table.snapshot.problems.first.map(\.kind) == [.invalidEncoding])
    let descriptor = open(file.path, O_WRONLY | O_APPEND)
    var rest: UInt8 = 0xA9
    write(descriptor, &rest, 1)
    table.wait { $0.isAtRest && $0.problems.count == 0 }
    #expect(table.lines(0..<2) == ["1|2", "3|\u{E9}"])
    // A CRLF comes in two parts and is one line end.
    send("x\r", to: descriptor)
    table.wait { $0.text(1, 1) == "\u{E9}x" }
    #expect(table.snapshot.rowCount == .exactly(2))
    let version = table.snapshot.version
    send("\n", to: descriptor)
    table.wait { $0.isAtRest && $0.version > version }
    send("5,6", to: descriptor)
    table.wait { $0.isAtRest && $0.rowCount.known == 3 }
    #expect(table.lines(0..<3) == ["1|2", "3|\u{E9}x", "5|6"])
    close(descriptor)
}

@Test func whatWasFoundOfAnOpenRecordIsTakenBackWhenItGoesOn() {
    let file = File("n,day,x\n1,2024-01-01,a\n2,2024-0")
    let table = live(file)
    let first = table.waitUntilComplete()
    #expect(first.columns.map(\.type) == [.integer, .text, .text])
    #expect(first.problemLines == ["ragged record 3 line 3 byte 23: 2 fields where the header has 3. Shown padded."])
    file.write("2-01,\"an open", O_APPEND)
    let second = table.wait { $0.isAtRest && $0.problems.first.first?.kind == .unclosedQuote }
    #expect(second.columns.map(\.type) == [.integer, .date, .text])
    #expect(second.problems.count == 1)
    file.write(" quote\",more\n", O_APPEND)
    let third = table.wait { $0.isAtRest && $0.columns.count == 4 }
    #expect(
        third.problemLines == [
            "ragged record 3 line 3 byte 23: 4 fields where the header has 3. Shown in extra columns."
        ])
    #expect(table.lines(0..<2) == ["1|2024-01-01|a|·", "2|2024-02-01|an open quote|more"])
}

/// A text with quotes of all kinds that grows, and how it is read.
private struct Growth {
    let text: [UInt8]
    var tuning = ReaderTuning()
    /// The lengths that it has on the way, behind the 8 bytes that it begins with.
    private(set) var lengths: [Int] = []
    private let whole: TextSource
    private let expected: TableSnapshot

    init(seed: Int, _ generator: inout SeededGenerator) {
        text =
            Array("x,y\n1,2\n".utf8)
            + (0..<6).flatMap { hostileText(seed: UInt64(seed * 6 + $0), palette: "ab12.,,\"\n\n\r é") }
        tuning.interval = 1 + seed % 23
        tuning.auditPart = 5 + seed % 57
        tuning.segment = 20
        tuning.passBlock = 3 + seed % 31
        tuning.tileBlock = 5 + seed % 7
        tuning.publication = 0
        var length = 8
        while length < text.count {
            length = min(text.count, length + Int.random(in: 1...60, using: &generator))
            lengths.append(length)
        }
        whole = source(LiveStore(text), options: comma)
        expected = whole.waitUntilComplete()
    }

    /// Opens the beginning, lets it grow to `lengths`, and compares with the whole. `waits` says whether the reader takes a
    /// length before the next one comes.
    func check(_ lengths: [Int], waits: () -> Bool) {
        let store = LiveStore(Array(text[..<8]))
        let table = source(store, options: comma, tuning: tuning)
        table.waitUntilComplete()
        for length in lengths {
            store.grow(to: Array(text[..<length]))
            guard waits() else { continue }
            store.waitUntilTaken()
            // Tiles with the last row, as it was then, are in memory when it goes on.
            let rows = table.snapshot.rowCount.known
            #expect(table.snapshot.isAtRest)
            if rows > 0 { _ = table.lines(max(0, rows - 3)..<rows) }
        }
        store.waitUntilTaken()
        // Records that were told of by a line that had not ended stay records.
        guard table.reader.state.current.work.overtakenRepairs == 0 else { return }
        let shown = table.snapshot
        #expect(shown.rowCount == expected.rowCount, "lengths \(lengths)")
        #expect(shown.columns.map(\.type) == expected.columns.map(\.type))
        #expect(shown.problems == expected.problems)
        let rows = 0..<expected.rowCount.known
        #expect(table.lines(rows) == whole.lines(rows))
    }
}

@Test(arguments: 0..<40)
func growingInAnyStepsEndsWhereOpeningTheWholeDoes(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed) + 900)
    let growth = Growth(seed: seed, &generator)
    growth.check(growth.lengths) { !Bool.random(using: &generator) }
}

@Test(arguments: 0..<40)
func growingByAnyPartsEndsWhereOpeningTheWholeDoes(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed) + 7_000)
    let growth = Growth(seed: seed, &generator)
    for _ in 0..<12 {
        let share = Int.random(in: 1...8, using: &generator)
        let lengths = growth.lengths.filter { _ in Int.random(in: 0..<8, using: &generator) < share }
        growth.check(lengths + [growth.text.count]) { true }
    }
}

@Test(arguments: [
    // The line of the second quote has two fields at first and three when it has ended, and the other way round.
    (cut: "4,b\"c", rest: ",d\n5,6\n", overtaken: 1), (cut: "4b\"c", rest: ",d\n5,6\n", overtaken: 0),
])
func aQuoteThatWasJudgedByALineThatWasCutOffIsJudgedAgain(cut: String, rest: String, overtaken: Int) {
    let (start, middle) = ("x,y\n1,2\n", "3,\"a\n")
    let store = LiveStore(Array(start.utf8))
    let table = source(store, options: comma)
    table.waitUntilComplete()
    for text in [start + middle + cut, start + middle + cut + rest] {
        store.grow(to: Array(text.utf8))
        store.waitUntilTaken()
    }
    let whole = source(LiveStore(Array((start + middle + cut + rest).utf8)), options: comma)
    let expected = whole.waitUntilComplete()
    #expect(table.reader.state.current.work.overtakenRepairs == overtaken)
    #expect((table.snapshot.rowCount == expected.rowCount) == (overtaken == 0))
}

@Test func manySmallAppendsMakeFewPublications() {
    let file = File("a,b\n-1,x\n")
    let table = TextSource(path: file.path, options: comma, isLive: true)
    table.waitUntilComplete()
    let before = table.reader.state.current.work.publications
    let descriptor = open(file.path, O_WRONLY | O_APPEND)
    let start = monotonicNow()
    for row in 0..<20_000 { send("\(row),x\n", to: descriptor) }
    close(descriptor)
    table.wait { $0.isAtRest && $0.rowCount.known == 20_001 }
    let publications = table.reader.state.current.work.publications - before
    let intervals = (monotonicNow() - start) / table.reader.tuning.publication
    // One round for each interval, of which a slow one may publish midway; the first comes at once.
    #expect(publications <= 2 * Int(intervals) + 3)
    #expect(table.lines(20_000..<20_001) == ["19999|x"])
}

@Test func aFileToWhichNothingHappensWakesNobody() throws {
    let watcher = try #require(FileWatcher())
    // In a folder of its own: what happens beside a file wakes the thread too, though nobody else.
    let file = File("a,b\n1,2\n", folder: try #require(temporaryFolder()))
    let descriptor = open(file.path, O_RDONLY)
    let store = try FileStore(FileDescriptor(owning: descriptor), name: "x", path: file.path, watcher: watcher)
    let table = source(store, options: comma)
    table.waitUntilComplete()
    file.write("3,4\n", O_APPEND)
    table.wait { $0.isAtRest && $0.rowCount.known == 2 }
    // The watcher's thread wakes for another file, which stands in a folder of its own too.
    let other = File("", folder: try #require(temporaryFolder()))
    let otherDescriptor = FileDescriptor(owning: open(other.path, O_RDONLY))
    let news = Monitor(0)
    let watch = watcher.watch(otherDescriptor, path: other.path) { news.withLock { $0 += 1 } }
    defer { withExtendedLifetime(watch) {} }
    func counts() -> (looks: Int, publications: Int) {
        (store.work.looks, table.reader.state.current.work.publications)
    }
    /// True where one wake-up of the thread, for the other file, was all that happened.
    func isLeftAlone() -> Bool {
        let (before, wakeUps, told) = (counts(), watcher.wakeUpCount, news.current)
        other.write("x", O_APPEND)
        news.wait(until: { $0 > told }, then: { _ in })
        return counts() == before && watcher.wakeUpCount == wakeUps + 1
    }
    // Many times in a row, once all that the append caused is over.
    var row = 0
    #expect(
        comesTrue {
            row = isLeftAlone() ? row + 1 : 0
            return row == 30
        })
}

// MARK: - What is no append

private func change(_ table: TextSource, after mishap: () -> Void) -> SourceChange? {
    table.waitUntilComplete()
    mishap()
    return table.wait { $0.change != nil }.change
}

@Test func aFileThatIsCutIsToldWithoutAnyoneReadingIt() {
    let file = File("a,b\n" + String(repeating: "1,2\n", count: 1000))
    let table = live(file)
    let change = change(table) { truncate(file.path, 100) }
    #expect(change?.kind == .cut)
    #expect(
        change?.message
            == "was cut from 4,004 to 100 bytes while it was open. Open it again to see it as it is now.")
    guard case .failed(let error) = table.snapshot.phase else {
        Issue.record("not failed")
        return
    }
    #expect(error.kind == .changed && error.message == change?.message)
}

@Test(arguments: ["other text, and longer than it was\n1,2\n", "9"])
func aFileThatIsWrittenOverIsTold(text: String) {
    let file = File("a,b\n1,2\n")
    let change = change(live(file)) { file.write(text, text.count == 1 ? 0 : O_TRUNC) }
    // Cut first, if someone looked in between.
    #expect(change?.kind == .overwritten || text.count > 1 && change?.kind == .cut)
}

@Test func aReplacedFileIsToldAndTheOldOneStaysReadable() {
    let file = File("a,b\n" + (0..<2000).map { "\($0),old\n" }.joined())
    let table = live(file)
    let other = File("a,b\nnew,new\n")
    let change = change(table) { rename(other.path, file.path) }
    #expect(change?.kind == .replaced)
    #expect(change?.message == "was replaced by another file. Shown is the one that was opened.")
    #expect(table.snapshot.phase == .complete)
    #expect(table.lines(1999..<2000) == ["1999|old"])
    // And once more.
    let third = File("a,b\n")
    rename(third.path, file.path)
    #expect(table.wait { $0.change?.count == 2 }.change?.kind == .replaced)
}

@Test func whatBecomesOfAFileIsToldWhileItIsStillBeingGoneOver() {
    let store = LimitedStore(Array(String(repeating: "1,2\n", count: 100_000).utf8), limit: 200_000)
    var tuning = ReaderTuning()
    (tuning.passBlock, tuning.interval, tuning.segment, tuning.auditPart) = (1000, 1000, 10_000, 10_000)
    (tuning.threads, tuning.publication, tuning.typeSamples.count) = (1, 0, 1)
    let table = source(store, options: comma, tuning: tuning)
    let seen = Monitor<[TableSnapshot]>([])
    table.onChange { [weak table] in
        guard let now = table?.snapshot else { return }
        seen.withLock { all in
            // On the thread that reads, thus before it goes on.
            if now.phase == .auditing && all.last?.phase == .indexing { store.open(to: 100_000) }
            all.append(now)
        }
    }
    func change(_ count: Int) -> SourceChange {
        SourceChange(kind: .replaced, source: "test.csv", message: "was replaced.", count: count)
    }
    func isTold(_ phase: ReadingPhase, _ count: Int) -> Bool {
        seen.wait(
            until: { $0.contains { $0.phase == phase && $0.change == change(count) } },
            deadline: monotonicNow() + 20_000_000_000,
            then: { $0.contains { $0.phase == phase && $0.change == change(count) } })
    }
    store.become(change(1))
    store.open(to: 300_000)
    #expect(isTold(.indexing, 1))
    store.open(to: .max)
    seen.wait(until: { $0.contains { $0.phase == .auditing } }, then: { _ in })
    store.become(change(2))
    store.open(to: 300_000)
    #expect(isTold(.auditing, 2))
    store.open(to: .max)
    seen.wait(until: { $0.last?.phase == .complete }, then: { _ in })
}

@Test func aFileThatIsMissingForAMomentIsReplacedAndNotDeleted() throws {
    let file = File("a,b\n1,2\n")
    let store = try FileStore(FileDescriptor(owning: open(file.path, O_RDONLY)), name: "x", path: file.path)
    let change = change(source(store, options: comma)) {
        let looks = store.work.looks
        unlink(file.path)
        // Until someone looks for it while it is missing.
        #expect(comesTrue { store.work.looks > looks })
        file.write("a,b\n3,4\n", O_CREAT)
        chmod(file.path, 0o600)
    }
    #expect(change?.kind == .replaced)
}

@Test func aDeletedFileIsToldAndForgivenWhenItComesBack() {
    let file = File("a,b\n1,2\n")
    let table = live(file)
    let aside = file.path + ".aside"
    let change = change(table) { rename(file.path, aside) }
    #expect(change?.kind == .deleted)
    // Whoever writes a log goes on writing it under its new name.
    let descriptor = open(aside, O_WRONLY | O_APPEND)
    send("3,4\n", to: descriptor)
    close(descriptor)
    table.wait { $0.rowCount.known == 2 }
    #expect(table.lines(0..<2) == ["1|2", "3|4"])
    rename(aside, file.path)
    table.wait { $0.change == nil }
}

@Test func aLinkThatIsPointedElsewhereIsAReplacedFile() {
    let (first, second) = (File("a,b\n1,2\n"), File("a,b\n3,4\n"))
    let link = first.path + ".link"
    symlink(first.path, link)
    defer { unlink(link) }
    let table = TextSource(path: link, options: comma, isLive: true)
    let change = change(table) {
        symlink(second.path, link + ".new")
        rename(link + ".new", link)
    }
    #expect(change?.kind == .replaced)
}

@Test func aCompressedFileThatGrowsIsToldAndNotFollowed() {
    let bytes = Compression.gzip.pack(Array("a,b\n1,2\n".utf8))
    let file = File("")
    func append() {
        let descriptor = open(file.path, O_WRONLY | O_APPEND)
        bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }
    append()
    let table = TextSource(path: file.path, options: comma, isLive: true)
    let change = change(table, after: append)
    #expect(change?.kind == .grown)
    #expect(table.snapshot.rowCount == .exactly(1))
    truncate(file.path, 3)
    #expect(table.wait { $0.change?.kind != .grown }.change?.kind == .cut)
    #expect(table.snapshot.phase == .complete)
    #expect(table.lines(0..<1) == ["1|2"])
}

@Test(arguments: ["", "one line", "id,na"])
func aFileThatHadTooLittleToBeKnownByIsToBeReadAnew(text: String) {
    let file = File(text)
    let table = TextSource(path: file.path, isLive: true)
    let change = change(table) { file.write("me\n1,2\n", O_APPEND) }
    #expect(change?.kind == .begun)
}

@Test func closingEndsTheWaitForGrowth() {
    weak var reader: TextReader?
    let file = File("a,b\n1,2\n")
    do {
        let table = live(file)
        reader = table.reader
        table.waitUntilComplete()
        table.close()
    }
    #expect(comesTrue { reader == nil })
}

// MARK: - What may become a comment

private var slashes: TextOptions {
    var options = TextOptions(delimiter: ",", headerRows: 1)
    options.comment = .chosen("//")
    options.skippedLines = 0
    return options
}

@Test(arguments: 0..<60)
func rowsNeverBecomeFewerWhereCommentsGrow(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed) + 60)
    let pieces = ["/", "//", "// x", "a", ",", "\n", "\r\n", "\n/", "\n//"]
    var text = Array("a,b\n1,2\n".utf8)
    for _ in 0..<20 { text += Array((pieces.randomElement(using: &random) ?? "").utf8) }
    text += Array("\n".utf8)
    let begin = seed % 2 == 0 ? 8 : Int.random(in: 8...text.count, using: &random)
    let store = LiveStore(Array(text[..<begin]))
    let table = source(store, options: slashes)
    // From the first look on, which sees all there is.
    var rows = table.wait { $0.rowCount.known > 0 }.rowCount.known
    store.waitUntilTaken()
    for end in begin...text.count {
        if end > begin { store.grow(to: Array(text[..<end])) }
        store.waitUntilTaken()
        let shown = table.snapshot
        #expect(shown.isAtRest && shown.rowCount.known >= rows)
        rows = shown.rowCount.known
        #expect(table.lines(0..<rows).count == rows)
    }
    let expected = source(MemoryStore(text), options: slashes).waitUntilComplete()
    #expect(rows == expected.rowCount.known)
    #expect(table.snapshot.problems == expected.problems)
}

@Test func whatMayBecomeACommentIsToldUntilItIsKnown() {
    let store = LiveStore(Array("a,b\n1,2\n/".utf8))
    let table = source(store, options: slashes)
    let first = table.waitUntilComplete()
    #expect(first.rowCount == .exactly(1))
    #expect(
        first.problemLines == [
            """
            trailing-bytes record 3 line 3 byte 8: 1 byte at the end of the file that may begin a comment. Left out until \
            the rest is written.
            """
        ])
    store.grow(to: Array("a,b\n1,2\n/x,3\n".utf8))
    #expect(table.wait { $0.rowCount.known == 2 }.problems.count == 0)
    #expect(table.lines(1..<2) == ["/x|3"])
    // A file that is not followed has a record there: no more will come.
    #expect(source("a,b\n1,2\n/", options: slashes).waitUntilComplete().rowCount == .exactly(2))
}
