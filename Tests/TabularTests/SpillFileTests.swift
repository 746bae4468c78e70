import Glibc
import QuadrilleRuntime
import Synchronization
import Testing

@testable import Tabular

/// A file whose bytes nobody keeps, in a folder with as many free bytes as `free` says.
private func file(_ free: @escaping @Sendable () -> Int?) -> SpillFile {
    SpillFile(
        FileDescriptor(owning: open("/dev/null", O_RDWR)), for: .source("t.csv"),
        room: TemporaryRoom(in: "/scratch", free: free))
}

private func write(_ count: Int, to file: SpillFile, at offset: Int) -> (count: Int, failure: ReadError?) {
    [UInt8](repeating: 0x61, count: count).withUnsafeBytes { file.write($0, at: offset) }
}

@Test func aTenthOfFreeSpaceStaysFree() {
    let file = file { 1000 }
    #expect(write(900, to: file, at: 0).count == 900)
    // What is written over takes no more.
    #expect(write(900, to: file, at: 0).count == 900)
    let (count, failure) = write(1, to: file, at: 900)
    #expect(count == 0)
    #expect(
        failure?.description == """
            t.csv: needs more than the 900 bytes that it may take in /scratch: a tenth of what was free there stays free. \
            Make room there, or set TMPDIR to a folder that has more.
            """)
}

@Test func otherProgramsKeepTheirSpace() {
    let left = Atomic(1_000_000)
    let file = file { left.load(ordering: .relaxed) }
    #expect(write(10_000, to: file, at: 0).failure == nil)
    left.store(99_999, ordering: .relaxed)
    // It is looked at again before a quarter of what has to stay free is written.
    #expect(write(10_000, to: file, at: 10_000).failure == nil)
    #expect(write(25_001, to: file, at: 20_000).failure?.kind == .readFailed)
    left.store(500_000, ordering: .relaxed)
    #expect(write(25_001, to: file, at: 20_000).failure == nil)
}

@Test func unknownFreeSpaceBoundsNothing() {
    #expect(TemporaryRoom(in: "/scratch") { nil } == nil)
    #expect(write(1 << 20, to: file { nil }, at: 1 << 40).failure == nil)
}

@Test func ownTemporaryFileHasRoom() throws {
    let file = try SpillFile(for: .source("t.csv"))
    let room = try #require(file.room, "the folder for temporary files says how much is free")
    #expect(room.limit > 0 && room.reserve >= room.limit / 10)
    #expect(write(100, to: file, at: 0).count == 100)
    #expect(write(1, to: file, at: room.limit).failure?.kind == .readFailed)
}
