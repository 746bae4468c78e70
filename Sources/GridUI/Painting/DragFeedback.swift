import Drawing
import Geometry
import GridLayout

/// The feedback of a drag: the header that moves, and the line at the drop position.
enum DragFeedback {
    private static let lineWidth = 2.0

    static func paint(_ context: borrowing PaintContext, _ list: inout DisplayList) {
        guard let drag = context.model.pointer.drag, drag.isMoving, !drag.selects else { return }
        if let freeze = drag.freeze(in: context.model) {
            line(at: freeze.boundary.position, freeze.axis, context, &list)
        }
        guard let lifted = drag.liftedHeader(in: context.model) else { return }
        header(lifted.place, lifted.extent, context, &list)
        if let move = drag.columnMove(in: context.model) {
            line(at: move.boundary.position, .horizontal, context, &list)
        }
    }

    /// A line across the whole grid, centered on the boundary.
    private static func line(
        at position: Double, _ axis: Axis, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let viewport = context.model.viewport
        let start = min(max(position - lineWidth / 2, 0), viewport.size[axis] - lineWidth)
        let rect =
            axis == .horizontal
            ? Rect(x: start, y: 0, width: lineWidth, height: viewport.size.height)
            : Rect(x: 0, y: start, width: viewport.size.width, height: lineWidth)
        list.fill(viewport.mirrored(rect), context.theme.accent)
    }

    /// A translucent copy of a header, at the pointer.
    private static func header(
        _ place: Int, _ extent: Drag.Interval, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let viewport = context.model.viewport
        let height = context.model.headerHeight * viewport.zoom
        let bottom = ScreenAxis(.vertical, of: context.model).header
        func frame(_ start: Double, _ end: Double) -> Rect {
            viewport.mirrored(Rect(x: start, y: bottom - height, width: end - start, height: height))
        }
        // The original header is faded.
        let left = ScreenAxis(.horizontal, of: context.model).shownExtent(of: place)
        list.fill(frame(left.start, left.end), context.theme.background.opacity(0.6))
        let frame = frame(extent.start, extent.end)
        // Nearly opaque, so that the title is readable over the content below.
        list.fill(frame, context.theme.headers.background.opacity(0.9))
        list.fill(frame, context.theme.headers.active.opacity(0.6))
        let column = context.model.columns.column(at: place)
        Painter.title(
            ofColumn: column, in: context.textBox(context.model.titleRow(of: frame)),
            alignment: context.alignment(ofColumn: column), context, &list)
        list.ring(frame, context.theme.accent, width: context.hairline)
    }
}
