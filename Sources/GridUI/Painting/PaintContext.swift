import Drawing
import Geometry
import GridLayout
import Tabular

/// The state that painters may read while they write one frame.
public struct PaintContext {
    public let model: GridModel
    /// Zoomed: its font sizes are those on the screen.
    public let theme: Theme
    /// Content space, as of this frame.
    public let visible: Rect
    /// The style of values, by its number in this frame's display list.
    public let textStyle: UInt16
    /// The style of what is said in a lower voice.
    public let quietStyle: UInt16
    /// The same on what is selected.
    let selectedQuietStyle: UInt16
    /// The style of titles.
    public let headerStyle: UInt16
    /// The style of errors that the source's own program made; nil where the source does not tell kinds of values apart.
    let errorStyle: UInt16?
    /// On the way from one view to another: where things were.
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
            ? quietStyle : list.style(TextStyle(font: self.theme.font, color: theme.selectedQuietText))
        headerStyle = list.style(TextStyle(font: self.theme.headerFont, color: theme.headerText))
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

    /// The style of a value by its kind: errors warn, and what is not the value itself has a lower voice.
    func style(of kind: CellKind, in cell: CellPosition, _ ordinary: UInt16, quiet: UInt16) -> UInt16 {
        switch kind {
        case .error: isTinted(cell) ? ordinary : errorStyle ?? ordinary
        case .binary, .formula: quiet
        case .text, .number, .boolean, .date, .time, .dateTime, .duration, .json: ordinary
        }
    }

    /// The style of what is said of a cell in a lower voice.
    func quietStyle(in cell: CellPosition) -> UInt16 { isTinted(cell) ? selectedQuietStyle : quietStyle }

    /// Returns true where the selection tints the background of a cell.
    func isTinted(_ cell: CellPosition) -> Bool {
        guard !selection.isEmpty else { return false }
        let places = model.columns.place(of: cell.column).map { $0..<$0 + 1 } ?? 0..<0
        return selection.cell(rows: cell.row..<cell.row + 1, places: places).isTinted
    }

    /// The cell of the table that an element shows.
    public func cell(of element: Element) -> CellPosition? { model.cell(of: element) }

    /// The part of the viewport that the element may show in, in viewport space.
    public func clip(_ region: Region?) -> Rect {
        // What moves from one view to another crosses the regions of both.
        let region = transition == nil ? region : nil
        // From the viewport's own corner: far down, content space has not the digits to tell one frame's bands like the next's.
        let whole = Rect(origin: .zero, size: visible.size)
        return model.viewport.project(region?.frame(in: whole, pinned: model.pinnedInsets) ?? whole, from: whole)
    }

    /// The smallest length that is a line: one device pixel, in logical ones.
    public var hairline: Double { 1 / model.viewport.scaleFactor }

    /// The height of a line of text on the screen, with the air that an ordinary row leaves around it.
    public var lineHeight: Double { (model.metrics.rowHeight - 8) * model.viewport.zoom }

    /// The height of the row of titles in the sheet, on the screen.
    public var headerHeight: Double {
        PixelGrid(scale: model.viewport.scaleFactor).snap(model.headerHeight * model.viewport.zoom)
    }

    /// The air at each side of a text.
    public var padding: Double {
        PixelGrid(scale: model.viewport.scaleFactor).snap(GridMetrics.padding * model.viewport.zoom)
    }

    /// The box of a text inside a frame: padded at its sides.
    public func textBox(_ frame: Rect) -> Rect {
        frame.inset(by: Insets(leading: padding, trailing: padding))
    }

    /// The part of a text box that is in sight where its element began before that, and how far the text may reach back:
    /// a label stays in sight while its element is, and is pushed out by the element's end.
    public func label(_ attributes: LayoutAttributes, isTall: Bool = false) -> (box: Rect, lead: Double) {
        var frame = frame(attributes)
        let shown = frame.intersection(clip(attributes.region))
        // What may be higher than the screen has its label in the middle of what shows of it.
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
        // Digits line up from the right in right-to-left text too.
        return type.isNumeric ? .right : start
    }

    /// A Boolean value that indicates whether the source tells kinds of values apart.
    var hasKinds: Bool { errorStyle != nil }

    /// The alignment of a value by its own kind: what is neither text nor a number to the eye stands in the middle, as
    /// spreadsheets have it.
    func alignment(of kind: CellKind) -> TextAlignment {
        if model.view.centersColumns { return .center }
        switch kind {
        case .number: return .right
        case .boolean, .error: return .center
        case .text, .date, .time, .dateTime, .duration, .json, .binary, .formula: return start
        }
    }
}
