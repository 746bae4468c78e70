/// Keeps a pass from publishing more often than people can see.
package struct PublicationClock {
    private let interval: UInt64
    private var next: UInt64 = 0

    package init(interval: UInt64) {
        self.interval = interval
        next = monotonicNow() + interval
    }

    /// The next moment for a publication.
    package var due: UInt64 { next }

    /// Something was published now.
    package mutating func restart() { next = monotonicNow() + interval }

    /// Returns true where it may publish now; from then on it waits again.
    package mutating func isDue() -> Bool {
        let now = monotonicNow()
        guard now >= next else { return false }
        next = now + interval
        return true
    }
}
