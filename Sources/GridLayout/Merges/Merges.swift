import Geometry

/// The merged cells of a sheet: spans of two cells or more, without overlaps.
///
/// Like a set of rectangles, but with fast queries for those that intersect an area. A packed tree of bounding boxes in the
/// order of a space-filling curve (`SpanTree`) holds them: one array and a fifth of it more, about 39 bytes a span, the same
/// for 10^6 runs in one column as for any mixture. A sorted list with interval ends is fast on one axis only, and two interval
/// trees, one for each axis, take twice the memory without being faster.
///
/// - Complexity: copying O(1); creation O(n log n), so create many in the background; every query O(log n + found) for typical
///   spans, and never more than O(√n + found) box tests where long ones and short ones mix.
public struct Merges: Sendable, Equatable {
    let tree: SpanTree
    /// The spans that were not merged, in input order.
    public let refusals: [MergeRefusal]

    /// Creates an empty set of merged cells.
    public init() {
        tree = SpanTree()
        refusals = []
    }

    /// Merges the cells of each span of `spans` in a table of that many rows and columns. A span that cannot be merged is
    /// refused, and the others are merged: of two that overlap, the earlier one.
    public init(_ spans: [CellSpan], rowCount: Int, columnCount: Int) {
        let checked = CheckedSpans(spans, rowCount: rowCount, columnCount: columnCount)
        tree = checked.tree
        refusals = checked.reasons.sorted { $0.key < $1.key }
            .map { MergeRefusal(index: $0.key, span: spans[$0.key], reason: $0.value) }
    }

    /// Merges runs of rows in single columns, such as equal neighbors, after the `spans`, which take precedence. `refusals`
    /// numbers them after the spans, column by column.
    public init(_ spans: [CellSpan] = [], runs: [Int: [Range<Int>]], rowCount: Int, columnCount: Int) {
        var all = spans
        all.reserveCapacity(spans.count + runs.values.reduce(0) { $0 + $1.count })
        for (column, runs) in runs.sorted(by: { $0.key < $1.key }) {
            for rows in runs where column < .max {
                all.append(CellSpan(rows: rows, columns: column..<column + 1))
            }
        }
        self.init(all, rowCount: rowCount, columnCount: columnCount)
    }

    public var isEmpty: Bool { tree.spans.isEmpty }
    public var count: Int { tree.spans.count }

    /// The merged cell that covers a cell, or nil. O(log n).
    public func span(containing row: Int, column: Int) -> CellSpan? {
        guard !isEmpty, row < .max, column < .max else { return nil }
        return tree.first(meeting: CellSpan(rows: row..<row + 1, columns: column..<column + 1))
    }

    /// Calls `body` with each merged cell that shares a cell with `area`, in no order. O(log n + found).
    public func forEach(meeting area: CellSpan, _ body: (CellSpan) -> Void) {
        tree.forEach(meeting: area) { body(tree.spans[$0]) }
    }

    /// Returns the smallest area around `area` that cuts through no merged cell. O((spans at its edges) · log n).
    public func grown(_ area: CellSpan) -> CellSpan {
        var area = area
        guard !isEmpty, !area.rows.isEmpty, !area.columns.isEmpty else { return area }
        while let span = cut(by: area) {
            let (rows, columns) = (area.rows, area.columns)
            area.rows = min(rows.lowerBound, span.rows.lowerBound)..<max(rows.upperBound, span.rows.upperBound)
            area.columns =
                min(columns.lowerBound, span.columns.lowerBound)..<max(columns.upperBound, span.columns.upperBound)
        }
        return area
    }

    /// Returns a merged cell that lies partly in `area`.
    private func cut(by area: CellSpan) -> CellSpan? {
        for axis in [Axis.vertical, .horizontal] {
            let (tracks, range) = (area.tracks(axis), area.tracks(axis.other))
            for line in [tracks.lowerBound - 1, tracks.upperBound - 1] {
                let line = TrackLine(axis: axis, track: line)
                if let span = tree.span(.first, acrossLine: line, within: range) { return span }
            }
        }
        return nil
    }

    /// Returns the merges after a change of the rows (`axis` vertical) or of the columns, of which the table has `trackCount`,
    /// by the rules of `DataChange.image(of:)`; nil where nothing changes. The remaining part of a span is merged if it has two
    /// cells or more; a part outside the table is dropped.
    ///
    /// - Complexity: O(1) where all spans end before the change, else O(n log n).
    func changed(by change: DataChange, on axis: Axis, trackCount: Int) -> Merges? {
        guard tree.end(axis) > change.first, !change.isEmpty else { return nil }
        let spans = tree.spans.compactMap { span -> CellSpan? in
            let tracks = span.tracks(axis).clamped(to: 0..<trackCount)
            guard !tracks.isEmpty, let image = change.image(of: tracks) else { return nil }
            let changed =
                axis == .vertical
                ? CellSpan(rows: image, columns: span.columns) : CellSpan(rows: span.rows, columns: image)
            return changed.rows.count == 1 && changed.columns.count == 1 ? nil : changed
        }
        let order = SpanTree.order(of: spans, among: Array(spans.indices))
        return Merges(tree: SpanTree(ordered: order.map { spans[$0] }), refusals: refusals)
    }

    private init(tree: SpanTree, refusals: [MergeRefusal]) {
        self.tree = tree
        self.refusals = refusals
    }

    public static func == (a: Merges, b: Merges) -> Bool { a.tree == b.tree }
}
