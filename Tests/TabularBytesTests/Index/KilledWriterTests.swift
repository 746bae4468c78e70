import Glibc
import QuadrilleRuntime
import TabularBytes
import TestStores
import TestWaiting
import Testing

private func entry(_ count: Int) -> IndexEntry {
    var index = RecordIndex(startingAt: 0, interval: 16)
    for number in 1..<count { index.append([Checkpoint(record: number, byte: 16 * number)]) }
    return IndexEntry(index, samples: 1)
}

/// A process that ends by itself, or is killed, takes its threads with it, wherever these are.
@Test func killedProcessLeavesNoUnfinishedIndex() async {
    let folder = TestCache()
    let path = folder.cache.folder
    for turn in 0..<6 {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, turn = turn as Int] in
            let cache = IndexCache(folder: path)
            let kept = Monitor(0)
            for writer in 0..<8 {
                BackgroundThread.start {
                    let key = IndexKey(
                        FileIdentity(size: 1000, number: writer), reading: "text", start: 0, interval: 16)
                    while true {
                        cache.keep(entry(5000), for: key)
                        kept.withLock { $0 += 1 }
                    }
                }
            }
            kept.wait(until: { $0 > 16 + 3 * turn }, then: { _ in })
            kill(getpid(), SIGKILL)
        }
    }
    let whole = TestCache()
    let key = IndexKey(FileIdentity(size: 1000, number: 1), reading: "text", start: 0, interval: 16)
    whole.cache.keep(entry(5000), for: key)
    let size = bytes(of: whole.path(key.name)).count
    #expect(folder.names.count >= 8 && size > 0)
    for name in folder.names { #expect(bytes(of: folder.path(name)).count == size, "\(name)") }
}

@Test func unfinishedFilesOfAnEarlierVersionAreRemoved() {
    let folder = TestCache()
    let key = IndexKey(FileIdentity(size: 1000, number: 1), reading: "text", start: 0, interval: 16)
    folder.cache.keep(entry(5), for: key)
    folder.write([], to: "0123456789abcdef.part")
    folder.write([], to: "fedcba9876543210.part")
    var times = [timespec(tv_sec: time(nil) - 3600, tv_nsec: 0), timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)]
    utimensat(AT_FDCWD, folder.path("0123456789abcdef.part"), &times, 0)
    folder.cache.keep(entry(6), for: key)
    // The other one may be another process's, which is still writing.
    #expect(folder.names == ["fedcba9876543210.part", key.name].sorted())
}
