extension TrackSizes: Equatable {
    /// Whether counts, defaults and overrides agree; an override that equals the default still is one.
    ///
    /// - Complexity: O(runs), and O(log runs) for a value and its copy a few edits later.
    public static func == (a: TrackSizes, b: TrackSizes) -> Bool {
        a.count == b.count && a.firstDifference(from: b) == nil
    }

    /// The first track from which on the two may differ in size, or in having one of its own; where one is the start of
    /// the other, the count of the shorter. Nil when they are equal.
    ///
    /// - Complexity: as for `==`.
    public func firstDifference(from other: TrackSizes) -> Int? {
        let common = min(count, other.count)
        let end = count == other.count ? nil : common
        if defaultSize != other.defaultSize { return 0 }
        guard let first = RunComparison.firstDifference(runs, other.runs), first < common else { return end }
        return first
    }
}

/// Walks two trees of runs side by side, and steps over the subtrees that they share.
private struct RunComparison {
    private enum Piece {
        case tree(RunNode)
        case run(TrackRun)

        var tracks: Int {
            switch self {
            case .tree(let node): node.totals.tracks
            case .run(let run): run.count
            }
        }
    }

    /// What is left of one tree, the next piece last.
    private var rest: [Piece]

    private init(_ tree: RunTree) { rest = tree.root.map { [.tree($0)] } ?? [] }

    static func firstDifference(_ a: RunTree, _ b: RunTree) -> Int? {
        var left = RunComparison(a)
        var right = RunComparison(b)
        var position = 0
        while !left.rest.isEmpty || !right.rest.isEmpty {
            // Behind the last run all is default, without end.
            let x = left.rest.last ?? .run(TrackRun(count: .max, size: nil))
            let y = right.rest.last ?? .run(TrackRun(count: .max, size: nil))
            switch (x, y) {
            case (.tree(let m), .tree(let n)) where m === n:
                position += m.totals.tracks
                left.rest.removeLast()
                right.rest.removeLast()
            case (.tree(let m), .tree), (.tree(let m), .run):
                // The larger one is opened, so that a shared subtree is met whole on both sides.
                if case .tree(let n) = y, n.totals.tracks > m.totals.tracks {
                    right.open(n)
                } else {
                    left.open(m)
                }
            case (.run, .tree(let n)):
                right.open(n)
            case (.run(let m), .run(let n)):
                guard m.size == n.size else { return position }
                let step = min(m.count, n.count)
                position += step
                left.consume(step, of: m)
                right.consume(step, of: n)
            }
        }
        return nil
    }

    private mutating func open(_ node: RunNode) {
        rest.removeLast()
        if let right = node.right { rest.append(.tree(right)) }
        rest.append(.run(node.run))
        if let left = node.left { rest.append(.tree(left)) }
    }

    private mutating func consume(_ step: Int, of run: TrackRun) {
        guard !rest.isEmpty else { return }
        rest.removeLast()
        if step < run.count { rest.append(.run(TrackRun(count: run.count - step, size: run.size))) }
    }
}
