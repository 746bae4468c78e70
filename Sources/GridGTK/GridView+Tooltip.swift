import CGTK
import Geometry
import GridUI

// Tooltips: hints for handles, and truncated texts.
extension GridView {
    func installTooltip() {
        gtk_widget_set_has_tooltip(surface, 1)
        connectTooltip(surface) { [weak self] point, tooltip in
            guard let self, let tip = tip(at: point) else { return false }
            gtk_label_set_text(cast(Self.tipLabel), tip.text)
            gtk_tooltip_set_custom(tooltip, Self.tipLabel)
            // Each cell has its own tooltip.
            var area = GdkRectangle(
                x: Int32(clamping: Int(tip.frame.x)), y: Int32(clamping: Int(tip.frame.y)),
                width: Int32(clamping: Int(tip.frame.width)), height: Int32(clamping: Int(tip.frame.height)))
            gtk_tooltip_set_tip_area(tooltip, &area)
            return true
        }
    }

    /// The label of the only tooltip at a time. It stays within the screen: GTK's own breaks lines only between words.
    private static let tipLabel: Widget = {
        let label: Widget = gtk_label_new(nil)
        g_object_ref_sink(label)
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_line_wrap(cast(label), 1)
        gtk_label_set_line_wrap_mode(cast(label), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_max_width_chars(cast(label), Int32(TipText.lineWidth))
        LabelText.leaveOutHyphens(of: label)
        gtk_widget_show(label)
        return label
    }()

    /// Turns tooltips off after a key, until the pointer moves.
    package func keysAreUsed() { pointerIsUsed = false }

    /// Stores the pointer's position on the screen; cells that scroll below it do not count as its move.
    func notePointer(atX x: Double, _ y: Double) {
        let point = Point(x: x, y: y)
        if let pointerPlace, pointerPlace != point { pointerIsUsed = true }
        pointerPlace = point
    }

    /// Returns the tooltip at a point, if the pointer is in use, or, for nil, that of the active cell.
    package func tip(at point: Point?) -> CutText? {
        guard isAlive, point == nil || pointerIsUsed, !model.pointer.isReadyToPan else { return nil }
        if let point, let hint = model.pointerHint {
            return CutText(text: hint, frame: Rect(x: point.x - 2, y: point.y - 2, width: 4, height: 4))
        }
        guard model.pointer.drag == nil else { return nil }
        guard let point else { return model.activeCell.flatMap { model.cutText(of: $0, measuring: engine) } }
        return model.cutText(at: point, measuring: engine)
    }
}
