// The order of elements with the same z, except decorations.
extension Array where Element == LayoutAttributes {
    /// Merges two sequences into one in paint order: from `start` up to `middle`, which is sorted, and from there to the end,
    /// which is not. Unlike `sort`, it allocates only to grow the array.
    mutating func mergeInPaintOrder(from start: Int, _ middle: Int) {
        guard middle < count else { return }
        sortInPaintOrder(from: middle)
        let second = middle..<count
        // The second sequence is copied past the end, and both are merged from their ends.
        reserveCapacity(forAdding: second.count)
        for index in second { append(self[index]) }
        var first = middle
        var aside = count
        var place = second.upperBound
        while aside > second.upperBound {
            place -= 1
            if first > start, self[aside - 1].isPainted(before: self[first - 1]) {
                first -= 1
                self[place] = self[first]
            } else {
                aside -= 1
                self[place] = self[aside]
            }
        }
        removeLast(second.count)
    }

    /// A heap sort.
    private mutating func sortInPaintOrder(from start: Int) {
        var end = count
        var root = start + (end - start) / 2
        while end - start > 1 {
            if root > start {
                root -= 1
            } else {
                end -= 1
                swapAt(start, end)
            }
            sift(root, start, end)
        }
    }

    private mutating func sift(_ root: Int, _ start: Int, _ end: Int) {
        var parent = root
        while true {
            var child = start + 2 * (parent - start) + 1
            guard child < end else { return }
            if child + 1 < end, self[child].isPainted(before: self[child + 1]) { child += 1 }
            guard self[parent].isPainted(before: self[child]) else { return }
            swapAt(parent, child)
            parent = child
        }
    }
}

extension LayoutAttributes {
    fileprivate func isPainted(before other: LayoutAttributes) -> Bool {
        let (a, b) = (element, other.element)
        return (a.section, a.item, b.kind.order) > (b.section, b.item, a.kind.order)
    }
}
