import Geometry

/// A search, for many lines at once, for the nearest span across each on one side.
///
/// It visits each box once, where separate searches would visit it once a line.
struct NearestSearch {
    let axis: Axis
    /// `first` to find the spans that begin first, `last` for those that end last.
    let end: SpanEnd
    /// The range of the other axis in which to search.
    let range: Range<Int>
    /// The positions of the tracks before the lines.
    let positions: Range<Int>
    /// For each position, counted from the first: the start of the first span, or `Int.max`; or the end of the last one, or
    /// `Int.min`.
    let nearest: UnsafeMutableBufferPointer<Int>

    init(
        _ axis: Axis, _ end: SpanEnd, in range: Range<Int>, lines positions: Range<Int>,
        _ nearest: UnsafeMutableBufferPointer<Int>
    ) {
        (self.axis, self.end, self.range, self.positions, self.nearest) = (axis, end, range, positions, nearest)
        for offset in 0..<positions.count { nearest[offset] = end == .first ? .max : .min }
    }

    fileprivate func mayImprove(with box: SpanBox, _ lines: borrowing MetTracks) -> Bool {
        let across = box.tracks(axis.other)
        let along = box.tracks(axis)
        guard across.low < range.upperBound, range.lowerBound < across.high, along.low < along.high else {
            return false
        }
        for position in lines.positions(of: along.low..<along.high - 1, in: positions)
        where isBetter(across.low, across.high, at: position)
            && box.mayCross(TrackLine(axis: axis, track: lines[position].index))
        {
            return true
        }
        return false
    }

    fileprivate func consider(_ span: CellSpan, _ lines: borrowing MetTracks) {
        let along = span.tracks(axis)
        let across = span.tracks(axis.other)
        guard along.count > 1, across.overlaps(range) else { return }
        for position in lines.positions(of: along.lowerBound..<along.upperBound - 1, in: positions)
        where isBetter(across.lowerBound, across.upperBound, at: position) {
            nearest[position - positions.lowerBound] = end == .first ? across.lowerBound : across.upperBound
        }
    }

    private func isBetter(_ low: Int, _ high: Int, at position: Int) -> Bool {
        let known = nearest[position - positions.lowerBound]
        return end == .first ? low < known : high > known
    }
}

extension SpanTree {
    /// Fills in the results of `search`. O(log n + found) for typical spans.
    func search(_ search: NearestSearch, _ lines: borrowing MetTracks) {
        if !spans.isEmpty, !search.range.isEmpty { visit(0, level: levels.count - 1, search, lines) }
    }

    private func visit(_ index: Int, level: Int, _ search: NearestSearch, _ lines: borrowing MetTracks) {
        WorkCounter.countNodeVisit()
        guard search.mayImprove(with: boxes[levels[level] + index], lines) else { return }
        let children = children(index, level)
        for offset in 0..<children.count {
            // The most likely children come first, so that the others can be skipped.
            let child = search.end == .first ? children.lowerBound + offset : children.upperBound - 1 - offset
            if level > 0 {
                visit(child, level: level - 1, search, lines)
            } else {
                search.consider(spans[child], lines)
            }
        }
    }
}
