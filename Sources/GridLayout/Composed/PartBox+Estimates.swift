import Geometry

// A part with estimated items is an item, or a group of items across the layout's axis: one line, as long as the longest item
// in it. `LayoutPart.checkEstimates` ensures that.
extension PartBox {
    /// Returns true where the item is estimated, and so as long as its line.
    func isEstimated(_ item: Int) -> Bool {
        guard estimatedAxis != nil, let runs else { return estimatedAxis != nil }
        return place(of: item, in: runs).run.box.estimatedAxis != nil
    }

    /// Returns the length of the line that contains `items`, numbers in the section; `measured` returns the extent of a
    /// measured item. O(items).
    func lineExtent(of items: Range<Int>, along axis: Axis, measured: (Int) -> Double?) -> Double {
        guard let runs else { return measured(items.lowerBound) ?? size[axis] }
        var longest = 0.0
        for run in runs {
            guard run.box.estimatedAxis != nil else {
                longest = max(longest, run.box.size[axis])
                continue
            }
            let first = items.lowerBound + run.firstItem
            for item in first..<max(first, min(first + run.slots.count, items.upperBound)) {
                longest = max(longest, measured(item) ?? run.box.size[axis])
            }
        }
        return longest + crossInsets
    }

    /// Returns the widths of its estimated items across the line, for which their extents are measured.
    func estimatedWidths(across axis: Axis) -> [Double] {
        guard estimatedAxis != nil else { return [] }
        return runs.map { $0.filter { $0.box.estimatedAxis != nil }.map { $0.box.size[axis.other] } } ?? [
            size[axis.other]
        ]
    }
}

extension LayoutPart {
    /// A Boolean value that indicates whether a length of it or of a part in it is estimated.
    private var hasEstimates: Bool { ownEstimate != nil || parts.contains(where: \.hasEstimates) }

    private var ownEstimate: Axis? {
        Axis.allCases.first { if case .estimated = length($0) { true } else { false } }
    }

    /// Stops the program where a length is estimated that must not be. `axis`: the layout's.
    func checkEstimates(along axis: Axis) {
        guard hasEstimates else { return }
        precondition(length(axis.other)?.isEstimated != true, "a length across the layout's axis is estimated")
        if case .item = content { return }
        precondition(
            self.axis != axis, "items are estimated that follow one another along the layout's axis in a group")
        precondition(length(axis) == nil, "a group of estimated items is as long as they are, and says so itself")
        for part in parts {
            guard case .item = part.content else { preconditionFailure("a group beside or around estimated items") }
            precondition(part.length(axis.other)?.isEstimated != true, "a length across the layout's axis is estimated")
            if case .fractional = part.length(axis) { preconditionFailure("a fraction beside estimated items") }
        }
    }
}
