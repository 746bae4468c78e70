import Glibc
import QuadrilleRuntime
import TestStores
import TestWaiting
import Testing

@testable import TabularBytes

/// Others ask what has become of the file whenever they come to the end of a piece of work.
@Test func whoeverAsksForTheChangeLeavesTheAppendsToTheOneWhoWaitsForThem() throws {
    try finish {
        let file = File("a,b\n")
        guard let store = try? openStore(path: file.path, name: file.path, isLive: true) else { return }
        let (length, asking) = (Monitor(store.length.known), Monitor(2))
        let end = 4 * 301
        for _ in 0..<2 {
            BackgroundThread.start {
                while length.current < end { _ = store.change }
                asking.withLock { $0 -= 1 }
            }
        }
        BackgroundThread.start {
            // Each once the one before has been told of, when whoever follows waits as a rule.
            for known in stride(from: 4, to: end, by: 4) {
                length.wait(until: { $0 >= known }, then: { _ in })
                file.write("1,2\n", O_APPEND)
            }
        }
        var seen = StoreNews(length: 4)
        while seen.length < end, let news = try? store.waitForNews(after: seen, notBefore: 0) {
            seen = news
            length.withLock { $0 = news.length }
        }
        #expect(seen.length == end)
        length.withLock { $0 = end }
        asking.wait(until: { $0 == 0 }, then: { _ in })
        store.cancel()
    }
}

@Test(arguments: [false, true])
func whatBecomesOfAFileIsSeenWithoutWaitingForIt(isCompressed: Bool) throws {
    let file = File("")
    let text = Array("a,b\n1,2\n".utf8)
    let bytes = isCompressed ? Compression.gzip.pack(text) : text
    let descriptor = open(file.path, O_WRONLY)
    bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    var store: any ByteStore = try openStore(path: file.path, name: file.path, isLive: true)
    if isCompressed {
        store = try UnpackedStore(store, .gzip, PackedPart(.gzip), name: file.path)
    }
    #expect(store.change == nil)
    let other = File("a,b\n")
    rename(other.path, file.path)
    #expect(comesTrue { store.change != nil })
    #expect(store.change?.kind == .replaced)
    // Whoever waits for news later does not miss it.
    let seen = StoreNews(length: store.length.known, surplus: store.surplus)
    #expect(try store.waitForNews(after: seen, notBefore: 0)?.change?.kind == .replaced)
    store.cancel()
}
