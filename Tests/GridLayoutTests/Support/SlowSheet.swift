import Geometry
import GridLayout

/// A sheet by the plain formulas of the design: every frame is computed, then filtered, then sorted.
struct SlowSheet {
    var rows: SlowTrackSizes
    var columns: SlowTrackSizes
    var parameters = SheetParameters()
    var frozenRows = FrozenEnds()
    var frozenColumns = FrozenEnds()
    var viewport = Size.zero
    var devicePixel = 1.0
    /// None of which overlap.
    var merges: [CellSpan] = []
    /// How many cells each row has, if not all have all columns; rows beyond do.
    var itemCounts: [Int]?
    /// Level by level, from the first column on.
    var groups: [[Range<Int>]] = []

    /// The height of all headers at the top.
    var header: Double { parameters.headerHeight + Double(groups.count) * parameters.groupHeaderHeight }

    var contentSize: Size {
        Size(
            width: parameters.gutterWidth + columns.sizes.reduce(0, +),
            height: header + rows.sizes.reduce(0, +))
    }

    /// The axes on which something thawed for want of room.
    var reduced: Axes {
        var axes: Axes = []
        if contentSize.width > viewport.width, frozen(.horizontal) != wanted(.horizontal) { axes.insert(.horizontal) }
        if contentSize.height > viewport.height, frozen(.vertical) != wanted(.vertical) { axes.insert(.vertical) }
        return axes
    }

    /// What was asked for, as far as there are tracks.
    private func wanted(_ axis: Axis) -> FrozenEnds {
        let count = axis == .vertical ? rows.own.count : columns.own.count
        var ends = axis == .vertical ? frozenRows : frozenColumns
        ends.leading = min(ends.leading, count)
        ends.trailing = min(ends.trailing, count - ends.leading)
        return ends
    }

    /// The counts in force, by thawing one track after another.
    func frozen(_ axis: Axis) -> FrozenEnds {
        let tracks = axis == .vertical ? rows : columns
        let header = axis == .vertical ? self.header : parameters.gutterWidth
        var ends = wanted(axis)
        let sizes = tracks.sizes
        if contentSize[axis] <= viewport[axis] { return FrozenEnds() }
        while ends != FrozenEnds() {
            let taken = sizes.prefix(ends.leading).reduce(0, +) + sizes.suffix(ends.trailing).reduce(0, +)
            let rest = viewport[axis] - header - taken
            if rest >= viewport[axis] / 3, rest >= tracks.defaultSize { break }
            if ends.trailing > 0 { ends.trailing -= 1 } else { ends.leading -= 1 }
        }
        return ends
    }

    /// All elements, in paint order.
    func elements(visible: Rect) -> [LayoutAttributes] {
        let scene = SlowScene(self, visible: visible)
        return (scene.cells + scene.headers + scene.separators + scene.shadows).sorted(by: Self.isBefore)
    }

    private static let kinds: [ElementKind] = [
        .cell, .rowHeader, .columnHeader, .corner, .separator, .columnSeparator, .freezeShadow, .aggregate,
        .groupHeader,
    ]

    private static func isBefore(_ a: LayoutAttributes, _ b: LayoutAttributes) -> Bool { key(a) < key(b) }

    private static func key(_ attributes: LayoutAttributes) -> (Int, Int, Int, Int, Int) {
        let element = attributes.element
        let kind = kinds.firstIndex(of: element.kind) ?? kinds.count
        return element.category == .decoration
            ? (attributes.z, 1, kind, -element.section, -element.item)
            : (attributes.z, 0, -element.section, -element.item, kind)
    }
}

/// A slow sheet for one position of the viewport.
private struct SlowScene {
    struct Place {
        var index: Int
        var natural: Double
        var start: Double
        var size: Double
        var band: Region.Band
        /// The last track that it stands for.
        var last: Int
        var isBundle: Bool { last > index }
        var isFrozen: Bool { band != .scrolling }
    }

    struct Band {
        var band: Region.Band
        var tracks: Range<Int>
        var start: Double
        var length: Double
    }

    let sheet: SlowSheet
    let visible: Rect
    let rows: [Place]
    let columns: [Place]
    /// Thin ones put together.
    let shownRows: [Place]
    let shownColumns: [Place]
    let rowBands: [Band]
    let columnBands: [Band]
    let isAnythingFrozen: Bool

