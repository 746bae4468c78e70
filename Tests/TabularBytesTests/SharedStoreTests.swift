import QuadrilleRuntime
import Tabular
import Testing

@testable import TabularBytes

@Test func sharesEndTheirOwnWaitingAndTheLastOneThatOfAll() throws {
    let spool = try Spool(name: "x")
    let store = SpooledBytesOfTest(spool)
    let first = SharedStore(store)
    let second = try #require(first.another())
    let ended = Monitor(0)
    for share in [first, second] {
        BackgroundThread.start {
            _ = try? share.wait(beyond: 0, deadline: .max)
            ended.withLock { $0 += 1 }
        }
    }
    first.cancel()
    ended.wait(until: { $0 == 1 }, then: { _ in })
    first.cancel()
    #expect(!spool.isCancelled)
    second.cancel()
    ended.wait(until: { $0 == 2 }, then: { _ in })
    #expect(spool.isCancelled)
    #expect(second.another() == nil)
}

private final class SpooledBytesOfTest: SpooledBytes {
    let spool: Spool

    init(_ spool: Spool) { self.spool = spool }

    var length: StoreLength { spool.length }
    func hold(_ isHeld: Bool) {}
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int { 0 }
    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        try spool.wait(beyond: offset, deadline: deadline)
    }
    func cancel() { spool.cancel() }
}
