/// The cost of a piece of work, in seconds.
public struct Cost: Sendable, Hashable {
    public var wall: Double
    /// Processor time of all its threads.
    public var cpu: Double

    public init(wall: Double, cpu: Double) { (self.wall, self.cpu) = (wall, cpu) }
}

/// Work of ours and a peer's of the same use, done in turns, so that all other load of the machine affects both.
public struct Contest: Sendable {
    private let what: String
    private let peerName: String
    /// The most times as long as the peer that ours may take.
    private let limit: Double
    private var ours = (wall: Samples(), cpu: Samples())
    private var peer = (wall: Samples(), cpu: Samples())

    public init(_ what: String, against peerName: String, limit: Double = 1) {
        (self.what, self.peerName, self.limit) = (what, peerName, limit)
    }

    /// Adds a turn of each; the peer's is nil where there is none.
    public mutating func add(ours cost: Cost, peer other: Cost?) {
        ours.wall.add(cost.wall)
        ours.cpu.add(cost.cpu)
        guard let other else { return }
        peer.wall.add(other.wall)
        peer.cpu.add(other.cpu)
    }

    /// Seconds of ours; and where the peer had as many turns, its own, and how many times as long ours took: of the clock,
    /// which is held against the limit, and of the processors.
    public var figures: [Figure] {
        var time = Figure(what, unit: "s", clock: .cpu, ours.cpu)
        time.wall = ours.wall
        guard peer.wall.count == ours.wall.count else { return [time] }
        var other = Figure("\(what), \(peerName)", unit: "s", clock: .cpu, peer.cpu)
        other.wall = peer.wall
        return [
            time, other,
            Figure("\(what) : \(peerName)", unit: "×", clock: .wall, ours.wall.divided(by: peer.wall))
                .limited(to: .atMost(limit)),
            Figure("\(what) : \(peerName), processor time", unit: "×", clock: .cpu, ours.cpu.divided(by: peer.cpu)),
        ]
    }
}
