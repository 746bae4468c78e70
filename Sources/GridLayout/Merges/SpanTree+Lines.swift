import Geometry

/// The line between a track and the next one.
struct TrackLine {
    var axis: Axis
    /// The track before the line.
    var track: Int

    /// Returns true where the tracks `low..<high` lie on both sides of the line.
    func crosses(_ low: Int, _ high: Int) -> Bool { low <= track && track < high - 1 }
}

enum SpanEnd {
    case first
    case last
}

extension SpanTree {
    /// Returns the first or the last of the spans that cross a line within `range` of the other axis. They follow one another
    /// along the line, since none overlap.
    func span(_ end: SpanEnd, acrossLine line: TrackLine, within range: Range<Int>) -> CellSpan? {
        guard !spans.isEmpty, !range.isEmpty else { return nil }
        var search = LineSearch(end: end, line: line, range: range)
        visit(0, level: levels.count - 1, &search)
        return search.best
    }

    /// Returns true where any span lies on both sides of the line. O(log n) for typical spans.
    func crosses(_ line: TrackLine) -> Bool { span(.first, acrossLine: line, within: .min ..< .max) != nil }

    private func visit(_ index: Int, level: Int, _ search: inout LineSearch) {
        WorkCounter.countNodeVisit()
        guard search.mayImprove(with: boxes[levels[level] + index]) else { return }
        let children = children(index, level)
        for offset in 0..<children.count {
            // The most likely children come first, so that the others can be skipped.
            let child = search.end == .first ? children.lowerBound + offset : children.upperBound - 1 - offset
            if level > 0 { visit(child, level: level - 1, &search) } else { search.consider(spans[child]) }
        }
    }
}

private struct LineSearch {
    let end: SpanEnd
    let line: TrackLine
    let range: Range<Int>
    private(set) var best: CellSpan?

    init(end: SpanEnd, line: TrackLine, range: Range<Int>) {
        self.end = end
        self.line = line
        self.range = range
    }

    func mayImprove(with box: SpanBox) -> Bool {
        let across = box.tracks(line.axis.other)
        return box.mayCross(line) && isBetter(across.low, across.high)
    }

    mutating func consider(_ span: CellSpan) {
        let along = span.tracks(line.axis)
        let across = span.tracks(line.axis.other)
        if line.crosses(along.lowerBound, along.upperBound), isBetter(across.lowerBound, across.upperBound) {
            best = span
        }
    }

    private func isBetter(_ low: Int, _ high: Int) -> Bool {
        guard low < range.upperBound, range.lowerBound < high else { return false }
        guard let best = best?.tracks(line.axis.other) else { return true }
        return end == .first ? low < best.lowerBound : high > best.upperBound
    }
}
