import CGTK
import GridGTK
import GridUI
import Tabular

/// A labelled list of a table's columns to choose one from.
@MainActor
final class ColumnPicker {
    /// The greatest number of listed columns; the command line accepts any.
    private static let limit = 500

    let role: ViewRole?
    /// Called with the column that the user chose, or nil for none.
    var onChoice: (Int?) -> Void = { _ in }
    private let label: Widget
    private let list: Widget = gtk_combo_box_text_new()
    /// The entry for no column; nil where the user must choose one.
    private let none: String?
    private var listed: [String] = []
    /// True while the list is updated from the grid: changes are not the user's.
    private var isFollowing = false

    init(_ role: ViewRole?, label text: String, none: String?) {
        self.role = role
        self.none = none
        label = gtk_label_new_with_mnemonic(text)
        gtk_label_set_mnemonic_widget(cast(label), list)
        gtk_label_set_xalign(cast(label), 0)
        gtk_widget_set_hexpand(list, 1)
        connect(list, "changed") { [weak self] in self?.changed() }
    }

    func attach(to grid: Widget, line: Int32) {
        gtk_grid_attach(cast(grid), label, 0, line, 1, 1)
        gtk_grid_attach(cast(grid), list, 1, line, 1, 1)
        for widget in [label, list] { gtk_widget_set_no_show_all(widget, 1) }
    }

    /// Shows the column that is chosen, among those of `table`.
    func show(_ column: Int?, of table: TableSnapshot, isOffered: Bool) {
        for widget in [label, list] { gtk_widget_set_visible(widget, isOffered ? 1 : 0) }
        guard isOffered else { return }
        isFollowing = true
        defer { isFollowing = false }
        let titles = table.columns.prefix(Self.limit).enumerated().map { Self.title($1, at: $0) }
        let entries = (none.map { [$0] } ?? []) + titles
        if entries != listed {
            listed = entries
            gtk_combo_box_text_remove_all(cast(list))
            for entry in entries { gtk_combo_box_text_append_text(cast(list), entry) }
        }
        let active = column.map { $0 + (none == nil ? 0 : 1) } ?? (none == nil ? -1 : 0)
        gtk_combo_box_set_active(cast(list), active < entries.count ? Int32(active) : -1)
    }

    func focus() { gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD) }

    private func changed() {
        guard !isFollowing else { return }
        let index = Int(gtk_combo_box_get_active(cast(list))) - (none == nil ? 0 : 1)
        onChoice(index < 0 ? nil : index)
    }

    /// Returns a title on one line, of at most 40 characters.
    private static func title(_ column: Column, at index: Int) -> String {
        let title = column.title(at: index).visible
        return title.count > 40 ? title.prefix(39) + "…" : title
    }
}
