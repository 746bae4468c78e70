import QuadrilleRuntime
import Testing

struct ScrollActivityTests {
    private let activity = ScrollActivity()

    @Test func aHandThatRestsHasStopped() {
        let now: UInt64 = 5_000_000_000
        activity.moved(at: now)
        #expect(activity.isGoingOn(at: now))
        #expect(activity.isGoingOn(at: now + ScrollActivity.rest - 1))
        #expect(!activity.isGoingOn(at: now + ScrollActivity.rest))
        activity.moved(at: now + ScrollActivity.rest)
        #expect(activity.isGoingOn(at: now + ScrollActivity.rest))
    }

    @Test func whoIsNotWantedDoesNotWait() {
        activity.moved(at: .max / 2)
        activity.leaveProcessor(unless: Cancellation { true })
        activity.moved(at: 1)
        activity.leaveProcessor(unless: .never)
    }
}
