import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular
import TestStores
import Testing

@testable import TabularBytes

/// Bytes that were written into an empty file, or cut from another, since its length was read.
@Test(arguments: [("", 4), ("a\n1\n", 0)])
func aFileThatIsWrittenOrCutWhileItIsOpenedIsNoSpecialOne(_ text: String, length: Int) throws {
    let file = File(text)
    let descriptor = FileDescriptor(owning: open(file.path, O_RDONLY))
    var looks = 0
    let isOrdinary = try isAsLongAsItSays(descriptor) {
        let state = FileState(try descriptor.status)
        if looks == 0 { truncate(file.path, off_t(length)) }
        looks += 1
        return state
    }
    #expect(isOrdinary)
    #expect(looks == 3, "how it is said to be, how it is then, and that again")
}

@Test func aFileOfTheSystemThatSaysItIsEmptyIsToldByOneMoreLook() throws {
    let descriptor = FileDescriptor(owning: open("/proc/self/status", O_RDONLY))
    var looks = 0
    let isOrdinary = try isAsLongAsItSays(descriptor) {
        looks += 1
        return FileState(try descriptor.status)
    }
    #expect(!isOrdinary && looks == 2)
}

@Test func anErrorOfTheDiskAtTheEndOfAFileSaysWhereItIs() throws {
    let watcher = try #require(FileWatcher())
    let file = File(String(repeating: "1,2\n", count: 2500))
    let descriptor = open(file.path, O_RDONLY)
    let store = try FileStore(FileDescriptor(owning: descriptor), name: "x", path: file.path, watcher: watcher)
    // From now on it cannot be read, and is as it was otherwise.
    let writing = open(file.path, O_WRONLY)
    dup2(writing, descriptor)
    close(writing)
    #expect(throws: ReadError.readFailed("x", byte: 10_000 - 4096, number: EBADF)) {
        _ = try store.waitForNews(after: StoreNews(length: 10_000), notBefore: 0)
    }
}

/// A file of which the system tells nothing any more once `isBroken`, though its bytes are read as ever.
private final class BreakingStatus: Sendable {
    let isBroken = Atomic(false)
    let file: FileDescriptor

    init(_ file: FileDescriptor) { self.file = file }

    func status() throws(SystemError) -> stat {
        if isBroken.load(ordering: .relaxed) { throw SystemError(number: ESTALE) }
        return try file.status
    }
}

@Test func failingStatusIsNoCutFile() throws {
    let file = File("a,b\n1,2\n")
    let breaking = BreakingStatus(FileDescriptor(owning: open(file.path, O_RDONLY)))
    let store = try FileStore(breaking.file, name: "x") { () throws(SystemError) in try breaking.status() }
    let buffer = ReadBuffer(count: 8)
    #expect(try store.read(into: buffer.bytes, at: 0) == 8)
    breaking.isBroken.store(true, ordering: .relaxed)
    #expect(throws: ReadError.readFailed("x", byte: 4, number: ESTALE)) { try store.read(into: buffer.bytes, at: 4) }
    #expect(store.identity == nil && store.change == nil)
    // It was for a moment, as on a network.
    breaking.isBroken.store(false, ordering: .relaxed)
    #expect(try store.read(into: buffer.bytes, at: 4) == 4)
    breaking.isBroken.store(true, ordering: .relaxed)
    #expect(throws: ReadError.readFailed("x", byte: 0, number: ESTALE)) {
        try FileStore(breaking.file, name: "x") { () throws(SystemError) in try breaking.status() }
    }
}

@Test func readWithoutBytesBeforeTheEndFails() throws {
    // Of the file that the spool is kept in nothing is left.
    let lost = FileDescriptor(owning: open("/dev/null", O_RDWR))
    let spool = try Spool(name: "x", file: lost)
    let bytes = Array("a,b\n1,2\n".utf8)
    try bytes.withUnsafeBufferPointer { (bytes) throws(ReadError) in try spool.append(bytes) }
    let buffer = ReadBuffer(count: 8)
    #expect(throws: ReadError.readFailed("x", byte: 3, number: EIO)) { try spool.read(into: buffer.bytes, at: 3) }
    #expect(try spool.read(into: buffer.bytes, at: 8) == 0, "behind the end nothing is known yet")
}

@Test func aFileThatWasJustWrittenHasNoIdentity() throws {
    let file = File("a,b\n1,2\n")
    var status = stat()
    stat(file.path, &status)
    let identity = FileIdentity(status)
    let time = status.st_ctim
    for (seconds, isSettled) in [(-5, false), (0, false), (1, false), (2, true), (60, true)] {
        #expect(identity.isSettled(at: timespec(tv_sec: time.tv_sec + seconds, tv_nsec: time.tv_nsec)) == isSettled)
    }
    #expect(try openStore(path: file.path, name: "x").identity == nil)
}
