import CGTK
import CGridShim
import GridGTK
import QuadrilleRuntime
import Tabular
import Translation

/// The tables of a file as flat tabs in the row of the status bar. Of very many tables it names only the shown one.
///
/// It is GTK's notebook with empty pages: screen readers know it as a list of page tabs, and it scrolls by its arrows.
@MainActor
final class TableStrip {
    /// The maximum number of tabs; files with more tables get a button instead.
    static let mostTabs = 24

    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    /// Called with the table that the user chooses.
    var onChoice: (TableID) -> Void = { _ in }
    /// Called with the table whose menu the user asks for, and the tab.
    var onMenu: (TableID, Widget) -> Void = { _, _ in }
    /// Called when the user opens the list of all tables.
    var onList: () -> Void = {}
    private let book: Widget = gtk_notebook_new()
    private let button: Widget = gtk_button_new()
    private var tables: [TableID] = []
    private var isFilling = false
    /// The widths of the whole names on the tabs; nil after a change of them, or of the font.
    private var widths: [Int32]?
    /// The width of the strip at the last fit; nil after a change of the names.
    private var fitted: Int32?
    private lazy var fitting = CoalescedHop { [weak self] in self?.fit() }
    /// The share of the row that tabs take before they scroll.
    private static let share = 0.6
    /// The width that they leave to the status bar: the active cell and the format, both shortened.
    private static let restWidth: Int32 = 208

    init() {
        gtk_notebook_set_scrollable(cast(book), 1)
        gtk_notebook_set_show_border(cast(book), 0)
        gtk_notebook_set_tab_pos(cast(book), GTK_POS_BOTTOM)
        Spoken.name(book, tr("Tables of this file"))
        Style.add(
            """
            notebook > header { background: none; border: none; padding: 0; }
            notebook > header > tabs { margin: 0; }
            notebook > header tab { min-height: 0; min-width: 0; padding: 3px \(Self.padding)px; border: none; box-shadow: none; }
            notebook > header tab:checked { box-shadow: inset 0 2px mix(@theme_selected_bg_color, @theme_fg_color, 0.35); }
            notebook > header tab label { padding: 0; font-weight: normal; }
            notebook > header arrow { min-height: 12px; min-width: 12px; }
            notebook > stack { background: none; }
            """, to: book)
        gtk_style_context_add_class(gtk_widget_get_style_context(button), "flat")
        gtk_widget_set_focus_on_click(button, 0)
        gtk_widget_set_tooltip_text(button, tr("All tables of this file"))
        for part in [book, button] {
            gtk_widget_set_no_show_all(part, 1)
            gtk_box_pack_start(cast(widget), part, 1, 1, 0)
        }
        connectPage(book, "switch-page") { [weak self] page in self?.turned(to: page) }
        connectMenuKey(book) { [weak self] in self?.openMenuOfShownTab() ?? false }
        connect(button, "clicked") { [weak self] in self?.onList() }
        // When a page is removed, GTK reports a label to screen readers that it has already released, unless tabs are hidden.
        connect(UnsafeMutableRawPointer(book), "destroy") { [book] in gtk_notebook_set_show_tabs(cast(book), 0) }
    }

    /// A row with the status bar, for a strip before it. It is as narrow as the status bar alone.
    static func row(with status: Widget) -> Widget { quad_strip_row_new(status, restWidth, share) }

    /// Inserts the strip at the beginning of a row, once.
    func insert(into row: Widget) {
        guard gtk_widget_get_parent(widget) == nil else { return }
        gtk_container_add(cast(row), widget)
        // GTK accepts no size changes during layout.
        connectIgnoringArgument(UnsafeMutableRawPointer(row), "size-allocate") { [weak self] in self?.fitting.post() }
        connect(UnsafeMutableRawPointer(book), "style-updated") { [weak self] in
            self?.widths = nil
            self?.fitting.post()
        }
    }

    /// Asks for the width of all tabs, and shortens names that are longer than the strip may be: GTK would show a single tab
    /// between arrows, and would not show all of that.
    private func fit() {
        guard let row = gtk_widget_get_parent(widget) else { return }
        let room = gtk_widget_get_allocated_width(widget)
        guard widths == nil || room != fitted else { return }
        let labels = self.labels
        let whole = widths ?? labels.map(Self.wholeWidth)
        let wanted: Int32
        if tables.isEmpty {
            wanted = Self.wholeWidth(of: button)
        } else {
            wanted = 8 + whole.reduce(0) { $0 + $1 + 2 * (Self.padding + Self.frame) }
        }
        quad_strip_row_set_wanted(row, wanted)
        var most = Int32.max
        if room > 1, room < wanted {
            // The width around a name, with the arrows.
            for (label, width) in zip(labels, whole) { gtk_widget_set_size_request(label, width, -1) }
            var least: Int32 = 0
            gtk_widget_get_preferred_width(book, &least, nil)
            most = max(Self.leastName, room - (least - (whole.max() ?? 0)))
        }
        for (label, width) in zip(labels, whole) { gtk_widget_set_size_request(label, min(width, most), -1) }
        (widths, fitted) = (whole, room)
    }

