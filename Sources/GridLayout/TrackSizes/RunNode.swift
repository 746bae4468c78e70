/// Consecutive tracks that are equal: visible ones of one size, or hidden ones of any sizes.
struct TrackRun: Sendable {
    let count: Int
    /// Nil where the tracks have the default size, which is stored elsewhere, so that changing it changes no run. Also nil
    /// where they are hidden.
    let size: Double?
    /// The runs that a hidden run contains, none of them hidden; nil for a visible run. Hiding a range moves its runs here as a
    /// whole, and so costs the same for any number of them.
    let hidden: RunNode?

    init(count: Int, size: Double?) {
        self.count = count
        self.size = size
        hidden = nil
    }

    /// Creates a hidden run of the tracks of `kept`.
    init(hiding kept: RunNode) {
        count = kept.totals.tracks
        size = nil
        hidden = kept
    }

    var isHidden: Bool { hidden != nil }
    /// A Boolean value that indicates whether the tracks are like those after the last run.
    var isDefault: Bool { size == nil && hidden == nil }

    /// Returns true where the two would be one run if they were adjacent.
    func isLike(_ other: TrackRun) -> Bool { isHidden == other.isHidden && size == other.size }

    /// Returns the first `index` tracks and the others; neither is empty.
    func split(at index: Int) -> (head: TrackRun, tail: TrackRun) {
        guard case (let head?, let tail?) = RunNode.split(hidden, at: index) else {
            return (TrackRun(count: index, size: size), TrackRun(count: count - index, size: size))
        }
        return (TrackRun(hiding: head), TrackRun(hiding: tail))
    }

    /// Returns this run merged with an equal one after it.
    func merged(with next: TrackRun) -> TrackRun {
        guard let hidden, let nextHidden = next.hidden else { return TrackRun(count: count + next.count, size: size) }
        return TrackRun(hiding: RunNode.merge(hidden, nextHidden))
    }
}

/// The totals of a sequence of runs.
struct RunTotals: Sendable, Equatable {
    var runs = 0
    var tracks = 0
    /// The number of tracks with a size of their own, including hidden ones.
    var ownTracks = 0
    var hiddenTracks = 0
    /// The number of visible tracks of default size.
    var defaultTracks = 0
    /// The sum of the own sizes of the visible tracks.
    var ownExtent = 0.0
    /// The largest of these sizes, 0 where there is none.
    var largestOwn = 0.0
    /// The smallest of these sizes except 0, infinite where there is none.
    var smallestOwn = Double.infinity

    init() {}

    init(_ run: TrackRun) {
        runs = 1
        tracks = run.count
        if let hidden = run.hidden {
            hiddenTracks = run.count
            ownTracks = hidden.totals.ownTracks
        } else if let size = run.size {
            ownTracks = run.count
            ownExtent = Double(run.count) * size
            largestOwn = size
            if size > 0 { smallestOwn = size }
        } else {
            defaultTracks = run.count
        }
    }

    func extent(defaultSize: Double) -> Double { Double(defaultTracks) * defaultSize + ownExtent }

    /// Returns the largest size of a visible track, 0 where there is none.
    func largest(defaultSize: Double) -> Double { defaultTracks > 0 ? max(largestOwn, defaultSize) : largestOwn }

    static func + (a: RunTotals, b: RunTotals) -> RunTotals {
        var sum = a
        sum.runs += b.runs
        sum.tracks += b.tracks
        sum.ownTracks += b.ownTracks
        sum.hiddenTracks += b.hiddenTracks
        sum.defaultTracks += b.defaultTracks
        sum.ownExtent += b.ownExtent
        sum.largestOwn = max(sum.largestOwn, b.largestOwn)
        sum.smallestOwn = min(sum.smallestOwn, b.smallestOwn)
        return sum
    }
}

/// A node of a weight-balanced tree of runs, in track order, with the totals of its subtree.
///
/// Nodes are immutable: an edit creates new ones along one path and shares the rest, so that copying a tree is free and an edit
/// costs O(log runs) however many copies exist (an undo step, the layout of the last frame).
final class RunNode: Sendable {
    let left: RunNode?
    let right: RunNode?
    let run: TrackRun
    let totals: RunTotals

