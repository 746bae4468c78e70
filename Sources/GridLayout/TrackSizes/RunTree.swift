/// A sequence of nonempty runs in which no adjacent runs are equal.
///
/// Complexity: copying O(1), every other operation O(log runs).
struct RunTree: Sendable {
    private(set) var root: RunNode?

    init() {}

    init(_ runs: [TrackRun]) { root = RunNode.build(runs[...]) }

    init(root: RunNode?) { self.root = root }

    var totals: RunTotals { root?.totals ?? RunTotals() }

    var last: TrackRun? {
        var node = root
        while let next = node?.right { node = next }
        return node?.run
    }

    /// Adds a run at the end; merges it into the last one if they are equal.
    mutating func append(_ run: TrackRun) {
        if run.count > 0 { append(RunTree(root: RunNode(nil, run, nil))) }
    }

    mutating func append(_ tail: RunTree) {
        if let tailRoot = tail.root { root = RunNode.merge(root, tailRoot) }
    }

    /// Removes the runs from track `index` on and returns them.
    mutating func split(at index: Int) -> RunTree {
        let (before, after) = RunNode.split(root, at: index)
        root = before
        return RunTree(root: after)
    }

    /// Drops a last run that equals the default after the end.
    mutating func dropTrailingDefault() {
        if let root, let last, last.isDefault { self.root = root.removingLast().rest }
    }
}

/// A run with its position: the index and the offset of its first track.
struct PlacedRun {
    var first: Int
    var offset: Double
    var count: Int
    /// The visible length of each of its tracks: 0 where they are hidden.
    var size: Double
    var isHidden: Bool

    var end: Int { first + count }
}

extension RunTree {
    /// Returns the run that contains track `index`, or nil after the last run.
    func run(containing index: Int, defaultSize: Double) -> PlacedRun? {
        var node = root
        var before = RunTotals()
        while let current = node {
            WorkCounter.countNodeVisit()
            let start = before + (current.left?.totals ?? RunTotals())
            if index < start.tracks {
                node = current.left
            } else if index < start.tracks + current.run.count {
                return PlacedRun(current.run, after: start, defaultSize: defaultSize)
            } else {
                before = start + RunTotals(current.run)
                node = current.right
            }
        }
        return nil
    }

    /// Returns the run that contains `offset`, or nil after the last run. A run without extent contains no offset.
    func run(containing offset: Double, defaultSize: Double) -> PlacedRun? {
        var node = root
        var before = RunTotals()
        while let current = node {
            WorkCounter.countNodeVisit()
            let start = before + (current.left?.totals ?? RunTotals())
            let end = start + RunTotals(current.run)
            if offset < start.extent(defaultSize: defaultSize) {
                node = current.left
            } else if offset < end.extent(defaultSize: defaultSize) {
                return PlacedRun(current.run, after: start, defaultSize: defaultSize)
            } else {
                before = end
                node = current.right
            }
        }
        return nil
    }

    /// Calls `body` with every run that has a track in `range`, forwards or backwards. O(log runs + runs in range).
    func forEachRun(
        in range: Range<Int>, reversed: Bool, defaultSize: Double, _ body: (PlacedRun) -> Void
    ) {
        Self.walk(root, RunTotals(), RunWalk(range: range, reversed: reversed, defaultSize: defaultSize), body)
    }

    private struct RunWalk {
        var range: Range<Int>
        var reversed: Bool
        var defaultSize: Double
    }

    private static func walk(_ node: RunNode?, _ before: RunTotals, _ walk: RunWalk, _ body: (PlacedRun) -> Void) {
        guard let node else { return }
        WorkCounter.countNodeVisit()
        let start = before + (node.left?.totals ?? RunTotals())
        let end = start + RunTotals(node.run)
        let hasLeft = walk.range.lowerBound < start.tracks
        let hasRight = walk.range.upperBound > end.tracks
        if walk.reversed ? hasRight : hasLeft {
            self.walk(walk.reversed ? node.right : node.left, walk.reversed ? end : before, walk, body)
        }
        if walk.range.lowerBound < end.tracks, walk.range.upperBound > start.tracks {
            body(PlacedRun(node.run, after: start, defaultSize: walk.defaultSize))
        }
        if walk.reversed ? hasLeft : hasRight {
            self.walk(walk.reversed ? node.left : node.right, walk.reversed ? before : end, walk, body)
        }
    }
}

extension PlacedRun {
    init(_ run: TrackRun, after start: RunTotals, defaultSize: Double) {
        self.init(
            first: start.tracks, offset: start.extent(defaultSize: defaultSize), count: run.count,
            size: run.isHidden ? 0 : run.size ?? defaultSize, isHidden: run.isHidden)
    }

    /// Returns the track `index` of the run with its position.
    func track(at index: Int) -> Track {
        Track(index: index, offset: offset + Double(index - first) * size, size: size)
    }

    /// Returns the track that contains `position`; the run must have an extent and contain it.
    func track(containing position: Double) -> Track {
        // Rounding never lifts the quotient to the next whole number k: where k · size is exact, the nearest `Double` below it
        // is more than half a step of k away from it, measured in sizes. The bounds matter past 2^47 pixels.
        let step = Int((position - offset) / size)
        return track(at: first + max(0, min(step, count - 1)))
    }
}