    /// The labels on the tabs.
    private var labels: [Widget] {
        (0..<gtk_notebook_get_n_pages(cast(book))).compactMap { index in
            guard let page = gtk_notebook_get_nth_page(cast(book), index),
                let holder = gtk_notebook_get_tab_label(cast(book), page)
            else { return nil }
            return gtk_bin_get_child(cast(holder))
        }
    }

    /// The width of a widget with all of its text.
    private static func wholeWidth(of widget: Widget) -> Int32 {
        var natural: Int32 = 0
        gtk_widget_set_size_request(widget, -1, -1)
        gtk_widget_get_preferred_width(widget, nil, &natural)
        return natural
    }

    /// The least width of a name, in logical pixels.
    private static let leastName: Int32 = 24
    /// The space beside the name on a tab, in logical pixels.
    private static let padding: Int32 = 10
    /// The space around a tab in GTK's own theme.
    private static let frame: Int32 = 7

    /// Shows the visible tables of `catalog`, and marks the shown one.
    func show(_ catalog: Catalog, _ shown: TableID) {
        var visible = catalog.visibleTables
        // A hidden table that is shown anyway gets its position among them.
        if !visible.contains(shown) { visible = (visible + [shown]).sorted { $0.index < $1.index } }
        let hasTabs = visible.count <= Self.mostTabs
        gtk_widget_set_visible(book, hasTabs ? 1 : 0)
        gtk_widget_set_visible(button, hasTabs ? 0 : 1)
        if !hasTabs {
            tables = []
            gtk_button_set_label(cast(button), Self.shortened(catalog[shown]?.name.visible ?? "") + " ▾")
            if let label = gtk_bin_get_child(cast(button)) { Self.cutMiddle(of: label) }
            widths = nil
            fitting.post()
            return
        }
        isFilling = true
        defer { isFilling = false }
        if visible != tables {
            gtk_notebook_set_show_tabs(cast(book), 0)
            while gtk_notebook_get_n_pages(cast(book)) > 0 { gtk_notebook_remove_page(cast(book), -1) }
            gtk_notebook_set_show_tabs(cast(book), 1)
            tables = visible
            for table in visible { addTab(of: table, catalog) }
            widths = nil
        }
        fitting.post()
        if let index = tables.firstIndex(of: shown) { gtk_notebook_set_current_page(cast(book), Int32(index)) }
    }

    private func addTab(of table: TableID, _ catalog: Catalog) {
        guard let entry = catalog[table] else { return }
        let name = entry.name.visible
        let holder: Widget = gtk_event_box_new()
        gtk_event_box_set_visible_window(cast(holder), 0)
        let label: Widget = gtk_label_new(Self.shortened(name))
        Self.cutMiddle(of: label)
        if entry.obstacle != nil { Style.quieten(label) }
        gtk_container_add(cast(holder), label)
        gtk_widget_show_all(holder)
        gtk_widget_set_tooltip_text(holder, entry.obstacle.map { "\(name)\n\($0.message)" } ?? name)
        connectPresses(holder) { [weak self] event in
            guard gdk_event_triggers_context_menu(event) != 0, let self else { return false }
            onMenu(table, holder)
            return true
        }
        // An empty page: the table itself is above.
        let page: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        gtk_widget_show(page)
        gtk_notebook_append_page(cast(book), page, holder)
        Spoken.name(page, name)
    }

    private func turned(to page: Widget) {
        // A notebook that is being destroyed switches from each removed page to the next.
        guard !isFilling, gtk_widget_in_destruction(book) == 0 else { return }
        let index = Int(gtk_notebook_page_num(cast(book), page))
        guard tables.indices.contains(index) else { return }
        onChoice(tables[index])
    }

    private func openMenuOfShownTab() -> Bool {
        let index = gtk_notebook_get_current_page(cast(book))
        guard gtk_widget_is_focus(book) != 0, tables.indices.contains(Int(index)),
            let page = gtk_notebook_get_nth_page(cast(book), index),
            let holder = gtk_notebook_get_tab_label(cast(book), page)
        else { return false }
        onMenu(tables[Int(index)], holder)
        return true
    }

    /// Shows both ends of a text that is too long for its room.
    private static func cutMiddle(of label: Widget) { gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_MIDDLE) }

    /// The last part of a path; a long one without its middle.
    private static func shortened(_ name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        guard last.count > 28 else { return last }
        return "\(last.prefix(14))…\(last.suffix(12))"
    }
}