    init(_ sheet: SlowSheet, visible: Rect) {
        self.sheet = sheet
        self.visible = visible
        rows = Self.places(sheet, .vertical, visible)
        columns = Self.places(sheet, .horizontal, visible)
        shownRows = Self.bundled(rows, thinnerThan: sheet.devicePixel)
        shownColumns = Self.bundled(columns, thinnerThan: sheet.devicePixel)
        rowBands = Self.bands(sheet, .vertical, visible)
        columnBands = Self.bands(sheet, .horizontal, visible)
        isAnythingFrozen = sheet.frozen(.vertical) != FrozenEnds() || sheet.frozen(.horizontal) != FrozenEnds()
    }

    private static func places(_ sheet: SlowSheet, _ axis: Axis, _ visible: Rect) -> [Place] {
        let sizes = axis == .vertical ? sheet.rows.sizes : sheet.columns.sizes
        let frozen = sheet.frozen(axis)
        var natural = axis == .vertical ? sheet.header : sheet.parameters.gutterWidth
        var places: [Place] = []
        for (index, size) in sizes.enumerated() {
            var place = Place(
                index: index, natural: natural, start: natural, size: size, band: .scrolling, last: index)
            if index < frozen.leading {
                place.band = .leading
                place.start = natural + visible.origin[axis]
            } else if index >= sizes.count - frozen.trailing {
                place.band = .trailing
                let end = axis == .vertical ? visible.maxY : visible.maxX
                place.start = end - (sheet.contentSize[axis] - natural)
            }
            places.append(place)
            natural += size
        }
        return places
    }

    /// Puts thin places together, each with the thin one before it that nothing thick and no freeze line parts from it.
    private static func bundled(_ places: [Place], thinnerThan least: Double) -> [Place] {
        var shown: [Place] = []
        var bundle: Int?
        for place in places {
            if place.size == 0 {
                // It parts nothing, and is no part of a bundle either.
                shown.append(place)
            } else if place.size < least, let bundle, shown[bundle].band == place.band {
                shown[bundle].size += place.size
                shown[bundle].last = place.index
            } else {
                shown.append(place)
                bundle = place.size < least ? shown.count - 1 : nil
            }
        }
        return shown
    }

    private static func bands(_ sheet: SlowSheet, _ axis: Axis, _ visible: Rect) -> [Band] {
        let sizes = axis == .vertical ? sheet.rows.sizes : sheet.columns.sizes
        let header = axis == .vertical ? sheet.header : sheet.parameters.gutterWidth
        let frozen = sheet.frozen(axis)
        let leading = sizes.prefix(frozen.leading).reduce(0, +)
        let trailing = sizes.suffix(frozen.trailing).reduce(0, +)
        let end = axis == .vertical ? visible.maxY : visible.maxX
        let (first, last) = (frozen.leading, sizes.count - frozen.trailing)
        var bands = [
            Band(
                band: .scrolling, tracks: first..<last, start: header + leading,
                length: sizes.reduce(0, +) - leading - trailing)
        ]
        if frozen.leading > 0 {
            bands.append(
                Band(band: .leading, tracks: 0..<first, start: visible.origin[axis] + header, length: leading))
        }
        if frozen.trailing > 0 {
            bands.append(
                Band(band: .trailing, tracks: last..<sizes.count, start: end - trailing, length: trailing))
        }
        return bands
    }

    private func axes(row: Region.Band, column: Region.Band) -> Axes {
        Axes(rawValue: (column == .scrolling ? 1 : 0) + (row == .scrolling ? 2 : 0))
    }

    var cells: [LayoutAttributes] {
        let merges = sheet.merges.filter(shows)
        let single = shownRows.flatMap { row in
            shownColumns.filter { column in
                !merges.contains {
                    $0.contains(row: row.index, column: column.index) && $0.contains(row: row.last, column: column.last)
                }
                    && sheet.itemCounts.map {
                        row.isBundle || row.index >= $0.count || column.index < $0[row.index]
                    } ?? true
            }
            .map { column in
                LayoutAttributes(
                    element: row.isBundle || column.isBundle
                        ? .supplementary(.aggregate, section: row.index, item: column.index)
                        : .cell(section: row.index, item: column.index),
                    frame: Rect(x: column.start, y: row.start, width: column.size, height: row.size),
                    z: [row.isFrozen, column.isFrozen].count(where: { $0 }),
                    scrollAxes: axes(row: row.band, column: column.band),
                    region: Region(horizontal: column.band, vertical: row.band))
            }
        }
        return single + merges.map(mergedCell)
    }

    /// Whether a merged cell has a row and a column that are thick enough, or none at all that shows.
    private func shows(_ span: CellSpan) -> Bool {
        func shows(_ places: ArraySlice<Place>) -> Bool {
            places.contains { $0.size >= max(sheet.devicePixel, 1 / 64) } || places.allSatisfy { $0.size == 0 }
        }
        return shows(rows[span.rows]) && shows(columns[span.columns])
    }

