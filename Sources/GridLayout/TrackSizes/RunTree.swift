/// A sequence of runs in which no neighbours are alike and none is empty.
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

    /// Adds a run at the end, melting it into the last one when they are alike.
    mutating func append(_ run: TrackRun) {
        if run.count > 0 { append(RunTree(root: RunNode(nil, run, nil))) }
    }

    mutating func append(_ tail: RunTree) {
        if let tailRoot = tail.root { root = RunNode.merge(root, tailRoot) }
    }

    /// Keeps the runs before track `index` and returns those from it on.
    mutating func split(at index: Int) -> RunTree {
        let (before, after) = RunNode.split(root, at: index)
        root = before
        return RunTree(root: after)
    }

    /// Drops a last run that only says what holds behind the end anyway.
    mutating func dropTrailingDefault() {
        if let root, let last, last.isDefault { self.root = root.removingLast().rest }
    }
}

/// A run with its place: the index of its first track and the offset where that begins.
struct PlacedRun {
    var first: Int
    var offset: Double
    var count: Int
    /// The length that each of its tracks takes up: 0 where they are hidden.
    var size: Double
    var isHidden: Bool

    var end: Int { first + count }
}

extension RunTree {
    /// The run that track `index` lies in, or nil behind the last run.
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

    /// The run that `offset` lies in, or nil behind the last run. A run without extent contains no offset.
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

    /// Calls `body` with every run that has a track in `range`, in order or against it. O(log runs + runs in range).
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

    /// The place of track `index`, which lies in the run.
    func track(at index: Int) -> Track {
        Track(index: index, offset: offset + Double(index - first) * size, size: size)
    }

    /// The track that `position` lies in; the run has an extent and contains it.
    func track(containing position: Double) -> Track {
        // Rounding never lifts the quotient to the next whole number k: where k · size is exact, the nearest `Double`
        // below it is more than half a step of k away from it, counted in sizes. The bounds matter past 2^47 pixels.
        let step = Int((position - offset) / size)
        return track(at: first + max(0, min(step, count - 1)))
    }
}
