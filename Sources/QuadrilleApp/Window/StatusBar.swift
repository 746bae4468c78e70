import CGTK
import GridGTK
import GridUI
import Tabular
import Translation

/// The line below the grid: how large the table is, where the active cell is, how the file was read, what goes on.
@MainActor
final class StatusBar {
    let widget: Widget

    private let extent = StatusBar.label()
    private let place = StatusBar.label()
    private let note = StatusBar.label()
    private let progress = StatusBar.label()
    private let problems = StatusBar.label()
    /// Opens and closes the list of problems.
    private let problemsButton: Widget = gtk_button_new()
    private let dialect = StatusBar.label()
    /// Opens what the dialect is chosen in.
    let dialectButton: Widget = gtk_button_new()
    /// Gives up what goes on.
    private let cancel: Widget = gtk_button_new_with_mnemonic(tr("C_ancel"))

    init() {
        widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18)
        gtk_widget_set_margin_start(widget, 10)
        gtk_widget_set_margin_end(widget, 10)
        gtk_widget_set_margin_top(widget, 4)
        gtk_widget_set_margin_bottom(widget, 4)
        for label in [extent, place] { gtk_box_pack_start(cast(widget), label, 0, 0, 0) }
        let inside: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        if gtk_icon_theme_has_icon(gtk_icon_theme_get_default(), "dialog-warning-symbolic") != 0 {
            let icon = gtk_image_new_from_icon_name("dialog-warning-symbolic", GTK_ICON_SIZE_MENU)
            gtk_box_pack_start(cast(inside), icon, 0, 0, 0)
        }
        gtk_box_pack_start(cast(inside), problems, 1, 1, 0)
        gtk_container_add(cast(problemsButton), inside)
        gtk_widget_show_all(inside)
        gtk_actionable_set_action_name(OpaquePointer(problemsButton), "win.problems")
        gtk_container_add(cast(dialectButton), dialect)
        gtk_actionable_set_action_name(OpaquePointer(dialectButton), "win.dialect")
        gtk_widget_set_tooltip_text(dialectButton, Shortcut.hint(tr("Read the file otherwise"), of: "win.dialect"))
        for part in [dialectButton, problemsButton, cancel, progress, note] {
            gtk_box_pack_end(cast(widget), part, 0, 0, 0)
        }
        gtk_actionable_set_action_name(OpaquePointer(cancel), "win.cancel-task")
        gtk_widget_set_tooltip_text(cancel, tr("Stop this (Escape)"))
        for button in [cancel, problemsButton, dialectButton] {
            gtk_style_context_add_class(gtk_widget_get_style_context(button), "flat")
            gtk_widget_set_no_show_all(button, 1)
            gtk_widget_set_focus_on_click(button, 0)
            Self.flatten(button)
        }
        // A narrow window cuts their ends; else a text that comes while it is open would make it wider.
        for label in [extent, place, dialect, progress, problems, note] {
            gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
        }
        for label in [extent, place] { gtk_label_set_width_chars(cast(label), 8) }
    }

    func show(_ model: GridModel, task: TaskProgress?) {
        set(extent, StatusText.extent(of: model.table))
        set(place, StatusText.place(of: model))
        gtk_widget_set_tooltip_text(place, StatusText.placeHint(of: model))
        let notes = StatusText.notes(on: model)
        set(note, notes)
        gtk_widget_set_tooltip_text(note, notes)
        set(progress, task.map(StatusText.progress) ?? StatusText.progress(of: model.table))
        gtk_widget_set_visible(cancel, task == nil ? 0 : 1)
        set(problems, StatusText.problems(of: model.table))
        let words = StatusText.dialect(of: model.table.description)
        set(dialect, words)
        gtk_widget_set_visible(dialectButton, words.isEmpty ? 0 : 1)
        gtk_widget_set_visible(problemsButton, model.table.problems.count > 0 ? 1 : 0)
        gtk_widget_set_tooltip_text(problemsButton, tr("List them (Ctrl+Shift+P); F8 goes to the next one"))
    }

    private func set(_ label: Widget, _ text: String) {
        if let shown = gtk_label_get_text(cast(label)), String(cString: shown) == text { return }
        gtk_label_set_text(cast(label), text)
        gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
    }

    /// Makes a button no higher than the texts beside it, or the grid would jump when it comes. What cannot be clicked says
    /// the same, as legibly.
    static func flatten(_ button: Widget) {
        Style.add(
            """
            button { min-height: 0; padding: 0 6px; border: none; }
            button:disabled { color: @theme_fg_color; }
            """, to: button)
    }

    private static func label() -> Widget {
        let label: Widget = gtk_label_new(nil)
        // Shown by its text alone.
        gtk_widget_set_no_show_all(label, 1)
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_single_line_mode(cast(label), 1)
        Style.quieten(label)
        return label
    }
}
