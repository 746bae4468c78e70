import CGTK
import GridGTK

/// Names and texts, a line each.
@MainActor
final class FactsGrid {
    let widget: Widget = gtk_grid_new()
    private var shown: [ValueFacts.Fact] = []
    private var labels: [(name: Widget, text: Widget)] = []

    init() {
        gtk_grid_set_column_spacing(cast(widget), 12)
        gtk_grid_set_row_spacing(cast(widget), 4)
        gtk_container_set_border_width(cast(widget), 10)
    }

    func show(_ facts: [ValueFacts.Fact]) {
        guard facts != shown else { return }
        shown = facts
        while labels.count < facts.count { addLine() }
        for (index, line) in labels.enumerated() {
            let fact = index < facts.count ? facts[index] : nil
            gtk_label_set_text(cast(line.name), fact?.name ?? "")
            gtk_label_set_text(cast(line.text), fact?.text ?? "")
            for label in [line.name, line.text] { gtk_widget_set_visible(label, fact == nil ? 0 : 1) }
        }
    }

    private func addLine() {
        let (name, text): (Widget, Widget) = (gtk_label_new(nil), gtk_label_new(nil))
        for label in [name, text] {
            gtk_label_set_xalign(cast(label), 0)
            gtk_label_set_yalign(cast(label), 0)
        }
        Style.quieten(name)
        gtk_label_set_line_wrap(cast(text), 1)
        gtk_label_set_line_wrap_mode(cast(text), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(cast(text), 1)
        gtk_widget_set_can_focus(text, 0)
        gtk_widget_set_hexpand(text, 1)
        gtk_grid_attach(cast(widget), name, 0, Int32(labels.count), 1, 1)
        gtk_grid_attach(cast(widget), text, 1, Int32(labels.count), 1, 1)
        labels.append((name, text))
    }
}