    init(_ left: RunNode?, _ run: TrackRun, _ right: RunNode?) {
        WorkCounter.countNodeVisit()
        self.left = left
        self.right = right
        self.run = run
        totals = (left?.totals ?? RunTotals()) + RunTotals(run) + (right?.totals ?? RunTotals())
    }
}

// Balance: neither child weighs more than three times the other, a weight being the number of runs plus one; a rotation
// is single when the inner grandchild weighs less than twice the outer. This pair of numbers keeps joins balanced too:
// M. Straka, "Adams' Trees Revisited" (2011), section 4.
extension RunNode {
    static func weight(_ node: RunNode?) -> Int { (node?.totals.runs ?? 0) + 1 }

    static func isBalanced(_ left: RunNode?, _ right: RunNode?) -> Bool {
        weight(right) <= 3 * weight(left) && weight(left) <= 3 * weight(right)
    }

    /// Returns all runs of `left`, then `run`, then all runs of `right`. O(difference of the heights).
    static func join(_ left: RunNode?, _ run: TrackRun, _ right: RunNode?) -> RunNode {
        if let right, weight(right) > 3 * weight(left) {
            return balance(join(left, run, right.left), right.run, right.right)
        }
        if let left, weight(left) > 3 * weight(right) {
            return balance(left.left, left.run, join(left.right, run, right))
        }
        return RunNode(left, run, right)
    }

    /// Returns all runs of `left`, then all runs of `right`. O(log runs).
    static func join(_ left: RunNode?, _ right: RunNode?) -> RunNode? {
        guard let left else { return right }
        let (rest, last) = left.removingLast()
        return join(rest, last, right)
    }

    /// Like `join`, but merges equal runs where the two trees meet. O(log runs).
    static func merge(_ left: RunNode?, _ right: RunNode) -> RunNode {
        guard let left else { return right }
        let (rest, last) = left.removingLast()
        let (first, others) = right.removingFirst()
        return last.isLike(first) ? join(rest, last.merged(with: first), others) : join(rest, last, right)
    }

    /// Returns the runs before track `index` and those from it on; a run across it is split. O(log runs).
    static func split(_ node: RunNode?, at index: Int) -> (before: RunNode?, after: RunNode?) {
        guard let node else { return (nil, nil) }
        let start = node.left?.totals.tracks ?? 0
        let end = start + node.run.count
        if index <= start {
            let (before, after) = split(node.left, at: index)
            return (before, join(after, node.run, node.right))
        }
        if index >= end {
            let (before, after) = split(node.right, at: index - end)
            return (join(node.left, node.run, before), after)
        }
        let (head, tail) = node.run.split(at: index - start)
        return (join(node.left, head, nil), join(nil, tail, node.right))
    }

    func removingLast() -> (rest: RunNode?, last: TrackRun) {
        guard let right else { return (left, run) }
        let (rest, last) = right.removingLast()
        return (Self.balance(left, run, rest), last)
    }

    func removingFirst() -> (first: TrackRun, rest: RunNode?) {
        guard let left else { return (run, right) }
        let (first, rest) = left.removingFirst()
        return (first, Self.balance(rest, run, right))
    }

    /// Returns a perfectly balanced tree of `runs`. O(runs).
    static func build(_ runs: ArraySlice<TrackRun>) -> RunNode? {
        guard !runs.isEmpty else { return nil }
        let middle = runs.startIndex + runs.count / 2
        return RunNode(build(runs[..<middle]), runs[middle], build(runs[(middle + 1)...]))
    }

    /// Returns a node over two subtrees, one of which may be too heavy after a single join or removal.
    private static func balance(_ left: RunNode?, _ run: TrackRun, _ right: RunNode?) -> RunNode {
        if let right, weight(right) > 3 * weight(left) {
            if let inner = right.left, weight(inner) >= 2 * weight(right.right) {
                return RunNode(
                    RunNode(left, run, inner.left), inner.run, RunNode(inner.right, right.run, right.right))
            }
            return RunNode(RunNode(left, run, right.left), right.run, right.right)
        }
        if let left, weight(left) > 3 * weight(right) {
            if let inner = left.right, weight(inner) >= 2 * weight(left.left) {
                return RunNode(
                    RunNode(left.left, left.run, inner.left), inner.run, RunNode(inner.right, run, right))
            }
            return RunNode(left.left, left.run, RunNode(left.right, run, right))
        }
        return RunNode(left, run, right)
    }
}
