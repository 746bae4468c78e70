import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime
import Translation

/// A line below the grid with the progress of a task, and then, long enough to read, with its result.
/// Its content is created when it is first shown: a window without it opens faster.
@MainActor
final class TaskBar {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    var onCancel: () -> Void = {}
    /// The title of the task in progress and its share done, nil where that is not known; nil while there is no task.
    private(set) var going: (text: String, share: Double?)? {
        didSet { if (going == nil) != (oldValue == nil) { onChange() } }
    }
    /// Called when a task begins or ends.
    var onChange: () -> Void = {}
    private lazy var label: Widget = gtk_label_new(nil)
    private lazy var progress: Widget = gtk_progress_bar_new()
    private lazy var button: Widget = gtk_button_new_with_mnemonic(tr("_Stop"))
    private var isBuilt = false
    /// Incremented with each message.
    private var saying = 0
    /// True while the bar shows the result of a task.
    private var isDone = false
    /// The time to read a result, in seconds.
    private static let readingTime = 10.0

    init() {
        gtk_widget_set_margin_start(widget, 10)
        gtk_widget_set_margin_end(widget, 4)
        gtk_widget_set_margin_top(widget, 4)
        gtk_widget_set_margin_bottom(widget, 4)
        gtk_widget_set_no_show_all(widget, 1)
    }

    /// Shows a task in progress; without a share (0 … 1) the task is waiting.
    func show(_ text: String, progress share: Double?) {
        set(text, button: tr("_Stop"), hint: tr("Stop this; nothing is kept of it (Escape)"))
        gtk_widget_set_visible(progress, share == nil ? 0 : 1)
        if let share { gtk_progress_bar_set_fraction(cast(progress), min(1, max(0, share))) }
        going = (text, share)
    }

    /// Shows the result of a task until the user closes it, another message replaces it, or it has been visible for a while.
    func done(_ text: String) {
        set(text, button: tr("_Close"), hint: nil)
        gtk_widget_hide(progress)
        (isDone, going) = (true, nil)
        Spoken.announce(text.visible, by: widget)
        hideOnceRead()
    }

    func hide() {
        going = nil
        gtk_widget_hide(widget)
    }

    /// Hides the result after it has been visible without interruption, unless the user is about to press the button.
    private func hideOnceRead() {
        guard isDone, gtk_widget_get_mapped(widget) != 0 else { return }
        saying += 1
        let said = saying
        MainHop.post(at: .now() + Self.readingTime) { [weak self] in
            guard let self, self.saying == said, self.isDone else { return }
            let isPointed = gtk_widget_get_state_flags(self.button).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
            if isPointed || gtk_widget_has_focus(self.button) != 0 { return self.hideOnceRead() }
            self.hide()
        }
    }

    private func build() {
        isBuilt = true
        gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_width_chars(cast(label), 10)
        gtk_widget_set_valign(progress, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(progress, 120, -1)
        gtk_style_context_add_class(gtk_widget_get_style_context(button), "flat")
        gtk_box_pack_start(cast(widget), label, 1, 1, 0)
        for part in [button, progress] { gtk_box_pack_end(cast(widget), part, 0, 0, 0) }
        for part in [label, button] { gtk_widget_show(part) }
        connect(button, "clicked") { [weak self] in self?.onCancel() }
        // The time to read a result in a hidden tab begins when the tab becomes visible.
        connect(widget, "map") { [weak self] in self?.hideOnceRead() }
        for signal in ["unmap", "destroy"] { connect(widget, signal) { [weak self] in self?.saying += 1 } }
    }

    private func set(_ text: String, button title: String, hint: String?) {
        if !isBuilt { build() }
        saying += 1
        isDone = false
        let text = text.visible
        gtk_label_set_text(cast(label), text)
        gtk_widget_set_tooltip_text(label, text)
        gtk_button_set_label(cast(button), title)
        gtk_button_set_use_underline(cast(button), 1)
        gtk_widget_set_tooltip_text(button, hint)
        gtk_widget_show(widget)
    }
}