    private func mergedCell(_ span: CellSpan) -> LayoutAttributes {
        let (row, column) = (merged(span.rows, .vertical), merged(span.columns, .horizontal))
        var axes: Axes = []
        if row.scrolls { axes.insert(.vertical) }
        if column.scrolls { axes.insert(.horizontal) }
        return LayoutAttributes(
            element: .cell(section: span.rows.lowerBound, item: span.columns.lowerBound),
            frame: Rect(x: column.start, y: row.start, width: column.length, height: row.length),
            z: [row.bands, column.bands].count { $0 != [.scrolling] }, scrollAxes: axes,
            region: Region(
                horizontal: column.bands[0], horizontalEnd: column.bands.last, vertical: row.bands[0],
                verticalEnd: row.bands.last))
    }

    private func merged(
        _ span: Range<Int>, _ axis: Axis
    ) -> (start: Double, length: Double, bands: [Region.Band], scrolls: Bool) {
        let places = (axis == .vertical ? rows : columns)[span]
        let bands = axis == .vertical ? rowBands : columnBands
        guard let first = places.first, let last = places.last else { return (0, 0, [], false) }
        let length = places.map(\.size).reduce(0, +)
        guard first.band != last.band else {
            let header = axis == .vertical ? sheet.header : sheet.parameters.gutterWidth
            let shown = middle(bands, header: header, visible.origin[axis]...visible.origin[axis]).low
            let holdsLabel = span.count > 1 && first.start < shown && shown < first.start + length
            return (first.start, length, [first.band], first.band == .scrolling && !holdsLabel)
        }
        // It begins where its pinned part does and ends where the scrolling one does, or the other way round.
        let pinned = places.filter { $0.band == (first.band == .leading ? .leading : .trailing) }.map(\.size).reduce(
            0, +)
        var start = first.start
        var end = last.natural + last.size
        if last.band == .trailing {
            let (low, high) = (bands.first { $0.band == .trailing }?.start, visible.origin[axis] + visible.size[axis])
            if first.band == .scrolling { start = min(start, low ?? start) }
            end = high - (sheet.contentSize[axis] - end)
        }
        return (start, max(end - start, pinned), [first.band, last.band], false)
    }

    var headers: [LayoutAttributes] {
        let (width, height) = (sheet.parameters.gutterWidth, sheet.parameters.headerHeight)
        let above = sheet.header - height
        let ofRows = shownRows.filter { !$0.isBundle }.map { row in
            LayoutAttributes(
                element: .supplementary(.rowHeader, section: row.index),
                frame: Rect(x: visible.x, y: row.start, width: width, height: row.size), z: 3,
                scrollAxes: axes(row: row.band, column: .leading),
                region: Region(horizontal: .leading, vertical: row.band))
        }
        let ofColumns = shownColumns.filter { !$0.isBundle }.map { column in
            LayoutAttributes(
                element: .supplementary(.columnHeader, item: column.index),
                frame: Rect(x: column.start, y: visible.y + above, width: column.size, height: height), z: 3,
                scrollAxes: axes(row: .leading, column: column.band),
                region: Region(horizontal: column.band, vertical: .leading))
        }
        let corner = LayoutAttributes(
            element: .supplementary(.corner),
            frame: Rect(x: visible.x, y: visible.y, width: width, height: sheet.header), z: 4, scrollAxes: [],
            region: Region(horizontal: .leading, vertical: .leading))
        return (width > 0 ? ofRows : []) + (height > 0 ? ofColumns : [])
            + (width > 0 && sheet.header > 0 ? [corner] : []) + groupHeaders
    }

    private var groupHeaders: [LayoutAttributes] {
        let height = sheet.parameters.groupHeaderHeight
        guard height > 0 else { return [] }
        return sheet.groups.enumerated().flatMap { level, groups in
            groups.enumerated().map { index, group in
                let column = merged(group, .horizontal)
                let holdsLabel = column.start < shownX && shownX < column.start + column.length
                return LayoutAttributes(
                    element: .supplementary(.groupHeader, section: level, item: index),
                    frame: Rect(
                        x: column.start, y: visible.y + Double(level) * height, width: column.length, height: height),
                    z: 3, scrollAxes: column.bands == [.scrolling] && !holdsLabel ? .horizontal : [],
                    region: Region(
                        horizontal: column.bands[0], horizontalEnd: column.bands.last, vertical: .leading))
            }
        }
    }

    /// Where the scrolling columns begin in the viewport.
    private var shownX: Double {
        middle(columnBands, header: sheet.parameters.gutterWidth, visible.minX...visible.minX).low
    }

