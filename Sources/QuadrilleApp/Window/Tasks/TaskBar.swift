import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime
import Translation

/// A line below the grid that says how far something has come, and then, as long as it takes to be read, that it has ended.
/// What is in it is made when it is shown for the first time: a window without any opens sooner.
@MainActor
final class TaskBar {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    var onCancel: () -> Void = {}
    /// The title of the task in progress and its share done, nil where that is not known; nil while there is no task.
    private(set) var going: (text: String, share: Double?)? {
        didSet { if (going == nil) != (oldValue == nil) { onChange() } }
    }
    /// Called when something begins or ends to go on.
    var onChange: () -> Void = {}
    private lazy var label: Widget = gtk_label_new(nil)
    private lazy var progress: Widget = gtk_progress_bar_new()
    private lazy var button: Widget = gtk_button_new_with_mnemonic(tr("_Stop"))
    private var isBuilt = false
    /// Counts what was said.
    private var saying = 0
    /// True while the bar says that a task has ended.
    private var isDone = false
    /// Seconds that anybody has to read that.
    private static let readingTime = 10.0

    init() {
        gtk_widget_set_margin_start(widget, 10)
        gtk_widget_set_margin_end(widget, 4)
        gtk_widget_set_margin_top(widget, 4)
        gtk_widget_set_margin_bottom(widget, 4)
        gtk_widget_set_no_show_all(widget, 1)
    }

    /// Says what goes on; without a share (0 … 1) it waits for something.
    func show(_ text: String, progress share: Double?) {
        set(text, button: tr("_Stop"), hint: tr("Stop this; nothing is kept of it (Escape)"))
        gtk_widget_set_visible(progress, share == nil ? 0 : 1)
        if let share { gtk_progress_bar_set_fraction(cast(progress), min(1, max(0, share))) }
        going = (text, share)
    }

    /// Says what was done, until it is closed, something else is, or it has been in sight for a while.
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

    /// Hides what was said, where it is in sight all the while, and nobody is about to use the button.
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
        // What was said in a tab that nobody saw is there to be read when it comes into sight.
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
