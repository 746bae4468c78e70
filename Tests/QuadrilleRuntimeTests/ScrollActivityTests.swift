import QuadrilleRuntime
import Testing

@Suite(.serialized) struct ScrollActivityTests {
    @Test func aHandThatRestsHasStopped() {
        let now: UInt64 = 5_000_000_000
        ScrollActivity.moved(at: now)
        #expect(ScrollActivity.isGoingOn(at: now))
        #expect(ScrollActivity.isGoingOn(at: now + ScrollActivity.rest - 1))
        #expect(!ScrollActivity.isGoingOn(at: now + ScrollActivity.rest))
        ScrollActivity.moved(at: now + ScrollActivity.rest)
        #expect(ScrollActivity.isGoingOn(at: now + ScrollActivity.rest))
    }

    @Test func whoIsNotWantedDoesNotWait() {
        ScrollActivity.moved(at: .max / 2)
        ScrollActivity.leaveProcessor(unless: Cancellation { true })
        ScrollActivity.moved(at: 1)
        ScrollActivity.leaveProcessor(unless: .never)
    }
}
