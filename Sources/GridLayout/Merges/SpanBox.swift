import Geometry

/// The smallest rectangle of cells around some spans, which may be none.
struct SpanBox: Sendable {
    private var rows = (low: Int.max, high: Int.min)
    private var columns = (low: Int.max, high: Int.min)

    static var nothing: SpanBox { SpanBox() }

    func tracks(_ axis: Axis) -> (low: Int, high: Int) { axis == .vertical ? rows : columns }

    func meets(_ span: CellSpan) -> Bool {
        rows.low < span.rows.upperBound && span.rows.lowerBound < rows.high
            && columns.low < span.columns.upperBound && span.columns.lowerBound < columns.high
    }

    mutating func formUnion(_ span: CellSpan) {
        guard !span.rows.isEmpty else { return }
        rows = (min(rows.low, span.rows.lowerBound), max(rows.high, span.rows.upperBound))
        columns = (min(columns.low, span.columns.lowerBound), max(columns.high, span.columns.upperBound))
    }

    mutating func formUnion(_ box: SpanBox) {
        rows = (min(rows.low, box.rows.low), max(rows.high, box.rows.high))
        columns = (min(columns.low, box.columns.low), max(columns.high, box.columns.high))
    }
}
