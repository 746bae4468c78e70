import Geometry

/// The fit of a text in its box: one line, which may begin `lead` before the box, or several.
enum TextFit: Sendable, Hashable {
    case line(lead: Double = 0)
    case wrapped

    var lead: Double { if case .line(let lead) = self { lead } else { 0 } }
}

extension PaintContext {
    /// The box of a value in a frame, and how the text fits it. In a row that wrapped text made taller all values begin at
    /// the top, on the same baselines; those that do not wrap have a box that is one line high.
    func valueBox(_ frame: Rect, wraps: Bool) -> (box: Rect, fit: TextFit) {
        var box = textBox(frame)
        let metrics = model.metrics
        let zoom = model.viewport.zoom
        guard model.wrapsText, model.isSheet, frame.height >= (metrics.rowHeight + metrics.lineHeight / 2) * zoom else {
            return (box, .line())
        }
        let grid = PixelGrid(scale: model.viewport.scaleFactor)
        let air = (metrics.rowHeight - metrics.lineHeight) * zoom
        box.y += grid.snap(air / 2)
        box.height = wraps ? box.height - grid.snap(air) : grid.snap(metrics.lineHeight * zoom)
        return (box, .wrapped)
    }
}
