import CGTK
import GridGTK
import Tabular
import Translation

/// The list of the panel: a row for each stored problem.
@MainActor
final class ProblemRows {
    let view: Widget
    private let store: UnsafeMutablePointer<GtkListStore>
    private var problems: [Problem] = []
    /// The number of header rows that the row numbers were made with: another number changes the row of each record.
    private var headerRows = 0

    /// The space around a text, in logical pixels.
    private static let padding: Int32 = 24
    /// The number of longest messages that are measured to find the widest.
    private static let measured = 8
    private static let widestMessage: Int32 = 2_000

    private static let titles: [(title: String, width: Int32, isNumber: Bool)] = [
        (tr("Kind"), 130, false), (tr("Row"), 90, true), (tr("Line"), 90, true), (tr("Byte"), 110, true),
        (tr("Message"), 300, false),
    ]

    init() {
        var types = Self.titles.map { _ in Property.stringType }
        store = gtk_list_store_newv(Int32(types.count), &types)
        view = gtk_tree_view_new_with_model(OpaquePointer(store))
        // The view now holds a reference to it.
        g_object_unref(store)
        for (index, column) in Self.titles.enumerated() {
            add(column, width: column.width, at: Int32(index))
        }
        gtk_tree_view_set_fixed_height_mode(cast(view), 1)
        gtk_tree_view_set_activate_on_single_click(cast(view), 1)
        gtk_tree_view_set_enable_search(cast(view), 0)
        // The same padding as in the grid. The selection only marks a position, so it is subdued.
        Style.add(
            """
            .view:selected { background-color: mix(@theme_base_color, @theme_selected_bg_color, 0.25); \
            color: @theme_text_color; }
            """, to: view)
    }

    /// Shows `problems`. Unchanged rows stay in place, and so does the selection among them: most new problems come after the
    /// existing rows, and a few come before the last ones.
    func show(_ problems: [Problem], in table: TableSnapshot?) {
        let headerRows = table?.description.headerRows ?? 0
        let isSame = headerRows == self.headerRows
        let kept = isSame ? zip(problems, self.problems).prefix { $0 == $1 }.count : 0
        if kept == 0, let table { makeRoom(for: table.description.problemKinds) }
        if kept == 0 { gtk_list_store_clear(store) } else { remove(kept..<self.problems.count) }
        self.problems = table == nil ? [] : problems
        self.headerRows = headerRows
        guard let table else { return }
        makeRoom(for: problems.dropFirst(kept), isAnew: kept == 0)
        for problem in problems.dropFirst(kept) { append(problem, table) }
    }

    private func remove(_ rows: Range<Int>) {
        for row in rows.reversed() {
            var iterator = GtkTreeIter()
            guard gtk_tree_model_iter_nth_child(OpaquePointer(store), &iterator, nil, Int32(row)) != 0 else { return }
            gtk_list_store_remove(store, &iterator)
        }
    }

    func select(_ index: Int) {
        var indices = [Int32(index)]
        let path = gtk_tree_path_new_from_indicesv(&indices, 1)
        defer { gtk_tree_path_free(path) }
        gtk_tree_view_set_cursor(cast(view), path, nil, 0)
    }

    /// Makes the column of messages as wide as its texts, so that the list scrolls to their ends where it is narrower.
    private func makeRoom(for problems: ArraySlice<Problem>, isAnew: Bool) {
        let longest = problems.map(\.message).sorted { $0.utf8.count > $1.utf8.count }.prefix(Self.measured)
        let index = Self.titles.count - 1
        guard let column = gtk_tree_view_get_column(cast(view), Int32(index)) else { return }
        let least = isAnew ? Self.titles[index].width : gtk_tree_view_column_get_fixed_width(column)
        let width = min(TextWidth.widest(of: longest.map(\.visible), in: view) + Self.padding, Self.widestMessage)
        gtk_tree_view_column_set_fixed_width(column, max(width, least))
        // Locations other than lines may be longer.
        let places = problems.compactMap(\.location).sorted { $0.utf8.count > $1.utf8.count }.prefix(Self.measured)
        guard !places.isEmpty, let line = gtk_tree_view_get_column(cast(view), 2) else { return }
        let room = min(TextWidth.widest(of: places.map(\.visible), in: view) + Self.padding, 400)
        gtk_tree_view_column_set_fixed_width(line, max(room, gtk_tree_view_column_get_fixed_width(line)))
    }

    private func append(_ problem: Problem, _ table: TableSnapshot) {
        let places = problem.places
        let texts = [
            problem.kind.title.visible,
            problem.row(in: table).map { StatusText.grouped(table.rowLabel(ofSourceRow: $0)) } ?? tr("header"),
            places.line, places.byte, problem.message.visible,
        ]
        var values = texts.map { text in
            var value = GValue()
            g_value_init(&value, Property.stringType)
            g_value_set_string(&value, text)
            return value
        }
        var columns = texts.indices.map(Int32.init)
        var iterator = GtkTreeIter()
        gtk_list_store_insert_with_valuesv(store, &iterator, -1, &columns, &values, Int32(texts.count))
        for index in values.indices { g_value_unset(&values[index]) }
    }

