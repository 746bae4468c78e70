import Drawing
import Geometry
import GridLayout

extension Painter {
    /// The background of a card and its outline.
    static let cards = Painter.steady { run, context, list in
        let activeRow = context.model.activeCell?.row
        for attributes in run {
            let frame = context.frame(attributes)
            list.fill(frame, context.theme.headers.background)
            let isActive = attributes.element.item / max(1, context.model.columns.fieldCount) == activeRow
            list.ring(frame, isActive ? context.theme.accent : context.theme.lines.border, width: context.hairline)
        }
    }

    /// The fields of cards: the column's title in a muted style, then the value. The first field is the card's own title.
    static let cardFields = Painter.steady { run, context, list in
        var values = CellValues()
        let grid = PixelGrid(scale: context.model.viewport.scaleFactor)
        let isLeftToRight = context.model.viewport.direction == .leftToRight
        for attributes in run {
            guard let cell = context.cell(of: attributes.element) else { continue }
            let box = context.textBox(context.frame(attributes))
            if context.selectionLook(attributes.element).isTinted {
                list.fill(context.frame(attributes), context.theme.selection.layer)
            }
            guard attributes.element.item % max(1, context.model.columns.fieldCount) > 0 else {
                let place = ValuePlace(
                    frame: context.frame(attributes), box: box, style: context.headerStyle, alignment: context.start)
                values.paint(cell, place, context, &list)
                continue
            }
            let caption = grid.snap(box.width * 0.38)
            let gap = context.padding
            var title = context.model.table.columns[cell.column].title(at: cell.column)
            list.text(
                in: Rect(
                    x: isLeftToRight ? box.minX : box.maxX - caption, y: box.y, width: caption, height: box.height),
                style: context.quietStyle(in: cell), alignment: context.start
            ) { text in title.withUTF8 { Utf8.appendVisibly($0, to: &text) } }
            let width = max(0, box.width - caption - gap)
            let value = Rect(
                x: isLeftToRight ? box.maxX - width : box.minX, y: box.y, width: width, height: box.height)
            let place = ValuePlace(frame: value, box: value, style: context.textStyle, alignment: context.start)
            values.paint(cell, place, context, &list)
        }
    }
}
