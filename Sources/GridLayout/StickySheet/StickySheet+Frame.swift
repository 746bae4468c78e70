import Geometry

/// What one call asks for, and the tracks of each band that may answer it.
private struct FrameRequest {
    var rect: Rect
    var visible: Rect
    var rows: BandIndices
    var columns: BandIndices

    init(_ sheet: StickySheet, rect: Rect, visible: Rect) {
        self.rect = rect
        self.visible = visible
        rows = BandIndices(sheet.vertical, rect.interval(.vertical), visible.interval(.vertical))
        columns = BandIndices(sheet.horizontal, rect.interval(.horizontal), visible.interval(.horizontal))
    }

    func indices(_ axis: Axis) -> BandIndices { axis == .horizontal ? columns : rows }
}

private struct BandIndices {
    private var leading: Range<Int>
    private var scrolling: Range<Int>
    private var trailing: Range<Int>

    init(_ axis: SheetAxis, _ interval: Interval, _ visible: Interval) {
        leading = axis.indices(of: .leading, meeting: interval, visible: visible)
        scrolling = axis.indices(of: .scrolling, meeting: interval, visible: visible)
        trailing = axis.indices(of: .trailing, meeting: interval, visible: visible)
    }

    subscript(band: Region.Band) -> Range<Int> {
        switch band {
        case .leading: leading
        case .scrolling: scrolling
        case .trailing: trailing
        }
    }

    func clamped(to range: Range<Int>) -> BandIndices {
        var clamped = self
        clamped.leading = leading.clamped(to: range)
        clamped.scrolling = scrolling.clamped(to: range)
        clamped.trailing = trailing.clamped(to: range)
        return clamped
    }
}

