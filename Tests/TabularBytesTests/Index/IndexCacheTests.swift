import Glibc
import QuadrilleRuntime
import Synchronization
import TabularBytes
import TestStores
import Testing

private func key(number: Int = 1) -> IndexKey {
    IndexKey(FileIdentity(size: 1000, number: number), reading: "text", start: 0, interval: 16)
}

/// An entry of `count` checkpoints, told from others by `samples`.
private func entry(_ samples: Int, count: Int = 5) -> IndexEntry {
    var index = RecordIndex(startingAt: 0, interval: 16)
    for number in 1..<count { index.append([Checkpoint(record: number, byte: 16 * number)]) }
    return IndexEntry(index, samples: UInt64(samples))
}

@Test func whatWasKeptLastIsThere() {
    let folder = TestCache()
    #expect(folder.cache.entry(for: key()) == nil)
    folder.cache.keep(entry(1), for: key())
    folder.cache.keep(entry(2), for: key())
    folder.cache.keep(entry(3), for: key(number: 2))
    #expect(folder.cache.entry(for: key()) == entry(2))
    #expect(folder.cache.entry(for: key(number: 2)) == entry(3))
    #expect(folder.names.count == 2)
}

@Test func theFolderAndWhatIsInItAreTheirOwnersAlone() {
    let folder = TestCache()
    folder.cache.keep(entry(1), for: key())
    for (path, mode) in [(folder.cache.folder, 0o700), (folder.path(key().name), 0o600)] {
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(Int(status.st_mode & 0o777) == mode)
    }
}

@Test func aFileCutOrChangedAtAnyByteIsIgnoredAndReplaced() {
    let folder = TestCache()
    folder.cache.keep(entry(1), for: key())
    let whole = bytes(of: folder.path(key().name))
    for place in whole.indices {
        folder.write(whole[..<place], to: key().name)
        #expect(folder.cache.entry(for: key()) == nil)
        var damaged = whole
        damaged[place] ^= UInt8(1 << (place % 8))
        folder.write(damaged, to: key().name)
        #expect(folder.cache.entry(for: key()) == nil)
    }
    folder.write(whole + [0], to: key().name)
    #expect(folder.cache.entry(for: key()) == nil)
    folder.cache.keep(entry(1), for: key())
    #expect(folder.cache.entry(for: key()) == entry(1))
}

@Test func whoeverReadsWhileOthersWriteFindsOneOfThemWhole() {
    let folder = TestCache()
    let writers = 4
    let ended = Monitor(0)
    let wrong = Atomic(0)
    for writer in 0..<writers {
        BackgroundThread.start {
            for turn in 0..<30 { folder.cache.keep(entry(writer, count: 5 + writer + turn), for: key()) }
            ended.withLock { $0 += 1 }
        }
    }
    folder.cache.keep(entry(0), for: key())
    while ended.current < writers {
        let found = folder.cache.entry(for: key())
        let isWhole = found.map { $0 == entry(Int($0.samples), count: $0.checkpoints.count) } ?? false
        if !isWhole { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(folder.names == [key().name])
}

@Test func whatWasNotUsedForLongestGoesFirstAndTheRestIsLeftAlone() {
    let folder = TestCache()
    folder.cache.keep(entry(0), for: key(number: 0))
    folder.write([1, 2, 3], to: "notes.txt")
    folder.write([1], to: "0123456789abcdef.part")
    let size = bytes(of: folder.path(key(number: 0).name)).count
    func isUsed(_ name: String, at seconds: Int) {
        var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        utimensat(AT_FDCWD, folder.path(name), &times, 0)
    }
    for number in 1...4 { folder.cache.keep(entry(number), for: key(number: number)) }
    for number in 0...4 { isUsed(key(number: number).name, at: 100 + number) }
    isUsed("0123456789abcdef.part", at: 50)
    // Used now: the oldest is the newest.
    #expect(folder.cache.entry(for: key(number: 0)) == entry(0))
    var cache = folder.cache
    cache.limit = 3 * size + 1
    cache.keep(entry(5), for: key(number: 5))
    #expect(folder.names == ([0, 4, 5].map { key(number: $0).name } + ["notes.txt"]).sorted())
    cache.countLimit = 2
    cache.keep(entry(6), for: key(number: 6))
    #expect(folder.names.count == 3)
    #expect(folder.names.contains(key(number: 6).name))
    // More than may be at all is not kept.
    cache.limit = size - 1
    cache.keep(entry(7), for: key(number: 7))
    #expect(!folder.names.contains(key(number: 7).name))
}

@Test func aFolderThatCannotBeIsNoCache() {
    let file = File("")
    for path in [file.path, file.path + "/index", "/proc/quadrille/index", "relative", ""] {
        let cache = IndexCache(folder: path)
        cache.keep(entry(1), for: key())
        #expect(cache.entry(for: key()) == nil)
    }
    #expect(file.bytes.isEmpty)
    // A home that is not there is not made.
    let folder = TestCache()
    var cache = folder.cache
    cache.folder += "/.cache/quadrille/index"
    cache.keep(entry(1), for: key())
    #expect(cache.entry(for: key()) == nil)
}

@Test(.disabled(if: getuid() == 0, "root may write everywhere"))
func aFolderThatMayNotBeWrittenIsNoCache() {
    let folder = TestCache()
    folder.cache.keep(entry(1), for: key())
    chmod(folder.cache.folder, 0o500)
    folder.cache.keep(entry(2), for: key())
    #expect(folder.cache.entry(for: key()) == entry(1))
    chmod(folder.cache.folder, 0o700)
}

@Test func whatIsNoFileIsIgnored() {
    let folder = TestCache()
    folder.cache.keep(entry(1), for: key(number: 1))
    symlink(folder.path(key(number: 1).name), folder.path(key(number: 2).name))
    mkfifo(folder.path(key(number: 3).name), 0o600)
    for number in 2...3 {
        #expect(folder.cache.entry(for: key(number: number)) == nil)
        folder.cache.keep(entry(number), for: key(number: number))
        #expect(folder.cache.entry(for: key(number: number)) == entry(number))
    }
    #expect(folder.cache.entry(for: key(number: 1)) == entry(1))
}
