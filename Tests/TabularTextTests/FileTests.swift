import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular
import TestStores
import Testing

@testable import TabularText

private let rows = "n,text\n" + (0..<20_000).map { "\($0),some text\n" }.joined()

@Test(arguments: [
    (
        "/nonexistent/x.csv", ReadError.Kind.notFound,
        "/nonexistent/x.csv: there is no such file. Check the name and the folder."
    ),
    ("/tmp", .isDirectory, "/tmp: is a folder. Open a file in it."),
])
func whatCannotBeOpenedIsSaid(_ path: String, kind: ReadError.Kind, text: String) {
    guard case .failed(let error) = TextSource(path: path).waitUntilComplete().phase else {
        Issue.record("\(path) was opened")
        return
    }
    #expect(error.kind == kind)
    #expect(error.description == text)
}

@Test(.disabled(if: getuid() == 0, "root may read everything"))
func aFileThatMayNotBeReadIsSaid() {
    let file = File("a\n")
    chmod(file.path, 0)
    let error = ReadError(
        kind: .noPermission, source: file.path,
        message: "you may not read this file. Ask its owner, or change its permissions.")
    #expect(TextSource(path: file.path).waitUntilComplete().failure?.said == error)
}

@Test func aDeletedFileStaysReadable() {
    let file = File(rows)
    let table = TextSource(path: file.path)
    table.wait { $0.rowCount.known > 0 }
    unlink(file.path)
    #expect(table.waitUntilComplete().rowCount == .exactly(20_000))
    #expect(table.lines(19_999..<20_000) == ["19999|some text"])
}

@Test func aTruncatedFileIsAChangeAndWhatIsInMemoryStays() {
    let file = File(rows)
    let table = TextSource(path: file.path)
    table.waitUntilComplete()
    #expect(table.lines(0..<1) == ["0|some text"])
    truncate(file.path, 100)
    table.want([CellRange(rows: 19_000..<19_001, columns: 0..<2)])
    let snapshot = table.wait { _ in false }
    let message = """
        was cut from \(rows.utf8.count.grouped) to 100 bytes while it was open. Open it again to see it as it is \
        now.
        """
    #expect(snapshot.failure?.said == ReadError(kind: .changed, source: file.path, message: message))
    #expect(snapshot.text(0, 1) == "some text")
    #expect(snapshot.cells.block(row: 19_000, column: 0) == nil)
}

@Test func aFileThatIsWrittenOverIsAChangeAndOneThatGrowsIsNone() {
    let grown = File(rows)
    let table = TextSource(path: grown.path)
    table.waitUntilComplete()
    grown.write("20000,more\n", O_APPEND)
    #expect(table.lines(19_999..<20_000) == ["19999|some text"])
    #expect(table.snapshot.phase == .complete)

    let over = File(rows)
    let second = TextSource(path: over.path)
    second.waitUntilComplete()
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    utimensat(AT_FDCWD, over.path, &times, 0)
    second.want([CellRange(rows: 19_000..<19_001, columns: 0..<2)])
    guard case .failed(let error) = second.wait(until: { _ in false }).phase else { return }
    #expect(error.kind == .changed)
    #expect(
        error.message
            == "was written over while it was open. Open it again to see it as it is now."
    )
}

@Test func aFileThatIsWrittenOverWithALongerOneIsAChange() {
    let file = File(rows)
    let table = TextSource(path: file.path)
    table.waitUntilComplete()
    // As cp does it: the same file, other bytes, more of them.
    file.write((0..<30_000).map { "other \($0),row\n" }.joined(), O_TRUNC)
    table.want([CellRange(rows: 19_000..<19_001, columns: 0..<2)])
    guard case .failed(let error) = table.wait(until: { _ in false }).phase else { return }
    #expect(error.kind == .changed)
    #expect(table.snapshot.cells.block(row: 19_000, column: 0) == nil)
}

@Test func aPipeIsSpooledAndCanBeReadBackwards() throws {
    let ends = try FileDescriptor.openPipe()
    let table = TextSource(fileDescriptor: ends.read, name: "standard input")
    close(ends.read)
    send("a,b\n1,2\n", to: ends.write)
    #expect(table.wait { $0.rowCount.known == 1 }.columns.map(\.name) == ["a", "b"])
    send((2..<5000).map { "\($0),x\n" }.joined(), to: ends.write)
    table.wait { $0.rowCount.known == 4999 }
    send("last,", to: ends.write)
    close(ends.write)
    #expect(table.waitUntilComplete().rowCount == .exactly(5000))
    #expect(table.lines(4999..<5000) == ["last|"])
    #expect(table.lines(0..<1) == ["1|2"])
}

@Test func aFIFOWaitsForItsWriterWithoutHoldingAnyoneUp() {
    let file = File("")
    unlink(file.path)
    mkfifo(file.path, 0o600)
    let table = TextSource(path: file.path)
    #expect(table.snapshot.phase == .opening)
    let writer = open(file.path, O_WRONLY)
    send("a\n1\n", to: writer)
    close(writer)
    #expect(table.waitUntilComplete().rowCount == .exactly(1))
}

@Test func aFileThatSaysItIsEmptyAndIsNotIsRead() {
    let snapshot = TextSource(path: "/proc/self/status").waitUntilComplete()
    #expect(snapshot.phase == .complete)
    #expect(snapshot.rowCount.known > 5)
}

@Test func aSourceThatGoesStopsReading() {
    weak var reader: TextReader?
    let store = GrowingStore()
    do {
        let table = source(store)
        reader = table.reader
        store.append("a\n1\n")
        table.wait { $0.rowCount.known == 1 }
    }
    #expect(store.isCancelled)
    // The threads let go of the reader when they end; until then it is closed.
    #expect(reader?.isClosed ?? true)
}
