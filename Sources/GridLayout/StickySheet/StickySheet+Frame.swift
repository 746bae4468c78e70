import Geometry

/// The rectangle of one call, and the tracks and merged cells that may intersect it.
struct FrameTracks: ~Copyable {
    let rect: Rect
    let visible: Rect
    let rows: MetTracks
    let columns: MetTracks
    let spans: MetSpans
    /// The cuts of the lines after rows and after columns; nil without merged cells, or without room.
    let cuts: (rows: LineCuts?, columns: LineCuts?)
    private let spanScratch: SpanScratch?

    typealias Scratch = UnsafeMutableBufferPointer<PlacedTrack>

    init(
        _ sheet: StickySheet, rect: Rect, visible: Rect, in scratch: (rows: Scratch, columns: Scratch),
        _ spanScratch: SpanScratch?
    ) {
        self.rect = rect
        self.visible = visible
        // Without this check, a strip beside the content would iterate over all its rows in vain.
        let nothing = Interval(low: 0, high: 0)
        let (across, down) = (rect.interval(.horizontal), rect.interval(.vertical))
        let (shownAcross, shownDown) = (visible.interval(.horizontal), visible.interval(.vertical))
        rows = MetTracks(
            sheet.vertical, sheet.horizontal.reaches(across, visible: shownAcross) ? down : nothing,
            visible: shownDown, in: scratch.rows)
        columns = MetTracks(
            sheet.horizontal, sheet.vertical.reaches(down, visible: shownDown) ? across : nothing,
            visible: shownAcross, in: scratch.columns)
        self.spanScratch = spanScratch
        guard let spanScratch else {
            spans = MetSpans()
            cuts = (nil, nil)
            return
        }
        cuts = (
            LineCuts(.vertical, (rows.count, columns.count), in: spanScratch.rowCuts),
            LineCuts(.horizontal, (columns.count, rows.count), in: spanScratch.columnCuts)
        )
        spans = MetSpans(sheet, (rect, visible), rows: rows, columns: columns, (spanScratch.spans, cuts))
    }

    func positions(_ axis: Axis, of band: Region.Band) -> Range<Int> {
        axis == .vertical ? rows.positions(of: band) : columns.positions(of: band)
    }

    func track(_ axis: Axis, _ position: Int) -> PlacedTrack { axis == .vertical ? rows[position] : columns[position] }

    /// Scratch memory for the nearest spans at the lines of one band, over one band of the other axis.
    func nearest(
        over band: Region.Band
    ) -> (before: UnsafeMutableBufferPointer<Int>, after: UnsafeMutableBufferPointer<Int>) {
        guard let all = spanScratch?.nearest else { return (.init(start: nil, count: 0), .init(start: nil, count: 0)) }
        let (count, start) = (all.count / 6, Int(band.rawValue) * 2 * (all.count / 6))
        return (
            UnsafeMutableBufferPointer(rebasing: all[start..<start + count]),
            UnsafeMutableBufferPointer(rebasing: all[start + count..<start + 2 * count])
        )
    }
}

extension SheetAxis {
    /// Returns true where a header or a track can intersect `interval`.
    fileprivate func reaches(_ interval: Interval, visible: Interval) -> Bool {
        // Positions pinned at an odd offset are rounded track by track.
        let slack = 1.0 / 64
        let wanted = Interval(low: interval.low - slack, high: interval.high + slack)
        return Interval(low: visible.low, high: visible.low + header).meets(wanted)
            || Region.Band.allCases.contains { stretch(of: $0, visible: visible).meets(wanted) }
    }
}

// Elements are created in paint order, so nothing is sorted: by z, within a z later rows before earlier ones, within a row
// later columns before earlier ones. Along an axis the trailing band holds the last tracks and the leading one the first, hence
// the order of the calls below.
extension StickySheet {
    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        guard !rect.isEmpty else { return }
        TrackScratch.with { rows, columns in
            guard !merges.isEmpty else {
                append(FrameTracks(self, rect: rect, visible: visible, in: (rows, columns), nil), &output)
                return
            }
            SpanScratch.with { spans in
                append(FrameTracks(self, rect: rect, visible: visible, in: (rows, columns), spans), &output)
            }
        }
    }

    private func append(_ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]) {
        for z in 0...2 {
            let start = output.count
            appendCells(.trailing, z, frame, &output)
            appendCells(.scrolling, z, frame, &output)
            appendCells(.leading, z, frame, &output)
            if !merges.isEmpty { appendMergedCells(z, frame, from: start, &output) }
            appendSeparators(.vertical, z, frame, &output)
            appendSeparators(.horizontal, z, frame, &output)
        }
        let start = output.count
        appendHeaders(frame, &output)
        if groupsHeight > 0 { appendGroupHeaders(frame, from: start, &output) }
        for number in (0..<4).reversed() {
            output.append(shadow(number: number, frame.visible), ifMeeting: frame.rect)
        }
        output.append(corner(frame.visible), ifMeeting: frame.rect)
    }

    /// Appends the row headers and column headers, which share one z: those of row 0 and column 0 come last, since (0, 0) is
    /// the first index pair.
    private func appendHeaders(_ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]) {
        let rows = horizontal.header > 0 ? frame.rows.count : 0
        let columns = lengths.headerHeight > 0 ? frame.columns.count : 0
        let laterRows = rows > 0 && frame.rows[rows - 1].index == 0 ? rows - 1 : rows
        let laterColumns = columns > 0 && frame.columns[columns - 1].index == 0 ? columns - 1 : columns
        appendRowHeaders(0..<laterRows, frame, &output)
        appendColumnHeaders(0..<laterColumns, frame, &output)
        appendRowHeaders(laterRows..<rows, frame, &output)
        appendColumnHeaders(laterColumns..<columns, frame, &output)
    }

    private func appendRowHeaders(
        _ positions: Range<Int>, _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) {
        let place = Interval(low: frame.visible.minX, high: frame.visible.minX + horizontal.header)
        guard place.meets(frame.rect.interval(.horizontal)) else { return }
        for position in positions where !frame.rows[position].isBundle {
            output.append(rowHeader(frame.rows[position], frame.visible))
        }
    }

    private func appendColumnHeaders(
        _ positions: Range<Int>, _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) {
        let top = frame.visible.minY + groupsHeight
        let place = Interval(low: top, high: top + lengths.headerHeight)
        guard place.meets(frame.rect.interval(.vertical)) else { return }
        for position in positions where !frame.columns[position].isBundle {
            output.append(columnHeader(frame.columns[position], frame.visible))
        }
    }
}
