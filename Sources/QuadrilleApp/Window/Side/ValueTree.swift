import CGTK
import GridGTK
import TabularOps
import Translation

/// A JSON value as a tree to fold: each line has a name and a value, every token as written.
@MainActor
final class ValueTree {
    /// The maximum number of shown nodes; of more, the tree shows their count.
    private static let limit = 5_000
    /// The number of lines that are initially unfolded.
    private static let unfolded = 300

    let widget: Widget
    private let view: Widget
    private let store: UnsafeMutablePointer<GtkTreeStore>

    init() {
        var types = [Property.stringType]
        store = gtk_tree_store_newv(1, &types)
        view = gtk_tree_view_new_with_model(OpaquePointer(store))
        // The view now holds a reference to it.
        g_object_unref(store)
        gtk_tree_view_set_headers_visible(cast(view), 0)
        gtk_tree_view_set_enable_search(cast(view), 0)
        Spoken.name(view, "JSON")
        let column = gtk_tree_view_column_new()
        if let cell = gtk_cell_renderer_text_new() {
            gtk_tree_view_column_pack_start(column, cell, 1)
            gtk_tree_view_column_add_attribute(column, cell, "markup", 0)
            Property.set(
                cast(cell), "ellipsize", enumeration: Int32(PANGO_ELLIPSIZE_END.rawValue),
                of: pango_ellipsize_mode_get_type())
        }
        gtk_tree_view_append_column(cast(view), column)
        widget = gtk_scrolled_window_new(nil, nil)
        Spoken.skip(widget)
        gtk_container_add(cast(widget), view)
    }

    func show(_ outline: JSONOutline, of text: [UInt8]) {
        gtk_tree_store_clear(store)
        // The nodes that are open, each inside the one before.
        var open: [GtkTreeIter] = []
        for node in outline.nodes.prefix(Self.limit) {
            open.removeLast(max(0, open.count - node.depth))
            let name = node.key.map { String(decoding: text[$0].dropFirst().dropLast(), as: UTF8.self).visible } ?? ""
            open.append(append(name, Self.words(node, text), under: open.last))
        }
        let rest = outline.nodes.count - Self.limit
        if rest > 0 { _ = append("…", tr(one: "{count} value more", many: "{count} values more", rest), under: nil) }
        unfold(outline)
    }

    private func append(_ name: String, _ text: String, under parent: GtkTreeIter?) -> GtkTreeIter {
        let key = name.isEmpty ? "" : "<b>\(Self.escaped(name))</b>  "
        var value = GValue()
        g_value_init(&value, Property.stringType)
        g_value_set_string(&value, key + Self.escaped(text))
        defer { g_value_unset(&value) }
        var (column, node): (Int32, GtkTreeIter) = (0, GtkTreeIter())
        if var parent {
            gtk_tree_store_insert_with_valuesv(store, &node, &parent, -1, &column, &value, 1)
        } else {
            gtk_tree_store_insert_with_valuesv(store, &node, nil, -1, &column, &value, 1)
        }
        return node
    }

    /// Returns a text with its markup escaped.
    private static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    /// Unfolds all of a small value, only the first level of a larger one.
    private func unfold(_ outline: JSONOutline) {
        if outline.nodes.count <= Self.unfolded { return gtk_tree_view_expand_all(cast(view)) }
        let path = gtk_tree_path_new_first()
        gtk_tree_view_expand_row(cast(view), path, 0)
        gtk_tree_path_free(path)
    }

    /// Returns the words after a node's name: its text on one line, or the number of its children.
    private static func words(_ node: JSONOutline.Node, _ text: [UInt8]) -> String {
        switch node.kind {
        case .object: "{ \(tr(one: "{count} member", many: "{count} members", node.childCount)) }"
        case .array: "[ \(tr(one: "{count} element", many: "{count} elements", node.childCount)) ]"
        case .string, .number, .literal: String(decoding: text[node.text].prefix(1_000), as: UTF8.self).visible
        }
    }
}
