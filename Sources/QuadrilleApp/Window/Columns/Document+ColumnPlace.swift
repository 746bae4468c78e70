import CGTK
import Geometry
import GridGTK
import GridUI

extension Document {
    /// Returns the target of a popover about a column: its header, or its cell in the active row in a view without headers.
    func place(ofColumn column: Int, in grid: GridView) -> PopoverPlace {
        let cell = grid.model.activeCell.map { CellPosition(row: $0.row, column: column) }
        let width = Double(gtk_widget_get_allocated_width(grid.surface))
        let frame =
            grid.model.shownFrame(ofHeaderOfColumn: column) ?? cell.flatMap { grid.model.shownFrame(of: $0) }
            ?? Rect(x: width / 2, y: 0, width: 1, height: 1)
        return PopoverPlace(widget: grid.surface, rectangle: GdkRectangle(frame))
    }
}

extension GdkRectangle {
    /// Creates a rectangle from `rect`, which is in logical pixels, truncated to whole ones.
    fileprivate init(_ rect: Rect) {
        self.init(
            x: Int32(clamping: Int(rect.x)), y: Int32(clamping: Int(rect.y)), width: Int32(clamping: Int(rect.width)),
            height: Int32(clamping: Int(rect.height)))
    }
}