    var separators: [LayoutAttributes] {
        guard sheet.parameters.separatorThickness > 0 else { return [] }
        let ofRows = shownRows.filter { !$0.isBundle }.flatMap { row in
            columnBands.flatMap { band in
                let thickness = min(sheet.parameters.separatorThickness, row.size)
                return pieces(of: band, columns) { column in
                    sheet.merges.contains {
                        $0.contains(row: row.index, column: column) && $0.rows.contains(row.index + 1)
                    }
                }.map { piece in
                    LayoutAttributes(
                        element: .decoration(
                            .separator, number: row.index * 3 + Int(band.band.rawValue), piece: piece.number),
                        frame: Rect(
                            x: piece.start, y: row.start + row.size - thickness, width: piece.length,
                            height: thickness),
                        z: separatorZ(row, band), scrollAxes: axes(row: row.band, column: band.band),
                        region: Region(horizontal: band.band, vertical: row.band))
                }
            }
        }
        let ofColumns = shownColumns.filter { !$0.isBundle }.flatMap { column in
            rowBands.flatMap { band in
                let thickness = min(sheet.parameters.separatorThickness, column.size)
                return pieces(of: band, rows) { row in
                    sheet.merges.contains {
                        $0.contains(row: row, column: column.index) && $0.columns.contains(column.index + 1)
                    }
                }.map { piece in
                    LayoutAttributes(
                        element: .decoration(
                            .columnSeparator, number: column.index * 3 + Int(band.band.rawValue), piece: piece.number),
                        frame: Rect(
                            x: column.start + column.size - thickness, y: piece.start, width: thickness,
                            height: piece.length),
                        z: separatorZ(column, band), scrollAxes: axes(row: band.band, column: column.band),
                        region: Region(horizontal: column.band, vertical: band.band))
                }
            }
        }
        return ofRows + ofColumns
    }

    /// What is left of a band when the tracks are cut out that `isCut` names.
    private func pieces(
        of band: Band, _ places: [Place], where isCut: (Int) -> Bool
    ) -> [(number: Int, start: Double, length: Double)] {
        guard band.tracks.contains(where: isCut) else { return [(0, band.start, band.length)] }
        var pieces: [(number: Int, start: Double, length: Double)] = []
        for track in band.tracks where !isCut(track) {
            if track == band.tracks.lowerBound || isCut(track - 1) {
                pieces.append((track - band.tracks.lowerBound, places[track].start, 0))
            }
            pieces[pieces.count - 1].length += places[track].size
        }
        return pieces
    }

    private func separatorZ(_ place: Place, _ band: Band) -> Int {
        isAnythingFrozen ? [place.isFrozen, band.band != .scrolling].count(where: { $0 }) : 2
    }

    var shadows: [LayoutAttributes] {
        let length = sheet.parameters.shadowLength
        let content = sheet.contentSize
        let across = Size(width: min(visible.width, content.width), height: min(visible.height, content.height))
        let y = middle(rowBands, header: sheet.header, visible.minY...visible.maxY)
        let x = middle(columnBands, header: sheet.parameters.gutterWidth, visible.minX...visible.maxX)
        let high = min(length, y.high - y.low)
        let wide = min(length, x.high - x.low)
        let frames: [(Bool, Rect)] = [
            (
                rowBands.contains { $0.band == .leading } && visible.minY > 0,
                Rect(x: visible.x, y: y.low, width: across.width, height: high)
            ),
            (
                columnBands.contains { $0.band == .leading } && visible.minX > 0,
                Rect(x: x.low, y: visible.y, width: wide, height: across.height)
            ),
            (
                rowBands.contains { $0.band == .trailing } && visible.maxY < content.height,
                Rect(x: visible.x, y: y.high - high, width: across.width, height: high)
            ),
            (
                columnBands.contains { $0.band == .trailing } && visible.maxX < content.width,
                Rect(x: x.high - wide, y: visible.y, width: wide, height: across.height)
            ),
        ]
        let lengths = [high, wide, high, wide]
        return frames.enumerated().filter { $0.element.0 && lengths[$0.offset] > 0 }.map { number, shadow in
            LayoutAttributes(
                element: .decoration(.freezeShadow, number: number), frame: shadow.1, z: 3, scrollAxes: [],
                region: nil)
        }
    }

    /// The part of the viewport between the pinned bands of an axis.
    private func middle(
        _ bands: [Band], header: Double, _ span: ClosedRange<Double>
    ) -> (low: Double, high: Double) {
        let leading = bands.first { $0.band == .leading }?.length ?? 0
        let trailing = bands.first { $0.band == .trailing }?.length ?? 0
        return (span.lowerBound + (header + leading), span.upperBound - trailing)
    }
}
