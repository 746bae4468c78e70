import Drawing
import Geometry
import GridLayout

/// The appearance of the selection in a frame: tinted cells, the cell edges along the outline of a range, marked
/// headers. All of it depends on the cell or header alone, so that a scroll can copy it.
///
/// - Complexity: creation O(ranges · log); each query O(visible ranges).
struct SelectionLook: Sendable {
    private struct Box: Sendable {
        var rows: Range<Int>
        var places: Range<Int>
        /// The first and the last visible track; the last is -1 where the range has no end.
        var top = 0
        var bottom = -1
        var start = 0
        var end = -1
    }

    /// The appearance of one cell.
    struct Cell: Hashable {
        var isTinted = false
        var edges: Edges = []
    }

    /// The selected share of a header's row or column.
    enum Header: Int, Hashable {
        case none
        case touched
        case whole
    }

    private var boxes: [Box] = []
    /// The ranges that intersect the visible area.
    private var near: [Box] = []
    private var hole: Box?
    private var active: SheetPlace?

    var isEmpty: Bool { boxes.isEmpty }

    init(_ selection: Selection, active cell: CellPosition?, in model: borrowing GridModel) {
        guard !selection.isEmpty else { return }
        for range in selection.ranges { boxes.append(Self.box(range, model)) }
        if selection.takesOut { hole = boxes.popLast() }
        near = boxes
        if model.isSheet {
            let tracks = model.sheet.visibleTracks(in: model.viewport.visible)
            let rows = [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows]
            let places = [tracks.frozenColumns, tracks.columns, tracks.frozenTrailingColumns]
            // A merged cell may begin outside the viewport.
            if model.sheet.merges.isEmpty {
                near = boxes.filter { box in
                    rows.contains(where: box.rows.overlaps) && places.contains(where: box.places.overlaps)
                }
            }
        }
        guard let cell, let place = model.columns.place(of: cell.column) else { return }
        active = SheetPlace(row: cell.row, place: place)
    }

    private static func box(_ range: SelectedRange, _ model: GridModel) -> Box {
        var box = Box(rows: range.rows, places: range.places)
        guard model.isSheet else { return box }
        let (rows, columns) = (model.sheet.rows, model.sheet.columns)
        box.top = rows.shown(atOrAfter: min(range.rows.lowerBound, rows.count)) ?? 0
        box.start = columns.shown(atOrAfter: min(range.places.lowerBound, columns.count)) ?? 0
        if range.rows.upperBound < .max { box.bottom = rows.shown(atOrBefore: range.rows.upperBound - 1) ?? -1 }
        if range.places.upperBound < .max { box.end = columns.shown(atOrBefore: range.places.upperBound - 1) ?? -1 }
        return box
    }

    /// Returns the appearance of the cell that covers those rows and positions; empty `places` for one in the row
    /// headers.
    func cell(rows: Range<Int>, places: Range<Int>) -> Cell {
        guard !isEmpty else { return Cell() }
        let row = rows.lowerBound
        var look = Cell()
        for box in near where box.rows.contains(row) && Self.holds(box, places) {
            look.isTinted = true
            look.edges.formUnion(Self.edges(of: box, rows, places))
        }
        if let hole, hole.rows.contains(row), Self.holds(hole, places) {
            look.isTinted = false
            look.edges.formUnion(Self.edges(of: hole, rows, places))
        }
        if let active, rows.contains(active.row), places.contains(active.place) { look.isTinted = false }
        return look
    }

    private static func holds(_ box: Box, _ places: Range<Int>) -> Bool {
        places.isEmpty ? box.places == SelectedRange.everything : box.places.contains(places.lowerBound)
    }

    private static func edges(of box: Box, _ rows: Range<Int>, _ places: Range<Int>) -> Edges {
        var edges: Edges = []
        if rows.contains(box.top) { edges.insert(.top) }
        if rows.contains(box.bottom) { edges.insert(.bottom) }
        if places.contains(box.start) { edges.insert(.leading) }
        if places.contains(box.end) { edges.insert(.trailing) }
        return edges
    }

    func header(_ axis: Axis, _ track: Int) -> Header {
        var look = Header.none
        for box in boxes {
            let (own, other) = axis == .horizontal ? (box.places, box.rows) : (box.rows, box.places)
            guard own.contains(track) else { continue }
            if other == SelectedRange.everything, hole == nil { return .whole }
            look = .touched
        }
        return look
    }

    /// True where the entire sheet is selected.
    var isAll: Bool {
        boxes.contains { $0.rows == SelectedRange.everything && $0.places == SelectedRange.everything } && hole == nil
    }
}

extension GridModel {
    /// The rows and positions that a cell element covers; no positions in the row headers.
    func covered(by element: Element) -> (rows: Range<Int>, places: Range<Int>)? {
        if case .sheet = shown.map {
            let (row, place) = (element.section, element.item)
            if isSheet, let span = sheet.merges.span(containing: row, column: place) {
                return (span.rows, span.columns)
            }
            return (row..<row + 1, place..<place + 1)
        }
        guard let cell = cell(of: element) else { return nil }
        return (cell.row..<cell.row + 1, columns.place(of: cell.column).map { $0..<$0 + 1 } ?? 0..<0)
    }
}

extension PaintContext {
    func selectionLook(_ element: Element) -> SelectionLook.Cell {
        guard !selection.isEmpty, let covered = model.covered(by: element) else { return SelectionLook.Cell() }
        return selection.cell(rows: covered.rows, places: covered.places)
    }

    /// The lines of an outline that run through a cell, inside its frame.
    func outline(_ edges: Edges, of frame: Rect, _ list: inout DisplayList) {
        let grid = PixelGrid(scale: model.viewport.scaleFactor)
        let line = max(hairline, grid.snap(1))
        let color = theme.selection.edge
        let isLeftToRight = model.viewport.direction == .leftToRight
        if edges.contains(.top) { list.fill(Rect(x: frame.x, y: frame.y, width: frame.width, height: line), color) }
        if edges.contains(.bottom) {
            list.fill(Rect(x: frame.x, y: frame.maxY - line, width: frame.width, height: line), color)
        }
        for (edge, isAtEnd) in [(Edges.leading, false), (.trailing, true)] where edges.contains(edge) {
            let x = isAtEnd == isLeftToRight ? frame.maxX - line : frame.minX
            list.fill(Rect(x: x, y: frame.y, width: line, height: frame.height), color)
        }
    }
}
