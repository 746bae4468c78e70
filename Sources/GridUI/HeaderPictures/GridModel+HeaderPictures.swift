import Drawing
import Geometry
import GridLayout
import TabularOps
import Translation

/// Adjacent bars under the title of the column at a position.
struct HeaderBars: Sendable, Hashable {
    var place: Int
    var bars: Range<Int>
}

// Pictures in the headers of the sheet:
//
//     ┌──────────────────┐
//     │ total         ▲  │   the title's row, as high as without a picture
//     │  ▂▆█▇▃▁          │   the strip of the picture, `pictureHeight` high, inside of which it lies
//     └──────────────────┘
extension GridModel {
    /// The height of a picture and its padding below a title, in logical pixels before zoom.
    static let pictureHeight = 36.0
    /// The maximum width of a value's bar, likewise.
    private static let widestBar = 18.0
    /// The minimum height of a picture, in logical pixels on the screen: a lower one would be illegible.
    private static let leastPicture = 6.0

    /// Shows or hides pictures in the headers. Visible content stays in place.
    public mutating func setShowsPictures(_ shows: Bool) {
        guard shows != pictures.areShown else { return }
        keepingInSight { model in
            model.pictures.areShown = shows
            if !shows { model.pictures.removeAll() }
            model.applyLengths()
        }
    }

    /// Discards the pictures; those of visible columns are made again.
    public mutating func forgetPictures() { pictures.removeAll() }

    /// A Boolean value that indicates whether headers have pictures, for menus.
    public var showsPictures: Bool { pictures.areShown }

    /// Shows a picture in the header of a column of the table.
    public mutating func show(_ picture: HeaderPicture, ofColumn column: Int) {
        guard pictures.areShown, column >= 0, column < columnCount else { return }
        pictures.set(picture, ofColumn: column)
    }

    /// The columns of the table whose headers are visible in the sheet and have room for a picture, from the leading edge on.
    ///
    /// - Complexity: O(log + visible columns).
    public var columnsInSight: [Int] {
        guard isSheet else { return [] }
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let least = 2 * GridMetrics.padding + Self.leastPicture / viewport.zoom
        return [tracks.frozenColumns, tracks.columns, tracks.frozenTrailingColumns].flatMap { places in
            sheet.columns.shownRanges(in: places, atLeast: least).joined().map { columns.column(at: $0) }
        }
    }

    /// The height of the strip below the titles in a header frame on the screen; 0 where there are no pictures.
    func pictureStrip(of header: Rect) -> Double {
        guard pictures.areShown, isSheet else { return 0 }
        return min(header.height, PixelGrid(scale: viewport.scaleFactor).snap(Self.pictureHeight * viewport.zoom))
    }

    /// The part of a header with the title and the sort mark.
    func titleRow(of header: Rect) -> Rect {
        Rect(x: header.x, y: header.y, width: header.width, height: header.height - pictureStrip(of: header))
    }

    /// The picture in the header at a position, with its box in the header's frame (viewport space); nil where the header has
    /// no room for one, or no picture is known.
    func painter(ofPictureAt place: Int, in header: Rect) -> HistogramPainter? {
        guard let box = pictureBox(in: header), place < columns.count else { return nil }
        guard let bars = pictures[columns.column(at: place)]?.bars, !bars.isEmpty else { return nil }
        let pixels = PixelGrid(scale: viewport.scaleFactor)
        guard !bars.areStretches else { return HistogramPainter(counts: bars.counts, in: box, pixels: pixels) }
        // The most frequent value is at the leading edge. An axis of numbers runs to the right in both directions.
        let isLeftToRight = viewport.direction == .leftToRight
        let width = min(box.width, pixels.snap(Self.widestBar * viewport.zoom * Double(bars.counts.count)))
        let place = Rect(x: isLeftToRight ? box.x : box.maxX - width, y: box.y, width: width, height: box.height)
        return HistogramPainter(counts: bars.counts, in: place, pixels: pixels, isReversed: !isLeftToRight)
    }

    /// Returns the box of a picture in a header's frame; nil where the header has no room.
    func pictureBox(in header: Rect) -> Rect? {
        let strip = pictureStrip(of: header)
        let pixels = PixelGrid(scale: viewport.scaleFactor)
        let (side, below) = (
            pixels.snap(GridMetrics.padding * viewport.zoom), pixels.snap(5 * viewport.zoom)
        )
        guard strip > below + 4, header.width >= 2 * side + Self.leastPicture else { return nil }
        return Rect(
            x: header.x + side, y: header.maxY - strip, width: header.width - 2 * side, height: strip - below)
    }

    /// The bar under `point` (viewport space) in the header `header`.
    func bar(at point: Point, in header: LayoutAttributes) -> PointerTarget? {
        guard pictures.areShown, isSheet else { return nil }
        let place = header.element.item
        let frame = frameOnScreen(of: header)
        return painter(ofPictureAt: place, in: frame)?.index(at: point).map { .bar(place, $0) }
    }

    /// The bar of the picture at a position that is nearest to `x` on the screen.
    func bar(at place: Int, nearestTo x: Double) -> Int? {
        guard let header = attributes(for: .supplementary(.columnHeader, item: place)) else { return nil }
        return painter(ofPictureAt: place, in: frameOnScreen(of: header))?.index(nearestTo: x)
    }

    private func frameOnScreen(of element: LayoutAttributes) -> Rect {
        viewport.project(element.frame, from: viewport.visible, scrollAxes: element.scrollAxes)
    }

    /// The highlighted bars: those that are being brushed, else the one under the pointer.
    var chosenBars: HeaderBars? {
        if let drag = pointer.drag { return drag.brushedBars(in: self) }
        if case .bar(let place, let index) = pointer.hover { return HeaderBars(place: place, bars: index..<index + 1) }
        return nil
    }

    mutating func askToFilter(_ brushed: HeaderBars) {
        guard brushed.place < columns.count else { return }
        let column = columns.column(at: brushed.place)
        guard let conditions = pictures[column]?.bars.conditions(for: brushed.bars, ofColumn: column),
            !conditions.isEmpty
        else { return }
        pointer.asked = .filterRows(conditions)
    }

    /// Returns the tooltip of a bar, or of a header whose picture is missing; nil for other targets.
    func pictureHint(_ target: PointerTarget?) -> String? {
        switch target {
        case .bar(let place, let index) where place < columns.count:
            guard let picture = pictures[columns.column(at: place)] else { return nil }
            return ([picture.bars.words(for: index..<index + 1).visible] + [picture.note].compactMap { $0 })
                .joined(separator: "\n")
        case .header(.horizontal, let place) where place < columns.count:
            guard let location = pointer.location, let header = hitTest(location),
                location.y >= titleRow(of: frameOnScreen(of: header)).maxY
            else { return nil }
            guard let picture = pictures[columns.column(at: place)] else { return tr("Looking at the values…") }
            return picture.note ?? (picture.bars.isEmpty ? tr("No value comes more than once") : nil)
        default: return nil
        }
    }
}

extension Drag {
    /// The bars between the pressed one and the one under the pointer.
    func brushedBars(in model: GridModel) -> HeaderBars? {
        guard case .bar(let place, let pressed) = target else { return nil }
        // Leading and screen x mirror each other, in both directions.
        let x = model.viewport.leading(location).x
        let end = isMoving ? model.bar(at: place, nearestTo: x) ?? pressed : pressed
        return HeaderBars(place: place, bars: min(pressed, end)..<max(pressed, end) + 1)
    }
}
