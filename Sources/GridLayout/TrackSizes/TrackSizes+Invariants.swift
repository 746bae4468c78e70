extension TrackSizes {
    /// Stops the program when the tree of runs breaks one of its laws: neighbours differ, none is empty, totals add up,
    /// balance holds, the last run has a size of its own, no more tracks than `count`. Looks at the `levels` topmost
    /// levels of the tree.
    package func _checkInvariants(levels: Int = .max) {
        precondition(runs.totals.tracks <= count, "\(runs.totals.tracks) tracks in runs, \(count) in all")
        precondition(runs.last == nil || runs.last?.size != nil, "the last run has the default size")
        Self.check(runs.root, levels: levels)
    }

    private static func check(_ node: RunNode?, levels: Int) {
        guard let node, levels > 0 else { return }
        precondition(node.run.count > 0, "a run is empty")
        precondition(RunNode.isBalanced(node.left, node.right), "a node is out of balance")
        let sum = (node.left?.totals ?? RunTotals()) + RunTotals(node.run) + (node.right?.totals ?? RunTotals())
        precondition(node.totals == sum, "totals \(node.totals) are not \(sum)")
        if levels == .max {
            precondition(node.left == nil || node.left?.lastRun.size != node.run.size, "neighbours have one size")
            precondition(node.right == nil || node.right?.firstRun.size != node.run.size, "neighbours have one size")
        }
        check(node.left, levels: levels == .max ? .max : levels - 1)
        check(node.right, levels: levels == .max ? .max : levels - 1)
    }
}

extension RunNode {
    fileprivate var firstRun: TrackRun { left?.firstRun ?? run }
    fileprivate var lastRun: TrackRun { right?.lastRun ?? run }
}
