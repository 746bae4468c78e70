import Drawing
import Geometry
import GridLayout

/// The pictures below the titles in the sheet's headers, and a muted line where there is none yet.
enum HeaderPicturePainter {
    static func paint(
        _ attributes: LayoutAttributes, _ context: borrowing PaintContext, _ list: inout DisplayList
    ) {
        guard context.model.pictures.areShown, context.model.isSheet else { return }
        let (place, header) = (attributes.element.item, context.frame(attributes))
        guard let painter = context.model.painter(ofPictureAt: place, in: header) else {
            guard let box = context.model.pictureBox(in: header) else { return }
            let line = context.hairline
            list.fill(Rect(x: box.x, y: box.maxY - line, width: box.width, height: line), context.theme.lines.separator)
            return
        }
        let chosen = context.model.chosenBars
        painter.draw(chosen: chosen?.place == place ? chosen?.bars ?? 0..<0 : 0..<0, context.theme, into: &list)
    }
}
