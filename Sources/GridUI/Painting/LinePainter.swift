import Drawing
import Geometry
import GridLayout

extension Painter {
    /// Lines between rows: one device pixel at any zoom, at the far edge of their frame.
    static let rowSeparators = Painter.steady { run, context, list in
        for attributes in run {
            let frame = context.frame(attributes)
            list.fill(
                Rect(x: frame.x, y: frame.maxY - context.hairline, width: frame.width, height: context.hairline),
                context.theme.separator)
        }
    }

    /// Lines between columns.
    static let columnSeparators = Painter.steady { run, context, list in
        for attributes in run {
            let frame = context.frame(attributes)
            let x = context.model.viewport.direction == .leftToRight ? frame.maxX - context.hairline : frame.minX
            list.fill(Rect(x: x, y: frame.y, width: context.hairline, height: frame.height), context.theme.separator)
        }
    }

    /// The soft shadow that frozen cells cast on what scrolls below them, and the line that they end with.
    static let freezeShadow = Painter.steady { run, context, list in
        let dark = context.theme.shadow
        let clear = dark.opacity(0)
        let line = context.hairline
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        for attributes in run {
            let frame = context.frame(attributes)
            // Dark at the frozen cells, which come after the shadow at the trailing ends (2 and 3).
            let isTrailing = attributes.element.section >= 2
            let isRow = attributes.element.section % 2 == 0
            let isDarkFirst = (isRow || isLeftToRight) != isTrailing
            list.shade(
                frame,
                Shade(
                    from: isDarkFirst ? dark : clear, to: isDarkFirst ? clear : dark,
                    axis: isRow ? .vertical : .horizontal))
            if isRow {
                let y = isDarkFirst ? frame.minY : frame.maxY - line
                list.fill(Rect(x: frame.x, y: y, width: frame.width, height: line), context.theme.border)
            } else {
                let x = isDarkFirst ? frame.minX : frame.maxX - line
                list.fill(Rect(x: x, y: frame.y, width: line, height: frame.height), context.theme.border)
            }
        }
    }
}
