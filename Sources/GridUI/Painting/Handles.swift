import Drawing
import Geometry
import GridLayout

/// The freeze handles: short bars in the header band and the gutter while the pointer is there, muted until the pointer is on
/// one.
enum Handles {
    private static let thickness = 3.0

    static func paint(_ context: borrowing PaintContext, _ list: inout DisplayList) {
        guard context.model.isSheet, context.model.pointer.showsHandles else { return }
        let across = ScreenAxis(.horizontal, of: context.model)
        let down = ScreenAxis(.vertical, of: context.model)
        paint(.leading, of: across, in: down.header, context, &list)
        paint(.trailing, of: across, in: down.header, context, &list)
        paint(.leading, of: down, in: across.header, context, &list)
        paint(.trailing, of: down, in: across.header, context, &list)
    }

    private static func paint(
        _ end: AxisEnd, of axis: ScreenAxis, in band: Double, _ context: borrowing PaintContext,
        _ list: inout DisplayList
    ) {
        guard let place = axis.handleBar(end, thickness: thickness), isShown(end, of: axis, context.model) else {
            return
        }
        let target = PointerTarget.freezeHandle(axis.axis, end)
        let (hovered, dragged) = (context.model.pointer.hover, context.model.pointer.drag?.target)
        let isHeld = hovered == target || dragged == target
        let color = isHeld ? context.theme.accent : context.theme.secondaryText.opacity(0.55)
        let isInCorner = end == .leading && axis.frozen.leading == 0
        // Row numbers are at the gutter's end.
        let room = axis.axis == .horizontal || isInCorner ? band : min(band, 28)
        bar(at: place, of: (axis.axis, room), color, context, &list)
    }

    /// Handles overlap headers and lines, where they would look like a flaw: the handle at the nearer end is visible while
    /// the pointer is in its band, those in the corner also while the pointer is there.
    private static func isShown(_ end: AxisEnd, of axis: ScreenAxis, _ model: GridModel) -> Bool {
        let band: Axis
        switch model.pointer.drag?.target ?? model.pointer.hover {
        case .freezeHandle(let other, let held): return other == axis.axis && held == end
        case .corner: return end == .leading
        case .header(let other, _), .edge(let other, _): band = other
        case .sortMark, .filterMark, .bar: band = .horizontal
        case .cell, nil: return false
        }
        guard band == axis.axis, let location = model.pointer.location else { return false }
        return (model.viewport.leading(location)[band] < axis.length / 2) == (end == .leading)
    }

    /// A bar across the middle of a band, with cut corners so that it looks round.
    private static func bar(
        at position: Double, of handle: (axis: Axis, band: Double), _ color: Color, _ context: borrowing PaintContext,
        _ list: inout DisplayList
    ) {
        let length = min(18, handle.band - 8)
        guard length > 4 else { return }
        let start = ((handle.band - length) / 2).rounded()
        // One device pixel, so that corners look the same at any scale.
        let corner = context.hairline
        let viewport = context.model.viewport
        func fill(_ inset: Double, _ low: Double, _ high: Double, _ list: inout DisplayList) {
            let (x, width) = (position + inset, thickness - 2 * inset)
            let rect =
                handle.axis == .horizontal
                ? Rect(x: x, y: low, width: width, height: high - low)
                : Rect(x: low, y: x, width: high - low, height: width)
            list.fill(viewport.mirrored(rect), color)
        }
        fill(0, start + corner, start + length - corner, &list)
        fill(corner, start, start + corner, &list)
        fill(corner, start + length - corner, start + length, &list)
    }
}
