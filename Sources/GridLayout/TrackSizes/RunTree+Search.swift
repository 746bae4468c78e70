/// A minimum size to search for, and the size of tracks without one of their own.
struct SizeSearch {
    var atLeast: Double
    var defaultSize: Double

    fileprivate func finds(_ totals: RunTotals) -> Bool { totals.largest(defaultSize: defaultSize) >= atLeast }
}

// Subtrees on the wrong side of the index, or without a track that is large enough, are skipped. One that lies completely on
// the right side and has such a track contains the result, so at most two paths are visited.
extension RunTree {
    /// Returns the first track from `index` on of at least the searched size, which is greater than 0.
    func first(atOrAfter index: Int, _ search: SizeSearch) -> Int? {
        Self.first(root, start: 0, atOrAfter: index, search)
    }

    /// Returns the last track up to and including `index` of at least the searched size, which is greater than 0.
    func last(atOrBefore index: Int, _ search: SizeSearch) -> Int? {
        Self.last(root, start: 0, atOrBefore: index, search)
    }

    private static func first(_ node: RunNode?, start: Int, atOrAfter index: Int, _ search: SizeSearch) -> Int? {
        guard let node, start + node.totals.tracks > index, search.finds(node.totals) else { return nil }
        WorkCounter.countNodeVisit()
        let first = start + (node.left?.totals.tracks ?? 0)
        let end = first + node.run.count
        if let found = Self.first(node.left, start: start, atOrAfter: index, search) { return found }
        if end > index, search.finds(RunTotals(node.run)) { return max(first, index) }
        return Self.first(node.right, start: end, atOrAfter: index, search)
    }

    private static func last(_ node: RunNode?, start: Int, atOrBefore index: Int, _ search: SizeSearch) -> Int? {
        guard let node, start <= index, search.finds(node.totals) else { return nil }
        WorkCounter.countNodeVisit()
        let first = start + (node.left?.totals.tracks ?? 0)
        let end = first + node.run.count
        if let found = last(node.right, start: end, atOrBefore: index, search) { return found }
        if first <= index, search.finds(RunTotals(node.run)) { return min(end - 1, index) }
        return last(node.left, start: start, atOrBefore: index, search)
    }
}
