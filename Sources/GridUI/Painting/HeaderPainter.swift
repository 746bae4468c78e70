import Drawing
import Geometry
import GridLayout

extension Painter {
    /// Column titles, aligned as their column's values, on a band with a line below.
    static let columnHeaders = Painter { run, context, list in
        list.fill(bounds(of: run, context), context.theme.headerBackground)
        let line = context.hairline
        for attributes in run {
            let column = attributes.element.item
            let frame = context.frame(attributes)
            if column == context.model.activeCell?.column { highlight(frame, context, &list) }
            let trailing = context.model.viewport.direction == .leftToRight ? frame.maxX - line : frame.minX
            list.fill(
                Rect(x: trailing, y: frame.minY, width: line, height: frame.height), context.theme.separator)
        }
        for attributes in run {
            let column = attributes.element.item
            var title = context.model.table.columns[column].title(at: column)
            let alignment = context.alignment(ofColumn: column)
            list.text(in: context.textBox(context.frame(attributes)), style: context.headerStyle, alignment: alignment)
            {
                text in title.withUTF8 { Utf8.appendVisibly($0, to: &text) }
            }
        }
        let band = bounds(of: run, context)
        list.fill(Rect(x: band.x, y: band.maxY - line, width: band.width, height: line), context.theme.border)
    }

    /// Row numbers as people count, to the end of the gutter.
    static let rowHeaders = Painter { run, context, list in
        let band = bounds(of: run, context)
        list.fill(band, context.theme.headerBackground)
        for attributes in run where attributes.element.section == context.model.activeCell?.row {
            highlight(context.frame(attributes), context, &list)
        }
        for attributes in run {
            let row = attributes.element.section
            // On the tint of the active row the quiet colour would be too faint to read.
            let style = row == context.model.activeCell?.row ? context.textStyle : context.quietStyle
            list.text(in: context.textBox(context.frame(attributes)), style: style, alignment: .right) {
                Utf8.appendDecimal(row + 1, to: &$0)
            }
        }
        edge(of: band, context, &list)
    }

    /// The place where the headers meet.
    static let corner = Painter { run, context, list in
        let band = bounds(of: run, context)
        list.fill(band, context.theme.headerBackground)
        let line = context.hairline
        list.fill(Rect(x: band.x, y: band.maxY - line, width: band.width, height: line), context.theme.border)
        edge(of: band, context, &list)
    }

    private static func highlight(_ frame: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        list.fill(frame, context.theme.accent.opacity(context.model.hasFocus ? 0.18 : 0.1))
    }

    /// The line at the gutter's inner side.
    private static func edge(of band: Rect, _ context: borrowing PaintContext, _ list: inout DisplayList) {
        let line = context.hairline
        let x = context.model.viewport.direction == .leftToRight ? band.maxX - line : band.minX
        list.fill(Rect(x: x, y: band.y, width: line, height: band.height), context.theme.border)
    }
}
