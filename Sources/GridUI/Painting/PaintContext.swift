import Drawing
import Geometry
import GridLayout
import Tabular

/// The state that painters may read while they write one frame.
public struct PaintContext {
    public let model: GridModel
    /// The zoomed theme: its font sizes are those on the screen.
    public let theme: Theme
    /// The visible rectangle in content space, in this frame.
    public let visible: Rect
    /// The style of values, by its index in this frame's display list.
    public let textStyle: UInt16
    /// The style of muted text.
    public let quietStyle: UInt16
    /// The style of muted text on the selection.
    let selectedQuietStyle: UInt16
    /// The style of titles.
    public let headerStyle: UInt16
    /// The style of errors in values that the source's program computed; nil where the source has no kinds of values.
    let errorStyle: UInt16?
    /// During the animation to another view, the previous frames.
    let transition: FrameTransition?
    /// The appearance of the selection.
    let selection: SelectionLook

    init(_ model: GridModel, _ theme: Theme, _ transition: FrameTransition?, _ list: inout DisplayList) {
        self.model = model
        self.transition = transition
        selection = SelectionLook(model.selection, active: model.activeCell, in: model)
        self.theme = theme.zoomed(by: model.viewport.zoom)
        visible = model.viewport.visible
        textStyle = list.style(TextStyle(font: self.theme.font, color: theme.text))
        quietStyle = list.style(TextStyle(font: self.theme.font, color: theme.secondaryText))
        selectedQuietStyle =
            selection.isEmpty
            ? quietStyle : list.style(TextStyle(font: self.theme.font, color: theme.selection.quietText))
        headerStyle = list.style(TextStyle(font: self.theme.headers.font, color: theme.headers.text))
        errorStyle =
            model.table.description.hasKinds
            ? list.style(TextStyle(font: self.theme.font, color: theme.warningText)) : nil
    }

    /// The frame of an element in viewport space, on device pixels.
    public func frame(_ attributes: LayoutAttributes) -> Rect {
        let frame = model.viewport.project(attributes.frame, from: visible, scrollAxes: attributes.scrollAxes)
        guard let transition else { return frame }
        return transition.frame(of: attributes.element, in: model, to: frame)
    }

    /// The style of a value by its kind: errors warn, and text that is not the value itself is muted.
    func style(of kind: CellKind, in cell: CellPosition, _ ordinary: UInt16, quiet: UInt16) -> UInt16 {
        switch kind {
        case .error: isTinted(cell) ? ordinary : errorStyle ?? ordinary
        case .binary, .formula: quiet
        case .text, .number, .boolean, .date, .time, .dateTime, .duration, .json: ordinary
        }
    }

    /// The muted style in a cell.
    func quietStyle(in cell: CellPosition) -> UInt16 { isTinted(cell) ? selectedQuietStyle : quietStyle }

    /// Returns true where the selection tints the background of a cell.
    func isTinted(_ cell: CellPosition) -> Bool {
        guard !selection.isEmpty else { return false }
        let places = model.columns.place(of: cell.column).map { $0..<$0 + 1 } ?? 0..<0
        return selection.cell(rows: cell.row..<cell.row + 1, places: places).isTinted
    }

    /// The cell of the table that an element shows.
    public func cell(of element: Element) -> CellPosition? { model.cell(of: element) }

    /// The part of the viewport in which the element may be visible, in viewport space.
    public func clip(_ region: Region?) -> Rect {
        // An element that moves from one view to another crosses the regions of both.
        let region = transition == nil ? region : nil
        // From the viewport's origin: far down, content space lacks the precision to give equal bands in each frame.
        let whole = Rect(origin: .zero, size: visible.size)
        return model.viewport.project(region?.frame(in: whole, pinned: model.pinnedInsets) ?? whole, from: whole)
    }

    /// The thickness of a hairline: one device pixel, in logical pixels.
    public var hairline: Double { 1 / model.viewport.scaleFactor }

    /// The height of a line of text on the screen, with the padding of a default row.
    public var lineHeight: Double { (model.metrics.rowHeight - 8) * model.viewport.zoom }

    /// The height of the row of titles in the sheet, on the screen.
    public var headerHeight: Double {
        PixelGrid(scale: model.viewport.scaleFactor).snap(model.headerHeight * model.viewport.zoom)
    }

    /// The padding at each side of a text.
    public var padding: Double {
        PixelGrid(scale: model.viewport.scaleFactor).snap(GridMetrics.padding * model.viewport.zoom)
    }

    /// The box of a text inside a frame: padded at its sides.
    public func textBox(_ frame: Rect) -> Rect {
        frame.inset(by: Insets(leading: padding, trailing: padding))
    }

    /// The visible part of a text box whose element begins before it, and the distance by which the text may reach back: a
    /// label stays visible while its element is, and is pushed out by the element's end.
    public func label(_ attributes: LayoutAttributes, isTall: Bool = false) -> (box: Rect, lead: Double) {
        var frame = frame(attributes)
        let shown = frame.intersection(clip(attributes.region))
        // An element that may be higher than the screen has its label in the middle of its visible part.
        if isTall, !shown.isEmpty { (frame.y, frame.height) = (shown.y, shown.height) }
        let full = textBox(frame)
        guard !shown.isEmpty,
            model.viewport.direction == .leftToRight ? shown.minX > frame.minX : shown.maxX < frame.maxX
        else { return (full, 0) }
        let seen = textBox(shown)
        let box =
            model.viewport.direction == .leftToRight
            ? Rect(minX: seen.minX, minY: full.minY, maxX: max(seen.minX, full.maxX), maxY: full.maxY)
            : Rect(minX: min(seen.maxX, full.minX), minY: full.minY, maxX: seen.maxX, maxY: full.maxY)
        return (box, full.width - box.width)
    }

    /// The alignment to the start of a line, on the screen.
    public var start: TextAlignment { model.viewport.direction == .leftToRight ? .left : .right }
    /// The alignment to the end of a line, on the screen.
    public var end: TextAlignment { model.viewport.direction == .leftToRight ? .right : .left }

    /// Returns the alignment of a column's values: numbers to the right, so that digits line up, the rest to the start.
    public func alignment(ofColumn column: Int) -> TextAlignment {
        if model.view.centersColumns { return .center }
        let type = model.table.columns[column].type
        if type == .boolean, hasKinds { return alignment(of: .boolean) }
        // Digits align right in right-to-left text too.
        return type.isNumeric ? .right : start
    }

    /// A Boolean value that indicates whether the source distinguishes kinds of values.
    var hasKinds: Bool { errorStyle != nil }

    /// The alignment of a value by its own kind: kinds other than text and number are centered, as in spreadsheets.
    func alignment(of kind: CellKind) -> TextAlignment {
        if model.view.centersColumns { return .center }
        switch kind {
        case .number: return .right
        case .boolean, .error: return .center
        case .text, .date, .time, .dateTime, .duration, .json, .binary, .formula: return start
        }
    }
}
