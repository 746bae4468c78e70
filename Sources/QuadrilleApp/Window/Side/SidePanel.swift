import CGTK
import GridGTK
import GridUI
import Translation

/// The panel at the side with details of the active cell, its value, its whole row, or its column; or the schema of the table.
@MainActor
final class SidePanel {
    enum Page: String, CaseIterable {
        case value, record, column, schema

        var title: String {
            switch self {
            case .value: tr("Value")
            case .record: tr("Record")
            case .column: tr("Column")
            case .schema: tr("Schema")
            }
        }
    }

    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    /// Called when the user closes the panel.
    var onClose: () -> Void = {}
    let value = ValuePane()
    let record = RecordPane()
    let column = ColumnPane()
    private let schema = SchemaPane()
    private let stack: Widget = gtk_stack_new()
    private weak var grid: GridView?
    /// The state of the visible document.
    private var state = SideState()

    init() {
        // The panel moves between the panes of documents.
        g_object_ref_sink(widget)
        for page in Page.allCases { gtk_stack_add_titled(cast(stack), child(of: page), page.rawValue, page.title) }
        let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
        gtk_widget_set_margin_start(bar, 10)
        for margin in [gtk_widget_set_margin_end, gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] {
            margin(bar, 4)
        }
        let pages: Widget = gtk_stack_switcher_new()
        gtk_stack_switcher_set_stack(cast(pages), cast(stack))
        Style.narrow(pages)
        gtk_box_pack_start(cast(bar), pages, 0, 0, 0)
        let close = IconButton.make(
            "window-close-symbolic", label: tr("Close"), tooltip: tr("Close the panel (Escape)"))
        connect(close, "clicked") { [weak self] in self?.onClose() }
        gtk_box_pack_end(cast(bar), close, 0, 0, 0)
        gtk_box_pack_start(cast(widget), bar, 0, 0, 0)
        gtk_box_pack_start(cast(widget), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), 0, 0, 0)
        gtk_box_pack_start(cast(widget), stack, 1, 1, 0)
        gtk_widget_set_size_request(widget, 240, -1)
        gtk_widget_show_all(widget)
        connectIgnoringArgument(stack, "notify::visible-child") { [weak self] in
            guard let self else { return }
            state.page = page
            follow()
        }
        connectKeys(widget) { [weak self] key, _ in
            guard key == UInt32(GDK_KEY_Escape) else { return false }
            self?.onClose()
            return true
        }
    }

    isolated deinit { g_object_unref(widget) }

    private func child(of page: Page) -> Widget {
        switch page {
        case .value: value.widget
        case .record: record.widget
        case .column: column.widget
        case .schema: schema.widget
        }
    }

    private var page: Page {
        gtk_stack_get_visible_child_name(cast(stack)).flatMap { Page(rawValue: String(cString: $0)) } ?? .value
    }

    /// Shows the state of a document in its panes, with the visible page for the active cell of `grid`.
    func show(_ state: SideState, of grid: GridView, in panes: Widget) {
        (self.state, self.grid, state.grid) = (state, grid, grid)
        if gtk_widget_get_parent(widget) != panes {
            removeFromPanes()
            gtk_paned_pack2(cast(panes), widget, 0, 0)
        }
        // An opening table may still have a schema.
        let mayHaveSchema = state.page == .schema && grid.model.table.phase == .opening
        let hasSchema = grid.model.table.description.schema != nil || mayHaveSchema
        gtk_widget_set_visible(schema.widget, hasSchema ? 1 : 0)
        gtk_stack_set_visible_child_name(cast(stack), state.page.rawValue)
        follow()
    }

    /// Removes the panel from the panes of the document.
    func leave() {
        removeFromPanes()
        record.follow(nil)
        (state, grid) = (SideState(), nil)
    }

    private func removeFromPanes() {
        if let panes = gtk_widget_get_parent(widget) { gtk_container_remove(cast(panes), widget) }
    }

    private func follow() {
        value.follow(page == .value ? grid : nil, state.value)
        record.follow(page == .record ? grid : nil)
        column.follow(page == .column ? grid : nil, state.column)
        schema.follow(page == .schema ? grid : nil)
    }
}

extension SidePanel.Page {
    /// The name of the action that opens the panel at the page.
    var action: String { "show-" + rawValue }

    /// A Boolean value that indicates whether the page has something to show; `hasCell` for pages about the active cell.
    func isOffered(_ hasCell: Bool, _ model: GridModel?) -> Bool {
        self == .schema ? model?.table.description.schema != nil : hasCell
    }
}
