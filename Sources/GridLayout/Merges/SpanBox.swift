import Geometry

/// The bounding rectangle of some spans, of which there may be none.
struct SpanBox: Sendable {
    private var rows = (low: Int.max, high: Int.min)
    private var columns = (low: Int.max, high: Int.min)

    /// The lines between tracks that any of the spans crosses, one bit each: the index of the track before it modulo 64.
    /// Without this, a search along a line would test all spans on both sides of it.
    private var rowLines: UInt64 = 0
    private var columnLines: UInt64 = 0

    static var nothing: SpanBox { SpanBox() }

    func tracks(_ axis: Axis) -> (low: Int, high: Int) { axis == .vertical ? rows : columns }

    func meets(_ span: CellSpan) -> Bool {
        rows.low < span.rows.upperBound && span.rows.lowerBound < rows.high
            && columns.low < span.columns.upperBound && span.columns.lowerBound < columns.high
    }

    /// Returns true where a span in the box may cross a line. A result of false is certain.
    func mayCross(_ line: TrackLine) -> Bool {
        let (low, high) = tracks(line.axis)
        let lines = line.axis == .vertical ? rowLines : columnLines
        return line.crosses(low, high) && lines & (1 << UInt64(line.track & 63)) != 0
    }

    private static func lines(in tracks: Range<Int>) -> UInt64 {
        guard tracks.count <= 64 else { return .max }
        let bits = (UInt64(1) << UInt64(tracks.count - 1)) - 1
        let turn = UInt64(tracks.lowerBound & 63)
        return bits << turn | bits >> (64 - turn)
    }

    mutating func formUnion(_ span: CellSpan) {
        guard !span.rows.isEmpty else { return }
        rowLines |= Self.lines(in: span.rows)
        columnLines |= Self.lines(in: span.columns)
        rows = (min(rows.low, span.rows.lowerBound), max(rows.high, span.rows.upperBound))
        columns = (min(columns.low, span.columns.lowerBound), max(columns.high, span.columns.upperBound))
    }

    mutating func formUnion(_ box: SpanBox) {
        rowLines |= box.rowLines
        columnLines |= box.columnLines
        rows = (min(rows.low, box.rows.low), max(rows.high, box.rows.high))
        columns = (min(columns.low, box.columns.low), max(columns.high, box.columns.high))
    }
}
