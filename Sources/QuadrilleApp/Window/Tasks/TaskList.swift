import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime
import Translation

/// The list of all tasks of a window, each with its progress and a button that cancels it, in a popover.
///
/// While it is open, a task keeps its line even after it has ended: a user who reaches for a button must not stop another task
/// that has just moved there.
@MainActor
final class TaskList {
    /// The documents of the window.
    var documents: () -> [Document] = { [] }
    /// Called after it has closed.
    var onClose: () -> Void = {}
    private let popover: Widget
    private let list: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    private let nothing: Widget = gtk_label_new(tr("Nothing is going on."))
    private var lines: [(subject: Subject, line: Line)] = []
    /// Incremented with each opening; periodic updates run for one opening.
    private var openings = 0
    /// False once GTK has destroyed it.
    private var isAlive = true
    /// Seconds between two updates while it is open.
    private static let patience = 0.25

    private struct Subject: Hashable {
        var document: ObjectIdentifier
        var kind: GoingTask.Kind
    }

    /// The widgets of one task.
    private final class Line {
        let widget: Widget = gtk_grid_new()
        let label: Widget = gtk_label_new(nil)
        let bar: Widget = gtk_progress_bar_new()
        let button: Widget = gtk_button_new_with_mnemonic(tr("_Stop"))
        var stop: (() -> Void)?
    }

    /// A popover of `anchor`.
    init(at anchor: Widget) {
        popover = gtk_popover_new(anchor)
        Tooltips.rest(while: popover)
        gtk_container_set_border_width(cast(list), 12)
        gtk_widget_set_size_request(list, 320, -1)
        Spoken.name(popover, tr("Tasks"))
        gtk_box_pack_start(cast(list), nothing, 0, 0, 0)
        gtk_container_add(cast(popover), list)
        gtk_widget_show(list)
        // Deferred until GTK has restored the keyboard focus.
        let closing = CoalescedHop { [weak self] in self?.onClose() }
        connect(UnsafeMutableRawPointer(popover), "closed") { closing.post() }
        connect(popover, "destroy") { [weak self] in self?.isAlive = false }
    }

    /// Opens or closes the popover. It points to `place` but belongs to `anchor`, which contains `place`, so it stays open when
    /// `place` is destroyed.
    func toggle(at anchor: Widget, pointingTo place: Widget) {
        guard gtk_widget_get_visible(popover) == 0 else { return gtk_popover_popdown(cast(popover)) }
        gtk_popover_set_relative_to(cast(popover), anchor)
        var (x, y) = (gint(0), gint(0))
        gtk_widget_translate_coordinates(place, anchor, 0, 0, &x, &y)
        var target = GdkRectangle(
            x: x, y: y, width: gtk_widget_get_allocated_width(place), height: gtk_widget_get_allocated_height(place))
        gtk_popover_set_pointing_to(cast(popover), &target)
        for (_, line) in lines { gtk_widget_destroy(line.widget) }
        lines = []
        openings += 1
        show()
        gtk_popover_popup(cast(popover))
        takeKeyboard()
        lookAgain(openings)
    }

    private func lookAgain(_ opening: Int) {
        MainHop.post(at: .now() + Self.patience) { [weak self] in
            guard let self, self.isAlive, self.openings == opening, gtk_widget_get_visible(self.popover) != 0
            else { return }
            self.show()
            self.lookAgain(opening)
        }
    }

    /// Moves the keyboard focus to the first enabled button, unless an enabled widget of the list has it.
    private func takeKeyboard() {
        let focused = gtk_window_get_focus(cast(gtk_widget_get_toplevel(popover)))
        if let focused, gtk_widget_is_ancestor(focused, popover) != 0, gtk_widget_is_sensitive(focused) != 0 { return }
        gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD)
    }

    /// Updates the lines of all tasks, with the title of the document where the window has several.
    private func show() {
        let documents = documents()
        var ended = Set(lines.map(\.subject))
        for document in documents {
            for task in document.goingTasks {
                let subject = Subject(document: ObjectIdentifier(document), kind: task.kind)
                ended.remove(subject)
                show(task, of: documents.count > 1 ? document.title : "", in: line(of: subject))
            }
        }
        for (subject, line) in lines where ended.contains(subject) {
            line.stop = nil
            gtk_widget_set_sensitive(line.widget, 0)
        }
        gtk_widget_set_visible(nothing, lines.isEmpty ? 1 : 0)
        if gtk_widget_get_visible(popover) != 0 { takeKeyboard() }
    }

    private func line(of subject: Subject) -> Line {
        if let known = lines.first(where: { $0.subject == subject }) { return known.line }
        let line = makeLine()
        lines.append((subject, line))
        return line
    }

    private func show(_ task: GoingTask, of document: String, in line: Line) {
        let words = document.isEmpty ? task.words : "\(document) · \(task.words)"
        gtk_label_set_text(cast(line.label), words.visible)
        gtk_widget_set_tooltip_text(line.label, words.visible)
        gtk_widget_set_visible(line.bar, task.share == nil ? 0 : 1)
        gtk_progress_bar_set_fraction(cast(line.bar), task.share ?? 0)
        line.stop = task.stop
        gtk_widget_set_visible(line.button, task.stop == nil ? 0 : 1)
        gtk_widget_set_sensitive(line.widget, 1)
    }

    private func makeLine() -> Line {
        let line = Line()
        gtk_grid_set_column_spacing(cast(line.widget), 12)
        gtk_grid_set_row_spacing(cast(line.widget), 4)
        gtk_label_set_xalign(cast(line.label), 0)
        gtk_label_set_ellipsize(cast(line.label), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(cast(line.label), 44)
        gtk_widget_set_hexpand(line.label, 1)
        gtk_widget_set_valign(line.button, GTK_ALIGN_CENTER)
        gtk_grid_attach(cast(line.widget), line.label, 0, 0, 1, 1)
        gtk_grid_attach(cast(line.widget), line.bar, 0, 1, 1, 1)
        gtk_grid_attach(cast(line.widget), line.button, 1, 0, 1, 2)
        for part in [line.label, line.widget] { gtk_widget_show(part) }
        connect(UnsafeMutableRawPointer(line.button), "clicked") { [weak self, weak line] in
            line?.stop?()
            self?.show()
        }
        gtk_box_pack_start(cast(list), line.widget, 0, 0, 0)
        return line
    }
}
