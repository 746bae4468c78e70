/// A clock that limits a pass to publications as frequent as the user can see.
package struct PublicationClock {
    private let interval: UInt64
    private var next: UInt64 = 0

    package init(interval: UInt64) {
        self.interval = interval
        next = monotonicNow() + interval
    }

    /// The next moment for a publication.
    package var due: UInt64 { next }

    /// Records a publication now.
    package mutating func restart() { next = monotonicNow() + interval }

    /// Returns true where a publication is due; the next one is due an interval later.
    package mutating func isDue() -> Bool {
        let now = monotonicNow()
        guard now >= next else { return false }
        next = now + interval
        return true
    }
}
