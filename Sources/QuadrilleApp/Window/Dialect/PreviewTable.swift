import CGTK
import GridGTK
import Tabular
import Translation

/// The first rows of a table as texts in a small grid.
@MainActor
final class PreviewTable {
    static let rows = 8
    static let columns = 8
    /// The maximum number of shown characters of a value; the maximum width of a column in average characters.
    private static let shown = 100
    private static let widest: Int32 = 28
    static let size: (width: Int32, height: Int32) = (660, 236)

    let widget: Widget
    /// The names of the columns, and below them the rows.
    private let lines: [[Widget]]

    init() {
        let grid: Widget = gtk_grid_new()
        gtk_grid_set_column_spacing(cast(grid), 16)
        gtk_grid_set_row_spacing(cast(grid), 2)
        // Rows have the same height in every script.
        gtk_grid_set_row_homogeneous(cast(grid), 1)
        gtk_container_set_border_width(cast(grid), 6)
        lines = (0...Self.rows).map { row in
            (0..<Self.columns).map { column in
                let label: Widget = gtk_label_new(nil)
                gtk_label_set_xalign(cast(label), 0)
                gtk_label_set_single_line_mode(cast(label), 1)
                gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
                gtk_label_set_max_width_chars(cast(label), Self.widest)
                gtk_grid_attach(cast(grid), label, Int32(column), Int32(row), 1, 1)
                return label
            }
        }
        let bold = pango_attr_list_new()
        pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        for label in lines[0] { gtk_label_set_attributes(cast(label), bold) }
        pango_attr_list_unref(bold)
        widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_shadow_type(cast(widget), GTK_SHADOW_IN)
        Spoken.name(widget, tr("Preview"))
        resize()
        gtk_container_add(cast(widget), grid)
        // GTK adds a viewport around a child that cannot scroll itself.
        if let viewport = gtk_bin_get_child(cast(widget)) {
            gtk_style_context_add_class(gtk_widget_get_style_context(viewport), "view")
            // Columns are as wide as their texts; the window scrolls if they do not fit.
            gtk_scrollable_set_hscroll_policy(OpaquePointer(viewport), GTK_SCROLL_NATURAL)
        }
    }

    /// True in a window that is too small for the usual size of the table.
    var isNarrow = false {
        didSet { if isNarrow != oldValue { resize() } }
    }

    /// Sets the same size for every table, so that nothing moves while the user tries options.
    private func resize() {
        gtk_widget_set_size_request(widget, isNarrow ? 200 : Self.size.width, Self.size.height)
    }

    func clear() { show([], []) }

    /// Shows the first of `columns`, and the values of the first rows in them; nil where a row has none.
    func show(_ columns: [Column], _ rows: [[String?]]) {
        let shown = columns.prefix(Self.columns)
        let names = shown.enumerated().map { Optional($0.element.title(at: $0.offset)) }
        for (row, labels) in lines.enumerated() {
            let texts = row == 0 ? names : rows.dropFirst(row - 1).first ?? []
            for (column, label) in labels.enumerated() {
                let text = shown.indices.contains(column) ? texts.dropFirst(column).first ?? nil : nil
                gtk_label_set_text(cast(label), text.map { String($0.prefix(Self.shown)).visible } ?? "")
                let isNumeric = shown.dropFirst(column).first?.type.isNumeric ?? false
                gtk_label_set_xalign(cast(label), isNumeric ? 1 : 0)
                // A missing column has no width.
                gtk_label_set_width_chars(cast(label), text == nil ? -1 : 6)
            }
        }
    }
}
