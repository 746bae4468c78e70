extension LayoutContent {
    /// Returns the invalidation of replacing `old` by this content: nothing; one range of sections that were inserted, removed
    /// or given other items or weights; or all, for any other difference.
    ///
    /// - Complexity: O(1) where both are the same value or uniform tables with as many columns, else O(sections + items).
    public func change(from old: LayoutContent) -> Invalidation {
        if self == old { return .nothing }
        let (head, tail) = commonEnds(old)
        let inserted = head..<sectionCount - tail
        let removed = head..<old.sectionCount - tail
        if removed.isEmpty, inserted.isEmpty { return .nothing }
        if removed.isEmpty { return .data(.insert(inserted)) }
        if inserted.isEmpty { return .data(.remove(removed)) }
        return inserted == removed ? .data(.reload(inserted)) : .all
    }

    /// Returns the number of equal sections at the start, and the number of equal remaining sections at the end.
    private func commonEnds(_ old: LayoutContent) -> (head: Int, tail: Int) {
        let common = min(sectionCount, old.sectionCount)
        let isPlain = counts.isUniform && old.counts.isUniform && weights == nil && old.weights == nil
        if isPlain, counts.largest == old.counts.largest || common == 0 { return (common, 0) }
        var head = 0
        while head < common, hasSection(head, like: head, of: old) { head += 1 }
        var tail = 0
        while tail < common - head, hasSection(sectionCount - 1 - tail, like: old.sectionCount - 1 - tail, of: old) {
            tail += 1
        }
        return (head, tail)
    }

    private func hasSection(_ section: Int, like other: Int, of old: LayoutContent) -> Bool {
        let count = counts[section]
        guard count == old.counts[other] else { return false }
        guard count > 0 else { return true }
        switch (weights, old.weights) {
        case (nil, nil):
            return true
        case (let mine?, let theirs?):
            let offset = counts.before(section)
            let oldOffset = old.counts.before(other)
            return (0..<count).allSatisfy { item in
                mine.sums[offset + item] == theirs.sums[oldOffset + item]
                    && mine.isMarked(offset + item) == theirs.isMarked(oldOffset + item)
            }
        default:
            return false
        }
    }
}
