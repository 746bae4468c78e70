import Drawing
import Geometry
import GridLayout

/// What painters may look at while they write one frame.
public struct PaintContext {
    public let model: GridModel
    /// Zoomed: its font sizes are those on the screen.
    public let theme: Theme
    /// Content space, as of this frame.
    public let visible: Rect
    /// Styles of this frame's display list.
    let textStyle: UInt16
    let quietStyle: UInt16
    let headerStyle: UInt16

    init(_ model: GridModel, _ theme: Theme, _ list: inout DisplayList) {
        self.model = model
        self.theme = theme.zoomed(by: model.viewport.zoom)
        visible = model.viewport.visible
        textStyle = list.style(TextStyle(font: self.theme.font, color: theme.text))
        quietStyle = list.style(TextStyle(font: self.theme.font, color: theme.secondaryText))
        headerStyle = list.style(TextStyle(font: self.theme.headerFont, color: theme.headerText))
    }

    /// The frame of an element in viewport space, on device pixels.
    public func frame(_ attributes: LayoutAttributes) -> Rect {
        model.viewport.project(attributes.frame, from: visible)
    }

    /// The part of the viewport that the element may show in, in viewport space.
    public func clip(_ region: Region?) -> Rect {
        let content = region?.frame(in: visible, pinned: model.layout.pinnedInsets) ?? visible
        return model.viewport.project(content, from: visible)
    }

    /// The smallest length that is a line: one device pixel, in logical ones.
    var hairline: Double { 1 / model.viewport.scaleFactor }

    var padding: Double { PixelGrid(scale: model.viewport.scaleFactor).snap(GridMetrics.padding * model.viewport.zoom) }

    /// The box of a text inside a frame: padded at its sides.
    func textBox(_ frame: Rect) -> Rect {
        frame.inset(by: Insets(leading: padding, trailing: padding))
    }

    /// Where the line begins, on the screen.
    var start: TextAlignment { model.viewport.direction == .leftToRight ? .left : .right }
    /// Where the line ends, on the screen.
    var end: TextAlignment { model.viewport.direction == .leftToRight ? .right : .left }

    /// How the values of a column are aligned: figures to the end, so that digits stand below digits, the rest to the start.
    func alignment(ofColumn column: Int) -> TextAlignment {
        // Digits line up from the right in right-to-left text too.
        model.table.columns[column].type.isNumeric ? .right : start
    }
}
