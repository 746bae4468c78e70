import Geometry

extension StickySheet {
    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        switch (element.category, element.kind) {
        case (.cell, .cell):
            guard let row = row(element.section, visible), let column = column(element.item, visible) else {
                return nil
            }
            return cell(row, column)
        case (.supplementary, .rowHeader):
            guard element.item == 0, horizontal.header > 0, let row = row(element.section, visible) else { return nil }
            return rowHeader(row, visible)
        case (.supplementary, .columnHeader):
            guard element.section == 0, vertical.header > 0, let column = column(element.item, visible) else {
                return nil
            }
            return columnHeader(column, visible)
        case (.supplementary, .corner):
            return element.section == 0 && element.item == 0 ? corner(visible) : nil
        case (.decoration, .separator):
            return element.item == 0 ? separator(.vertical, number: element.section, visible) : nil
        case (.decoration, .columnSeparator):
            return element.item == 0 ? separator(.horizontal, number: element.section, visible) : nil
        case (.decoration, .freezeShadow):
            return element.item == 0 ? shadow(number: element.section, visible) : nil
        default:
            return nil
        }
    }

    private func row(_ index: Int, _ visible: Rect) -> PlacedTrack? {
        guard index >= 0, index < rows.count else { return nil }
        return vertical.placed(index, visible: visible.interval(.vertical))
    }

    private func column(_ index: Int, _ visible: Rect) -> PlacedTrack? {
        guard index >= 0, index < columns.count else { return nil }
        return horizontal.placed(index, visible: visible.interval(.horizontal))
    }

    func cell(_ row: PlacedTrack, _ column: PlacedTrack) -> LayoutAttributes {
        LayoutAttributes(
            element: .cell(section: row.index, item: column.index),
            frame: Rect(x: column.start, y: row.start, width: column.size, height: row.size),
            z: (row.isPinned ? 1 : 0) + (column.isPinned ? 1 : 0),
            scrollAxes: Self.scrollAxes(row.band, column.band),
            region: Region(horizontal: column.band, vertical: row.band))
    }

    func rowHeader(_ row: PlacedTrack, _ visible: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .supplementary(.rowHeader, section: row.index),
            frame: Rect(x: visible.minX, y: row.start, width: horizontal.header, height: row.size), z: 3,
            scrollAxes: Self.scrollAxes(row.band, .leading), region: Region(horizontal: .leading, vertical: row.band))
    }

    func columnHeader(_ column: PlacedTrack, _ visible: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: .supplementary(.columnHeader, item: column.index),
            frame: Rect(x: column.start, y: visible.minY, width: column.size, height: vertical.header), z: 3,
            scrollAxes: Self.scrollAxes(.leading, column.band),
            region: Region(horizontal: column.band, vertical: .leading))
    }

    func corner(_ visible: Rect) -> LayoutAttributes? {
        guard vertical.header > 0, horizontal.header > 0 else { return nil }
        return LayoutAttributes(
            element: .supplementary(.corner),
            frame: Rect(x: visible.minX, y: visible.minY, width: horizontal.header, height: vertical.header), z: 4,
            scrollAxes: [], region: Region(horizontal: .leading, vertical: .leading))
    }

    static func scrollAxes(_ row: Region.Band, _ column: Region.Band) -> Axes {
        var axes: Axes = []
        if row == .scrolling { axes.insert(.vertical) }
        if column == .scrolling { axes.insert(.horizontal) }
        return axes
    }
}

// Separators and shadows, which lie across an axis.
extension StickySheet {
    /// The z of separators that are frozen on `axes` axes.
    func separatorZ(frozenOn axes: Int) -> Int { hasFrozen ? axes : 2 }

    var hasFrozen: Bool { vertical.frozen != FrozenEnds() || horizontal.frozen != FrozenEnds() }

    func axis(_ axis: Axis) -> SheetAxis { axis == .horizontal ? horizontal : vertical }

    private func separator(_ axis: Axis, number: Int, _ visible: Rect) -> LayoutAttributes? {
        guard number >= 0, lengths.separatorThickness > 0,
            let band = Region.Band(rawValue: UInt8(number % 3)),
            let track = axis == .vertical ? row(number / 3, visible) : column(number / 3, visible)
        else { return nil }
        let cross = self.axis(axis == .vertical ? .horizontal : .vertical)
        guard band == .scrolling || !cross.indices(of: band).isEmpty else { return nil }
        return separator(axis, track, SeparatorPiece(cross, band, visible.interval(axis.other)))
    }

    /// The separator at the end of a track, over one band of the other axis.
    func separator(_ axis: Axis, _ track: PlacedTrack, _ piece: SeparatorPiece) -> LayoutAttributes {
        let thickness = min(lengths.separatorThickness, track.size)
        let isRow = axis == .vertical
        return LayoutAttributes(
            element: .decoration(
                isRow ? .separator : .columnSeparator, number: track.index * 3 + Int(piece.band.rawValue)),
            frame: isRow
                ? Rect(x: piece.stretch.start, y: track.end - thickness, width: piece.stretch.length, height: thickness)
                : Rect(
                    x: track.end - thickness, y: piece.stretch.start, width: thickness, height: piece.stretch.length),
            z: separatorZ(frozenOn: (track.isPinned ? 1 : 0) + (piece.band == .scrolling ? 0 : 1)),
            scrollAxes: isRow ? Self.scrollAxes(track.band, piece.band) : Self.scrollAxes(piece.band, track.band),
            region: isRow
                ? Region(horizontal: piece.band, vertical: track.band)
                : Region(horizontal: track.band, vertical: piece.band))
    }

    /// The shadow at one of the four freeze lines (0 top, 1 leading, 2 bottom, 3 trailing) while content lies under it.
    func shadow(number: Int, _ visible: Rect) -> LayoutAttributes? {
        guard number >= 0, number < 4 else { return nil }
        let axis = number % 2 == 0 ? vertical : horizontal
        let span = visible.interval(number % 2 == 0 ? .vertical : .horizontal)
        let isLeading = number < 2
        let liesOver = isLeading ? span.low > 0 : span.high < axis.contentExtent
        let low = span.low + axis.pinnedLeading
        let high = span.high - axis.pinnedTrailing
        let length = min(lengths.shadowLength, high - low)
        guard liesOver, (isLeading ? axis.frozen.leading : axis.frozen.trailing) > 0, length > 0 else { return nil }
        let start = isLeading ? low : high - length
        let frame =
            number % 2 == 0
            ? Rect(x: visible.minX, y: start, width: min(visible.width, contentSize.width), height: length)
            : Rect(x: start, y: visible.minY, width: length, height: min(visible.height, contentSize.height))
        return LayoutAttributes(
            element: .decoration(.freezeShadow, number: number), frame: frame, z: 3, scrollAxes: [], region: nil)
    }
}

/// The band of the other axis that a separator lies over, and where that is.
struct SeparatorPiece {
    var band: Region.Band
    var stretch: Stretch

    init(_ cross: SheetAxis, _ band: Region.Band, _ visible: Interval) {
        self.band = band
        stretch = cross.stretch(of: band, visible: visible)
    }
}

extension Axis {
    var other: Axis { self == .horizontal ? .vertical : .horizontal }
}
