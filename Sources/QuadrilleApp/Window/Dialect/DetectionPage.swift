import CGTK
import GridGTK
import TableFormats
import Translation

/// The second page of the dialect chooser: the readings that were compared, and why one was chosen.
@MainActor
final class DetectionPage {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10)
    private let reasons: Widget = gtk_label_new(nil)
    private let grid: Widget = gtk_grid_new()
    private var labels: [Widget] = []

    init() {
        gtk_container_set_border_width(cast(widget), 12)
        gtk_label_set_xalign(cast(reasons), 0)
        gtk_label_set_line_wrap(cast(reasons), 1)
        gtk_label_set_max_width_chars(cast(reasons), 72)
        gtk_grid_set_column_spacing(cast(grid), 16)
        gtk_grid_set_row_spacing(cast(grid), 4)
        gtk_box_pack_start(cast(widget), reasons, 0, 0, 0)
        gtk_box_pack_start(cast(widget), grid, 0, 0, 0)
    }

    func show(_ detection: Detection) {
        gtk_label_set_text(cast(reasons), detection.reasons.map(\.visible).joined(separator: "\n"))
        for label in labels { gtk_widget_destroy(label) }
        labels = []
        for (row, line) in detection.table.enumerated() {
            for (column, word) in line.enumerated() { attach(word, row: row, column: column) }
        }
        gtk_widget_show_all(grid)
    }

    /// Adds a label: dimmed for the names at the top, bold for the chosen reading below them.
    private func attach(_ word: String, row: Int, column: Int) {
        let label: Widget = gtk_label_new(word.visible)
        gtk_label_set_xalign(cast(label), column < 2 ? 0 : 1)
        let context = gtk_widget_get_style_context(label)
        if row == 0 { gtk_style_context_add_class(context, "dim-label") }
        if row == 1, let attributes = pango_attr_list_new() {
            pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
            gtk_label_set_attributes(cast(label), attributes)
            pango_attr_list_unref(attributes)
        }
        labels.append(label)
        gtk_grid_attach(cast(grid), label, Int32(column), Int32(row), 1, 1)
    }
}
