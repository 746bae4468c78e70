import Drawing
import Geometry
import GridLayout

/// The funnels at the start of headers that mark columns with filter conditions.
///
///     ┌──────────────┬──────────────┐
///     │ ▼ name       │ total        │
enum FilterMarks {
    static func paint(_ place: Int, _ header: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let column = context.model.columns.column(at: place)
        guard let mark = context.model.filterMark(ofColumn: column, in: header) else { return }
        let isHovered = context.model.pointer.hover == .filterMark(place)
        // As prominent as the title beside it.
        let color = isHovered ? context.theme.accent : context.theme.headers.text
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        funnel(in: mark, isLeftToRight: isLeftToRight, color, context, &list)
    }

    /// Lines of one device pixel each, narrowing down to the spout.
    private static func funnel(
        in mark: Rect, isLeftToRight: Bool, _ color: Color, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let (line, zoom) = (context.hairline, context.model.viewport.zoom)
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        let reach = max(3 * line, grid.snap(4.5 * zoom))
        let (spout, height) = (max(line, grid.snap(zoom)), 2 * reach)
        // At the mark's beginning, with space after it.
        let middle = isLeftToRight ? grid.snap(mark.minX) + reach : grid.snap(mark.maxX) - reach
        let top = grid.snap(mark.midY - height / 2)
        for step in 0..<Int((height / line).rounded()) {
            let depth = Double(step) * line
            let half = max(spout, reach - depth)
            list.fill(Rect(x: middle - half, y: top + depth, width: 2 * half, height: line), color)
        }
    }
}
