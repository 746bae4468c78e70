import CGTK
import GridGTK
import Translation

/// Names and texts, one pair on each line.
@MainActor
final class FactsGrid {
    let widget: Widget = gtk_grid_new()
    private var shown: [ValueFacts.Fact] = []
    /// Called with the cell of a clicked link.
    var onGo: (ValueFacts.Link) -> Void = { _ in }
    private var lines: [Line] = []

    private struct Line {
        let name: Widget = gtk_label_new(nil)
        let text: Widget = gtk_label_new(nil)
        let link: Widget = gtk_button_new_with_label("")
    }

    init() {
        gtk_grid_set_column_spacing(cast(widget), 12)
        gtk_grid_set_row_spacing(cast(widget), 4)
        gtk_container_set_border_width(cast(widget), 10)
    }

    func show(_ facts: [ValueFacts.Fact]) {
        guard facts != shown else { return }
        shown = facts
        while lines.count < facts.count { addLine() }
        for (index, line) in lines.enumerated() {
            let fact = index < facts.count ? facts[index] : nil
            gtk_label_set_text(cast(line.name), fact?.name ?? "")
            gtk_label_set_text(cast(line.text), fact?.text ?? "")
            gtk_button_set_label(cast(line.link), fact?.link?.text ?? "")
            for label in [line.name, line.text] { gtk_widget_set_visible(label, fact == nil ? 0 : 1) }
            gtk_widget_set_visible(line.link, fact?.link == nil ? 0 : 1)
            align(line.link)
        }
    }

    /// Aligns the label of a link button, which GTK replaces with each text.
    private func align(_ link: Widget) {
        guard let label = gtk_bin_get_child(cast(link)) else { return }
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
    }

    private func addLine() {
        let (line, number) = (Line(), lines.count)
        let (name, text) = (line.name, line.text)
        for label in [name, text] {
            gtk_label_set_xalign(cast(label), 0)
            gtk_label_set_yalign(cast(label), 0)
        }
        Style.quieten(name)
        gtk_label_set_line_wrap(cast(text), 1)
        gtk_label_set_line_wrap_mode(cast(text), PANGO_WRAP_WORD_CHAR)
        LabelText.leaveOutHyphens(of: text)
        gtk_label_set_selectable(cast(text), 1)
        gtk_widget_set_can_focus(text, 0)
        gtk_widget_set_hexpand(text, 1)
        gtk_button_set_relief(cast(line.link), GTK_RELIEF_NONE)
        gtk_style_context_add_class(gtk_widget_get_style_context(line.link), "link")
        gtk_widget_set_tooltip_text(line.link, tr("Go to that value"))
        connect(line.link, "clicked") { [weak self] in
            guard let self, number < self.shown.count, let link = self.shown[number].link else { return }
            self.onGo(link)
        }
        gtk_grid_attach(cast(widget), name, 0, Int32(2 * number), 1, 1)
        gtk_grid_attach(cast(widget), text, 1, Int32(2 * number), 1, 1)
        gtk_grid_attach(cast(widget), line.link, 1, Int32(2 * number + 1), 1, 1)
        lines.append(line)
    }
}
