extension TrackSizes {
    /// Stops the program when the tree of runs violates an invariant: adjacent runs differ, none is empty, totals add up, the
    /// tree is balanced, a hidden run contains a valid tree without hidden runs, the last run differs from the default after
    /// it, and there are no more tracks than `count`. Checks the `levels` topmost levels of the tree.
    package func _checkInvariants(levels: Int = .max) {
        precondition(runs.totals.tracks <= count, "\(runs.totals.tracks) tracks in runs, \(count) in all")
        precondition(runs.last.map { !$0.isDefault } ?? true, "the last run has the default size")
        Self.check(runs.root, levels: levels)
    }

    private static func check(_ node: RunNode?, levels: Int) {
        guard let node, levels > 0 else { return }
        precondition(node.run.count > 0, "a run is empty")
        precondition(RunNode.isBalanced(node.left, node.right), "a node is out of balance")
        let sum = (node.left?.totals ?? RunTotals()) + RunTotals(node.run) + (node.right?.totals ?? RunTotals())
        precondition(node.totals == sum, "totals \(node.totals) are not \(sum)")
        if let hidden = node.run.hidden {
            precondition(hidden.totals.hiddenTracks == 0, "a hidden run keeps a hidden one")
            precondition(hidden.totals.tracks == node.run.count, "a hidden run keeps another number of tracks")
        }
        let below = levels == .max ? .max : levels - 1
        if levels == .max {
            precondition(!(node.left?.lastRun.isLike(node.run) ?? false), "neighbours are alike")
            precondition(!(node.right?.firstRun.isLike(node.run) ?? false), "neighbours are alike")
            check(node.run.hidden, levels: below)
        }
        check(node.left, levels: below)
        check(node.right, levels: below)
    }
}

extension RunNode {
    fileprivate var firstRun: TrackRun { left?.firstRun ?? run }
    fileprivate var lastRun: TrackRun { right?.lastRun ?? run }
}
