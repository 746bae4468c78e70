import Glibc
import QuadrilleRuntime
import Tabular
import TestStores
import Testing

@testable import TabularBytes
@testable import TabularText

private let options = TextOptions.plain(headerRows: 0)

/// Records of which some are long and some have line ends in quotes; more than is read to open them.
private func text(seed: Int, records: Int = 3000) -> [UInt8] {
    var generator = SeededGenerator(state: UInt64(seed) &+ 77)
    let pieces = ["a,b\n", "some text,more\r\n", "\"x\ny\",z\n", "\"a \"\"b\"\"\",c\n", "long " + pad(300) + ",1\n"]
    let end = ["", "last", "\"open\n", "\r"][seed % 4]
    let body = (0..<records).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
    return Array((body.joined() + end).utf8)
}

private func pad(_ count: Int) -> String { String(repeating: "x", count: count) }

private func tuning(_ folder: TestCache, threads: Int = 1) -> ReaderTuning {
    ReaderTuning(passBlock: 4096, threads: threads, segment: 8192, interval: 1000, cache: folder.cache)
}

private struct Opened: Equatable {
    var rows: RowCount
    var index: [Checkpoint]
    var lines: [String]
}

/// Opens `store` until the number of rows is exact, and looks at rows at both ends and between.
private func opened(_ store: any ByteStore, _ folder: TestCache, options: TextOptions = options) -> Opened {
    let table = source(store, options: options, tuning: tuning(folder))
    defer { table.close() }
    let rows = table.wait { $0.rowCount.isExact }.rowCount
    let index = table.reader.state.current.index
    let ends = [0, rows.known / 2, rows.known - 1].flatMap { table.lines($0..<$0 + 1) }
    return Opened(rows: rows, index: index.checkpoints, lines: ends)
}

@Test(arguments: 0..<12)
func aSourceThatIsOpenedAgainIsTheSame(seed: Int) {
    let (text, folder) = (text(seed: seed), TestCache())
    let first = opened(KeptStore(text), folder)
    #expect(folder.names.count == 1)
    let again = opened(KeptStore(text), folder)
    #expect(again == first)
    #expect(again == opened(MemoryStore(text), TestCache()))
    #expect(first.rows.known == tableRecordCount(text, parsedTable(text).starts))
}

@Test func aSourceThatIsOpenedAgainReadsNoMoreThanSamplesUntilItsRowsAreCounted() {
    let (text, folder) = (text(seed: 1, records: 8000), TestCache())
    func bytesReadUntilCounted() -> Int {
        let store = KeptStore(text)
        let isWatched = Monitor(false)
        let atCount = Monitor(0)
        let table = TextSource(name: "test.csv", options: options, tuning: tuning(folder)) { () throws(ReadError) in
            isWatched.wait(until: { $0 }, then: { _ in store })
        }
        defer { table.close() }
        table.onChange { [weak table] in
            guard table?.snapshot.rowCount.isExact == true else { return }
            atCount.withLock { if $0 == 0 { $0 = store.bytesRead } }
        }
        isWatched.withLock { $0 = true }
        return atCount.wait(until: { $0 > 0 }, then: { $0 })
    }
    #expect(bytesReadUntilCounted() > text.count)
    // What opening reads, 16 samples, and one cell to the end.
    #expect(bytesReadUntilCounted() <= 1 << 16 + 16 * 4096 + 2000)
}

@Test(arguments: 0..<8)
func whatChangedWhileItWasReadIsNotKept(seed: Int) {
    let (text, folder) = (text(seed: seed), TestCache())
    let limit = text.count * seed / 8
    _ = opened(KeptStore(text) { if $0.bytesRead >= limit { $0.change() } }, folder)
    #expect(folder.names.isEmpty)
}

@Test func whatIsAtAnotherTimeOrLengthIsReadAnew() {
    let (first, second) = (text(seed: 1), text(seed: 2))
    let folder = TestCache()
    let truth = opened(MemoryStore(second), TestCache())
    _ = opened(KeptStore(first), folder)
    #expect(opened(KeptStore(second, identity: FileIdentity(size: second.count, time: 3)), folder) == truth)
    // In the place of what was kept.
    #expect(folder.names.count == 1)
}

