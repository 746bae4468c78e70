import CGTK
import Dispatch
import GridGTK
import Translation

/// The list of all that goes on in a window, each thing with how far it is and a button that gives it up, in a popover.
@MainActor
final class TaskList {
    /// The documents of the window.
    var documents: () -> [Document] = { [] }
    /// Called once it is closed.
    var onClose: () -> Void = {}
    private let popover: Widget
    private let list: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    private let nothing: Widget = gtk_label_new(tr("Nothing is going on."))
    private var lines: [Line] = []
    /// Seconds between two looks at what goes on, while it is open.
    private static let patience = 0.25

    /// A place for one thing.
    private final class Line {
        let widget: Widget = gtk_grid_new()
        let label: Widget = gtk_label_new(nil)
        let bar: Widget = gtk_progress_bar_new()
        let button: Widget = gtk_button_new_with_mnemonic(tr("_Stop"))
        var stop: (() -> Void)?
    }

    /// It points to `anchor` where nothing else asks for it.
    init(at anchor: Widget) {
        popover = gtk_popover_new(anchor)
        gtk_container_set_border_width(cast(list), 12)
        gtk_widget_set_size_request(list, 320, -1)
        Spoken.name(popover, tr("Tasks"))
        gtk_box_pack_start(cast(list), nothing, 0, 0, 0)
        gtk_container_add(cast(popover), list)
        gtk_widget_show(list)
        // GTK gives the keyboard back before.
        let closing = CoalescedHop { [weak self] in self?.onClose() }
        connect(UnsafeMutableRawPointer(popover), "closed") { closing.post() }
    }

    /// Opens it at `place`, or closes it.
    func toggle(at place: Widget) {
        guard gtk_widget_get_visible(popover) == 0 else { return gtk_popover_popdown(cast(popover)) }
        gtk_popover_set_relative_to(cast(popover), place)
        show()
        gtk_popover_popup(cast(popover))
        gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD)
        lookAgain()
    }

    private func lookAgain() {
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.documents().contains(where: \.isAlive) else { return }
                guard gtk_widget_get_visible(self.popover) != 0 else { return }
                self.show()
                self.lookAgain()
            }
        }
    }

    /// Where a window has several documents, each thing says of which it is.
    private func show() {
        let documents = documents()
        let going = documents.flatMap { document in
            document.goingTasks.map { (documents.count > 1 ? document.title : "", $0) }
        }
        while lines.count < going.count { lines.append(makeLine()) }
        for (index, line) in lines.enumerated() {
            guard index < going.count else {
                line.stop = nil
                gtk_widget_hide(line.widget)
                continue
            }
            show(going[index].1, of: going[index].0, in: line)
        }
        gtk_widget_set_visible(nothing, going.isEmpty ? 1 : 0)
    }

    private func show(_ task: GoingTask, of document: String, in line: Line) {
        let words = document.isEmpty ? task.words : "\(document) · \(task.words)"
        gtk_label_set_text(cast(line.label), words.visible)
        gtk_widget_set_tooltip_text(line.label, words.visible)
        gtk_widget_set_visible(line.bar, task.share == nil ? 0 : 1)
        gtk_progress_bar_set_fraction(cast(line.bar), task.share ?? 0)
        line.stop = task.stop
        gtk_widget_set_visible(line.button, task.stop == nil ? 0 : 1)
        gtk_widget_show(line.widget)
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
        gtk_widget_show(line.label)
        connect(UnsafeMutableRawPointer(line.button), "clicked") { [weak self, weak line] in
            line?.stop?()
            self?.show()
        }
        gtk_box_pack_start(cast(list), line.widget, 0, 0, 0)
        return line
    }
}
