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

    var contentSize: Size {
        Size(
            width: parameters.gutterWidth + columns.sizes.reduce(0, +),
            height: parameters.headerHeight + rows.sizes.reduce(0, +))
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
        let header = axis == .vertical ? parameters.headerHeight : parameters.gutterWidth
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
        .cell, .rowHeader, .columnHeader, .corner, .separator, .columnSeparator, .freezeShadow,
    ]

    private static func isBefore(_ a: LayoutAttributes, _ b: LayoutAttributes) -> Bool { key(a) < key(b) }

    private static func key(_ attributes: LayoutAttributes) -> (Int, Int, Int, Int, Int) {
        let element = attributes.element
        let kind = kinds.firstIndex(of: element.kind) ?? kinds.count
        return element.category == .decoration
            ? (attributes.z, 1, kind, -element.section, 0) : (attributes.z, 0, -element.section, -element.item, kind)
    }
}

/// A slow sheet for one position of the viewport.
private struct SlowScene {
    struct Place {
        var index: Int
        var start: Double
        var size: Double
        var band: Region.Band
        var isFrozen: Bool { band != .scrolling }
    }

    struct Band {
        var band: Region.Band
        var start: Double
        var length: Double
    }

    let sheet: SlowSheet
    let visible: Rect
    let rows: [Place]
    let columns: [Place]
    let rowBands: [Band]
    let columnBands: [Band]
    let isAnythingFrozen: Bool

    init(_ sheet: SlowSheet, visible: Rect) {
        self.sheet = sheet
        self.visible = visible
        rows = Self.places(sheet, .vertical, visible)
        columns = Self.places(sheet, .horizontal, visible)
        rowBands = Self.bands(sheet, .vertical, visible)
        columnBands = Self.bands(sheet, .horizontal, visible)
        isAnythingFrozen = sheet.frozen(.vertical) != FrozenEnds() || sheet.frozen(.horizontal) != FrozenEnds()
    }

    private static func places(_ sheet: SlowSheet, _ axis: Axis, _ visible: Rect) -> [Place] {
        let sizes = axis == .vertical ? sheet.rows.sizes : sheet.columns.sizes
        let frozen = sheet.frozen(axis)
        var natural = axis == .vertical ? sheet.parameters.headerHeight : sheet.parameters.gutterWidth
        var places: [Place] = []
        for (index, size) in sizes.enumerated() {
            var place = Place(index: index, start: natural, size: size, band: .scrolling)
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

    private static func bands(_ sheet: SlowSheet, _ axis: Axis, _ visible: Rect) -> [Band] {
        let sizes = axis == .vertical ? sheet.rows.sizes : sheet.columns.sizes
        let header = axis == .vertical ? sheet.parameters.headerHeight : sheet.parameters.gutterWidth
        let frozen = sheet.frozen(axis)
        let leading = sizes.prefix(frozen.leading).reduce(0, +)
        let trailing = sizes.suffix(frozen.trailing).reduce(0, +)
        let end = axis == .vertical ? visible.maxY : visible.maxX
        var bands = [
            Band(band: .scrolling, start: header + leading, length: sizes.reduce(0, +) - leading - trailing)
        ]
        if frozen.leading > 0 {
            bands.append(Band(band: .leading, start: visible.origin[axis] + header, length: leading))
        }
        if frozen.trailing > 0 { bands.append(Band(band: .trailing, start: end - trailing, length: trailing)) }
        return bands
    }

    private func axes(row: Region.Band, column: Region.Band) -> Axes {
        Axes(rawValue: (column == .scrolling ? 1 : 0) + (row == .scrolling ? 2 : 0))
    }

    var cells: [LayoutAttributes] {
        rows.flatMap { row in
            columns.map { column in
                LayoutAttributes(
                    element: .cell(section: row.index, item: column.index),
                    frame: Rect(x: column.start, y: row.start, width: column.size, height: row.size),
                    z: [row.isFrozen, column.isFrozen].count(where: { $0 }),
                    scrollAxes: axes(row: row.band, column: column.band),
                    region: Region(horizontal: column.band, vertical: row.band))
            }
        }
    }

    var headers: [LayoutAttributes] {
        let (width, height) = (sheet.parameters.gutterWidth, sheet.parameters.headerHeight)
        let ofRows = rows.map { row in
            LayoutAttributes(
                element: .supplementary(.rowHeader, section: row.index),
                frame: Rect(x: visible.x, y: row.start, width: width, height: row.size), z: 3,
                scrollAxes: axes(row: row.band, column: .leading),
                region: Region(horizontal: .leading, vertical: row.band))
        }
        let ofColumns = columns.map { column in
            LayoutAttributes(
                element: .supplementary(.columnHeader, item: column.index),
                frame: Rect(x: column.start, y: visible.y, width: column.size, height: height), z: 3,
                scrollAxes: axes(row: .leading, column: column.band),
                region: Region(horizontal: column.band, vertical: .leading))
        }
        let corner = LayoutAttributes(
            element: .supplementary(.corner),
            frame: Rect(x: visible.x, y: visible.y, width: width, height: height), z: 4, scrollAxes: [],
            region: Region(horizontal: .leading, vertical: .leading))
        return (width > 0 ? ofRows : []) + (height > 0 ? ofColumns : []) + (width > 0 && height > 0 ? [corner] : [])
    }

    var separators: [LayoutAttributes] {
        guard sheet.parameters.separatorThickness > 0 else { return [] }
        let ofRows = rows.flatMap { row in
            columnBands.map { band in
                let thickness = min(sheet.parameters.separatorThickness, row.size)
                return LayoutAttributes(
                    element: .decoration(.separator, number: row.index * 3 + Int(band.band.rawValue)),
                    frame: Rect(
                        x: band.start, y: row.start + row.size - thickness, width: band.length, height: thickness),
                    z: separatorZ(row, band), scrollAxes: axes(row: row.band, column: band.band),
                    region: Region(horizontal: band.band, vertical: row.band))
            }
        }
        let ofColumns = columns.flatMap { column in
            rowBands.map { band in
                let thickness = min(sheet.parameters.separatorThickness, column.size)
                return LayoutAttributes(
                    element: .decoration(.columnSeparator, number: column.index * 3 + Int(band.band.rawValue)),
                    frame: Rect(
                        x: column.start + column.size - thickness, y: band.start, width: thickness,
                        height: band.length),
                    z: separatorZ(column, band), scrollAxes: axes(row: band.band, column: column.band),
                    region: Region(horizontal: column.band, vertical: band.band))
            }
        }
        return ofRows + ofColumns
    }

    private func separatorZ(_ place: Place, _ band: Band) -> Int {
        isAnythingFrozen ? [place.isFrozen, band.band != .scrolling].count(where: { $0 }) : 2
    }

    var shadows: [LayoutAttributes] {
        let length = sheet.parameters.shadowLength
        let content = sheet.contentSize
        let across = Size(width: min(visible.width, content.width), height: min(visible.height, content.height))
        let y = middle(rowBands, header: sheet.parameters.headerHeight, visible.minY...visible.maxY)
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
