import CGTK
import GridGTK
import Tabular

/// The lines of a list of any number of columns: a mark for whether a column is shown, its name, its type.
///
/// The store behind it has as many rows as there are lines, and nothing in them: what a line says is asked for when it is
/// drawn. Rows are put in and taken out a part at a time while nothing else is to be done, since GTK takes some six
/// microseconds for each; the store stays, since letting go of one of 100,000 rows takes three frames.
@MainActor
final class ColumnRows {
    struct Line {
        var name: String
        var type: String
        var isShown: Bool
        /// Whether it can be hidden, or shown.
        var isSwitch: Bool
    }

    let view: Widget = gtk_tree_view_new()
    /// What a line says.
    var line: (Int) -> Line? = { _ in nil }
    var onSwitch: (Int) -> Void = { _ in }
    var onChoice: (Int) -> Void = { _ in }
    /// A person dragged a line before another, counted before the move.
    var onMove: (_ from: Int, _ to: Int) -> Void = { _, _ in }
    private var store: UnsafeMutablePointer<GtkListStore>?
    private var count = 0
    private var filled = 0
    /// The line to select, once it is there.
    private var wanted: Int?
    private var isFilling = false
    /// Whether more is filled in as soon as nothing else is to be done.
    private var isDue = false
    /// Where a line that is being dropped was put in, until it is taken out where it was.
    private var inserted: Int?
    /// Nanoseconds in which rows are put in at once, a quarter of a frame, and how many between two looks at the clock.
    private static let (slice, step) = (4_000_000 as UInt64, 50)

    init() {
        for column in [switchColumn(), nameColumn(), typeColumn()] {
            if let column { gtk_tree_view_append_column(cast(view), column) }
        }
        gtk_tree_view_set_headers_visible(cast(view), 0)
        gtk_tree_view_set_fixed_height_mode(cast(view), 1)
        gtk_tree_view_set_enable_search(cast(view), 0)
        gtk_tree_view_set_reorderable(cast(view), 1)
        Style.add(
            """
            .view:selected { background-color: mix(@theme_base_color, @theme_selected_bg_color, 0.25); \
            color: @theme_text_color; }
            """, to: view)
        connectActivation(view) { [weak self] in self?.onChoice($0) }
        Spoken.name(view, "Columns")
    }

    /// Has so many lines; what they say may be anything.
    func show(_ count: Int) {
        if count != self.count || store == nil {
            self.count = count
            wanted = nil
            if store == nil { begin() } else { beginAgain() }
        }
        gtk_widget_queue_draw(view)
    }

    func select(_ index: Int) {
        guard index < count else { return }
        guard index < filled else {
            wanted = index
            return
        }
        wanted = nil
        guard index != selected else { return }
        let path = rowPath(index)
        defer { gtk_tree_path_free(path) }
        gtk_tree_view_set_cursor(cast(view), path, nil, 0)
    }

    var selected: Int? {
        var (model, iterator): (OpaquePointer?, GtkTreeIter) = (nil, GtkTreeIter())
        guard gtk_tree_selection_get_selected(gtk_tree_view_get_selection(cast(view)), &model, &iterator) != 0,
            let path = gtk_tree_model_get_path(model, &iterator)
        else { return nil }
        defer { gtk_tree_path_free(path) }
        return gtk_tree_path_get_indices(path).map { Int($0.pointee) }.flatMap { $0 < count ? $0 : nil }
    }

    // MARK: - Filling

    private func begin() {
        var types = [Property.stringType]
        guard let new = gtk_list_store_newv(1, &types) else { return }
        store = new
        watch(new)
        fill()
        gtk_tree_view_set_model(cast(view), OpaquePointer(new))
        // The view holds it from now on.
        g_object_unref(new)
        goOnFilling()
    }

    /// Other lines stand there: at their beginning, none of them selected.
    private func beginAgain() {
        if filled > 0 {
            let path = rowPath(0)
            defer { gtk_tree_path_free(path) }
            gtk_tree_view_set_cursor(cast(view), path, nil, 0)
            gtk_tree_selection_unselect_all(gtk_tree_view_get_selection(cast(view)))
        }
        fill()
        goOnFilling()
    }