// Elements are made in paint order, so nothing is sorted: z by z, in each z later rows before earlier ones, in each row
// later columns before earlier ones. Along an axis the trailing band holds the last tracks and the leading one the
// first, hence the order of the calls below.
extension StickySheet {
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        guard !rect.isEmpty else { return }
        let request = FrameRequest(self, rect: rect, visible: visible)
        for z in 0...2 {
            appendCells(.trailing, z, request, &output)
            appendCells(.scrolling, z, request, &output)
            appendCells(.leading, z, request, &output)
            appendSeparators(.vertical, z, request, &output)
            appendSeparators(.horizontal, z, request, &output)
        }
        appendHeaders(request, &output)
        for number in (0..<4).reversed() {
            append(shadow(number: number, visible), request, &output)
        }
        append(corner(visible), request, &output)
    }

    private func append(
        _ attributes: LayoutAttributes?, _ request: FrameRequest, _ output: inout [LayoutAttributes]
    ) {
        if let attributes, attributes.frame.intersects(request.rect) { output.append(attributes) }
    }

    /// The cells of one band of rows that are frozen on `z` axes.
    private func appendCells(
        _ band: Region.Band, _ z: Int, _ request: FrameRequest, _ output: inout [LayoutAttributes]
    ) {
        let frozenColumns = z - (band == .scrolling ? 0 : 1)
        switch frozenColumns {
        case 0: if request.columns[.scrolling].isEmpty { return }
        case 1: if request.columns[.leading].isEmpty && request.columns[.trailing].isEmpty { return }
        default: return
        }
        // The first row is laid out; the others are copies of it that lie elsewhere, so that the sizes of the columns
        // are looked up once a frame and not once a row.
        let start = output.count
        var width = -1
        forEachReversed(.vertical, band, request, request.rows[band]) { row in
            guard row.meets(request.rect.interval(.vertical)) else { return }
            if width > 0 {
                for index in start..<start + width {
                    let above = output[index]
                    let column = PlacedTrack(
                        index: above.element.item, band: above.region?.horizontal ?? .scrolling, start: above.frame.x,
                        size: above.frame.width)
                    output.append(cell(row, column))
                }
            } else if width < 0 {
                if frozenColumns == 0 {
                    appendCells(row, .scrolling, request, &output)
                } else {
                    appendCells(row, .trailing, request, &output)
                    appendCells(row, .leading, request, &output)
                }
                width = output.count - start
            }
        }
    }

    private func appendCells(
        _ row: PlacedTrack, _ band: Region.Band, _ request: FrameRequest, _ output: inout [LayoutAttributes]
    ) {
        let wanted = request.rect.interval(.horizontal)
        forEachReversed(.horizontal, band, request, request.columns[band]) { column in
            if column.meets(wanted) { output.append(cell(row, column)) }
        }
    }

    /// The separators of the rows (`axis` vertical) or of the columns that have that z.
    private func appendSeparators(
        _ axis: Axis, _ z: Int, _ request: FrameRequest, _ output: inout [LayoutAttributes]
    ) {
        guard lengths.separatorThickness > 0 else { return }
        appendSeparators(axis, .trailing, z, request, &output)
        appendSeparators(axis, .scrolling, z, request, &output)
        appendSeparators(axis, .leading, z, request, &output)
    }

    private func appendSeparators(
        _ axis: Axis, _ band: Region.Band, _ z: Int, _ request: FrameRequest, _ output: inout [LayoutAttributes]
    ) {
        let cross = self.axis(axis.other)
        let visible = request.visible.interval(axis.other)
        let wanted = request.rect.interval(axis.other)
        let frozen = band == .scrolling ? 0 : 1
        func piece(over crossBand: Region.Band, z pieceZ: Int) -> SeparatorPiece? {
            let piece = SeparatorPiece(cross, crossBand, visible)
            return pieceZ == z && piece.meets(wanted) ? piece : nil
        }
        let trailing = piece(over: .trailing, z: frozen + 1)
        let scrolling = piece(over: .scrolling, z: separatorZ(frozenOn: frozen))
        let leading = piece(over: .leading, z: frozen + 1)
        // Without this, a strip beside the content would walk along all its rows for nothing.
        guard trailing != nil || scrolling != nil || leading != nil else { return }
        forEachReversed(axis, band, request, request.indices(axis)[band]) { track in
            if let trailing { append(separator(axis, track, trailing), request, &output) }
            if let scrolling { append(separator(axis, track, scrolling), request, &output) }
            if let leading { append(separator(axis, track, leading), request, &output) }
        }
    }

    /// The row headers and column headers, which share one z: those of row 0 and column 0 come last, as (0, 0) is the
    /// earliest place there is.
    private func appendHeaders(_ request: FrameRequest, _ output: inout [LayoutAttributes]) {
        let later = 1..<Int.max
        let first = 0..<1
        appendRowHeaders(request.rows.clamped(to: later), request, &output)
        appendColumnHeaders(request.columns.clamped(to: later), request, &output)
        appendRowHeaders(request.rows.clamped(to: first), request, &output)
        appendColumnHeaders(request.columns.clamped(to: first), request, &output)
    }

    private func appendRowHeaders(
        _ rows: BandIndices, _ request: FrameRequest, _ output: inout [LayoutAttributes]
    ) {
        let place = Rect(x: request.visible.minX, y: request.rect.y, width: horizontal.header, height: 1)
        guard place.intersects(request.rect) else { return }
        let add: (PlacedTrack) -> Void = { append(rowHeader($0, request.visible), request, &output) }
        forEachReversed(.vertical, .trailing, request, rows[.trailing], add)
        forEachReversed(.vertical, .scrolling, request, rows[.scrolling], add)
        forEachReversed(.vertical, .leading, request, rows[.leading], add)
    }

    private func appendColumnHeaders(
        _ columns: BandIndices, _ request: FrameRequest, _ output: inout [LayoutAttributes]
    ) {
        let place = Rect(x: request.rect.x, y: request.visible.minY, width: 1, height: vertical.header)
        guard place.intersects(request.rect) else { return }
        let add: (PlacedTrack) -> Void = { append(columnHeader($0, request.visible), request, &output) }
        forEachReversed(.horizontal, .trailing, request, columns[.trailing], add)
        forEachReversed(.horizontal, .scrolling, request, columns[.scrolling], add)
        forEachReversed(.horizontal, .leading, request, columns[.leading], add)
    }

    /// Calls `body` with the tracks among `indices` at their places, last to first.
    private func forEachReversed(
        _ axis: Axis, _ band: Region.Band, _ request: FrameRequest, _ indices: Range<Int>,
        _ body: (PlacedTrack) -> Void
    ) {
        guard !indices.isEmpty else { return }
        let sheetAxis = self.axis(axis)
        let visible = request.visible.interval(axis)
        sheetAxis.tracks.forEachReversed(in: indices) { track in
            body(sheetAxis.placed(track, in: band, visible: visible))
        }
    }
}
