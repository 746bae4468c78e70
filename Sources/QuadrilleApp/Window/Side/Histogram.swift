import CGTK
import CairoDrawing
import Drawing
import Geometry
import GridGTK
import GridUI
import TabularOps
import Translation

/// The histogram of the values of a column. A click chooses a bar, a drag several; with the keyboard, arrows move from bar to
/// bar, with Shift they extend the range, and Return chooses it.
@MainActor
final class Histogram {
    let widget: Widget = gtk_drawing_area_new()
    /// Called with the bars that the user chose.
    var onChoice: (Range<Int>) -> Void = { _ in }
    /// Called with the marked bars, whenever they change.
    var onMark: (Range<Int>) -> Void = { _ in }
    private var bars = ColumnBars([])
    /// The bar under the pointer.
    private var hovered: Int?
    /// The bar where a press or a selection by keys began, and the current one.
    private var brush: (start: Int, end: Int)?
    private var isHeld = false
    private var marked = 0..<0
    private let renderer = CairoRenderer(engine: TextEngine())
    private var list = DisplayList()

    init() {
        gtk_widget_set_size_request(widget, -1, 96)
        gtk_widget_set_can_focus(widget, 1)
        let masks = [
            GDK_BUTTON_PRESS_MASK, GDK_BUTTON_RELEASE_MASK, GDK_POINTER_MOTION_MASK, GDK_LEAVE_NOTIFY_MASK,
            GDK_KEY_PRESS_MASK, GDK_FOCUS_CHANGE_MASK,
        ]
        gtk_widget_add_events(widget, Int32(masks.reduce(0) { $0 | $1.rawValue }))
        connectDraw(widget) { [weak self] cr in self?.draw(on: cr) }
        connectEvent(widget, "button-press-event") { [weak self] in self?.pressed($0.pointee.button) }
        connectEvent(widget, "button-release-event") { [weak self] in self?.released($0.pointee.button) }
        connectEvent(widget, "motion-notify-event") { [weak self] in
            self?.moved(to: Point(x: $0.pointee.motion.x, y: $0.pointee.motion.y))
        }
        connectEvent(widget, "leave-notify-event") { [weak self] _ in
            self?.hovered = nil
            self?.mark()
        }
        connectEvent(widget, "grab-broken-event") { [weak self] _ in self?.giveUp() }
        connectEvent(widget, "focus-out-event") { [weak self] _ in self?.giveUp() }
        connectKeys(widget) { [weak self] key, modifiers in
            self?.pressed(key, extends: modifiers.contains(GDK_SHIFT_MASK)) ?? false
        }
    }

    func show(_ bars: ColumnBars) {
        guard bars != self.bars || bars.isEmpty else { return }
        self.bars = bars
        hovered = nil
        giveUp()
        gtk_widget_set_visible(widget, bars.isEmpty ? 0 : 1)
        gtk_widget_queue_draw(widget)
        name(ofBars)
    }

    private var painter: HistogramPainter {
        let size = Size(
            width: Double(gtk_widget_get_allocated_width(widget)),
            height: Double(gtk_widget_get_allocated_height(widget)))
        return HistogramPainter(
            counts: bars.counts, in: Rect(origin: .zero, size: size),
            pixels: PixelGrid(scale: Double(gtk_widget_get_scale_factor(widget))))
    }

    private func draw(on cr: OpaquePointer) {
        guard !bars.isEmpty else { return }
        list.removeAll()
        painter.draw(chosen: marked, GridView.theme(of: widget), into: &list)
        renderer.replay(list, on: cr, scale: Double(gtk_widget_get_scale_factor(widget)))
        guard gtk_widget_has_visible_focus(widget) != 0 else { return }
        gtk_render_focus(
            gtk_widget_get_style_context(widget), cr, 0, 0, Double(gtk_widget_get_allocated_width(widget)),
            Double(gtk_widget_get_allocated_height(widget)))
    }

    // MARK: - Pointer

    private func pressed(_ button: GdkEventButton) {
        let point = Point(x: button.x, y: button.y)
        guard button.type == GDK_BUTTON_PRESS, button.button == 1, let index = painter.index(at: point) else { return }
        gtk_widget_grab_focus(widget)
        (brush, isHeld) = ((index, index), true)
        mark()
    }

    private func moved(to point: Point) {
        if isHeld {
            if let start = brush?.start { brush = (start, painter.index(nearestTo: point.x) ?? start) }
        } else {
            hovered = bars.isEmpty ? nil : painter.index(at: point)
        }
        mark()
    }

    private func released(_ button: GdkEventButton) {
        guard isHeld, button.button == 1 else { return }
        isHeld = false
        choose()
    }

    // MARK: - Keys

    /// Handles a key; returns true where the histogram uses it.
    private func pressed(_ key: UInt32, extends: Bool) -> Bool {
        guard !bars.isEmpty, !isHeld else { return false }
        let last = bars.counts.count - 1
        let target: Int
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: target = max(0, (brush?.end ?? bars.counts.count) - 1)
        case GDK_KEY_Right, GDK_KEY_KP_Right: target = min(last, (brush?.end ?? -1) + 1)
        case GDK_KEY_Home, GDK_KEY_KP_Home: target = 0
        case GDK_KEY_End, GDK_KEY_KP_End: target = last
        case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space:
            guard brush != nil else { return false }
            choose()
            return true
        default: return false
        }
        brush = (extends ? brush?.start ?? target : target, target)
        mark()
        return true
    }

    private func choose() {
        guard let brush else { return }
        let chosen = min(brush.start, brush.end)..<max(brush.start, brush.end) + 1
        giveUp()
        onChoice(chosen)
    }

    private func giveUp() {
        (brush, isHeld) = (nil, false)
        mark()
    }

    // MARK: - Marked bars

    private func mark() {
        let new =
            brush.map { min($0.start, $0.end)..<max($0.start, $0.end) + 1 } ?? hovered.map { $0..<$0 + 1 } ?? 0..<0
        guard new != marked else { return }
        marked = new
        let words = new.isEmpty ? nil : bars.words(for: new)
        gtk_widget_set_tooltip_text(widget, words)
        name(words ?? ofBars)
        gtk_widget_queue_draw(widget)
        onMark(new)
    }

    private var ofBars: String {
        tr(one: "Histogram of {count} bar", many: "Histogram of {count} bars", bars.counts.count)
    }

    private func name(_ name: String) {
        guard let accessible = gtk_widget_get_accessible(widget) else { return }
        atk_object_set_name(accessible, name)
    }
}