@Test(arguments: [0, 100, 30_000, 60_000])
func whatHasOtherBytesThoughEverythingSaysItHasNotIsReadAnew(place: Int) {
    let folder = TestCache()
    let text = Array(String(repeating: "some,text\n", count: 6100).utf8)
    var other = text
    other[min(place, text.count - 1)] = 0x0A
    _ = opened(KeptStore(text), folder)
    #expect(opened(KeptStore(other), folder) == opened(MemoryStore(other), TestCache()))
}

@Test func anotherDialectHasAnIndexOfItsOwn() {
    let (text, folder) = (text(seed: 5), TestCache())
    var unquoted = options
    unquoted.quote = .none
    let (quotes, lines) = (opened(KeptStore(text), folder), opened(KeptStore(text), folder, options: unquoted))
    #expect(quotes.rows != lines.rows)
    #expect(folder.names.count == 2)
    #expect(opened(KeptStore(text), folder) == quotes)
    #expect(opened(KeptStore(text), folder, options: unquoted) == lines)
}

@Test func aDamagedCacheIsNoneAndIsReplaced() {
    let (text, folder) = (text(seed: 3), TestCache())
    let truth = opened(KeptStore(text), folder)
    let name = folder.names[0]
    let kept = bytes(of: folder.path(name))
    for place in stride(from: 0, to: kept.count, by: kept.count / 20) {
        var damaged = kept
        damaged[place] ^= 0x10
        folder.write(place % 2 == 0 ? damaged[...] : damaged[..<place], to: name)
        #expect(opened(KeptStore(text), folder) == truth)
        #expect(bytes(of: folder.path(name)) == kept)
    }
}

@Test func smallSourcesAndThoseWithoutAnIdentityAreNotKept() {
    let text = text(seed: 4)
    let large = TestCache { $0.minimumSize = text.count + 1 }
    _ = opened(KeptStore(text), large)
    #expect(large.names.isEmpty)
    let folder = TestCache()
    _ = opened(MemoryStore(text), folder)
    let pipe = PackedPipe(text)
    pipe.send(text.count)
    _ = opened(pipe, folder)
    #expect(folder.names.isEmpty)
}

/// Waits until a file that is written has another time than one that was written before: the file system's clock makes
/// steps of a few milliseconds.
private func waitForAnotherTimeOfFiles() {
    let file = File("")
    func time() -> [Int] {
        var status = stat()
        stat(file.path, &status)
        return [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
    let first = time()
    while time() == first { file.write("x", 0) }
}

@Test func aFileThatChangesAndLooksLikeBeforeHasAnotherIdentity() throws {
    let file = File("a,b\n1,2\n")
    let later = timespec(tv_sec: timespec.now.tv_sec + 60, tv_nsec: 0)
    func store() throws -> FileStore {
        try FileStore(FileDescriptor(owning: open(file.path, O_RDONLY)), name: "x", now: later)
    }
    var status = stat()
    stat(file.path, &status)
    let first = try store()
    let identity = first.identity
    #expect(identity?.size == 8)
    #expect(try store().identity == identity)
    waitForAnotherTimeOfFiles()
    file.write("a,b\n1;2\n", 0)
    var times = [status.st_atim, status.st_mtim]
    utimensat(AT_FDCWD, file.path, &times, 0)
    #expect(first.identity == nil)
    let second = try store().identity
    #expect(second?.modified == identity?.modified && second?.size == 8)
    #expect(second != identity)
}

@Test func theIndexOfAFileIsKept() throws {
    let (text, folder) = (text(seed: 6), TestCache())
    let file = File(String(decoding: text, as: UTF8.self))
    let later = timespec(tv_sec: timespec.now.tv_sec + 60, tv_nsec: 0)
    func store() throws -> FileStore {
        try FileStore(FileDescriptor(owning: open(file.path, O_RDONLY)), name: "x", now: later)
    }
    let first = try opened(store(), folder)
    #expect(folder.names.count == 1)
    let kept = bytes(of: folder.path(folder.names[0]))
    #expect(try opened(store(), folder) == first)
    waitForAnotherTimeOfFiles()
    file.write("more,text\n", O_APPEND)
    let grown = try opened(store(), folder)
    #expect(grown == opened(MemoryStore(file.bytes), TestCache()))
    #expect(folder.names.count == 1)
    #expect(bytes(of: folder.path(folder.names[0])) != kept)
}
