import CGTK
import GridGTK
import QuadrilleRuntime

/// The rows of a tree view with any number of lines: none of them stores content, which is requested when a line is
/// drawn.
///
/// Rows are inserted and removed in batches while the main loop is idle, since GTK needs some six microseconds for each; the
/// store stays, since releasing one of 100,000 rows takes three frames.
@MainActor
final class BlankRows {
    let view: Widget = gtk_tree_view_new()
    /// Called with the store after it is created.
    var onStore: (UnsafeMutablePointer<GtkListStore>) -> Void = { _ in }
    /// True while this class inserts and removes rows, not the user.
    private(set) var isFilling = false
    private var store: UnsafeMutablePointer<GtkListStore>?
    private(set) var count = 0
    private var filled = 0
    /// The line to select once its row is inserted.
    private var wanted: Int?
    /// True where a line was selected before the first layout: GTK then scrolls to its lower end.
    private var isScrollDue = false
    private lazy var scrolling = CoalescedHop { [weak self] in self?.scrollToSelected() }
    /// True while more filling is scheduled for the next idle time of the main loop.
    private var isDue = false
    /// The time for one batch in nanoseconds, a quarter of a frame, and the number of rows between two checks of the clock.
    private static let (slice, step) = (4_000_000 as UInt64, 50)

    init() {
        gtk_tree_view_set_headers_visible(cast(view), 0)
        gtk_tree_view_set_fixed_height_mode(cast(view), 1)
        gtk_tree_view_set_enable_search(cast(view), 0)
        Style.add(
            """
            .view:selected { background-color: mix(@theme_base_color, @theme_selected_bg_color, 0.25); \
            color: @theme_text_color; }
            """, to: view)
        connectIgnoringArgument(UnsafeMutableRawPointer(view), "size-allocate") { [weak self] in
            if let self, isScrollDue { scrolling.post() }
        }
    }

    /// Shows `count` lines with any content. Where the count differs from before, or the lines are new (`isAnew`), the
    /// list scrolls to its start with nothing selected.
    func show(_ count: Int, isAnew: Bool = false) {
        if count != self.count || isAnew || store == nil {
            self.count = count
            wanted = nil
            if store == nil { begin() } else { beginAgain() }
        }
        gtk_widget_queue_draw(view)
    }

    /// Removes and inserts lines among the others: the visible ones stay visible, and the same line stays selected.
    func show(_ change: LineChange) {
        guard store != nil else { return show(count - change.gone.count + change.come.count) }
        isFilling = true
        defer { isFilling = false }
        wanted = wanted.flatMap { change.place(of: $0) }
        var iterator = GtkTreeIter()
        for line in change.gone.reversed() {
            count -= 1
            guard line < filled else { continue }
            gtk_tree_model_iter_nth_child(OpaquePointer(store), &iterator, nil, Int32(line))
            gtk_list_store_remove(store, &iterator)
            filled -= 1
        }
        for line in change.come {
            count += 1
            // Lines beyond the inserted rows are added later.
            guard line <= filled else { continue }
            gtk_list_store_insert(store, &iterator, Int32(line))
            filled += 1
        }
        goOnFilling()
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
        isScrollDue = gtk_widget_get_allocated_height(view) <= 1
    }

    private func scrollToSelected() {
        guard isScrollDue, gtk_widget_get_allocated_height(view) > 1, let selected else { return }
        isScrollDue = false
        let path = rowPath(selected)
        defer { gtk_tree_path_free(path) }
        gtk_tree_view_scroll_to_cell(cast(view), path, nil, 0, 0, 0)
    }

    var selected: Int? {
        var (model, iterator): (OpaquePointer?, GtkTreeIter) = (nil, GtkTreeIter())
        guard gtk_tree_selection_get_selected(gtk_tree_view_get_selection(cast(view)), &model, &iterator) != 0,
            let path = gtk_tree_model_get_path(model, &iterator)
        else { return nil }
        defer { gtk_tree_path_free(path) }
        return gtk_tree_path_get_indices(path).map { Int($0.pointee) }.flatMap { $0 < count ? $0 : nil }
    }

    /// A cell, and the closure that sets it up for a line.
    typealias Cell = (renderer: UnsafeMutablePointer<GtkCellRenderer>, show: (Int) -> Void)

    /// Appends a column of fixed width with one cell; `show` is called with each line to set up the cell for it.
    func append(
        _ cell: UnsafeMutablePointer<GtkCellRenderer>, width: Int32, expands: Bool = false,
        _ show: @escaping (Int) -> Void
    ) {
        append([(cell, show)], width: width, expands: expands)
    }

    /// Appends a column of fixed width with cells beside each other. The first one gets all the width that the visible ones of
    /// the others leave in a line.
    func append(_ cells: [Cell], width: Int32, expands: Bool) {
        guard let column = gtk_tree_view_column_new() else { return }
        for (index, cell) in cells.enumerated() {
            gtk_tree_view_column_pack_start(column, cell.renderer, index == 0 ? 1 : 0)
            // Otherwise each cell has the same place in all lines.
            Property.set(cell.renderer, "fixed-size", cells.count == 1, in: column)
            connectCell(of: column, cell.renderer, cell.show)
        }
        gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED)
        gtk_tree_view_column_set_fixed_width(column, width)
        gtk_tree_view_column_set_expand(column, expands ? 1 : 0)
        gtk_tree_view_append_column(cast(view), column)
    }

    /// The space at each side of a cell, in logical pixels.
    static let padding: Int32 = 4

    /// A cell for a text, which is truncated with an ellipsis where it is too long.
    static func textCell(cut: PangoEllipsizeMode = PANGO_ELLIPSIZE_END) -> UnsafeMutablePointer<GtkCellRenderer>? {
        guard let cell = gtk_cell_renderer_text_new() else { return nil }
        gtk_cell_renderer_set_padding(cell, padding, padding)
        Property.set(
            cast(cell), "ellipsize", enumeration: Int32(cut.rawValue), of: pango_ellipsize_mode_get_type())
        return cell
    }

    // MARK: - Filling

    private func begin() {
        var types = [Property.stringType]
        guard let new = gtk_list_store_newv(1, &types) else { return }
        store = new
        onStore(new)
        fill()
        gtk_tree_view_set_model(cast(view), OpaquePointer(new))
        // The view now holds a reference to it.
        g_object_unref(new)
        goOnFilling()
    }

    /// Starts over with other lines: at the first line, with nothing selected.
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

    /// Inserts missing rows, and removes surplus rows, which no longer have a line, at the end.
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
}

/// The path of a row of a flat list. The caller frees it.
private func rowPath(_ index: Int) -> OpaquePointer? {
    var indices = [Int32(clamping: index)]
    return gtk_tree_path_new_from_indicesv(&indices, 1)
}
