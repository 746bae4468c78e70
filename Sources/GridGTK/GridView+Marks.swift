import CGTK
import Drawing
import Geometry
import GridUI

// Marks along the vertical scrollbar, in a lane between its thumb and its outer edge. They lie over an overlay scrollbar and
// the cells below, so that they are visible before the pointer is near.
extension GridView {
    /// The width and the minimum height of marks, in logical pixels.
    private static let width = 3.0
    private static let thickness = 2.0

    /// Ranges of rows (0-based over the data) with marks, in the theme's warning color.
    public var markedRows: [Range<Int>] {
        get { marks.rows }
        set {
            guard newValue != marks.rows else { return }
            marks = RowMarks(rows: newValue)
            redrawMarks()
        }
    }

    /// Ranges of rows with search results, in a color of their own.
    public var foundRows: [Range<Int>] {
        get { foundMarks.rows }
        set {
            guard newValue != foundMarks.rows else { return }
            foundMarks = RowMarks(rows: newValue)
            redrawMarks()
        }
    }

    func installMarks() {
        connectDraw(widget) { [weak self] cr in self?.drawMarks(on: cr) }
    }

    func redrawMarks() {
        guard isAlive, let track = scrollTrack else { return }
        gtk_widget_queue_draw_area(
            widget, Int32(clamping: Int(track.minX)), Int32(clamping: Int(track.minY)),
            Int32(clamping: Int(track.width) + 1), Int32(clamping: Int(track.height) + 1))
    }

    private func drawMarks(on cr: OpaquePointer) {
        guard isAlive, !marks.rows.isEmpty || !foundMarks.rows.isEmpty, let track = scrollTrack else { return }
        draw(&foundMarks, theme.matches.mark, along: track, on: cr)
        // Warnings are drawn over search results.
        draw(&marks, theme.warning, along: track, on: cr)
    }

    private func draw(_ marks: inout RowMarks, _ color: Color, along track: Rect, on cr: OpaquePointer) {
        guard !marks.rows.isEmpty else { return }
        let scale = model.viewport.scaleFactor
        cairo_save(cr)
        cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), 1)
        for run in marks.runs(
            in: model, length: Int(track.height * scale), thickness: Int(Self.thickness * scale))
        {
            cairo_rectangle(
                cr, track.minX, track.minY + Double(run.lowerBound) / scale, track.width, Double(run.count) / scale)
        }
        cairo_fill(cr)
        cairo_restore(cr)
    }

    /// The area of the marks, in the widget's logical pixels: along the scrollbar's outer edge, as long as its trough.
    private var scrollTrack: Rect? {
        guard let bar = gtk_scrolled_window_get_vscrollbar(cast(widget)), gtk_widget_get_realized(bar) != 0 else {
            return nil
        }
        let (width, height) = (gtk_widget_get_allocated_width(bar), gtk_widget_get_allocated_height(bar))
        guard width > 0, height > 0 else { return nil }
        var trough = GdkRectangle()
        gtk_range_get_range_rect(cast(bar), &trough)
        var (x, y): (Int32, Int32) = (0, 0)
        guard gtk_widget_translate_coordinates(bar, widget, 0, 0, &x, &y) != 0 else { return nil }
        let isAtEnd = model.viewport.direction == .leftToRight
        let left = isAtEnd ? Double(x) + Double(width) - Self.width : Double(x)
        return Rect(
            x: left, y: Double(y) + Double(trough.y), width: Self.width, height: Double(max(0, trough.height)))
    }
}
