import CGTK
import GridGTK
import GridUI
import Tabular
import Translation

/// The pane below the grid that lists the problems of the table. It stays open while the user scrolls.
@MainActor
final class ProblemsPanel {
    let widget: Widget
    /// Called with a problem that the user chose.
    var onChoice: (Problem) -> Void = { _ in }
    /// Called when the user closes the panel.
    var onClose: () -> Void = {}
    private(set) var shown = ShownProblems()
    private let list = ProblemRows()
    private let filter = KindFilter()
    private let rest: Widget
    private var table: TableSnapshot?

    init() {
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        rest = gtk_label_new(nil)
        build()
        filter.onChoice = { [weak self] in self?.fill() }
        connectActivation(list.view) { [weak self] index in
            guard let self, self.shown.problems.indices.contains(index) else { return }
            self.onChoice(self.shown.problems[index])
        }
        connectKeys(widget) { [weak self] key, _ in
            guard key == UInt32(GDK_KEY_Escape) else { return false }
            self?.onClose()
            return true
        }
    }

    /// True after the panel was open once, at a height that the user may have chosen.
    private(set) var wasOpen = false
    var isOpen: Bool { gtk_widget_get_visible(widget) != 0 }

    /// Opens the panel, with the keyboard focus in the list.
    func open() {
        wasOpen = true
        gtk_widget_show(widget)
        fill()
        // The pane realizes the list in its next layout, but a key may arrive earlier.
        gtk_widget_realize(list.view)
        gtk_widget_grab_focus(list.view)
    }

    func close() { gtk_widget_hide(widget) }

    /// Updates the problems from the table; the selection and the scroll position stay.
    func follow(_ table: TableSnapshot) {
        let isNews = self.table.map { $0.problems != table.problems || $0.rowCount != table.rowCount } ?? true
        self.table = table
        if isNews { fill() }
    }

    /// Prepares for another table, or for the same one after a reload: then `keepsKind` preserves the listed kind.
    func clear(keepsKind: Bool = false) {
        table = nil
        filter.clear(keepsKind: keepsKind)
        fill()
    }

    /// Selects a problem that the user reached in another way.
    func select(_ problem: Problem) {
        guard isOpen, let index = shown.problems.firstIndex(of: problem) else { return }
        list.select(index)
    }

    private func fill() {
        let problems = table?.problems ?? ProblemList()
        filter.follow(problems)
        shown = ShownProblems(problems, kind: filter.kind)
        gtk_label_set_text(cast(rest), shown.rest)
        guard isOpen else { return }
        list.show(shown.problems, in: table)
    }

    private func build() {
        let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
        for (side, margin) in [(0, Int32(10)), (1, 4)] {
            if side == 0 { gtk_widget_set_margin_start(bar, margin) } else { gtk_widget_set_margin_end(bar, margin) }
        }
        gtk_widget_set_margin_top(bar, 4)
        gtk_widget_set_margin_bottom(bar, 4)
        gtk_box_pack_start(cast(bar), filter.widget, 0, 0, 0)
        gtk_label_set_ellipsize(cast(rest), PANGO_ELLIPSIZE_END)
        Style.quieten(rest)
        gtk_box_pack_start(cast(bar), rest, 0, 0, 0)
        let close = IconButton.make("window-close-symbolic", label: tr("Close"), tooltip: tr("Close the list (Escape)"))
        connect(close, "clicked") { [weak self] in self?.onClose() }
        let copy = IconButton.make("edit-copy-symbolic", label: tr("_Copy"), tooltip: tr("Copy the list"))
        connect(copy, "clicked") { [weak self] in self?.copy() }
        for button in [close, copy] { gtk_box_pack_end(cast(bar), button, 0, 0, 0) }
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        Spoken.skip(scroller)
        Spoken.name(list.view, tr("Problems"))
        gtk_container_add(cast(scroller), list.view)
        gtk_widget_set_size_request(scroller, -1, 72)
        gtk_box_pack_start(cast(widget), bar, 0, 0, 0)
        gtk_box_pack_start(cast(widget), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), 0, 0, 0)
        gtk_box_pack_start(cast(widget), scroller, 1, 1, 0)
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
    }

    private func copy() {
        guard let table, let clipboard = gtk_widget_get_clipboard(widget, gdk_atom_intern("CLIPBOARD", 0)) else {
            return
        }
        let text = shown.text(in: table)
        gtk_clipboard_set_text(clipboard, text, Int32(text.utf8.count))
    }
}
