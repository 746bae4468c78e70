import Drawing
import Geometry
import GridLayout

extension Painter {
    /// The lighter background of the header under the pointer.
    static func hover(
        _ header: PointerTarget, _ frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        guard context.model.pointer.header == header else { return }
        list.fill(frame, context.theme.headerHover)
    }

    /// Two thin lines in the header before or after which tracks are hidden.
    static func hiddenMarks(
        _ run: Run, _ axis: Axis, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let tracks = axis == .horizontal ? context.model.sheet.columns : context.model.sheet.rows
        guard context.model.isSheet, !context.model.isOnPaper, tracks.hiddenCount > 0 else { return }
        for attributes in run {
            let track = axis == .horizontal ? attributes.element.item : attributes.element.section
            let frame = context.frame(attributes)
            if track + 1 < tracks.count, tracks.isHidden(track + 1) { mark(frame, axis, isAtEnd: true, context, &list) }
            // Hidden tracks before the first visible one are marked there.
            if track > 0, tracks.isHidden(track - 1), tracks.shown(atOrBefore: track - 1) == nil {
                mark(frame, axis, isAtEnd: false, context, &list)
            }
        }
    }

    private static func mark(
        _ frame: Rect, _ axis: Axis, isAtEnd: Bool, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        let color = context.theme.secondaryText.opacity(0.6)
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        let isAtHigh = (axis == .vertical ? true : isLeftToRight) == isAtEnd
        for distance in [0.0, 3.0] {
            if axis == .horizontal {
                let x = isAtHigh ? frame.maxX - distance - 1 : frame.minX + distance
                list.fill(Rect(x: x, y: frame.y, width: 1, height: frame.height), color)
            } else {
                let y = isAtHigh ? frame.maxY - distance - 1 : frame.minY + distance
                list.fill(Rect(x: frame.x, y: y, width: frame.width, height: 1), color)
            }
        }
    }
}
