import CGTK
import GridGTK
import TabularOps
import Translation

/// The list of values with a check box for each, toggled by a click or with Space.
@MainActor
final class ValueRows {
    let view: Widget
    /// Called with the line to toggle.
    var onToggle: (Int) -> Void = { _ in }
    private let store: UnsafeMutablePointer<GtkListStore>
    private let column = gtk_tree_view_column_new()
    private let countCell = gtk_cell_renderer_text_new()
    private var shown: [ValueChoice.Line] = []
    /// The width of the cell of the counts, in logical pixels.
    private var countWidth: Int32 = 0

    /// The columns of the store.
    private enum Field: Int32, CaseIterable {
        case isChecked, text, count, isCheckable, style

        @MainActor var type: GType {
            switch self {
            case .isChecked, .isCheckable: Property.booleanType
            case .text, .count: Property.stringType
            case .style: pango_style_get_type()
            }
        }
    }

    init() {
        var types = Field.allCases.map(\.type)
        store = gtk_list_store_newv(Int32(types.count), &types)
        view = gtk_tree_view_new_with_model(OpaquePointer(store))
        // The view now holds a reference to it.
        g_object_unref(store)
        addColumns()
        gtk_tree_view_set_headers_visible(cast(view), 0)
        gtk_tree_view_set_fixed_height_mode(cast(view), 1)
        gtk_tree_view_set_activate_on_single_click(cast(view), 1)
        gtk_tree_view_set_enable_search(cast(view), 0)
        // The check boxes show the choice; the selection only marks a position, so it is subdued.
        Style.add(
            """
            .view:selected { background-color: mix(@theme_base_color, @theme_selected_bg_color, 0.25); \
            color: @theme_text_color; }
            """, to: view)
        Spoken.name(view, tr("Values"))
        connectActivation(view) { [weak self] in self?.onToggle($0) }
    }

    /// Shows `lines`; where only check boxes change, the selection and the scroll position stay.
    func show(_ lines: [ValueChoice.Line]) {
        let isSame = lines.count == shown.count && zip(lines, shown).allSatisfy { $0.item == $1.item }
        let old = shown
        shown = lines
        makeRoomForCounts()
        guard isSame else {
            gtk_list_store_clear(store)
            for line in lines { append(line) }
            return
        }
        for (index, line) in lines.enumerated() where line != old[index] { set(line, at: index) }
    }

    /// The maximum number of measured counts: those with the most characters, since digits usually have equal widths.
    private static let measuredCounts = 64

    /// Gives the cell of the counts the width of the widest. A column of a fixed width measures its cells only when it is first
    /// shown, and would truncate the wider counts of a later list.
    private func makeRoomForCounts() {
        guard let column, let countCell else { return }
        let texts = Set(shown.map { ValueWords.count(of: $0.entry) }).sorted { $0.count > $1.count }
        let width = TextWidth.widest(of: Array(texts.prefix(Self.measuredCounts)), in: view) + 2 * Self.cellPadding.x
        guard width != countWidth else { return }
        countWidth = width
        gtk_cell_renderer_set_fixed_size(countCell, width, -1)
        gtk_tree_view_column_queue_resize(column)
    }

    private static let cellPadding: (x: Int32, y: Int32) = (4, 3)

    /// The line with the keyboard cursor.
    var current: Int? {
        var path: OpaquePointer?
        gtk_tree_view_get_cursor(cast(view), &path, nil)
        guard let path else { return nil }
        defer { gtk_tree_path_free(path) }
        return gtk_tree_path_get_indices(path).map { Int($0.pointee) }
    }

    /// Moves the keyboard focus to the list, at its previous line, or the first.
    func focus() {
        gtk_widget_grab_focus(view)
        guard current == nil, !shown.isEmpty else { return }
        var indices: [Int32] = [0]
        let path = gtk_tree_path_new_from_indicesv(&indices, 1)
        defer { gtk_tree_path_free(path) }
        gtk_tree_view_set_cursor(cast(view), path, nil, 0)
    }

    private func values(of line: ValueChoice.Line) -> [GValue] {
        Field.allCases.map { field in
            var value = GValue()
            g_value_init(&value, field.type)
            switch field {
            case .isChecked: g_value_set_boolean(&value, line.isChecked ? 1 : 0)
            case .isCheckable: g_value_set_boolean(&value, line.item.isCheckable ? 1 : 0)
            case .text: g_value_set_string(&value, ValueWords.title(of: line.item))
            case .count: g_value_set_string(&value, ValueWords.count(of: line.entry))
            case .style:
                let style = line.isText ? PANGO_STYLE_NORMAL : PANGO_STYLE_ITALIC
                g_value_set_enum(&value, Int32(style.rawValue))
            }
            return value
        }
    }

    private func append(_ line: ValueChoice.Line) {
        var values = values(of: line)
        var columns = Field.allCases.map(\.rawValue)
        var iterator = GtkTreeIter()
        gtk_list_store_insert_with_valuesv(store, &iterator, -1, &columns, &values, Int32(values.count))
        for index in values.indices { g_value_unset(&values[index]) }
    }

    private func set(_ line: ValueChoice.Line, at index: Int) {
        var iterator = GtkTreeIter()
        guard gtk_tree_model_iter_nth_child(OpaquePointer(store), &iterator, nil, Int32(index)) != 0 else { return }
        var values = values(of: line)
        for (field, place) in zip(Field.allCases, values.indices) {
            gtk_list_store_set_value(store, &iterator, field.rawValue, &values[place])
            g_value_unset(&values[place])
        }
    }

    private func addColumns() {
        guard let column, let box = gtk_cell_renderer_toggle_new(), let text = gtk_cell_renderer_text_new(),
            let count = countCell
        else { return }
        for cell in [box, text, count] { gtk_cell_renderer_set_padding(cell, Self.cellPadding.x, Self.cellPadding.y) }
        connect(view, "map") { [view] in
            // GTK mirrors it in right-to-left layouts, but numbers must stay aligned.
            gtk_cell_renderer_set_alignment(count, gtk_widget_get_direction(view) == GTK_TEXT_DIR_RTL ? 0 : 1, 0.5)
        }
        gtk_tree_view_column_pack_start(column, box, 0)
        gtk_tree_view_column_pack_start(column, text, 1)
        gtk_tree_view_column_pack_end(column, count, 0)
        gtk_tree_view_column_add_attribute(column, box, "active", Field.isChecked.rawValue)
        gtk_tree_view_column_add_attribute(column, text, "text", Field.text.rawValue)
        gtk_tree_view_column_add_attribute(column, text, "style", Field.style.rawValue)
        gtk_tree_view_column_add_attribute(column, count, "text", Field.count.rawValue)
        for cell in [box, text] {
            gtk_tree_view_column_add_attribute(column, cell, "sensitive", Field.isCheckable.rawValue)
        }
        Property.set(
            cast(text), "ellipsize", enumeration: Int32(PANGO_ELLIPSIZE_MIDDLE.rawValue),
            of: pango_ellipsize_mode_get_type())
        gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED)
        gtk_tree_view_append_column(cast(view), column)
    }
}

extension ValueChoice.Line {
    /// A Boolean value that indicates whether the line shows the value as it is in the file, not words in its place.
    fileprivate var isText: Bool { if case .blank = item.value { false } else { true } }
}
