extension TrackSizes: Equatable {
    /// Returns true where counts, defaults, overrides and hidden tracks are equal; an override that equals the default still
    /// counts as one.
    ///
    /// - Complexity: O(runs), and O(log runs) for a value and its copy a few edits later.
    public static func == (a: TrackSizes, b: TrackSizes) -> Bool {
        a.count == b.count && a.firstDifference(from: b) == nil
    }

    /// Returns the first track from which on the two may differ in size, in overrides or in hiding; if one is a prefix of the
    /// other, the count of the shorter. Nil when they are equal.
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

/// A parallel iteration over two trees of runs that skips the subtrees that they share.
private struct RunComparison {
    private enum Piece {
        case tree(RunNode, isHidden: Bool)
        case run(TrackRun, isHidden: Bool)
    }

    /// The rest of one tree, as a stack with the next piece last.
    private var rest: [Piece]

    private init(_ tree: RunTree) { rest = tree.root.map { [.tree($0, isHidden: false)] } ?? [] }

    static func firstDifference(_ a: RunTree, _ b: RunTree) -> Int? {
        var left = RunComparison(a)
        var right = RunComparison(b)
        var position = 0
        while !left.rest.isEmpty || !right.rest.isEmpty {
            switch (left.next, right.next) {
            case (.tree(let m, let mIsHidden), .tree(let n, let nIsHidden)):
                if m === n, mIsHidden == nIsHidden {
                    position += m.totals.tracks
                    left.rest.removeLast()
                    right.rest.removeLast()
                } else if n.totals.tracks > m.totals.tracks {
                    // The larger piece is opened, so that a shared subtree appears whole on both sides.
                    right.open(n, isHidden: nIsHidden)
                } else {
                    left.open(m, isHidden: mIsHidden)
                }
            case (.tree(let m, let isHidden), .run):
                left.open(m, isHidden: isHidden)
            case (.run, .tree(let n, let isHidden)):
                right.open(n, isHidden: isHidden)
            case (.run(let m, let mIsHidden), .run(let n, let nIsHidden)):
                guard m.size == n.size, mIsHidden == nIsHidden else { return position }
                let step = min(m.count, n.count)
                position += step
                left.consume(step, of: m, isHidden: mIsHidden)
                right.consume(step, of: n, isHidden: nIsHidden)
            }
        }
        return nil
    }

    /// After the last run follow infinitely many tracks of default size.
    private var next: Piece { rest.last ?? .run(TrackRun(count: .max, size: nil), isHidden: false) }

    private mutating func open(_ node: RunNode, isHidden: Bool) {
        WorkCounter.countNodeVisit()
        rest.removeLast()
        if let right = node.right { rest.append(.tree(right, isHidden: isHidden)) }
        // Hidden runs are compared run by run too: they may differ in the sizes of hidden tracks.
        rest.append(node.run.hidden.map { .tree($0, isHidden: true) } ?? .run(node.run, isHidden: isHidden))
        if let left = node.left { rest.append(.tree(left, isHidden: isHidden)) }
    }

    private mutating func consume(_ step: Int, of run: TrackRun, isHidden: Bool) {
        guard !rest.isEmpty else { return }
        rest.removeLast()
        if step < run.count {
            rest.append(.run(TrackRun(count: run.count - step, size: run.size), isHidden: isHidden))
        }
    }
}
