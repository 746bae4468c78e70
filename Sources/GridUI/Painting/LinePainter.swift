import Drawing
import Geometry
import GridLayout

extension Painter {
    /// Lines between rows: one device pixel at any zoom, at the far edge of their frame.
    static let rowSeparators = Painter { run, context, list in
        for attributes in run {
            let frame = context.frame(attributes)
            list.fill(
                Rect(x: frame.x, y: frame.maxY - context.hairline, width: frame.width, height: context.hairline),
                context.theme.separator)
        }
    }

    /// Lines between columns.
    static let columnSeparators = Painter { run, context, list in
        for attributes in run {
            let frame = context.frame(attributes)
            let x = context.model.viewport.direction == .leftToRight ? frame.maxX - context.hairline : frame.minX
            list.fill(Rect(x: x, y: frame.y, width: context.hairline, height: frame.height), context.theme.separator)
        }
    }

    /// The soft shadow that frozen cells cast on what scrolls below them, and the line that they end with.
    static let freezeShadow = Painter { run, context, list in
        let dark = context.theme.shadow
        let clear = dark.opacity(0)
        for attributes in run {
            let frame = context.frame(attributes)
            let line = context.hairline
            if frame.width > frame.height {
                list.shade(frame, Shade(from: dark, to: clear, axis: .vertical))
                list.fill(Rect(x: frame.x, y: frame.y, width: frame.width, height: line), context.theme.border)
            } else {
                let isLeftToRight = context.model.viewport.direction == .leftToRight
                list.shade(
                    frame,
                    Shade(from: isLeftToRight ? dark : clear, to: isLeftToRight ? clear : dark, axis: .horizontal))
                let x = isLeftToRight ? frame.minX : frame.maxX - line
                list.fill(Rect(x: x, y: frame.y, width: line, height: frame.height), context.theme.border)
            }
        }
    }
}
