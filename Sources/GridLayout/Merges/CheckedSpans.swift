/// Spans, divided into those that can be merged and those that cannot.
struct CheckedSpans {
    /// The spans that can be merged.
    private(set) var tree: SpanTree
    /// The reasons why the others cannot be merged, by their indices among all spans.
    private(set) var reasons: [Int: MergeRefusal.Reason] = [:]

    init(_ spans: [CellSpan], rowCount: Int, columnCount: Int) {
        for (index, span) in spans.enumerated() {
            reasons[index] = Self.reasonAlone(span, rowCount: rowCount, columnCount: columnCount)
        }
        let order = SpanTree.order(of: spans, among: spans.indices.filter { [reasons] in reasons[$0] == nil })
        tree = SpanTree(ordered: order.map { spans[$0] })
        refuseOverlapping(spans, order)
        // Without the removed spans, its boxes are as full as possible.
        if tree.hasRemoved { tree = SpanTree(ordered: order.filter { reasons[$0] == nil }.map { spans[$0] }) }
    }

    /// Returns the reason to refuse a span regardless of other spans; nil where there is none.
    private static func reasonAlone(_ span: CellSpan, rowCount: Int, columnCount: Int) -> MergeRefusal.Reason? {
        if span.rows.isEmpty || span.columns.isEmpty { return .empty }
        if span.rows.lowerBound < 0 || span.rows.upperBound > rowCount || span.columns.lowerBound < 0
            || span.columns.upperBound > columnCount
        {
            return .outsideTable
        }
        return span.rows.count == 1 && span.columns.count == 1 ? .singleCell : nil
    }

    /// Checks the spans in input order. A span that overlaps a kept one is later in the input, or the other would not have been
    /// kept; it is removed from the tree at once, so that each is found once.
    private mutating func refuseOverlapping(_ spans: [CellSpan], _ order: [Int]) {
        var places = [Int?](repeating: nil, count: spans.count)
        for (place, index) in order.enumerated() { places[index] = place }
        var found: [Int] = []
        for (index, span) in spans.enumerated() {
            guard let place = places[index], !tree.isRemoved(at: place) else { continue }
            found.removeAll(keepingCapacity: true)
            tree.forEach(meeting: span) { if $0 != place { found.append($0) } }
            for other in found {
                tree.remove(at: other)
                reasons[order[other]] = .overlaps(span)
            }
        }
    }
}
