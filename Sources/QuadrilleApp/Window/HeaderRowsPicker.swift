import CGTK
import GridGTK
import TabularText

/// How many of a file's first rows name the columns: one, none, or several that group them.
@MainActor
final class HeaderRowsPicker {
    var onChoice: (Int) -> Void = { _ in }
    private let label: Widget = gtk_label_new_with_mnemonic("_Header rows")
    private let number: Widget = gtk_spin_button_new_with_range(0, Double(TextOptions.headerRowLimit), 1)
    /// Set while the number follows the grid, and no person chooses.
    private var isFollowing = false

    init() {
        gtk_label_set_mnemonic_widget(cast(label), number)
        gtk_label_set_xalign(cast(label), 0)
        connect(number, "value-changed") { [weak self] in self?.changed() }
    }

    func attach(to grid: Widget, line: Int32) {
        gtk_grid_attach(cast(grid), label, 0, line, 1, 1)
        gtk_grid_attach(cast(grid), number, 1, line, 1, 1)
        for widget in [label, number] { gtk_widget_set_no_show_all(widget, 1) }
    }

    /// Shows how many there are; nil where the format has no such thing.
    func show(_ count: Int?, isOffered: Bool) {
        for widget in [label, number] { gtk_widget_set_visible(widget, isOffered && count != nil ? 1 : 0) }
        guard let count else { return }
        isFollowing = true
        gtk_spin_button_set_value(cast(number), Double(count))
        isFollowing = false
    }

    private func changed() {
        guard !isFollowing else { return }
        onChoice(Int(gtk_spin_button_get_value_as_int(cast(number))))
    }
}