    /// Makes the column of kinds as wide as the longest of their names.
    private func makeRoom(for kinds: [Problem.Kind]) {
        let width = TextWidth.widest(of: kinds.map { $0.title.visible }, in: view) + Self.padding
        guard let column = gtk_tree_view_get_column(cast(view), 0) else { return }
        gtk_tree_view_column_set_fixed_width(column, max(Self.titles[0].width, width))
    }

    private func add(_ column: (title: String, width: Int32, isNumber: Bool), width: Int32, at index: Int32) {
        guard let shown = gtk_tree_view_column_new(), let cell = gtk_cell_renderer_text_new() else { return }
        gtk_tree_view_column_set_title(shown, column.title)
        gtk_cell_renderer_set_padding(cell, 8, 5)
        gtk_tree_view_column_pack_start(shown, cell, 1)
        gtk_tree_view_column_add_attribute(shown, cell, "text", index)
        gtk_tree_view_column_set_sizing(shown, GTK_TREE_VIEW_COLUMN_FIXED)
        gtk_tree_view_column_set_fixed_width(shown, width)
        gtk_tree_view_column_set_resizable(shown, 1)
        if column.isNumber {
            // GTK mirrors both in right-to-left layouts, but numbers must stay aligned.
            connect(view, "map") { [view] in
                let end: Float = gtk_widget_get_direction(view) == GTK_TEXT_DIR_RTL ? 0 : 1
                gtk_cell_renderer_set_alignment(cell, end, 0.5)
                gtk_tree_view_column_set_alignment(shown, end)
            }
        }
        Property.set(
            cast(cell), "ellipsize", enumeration: Int32(PANGO_ELLIPSIZE_END.rawValue),
            of: pango_ellipsize_mode_get_type())
        if index == Int32(Self.titles.count - 1) { gtk_tree_view_column_set_expand(shown, 1) }
        gtk_tree_view_append_column(cast(view), shown)
        if let button = gtk_tree_view_column_get_button(shown) {
            Style.add("button { padding: 4px 9px; color: alpha(@theme_fg_color, 0.8); }", to: button)
        }
    }
}

/// The choice of a kind, with the count of each.
@MainActor
final class KindFilter {
    let widget: Widget
    var onChoice: () -> Void = {}
    /// Nil for all kinds.
    private(set) var kind: Problem.Kind?
    private let store: UnsafeMutablePointer<GtkListStore>
    /// The kinds after the first entry, in the order in which they were found.
    private var kinds: [Problem.Kind] = []
    private var texts: [String] = []
    /// True while the table, not the user, changes the list.
    private var isFollowing = false

    init() {
        var types = [Property.stringType]
        store = gtk_list_store_newv(1, &types)
        widget = gtk_combo_box_new_with_model(OpaquePointer(store))
        g_object_unref(store)
        if let cell = gtk_cell_renderer_text_new() {
            gtk_cell_layout_pack_start(OpaquePointer(widget), cell, 1)
            gtk_cell_layout_add_attribute(OpaquePointer(widget), cell, "text", 0)
        }
        gtk_widget_set_tooltip_text(widget, tr("Which kind of problem is listed"))
        connect(widget, "changed") { [weak self] in self?.changed() }
        follow(ProblemList())
    }

    /// Updates the counts; the choice stays, and an open list stays open.
    func follow(_ list: ProblemList) {
        let wasFollowing = isFollowing
        isFollowing = true
        defer { isFollowing = wasFollowing }
        let new = list.kinds.filter { !kinds.contains($0) }
        kinds += new
        set(0, tr("All problems ({count})", ["count": StatusText.grouped(list.count)]))
        for (index, kind) in kinds.enumerated() {
            let count = StatusText.grouped(list.counts[kind, default: 0])
            set(index + 1, tr("{kind} ({count})", ["kind": kind.title, "count": count]))
        }
        if gtk_combo_box_get_active(cast(widget)) < 0 { gtk_combo_box_set_active(cast(widget), 0) }
    }

    /// Removes the kinds of the previous table, except for the chosen one if `keepsKind` is true.
    func clear(keepsKind: Bool) {
        isFollowing = true
        defer { isFollowing = false }
        gtk_list_store_clear(store)
        (kinds, texts) = ([], [])
        guard keepsKind, let kind else {
            kind = nil
            return
        }
        kinds = [kind]
        follow(ProblemList())
        gtk_combo_box_set_active(cast(widget), 1)
    }

    private func set(_ index: Int, _ text: String) {
        var iterator = GtkTreeIter()
        if index == texts.count {
            gtk_list_store_append(store, &iterator)
            texts.append("")
        } else {
            guard gtk_tree_model_iter_nth_child(OpaquePointer(store), &iterator, nil, Int32(index)) != 0 else { return }
        }
        guard texts[index] != text else { return }
        texts[index] = text
        var value = GValue()
        g_value_init(&value, Property.stringType)
        defer { g_value_unset(&value) }
        g_value_set_string(&value, text)
        gtk_list_store_set_value(store, &iterator, 0, &value)
    }

    private func changed() {
        guard !isFollowing else { return }
        let index = Int(gtk_combo_box_get_active(cast(widget))) - 1
        kind = kinds.indices.contains(index) ? kinds[index] : nil
        onChoice()
    }
}