    private func goOnFilling() {
        guard filled != count, !isDue else { return }
        isDue = true
        whenIdle { [weak self] in
            guard let self else { return false }
            self.fill()
            self.isDue = self.filled != self.count
            return self.isDue
        }
    }

    /// Puts in rows that are missing, and takes out at the end those that are too many, which say nothing any more.
    private func fill() {
        isFilling = true
        defer { isFilling = false }
        let end = monotonicNow() + Self.slice
        var iterator = GtkTreeIter()
        while filled != count, monotonicNow() < end {
            for _ in 0..<min(Self.step, abs(count - filled)) {
                if filled < count {
                    gtk_list_store_append(store, &iterator)
                    filled += 1
                } else {
                    gtk_tree_model_iter_nth_child(OpaquePointer(store), &iterator, nil, Int32(filled - 1))
                    gtk_list_store_remove(store, &iterator)
                    filled -= 1
                }
            }
        }
        if let wanted, wanted < filled, gtk_tree_view_get_model(cast(view)) == OpaquePointer(store) { select(wanted) }
    }

    /// GTK drops a line by putting in a row and taking out another, with nothing in them here: only where tells what was
    /// meant.
    private func watch(_ store: UnsafeMutablePointer<GtkListStore>) {
        connectRowInserted(store) { [weak self] index in
            guard let self, !self.isFilling else { return }
            self.inserted = index
        }
        connectRowDeleted(store) { [weak self] index in
            guard let self, !self.isFilling, let to = self.inserted else { return }
            self.inserted = nil
            // The view hears of it after this.
            whenIdle {
                self.onMove(index < to ? index : index - 1, to)
                return false
            }
        }
    }

    // MARK: - Columns of a line

    private func switchColumn() -> UnsafeMutablePointer<GtkTreeViewColumn>? {
        guard let cell = gtk_cell_renderer_toggle_new() else { return nil }
        connectToggled(cell) { [weak self] in self?.onSwitch($0) }
        return column(with: cell, width: 34) { line in
            Property.set(cast(cell), "active", line.isShown)
            Property.set(cast(cell), "activatable", line.isSwitch)
            Property.set(cast(cell), "sensitive", line.isSwitch)
        }
    }

    private func nameColumn() -> UnsafeMutablePointer<GtkTreeViewColumn>? {
        guard let cell = textCell() else { return nil }
        let column = column(with: cell, width: 80) { line in
            Property.set(cast(cell), "text", line.name)
            Property.set(cast(cell), "sensitive", line.isShown)
        }
        gtk_tree_view_column_set_expand(column, 1)
        return column
    }

    private func typeColumn() -> UnsafeMutablePointer<GtkTreeViewColumn>? {
        guard let cell = textCell() else { return nil }
        // In a lower voice that can be read all the same; where the desktop asks for high contrast, in none.
        return column(with: cell, width: 74) { [view] line in
            let isLoud = GridView.isHighContrast(view)
            Property.set(cast(cell), "markup", isLoud ? line.type : "<span alpha='75%'>\(line.type)</span>")
        }
    }

    private func textCell() -> UnsafeMutablePointer<GtkCellRenderer>? {
        guard let cell = gtk_cell_renderer_text_new() else { return nil }
        gtk_cell_renderer_set_padding(cell, 4, 4)
        Property.set(
            cast(cell), "ellipsize", enumeration: Int32(PANGO_ELLIPSIZE_END.rawValue),
            of: pango_ellipsize_mode_get_type())
        return cell
    }

    private func column(
        with cell: UnsafeMutablePointer<GtkCellRenderer>, width: Int32, _ show: @escaping (Line) -> Void
    ) -> UnsafeMutablePointer<GtkTreeViewColumn>? {
        guard let column = gtk_tree_view_column_new() else { return nil }
        gtk_tree_view_column_pack_start(column, cell, 1)
        gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED)
        gtk_tree_view_column_set_fixed_width(column, width)
        connectCell(of: column, cell) { [weak self] index in
            let line = self?.line(index)
            Property.set(cast(cell), "visible", line != nil)
            if let line { show(line) }
        }
        return column
    }
}

/// The path of a row of a flat list. The caller frees it.
private func rowPath(_ index: Int) -> OpaquePointer? {
    var indices = [Int32(clamping: index)]
    return gtk_tree_path_new_from_indicesv(&indices, 1)
}
