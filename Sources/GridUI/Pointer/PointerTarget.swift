import Geometry
import GridLayout

/// The target under the pointer: columns (the horizontal axis) by their positions, rows by their indices.
public enum PointerTarget: Sendable, Hashable {
    case cell(CellPosition)
    case header(Axis, Int)
    /// The end of a column's header, by the column's position: a click there sorts.
    case sortMark(Int)
    /// The filter mark at the start of a column's header, by the column's position: a click there asks for the condition.
    case filterMark(Int)
    /// A bar of the picture in a column's header, by the column's position and the bar's index: a click there filters the
    /// rows.
    case bar(Int, Int)
    /// The edge of a header that a drag moves, by the column or row that it resizes.
    case edge(Axis, Int)
    /// The handle that freezes columns or rows at one end.
    case freezeHandle(Axis, AxisEnd)
    case corner
}

/// The shape of the pointer.
public enum PointerShape: Sendable, Hashable {
    case ordinary
    case resizeColumn
    case resizeRow
    case grab
    case grabbing
}

extension Viewport {
    /// Converts a point of viewport space to one counted from the leading edge, or back.
    func leading(_ point: Point) -> Point {
        direction == .leftToRight ? point : Point(x: size.width - point.x, y: point.y)
    }

    /// The rectangle in viewport space for one counted from the leading edge, with its edges on device pixels.
    func mirrored(_ rect: Rect) -> Rect {
        let grid = PixelGrid(scale: scaleFactor)
        let snapped = grid.snap(rect)
        guard direction == .rightToLeft else { return snapped }
        return Rect(x: grid.snap(size.width) - snapped.maxX, y: snapped.y, width: snapped.width, height: snapped.height)
    }
}

extension GridModel {
    /// Returns the target at `point` (viewport space); nil where there is none. O(log + elements there).
    public func pointerTarget(at point: Point) -> PointerTarget? {
        guard Rect(origin: .zero, size: viewport.size).contains(point) else { return nil }
        if isSheet, let handle = sheetHandle(at: viewport.leading(point)) { return handle }
        guard let found = hitTest(point) else { return nil }
        let element = found.element
        switch element.kind {
        case .columnHeader where view.shape == .cells && element.item < columns.count:
            if let bar = bar(at: point, in: found) { return bar }
            return headerMark(element.item, at: viewport.leading(point)) ?? .header(.horizontal, element.item)
        case .rowHeader where view.shape == .cells && element.section < rowCount:
            return .header(.vertical, element.section)
        case .corner: return .corner
        // An item in an aggregate is found by its position there.
        case .aggregate where !isSheet:
            return cell(at: viewport.contentPoint(under: point), in: found).map(PointerTarget.cell)
        default:
            return element.category == .cell ? cell(of: element).map(PointerTarget.cell) : nil
        }
    }

    /// Returns true where `point` (viewport space) lies outside the headers of the sheet.
    func isOverBody(_ point: Point) -> Bool {
        guard isSheet else { return false }
        let place = viewport.leading(point)
        return place.x >= ScreenAxis.header(.horizontal, of: self) && place.y >= ScreenAxis.header(.vertical, of: self)
    }

    /// Returns the draggable target in the sheet's header band and gutter. `place` counts from the leading edge.
    private func sheetHandle(at place: Point) -> PointerTarget? {
        let (across, down) = (ScreenAxis(.horizontal, of: self), ScreenAxis(.vertical, of: self))
        let (isInBand, isInGutter) = (place.y < down.header, place.x < across.header)
        for end in [AxisEnd.leading, .trailing] where pointer.showsHandles {
            if isInBand, across.isHandle(end, at: place.x) { return .freezeHandle(.horizontal, end) }
            if isInGutter, down.isHandle(end, at: place.y) { return .freezeHandle(.vertical, end) }
        }
        // The titles of column groups, above those of the columns, have no draggable edges.
        if isInBand, place.y >= down.header - headerHeight * viewport.zoom, let column = across.edge(near: place.x) {
            return .edge(.horizontal, column)
        }
        return isInGutter ? down.edge(near: place.y).map { .edge(.vertical, $0) } : nil
    }

    /// The header under `point` (viewport space), including its edges.
    func header(at point: Point) -> PointerTarget? {
        switch hitTest(point)?.element {
        case let element? where element.kind == .columnHeader && view.shape == .cells:
            .header(.horizontal, element.item)
        case let element? where element.kind == .rowHeader && view.shape == .cells: .header(.vertical, element.section)
        default: nil
        }
    }

    /// Returns the visible frame of a cell, in viewport space; nil where it is not visible.
    public func shownFrame(of cell: CellPosition) -> Rect? { element(showing: cell).flatMap(shownFrame) }

    /// The same for the header of a column of the table; also nil where the view has no such headers.
    public func shownFrame(ofHeaderOfColumn column: Int) -> Rect? {
        guard view.shape == .cells, let place = columns.place(of: column) else { return nil }
        return shownFrame(of: .supplementary(.columnHeader, item: place))
    }

    func shownFrame(of element: Element) -> Rect? {
        guard let found = attributes(for: element) else { return nil }
        let visible = viewport.visible
        let region = found.region?.frame(in: visible, pinned: pinnedInsets) ?? visible
        let shown = found.frame.intersection(region)
        return shown.isEmpty ? nil : viewport.project(shown, from: visible)
    }
}
