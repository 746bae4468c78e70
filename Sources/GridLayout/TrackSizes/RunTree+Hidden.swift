// A hidden run stores its runs as a separate tree (`TrackRun.hidden`) without hidden runs: so a range is hidden and shown again
// as a whole subtree. Hiding a partly hidden range, showing, and setting sizes of hidden tracks open each hidden run that they
// intersect; no other operation looks into one.
extension RunTree {
    /// The whole tree as one hidden run. O((1 + hidden runs) · log runs).
    var hidden: RunTree {
        guard let root else { return self }
        return RunTree(root: RunNode(nil, TrackRun(hiding: root.shown), nil))
    }

    /// The tree with all tracks shown. O((1 + hidden runs) · log runs).
    var shown: RunTree { RunTree(root: root?.shown) }

    /// Returns a tree of as many tracks, with the same ones hidden, and the sizes of the runs that `runs` creates for ranges
    /// that are hidden or visible throughout. O((1 + hidden runs) · log runs), plus the cost of `runs`.
    func refilled(_ runs: (Range<Int>) -> [TrackRun]) -> RunTree { RunTree(root: root?.refilled(from: 0, runs)) }

    /// The own size of track `index`, hidden or not; nil where it has the default size.
    func ownSize(of index: Int) -> Double? {
        var node = root
        var index = index
        while let current = node {
            WorkCounter.countNodeVisit()
            let start = current.left?.totals.tracks ?? 0
            if index < start {
                node = current.left
            } else if index >= start + current.run.count {
                index -= start + current.run.count
                node = current.right
            } else if let hidden = current.run.hidden {
                index -= start
                node = hidden
            } else {
                return current.run.size
            }
        }
        return nil
    }

    /// Calls `body` with the ranges of visible tracks in `range` that have the default size. O(log runs + ranges).
    func forEachDefault(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
        Self.forEachDefault(root, start: 0, range, body)
    }

    private static func forEachDefault(
        _ node: RunNode?, start: Int, _ range: Range<Int>, _ body: (Range<Int>) -> Void
    ) {
        guard let node, node.totals.defaultTracks > 0, start < range.upperBound,
            start + node.totals.tracks > range.lowerBound
        else { return }
        WorkCounter.countNodeVisit()
        let first = start + (node.left?.totals.tracks ?? 0)
        let end = first + node.run.count
        forEachDefault(node.left, start: start, range, body)
        let met = (first..<end).clamped(to: range)
        if node.run.isDefault, !met.isEmpty { body(met) }
        forEachDefault(node.right, start: end, range, body)
    }
}

extension RunNode {
    /// The same with every hidden run opened. Subtrees without hidden runs are shared.
    fileprivate var shown: RunNode {
        guard totals.hiddenTracks > 0 else { return self }
        let before = Self.merge(left?.shown, run.hidden ?? RunNode(nil, run, nil))
        return right.map { Self.merge(before, $0.shown) } ?? before
    }

    fileprivate func refilled(from start: Int, _ runs: (Range<Int>) -> [TrackRun]) -> RunNode? {
        let range = start..<start + totals.tracks
        if totals.hiddenTracks == 0 { return Self.build(runs(range)[...]) }
        if totals.hiddenTracks == totals.tracks {
            return Self.build(runs(range)[...]).map { RunNode(nil, TrackRun(hiding: $0), nil) }
        }
        var all = left?.refilled(from: start, runs)
        let middle = start + (left?.totals.tracks ?? 0)
        let own = RunNode(nil, run, nil)
        // A run is hidden as a whole or not at all, so the recursion ends at a tree of a single run.
        if let filled = own.refilled(from: middle, runs) { all = Self.merge(all, filled) }
        if let filled = right?.refilled(from: middle + run.count, runs) { all = Self.merge(all, filled) }
        return all
    }
}
