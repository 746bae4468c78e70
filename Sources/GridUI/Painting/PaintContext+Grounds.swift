import Geometry
import GridLayout

extension PaintContext {
    /// The part of the viewport that the table covers, or would cover if it were as large; the rest is empty. Views
    /// other than the sheet cover the entire viewport.
    var tableFrame: Rect {
        let viewport = model.viewport
        let size = model.contentSize
        guard model.isSheet, size.width < visible.maxX || size.height < visible.maxY else {
            return Rect(origin: .zero, size: viewport.size)
        }
        // From the visible start to the content's end: far down, absolute lengths exceed the range of a picture.
        let end = Point(x: min(size.width, visible.maxX), y: min(size.height, visible.maxY))
        return viewport.project(
            Rect(minX: visible.minX, minY: visible.minY, maxX: end.x, maxY: end.y), from: visible, scrollAxes: .both)
    }

    /// Calls `body` with disjoint rectangles that together cover the frames of a run's elements, or of those that satisfy
    /// `isMeant`. Adjacent elements in rows, and adjacent rows, form one rectangle, so that a block of cells is one.
    func forEachGround(
        of run: Painter.Run, where isMeant: (LayoutAttributes) -> Bool = { _ in true }, _ body: (Rect) -> Void
    ) {
        var block = Rect.zero
        var row = Rect.zero
        func endRow() {
            let isBelow = row.maxY == block.minY || block.maxY == row.minY
            if isBelow, row.minX == block.minX, row.width == block.width {
                block = Rect(
                    x: block.x, y: min(block.y, row.y), width: block.width, height: block.height + row.height)
            } else {
                if !block.isEmpty { body(block) }
                block = row
            }
        }
        for attributes in run where isMeant(attributes) {
            let frame = frame(attributes)
            if frame.isEmpty { continue }
            let isBeside = frame.maxX == row.minX || row.maxX == frame.minX
            if isBeside, frame.minY == row.minY, frame.height == row.height {
                row = Rect(x: min(row.x, frame.x), y: row.y, width: row.width + frame.width, height: row.height)
            } else {
                if !row.isEmpty { endRow() }
                row = frame
            }
        }
        if !row.isEmpty { endRow() }
        if !block.isEmpty { body(block) }
    }
}
