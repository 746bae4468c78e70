import CGTK
import CairoDrawing
import Drawing
import Geometry
import GridGTK
import GridUI
import TabularOps

/// The picture of how the values of a column are spread; a click chooses a bar.
@MainActor
final class Histogram {
    let widget: Widget = gtk_drawing_area_new()
    /// Called with a bar that a person chose.
    var onChoice: (ColumnStatistics.Bar) -> Void = { _ in }
    private var bars: [ColumnStatistics.Bar] = []
    private var hovered: Int?
    private let renderer = CairoRenderer(engine: TextEngine())
    private var list = DisplayList()
    /// What is said of a bar.
    private let words: (ColumnStatistics.Bar) -> String

    init(words: @escaping (ColumnStatistics.Bar) -> String) {
        self.words = words
        gtk_widget_set_size_request(widget, -1, 96)
        gtk_widget_add_events(
            widget,
            Int32(
                (GDK_BUTTON_PRESS_MASK.rawValue | GDK_POINTER_MOTION_MASK.rawValue | GDK_LEAVE_NOTIFY_MASK.rawValue)))
        connectDraw(widget) { [weak self] cr in self?.draw(on: cr) }
        connectEvent(widget, "button-press-event") { [weak self] event in
            // The second press of a double click comes as one more event, with other bars there perhaps.
            guard let self, event.pointee.type == GDK_BUTTON_PRESS, event.pointee.button.button == 1,
                let index = index(at: Point(x: event.pointee.button.x, y: event.pointee.button.y))
            else { return }
            onChoice(bars[index])
        }
        connectEvent(widget, "motion-notify-event") { [weak self] event in
            guard let self else { return }
            hover(index(at: Point(x: event.pointee.motion.x, y: event.pointee.motion.y)))
        }
        connectEvent(widget, "leave-notify-event") { [weak self] _ in self?.hover(nil) }
    }

    func show(_ bars: [ColumnStatistics.Bar]) {
        self.bars = bars
        hovered = nil
        gtk_widget_set_visible(widget, bars.isEmpty ? 0 : 1)
        gtk_widget_queue_draw(widget)
        guard let accessible = gtk_widget_get_accessible(widget) else { return }
        atk_object_set_name(accessible, "Histogram of \(bars.count) bars")
    }

    private var painter: HistogramPainter {
        let size = Size(
            width: Double(gtk_widget_get_allocated_width(widget)),
            height: Double(gtk_widget_get_allocated_height(widget)))
        return HistogramPainter(
            counts: bars.map(\.count), in: Rect(origin: .zero, size: size),
            pixels: PixelGrid(scale: Double(gtk_widget_get_scale_factor(widget))))
    }

    private func index(at point: Point) -> Int? { bars.isEmpty ? nil : painter.index(at: point) }

    private func hover(_ index: Int?) {
        guard index != hovered else { return }
        hovered = index
        gtk_widget_set_tooltip_text(widget, index.map { words(bars[$0]) })
        gtk_widget_queue_draw(widget)
    }

    private func draw(on cr: OpaquePointer) {
        guard !bars.isEmpty else { return }
        list.removeAll()
        painter.draw(chosen: hovered.map { $0..<$0 + 1 } ?? 0..<0, GridView.theme(of: widget), into: &list)
        renderer.replay(list, on: cr, scale: Double(gtk_widget_get_scale_factor(widget)))
    }
}
