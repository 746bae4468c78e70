import CGTK
import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Translation

/// The line below the grid: the extent of the table, the active cell, the selection, the dialect and the tasks. Where it is too
/// narrow for all of them, the least important part is shortened or hidden first (`StatusPart`).
@MainActor
final class StatusBar {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, StatusBar.spacing)

    private let labels = Labels()
    private let buttons = Buttons()
    /// The notes on the table, and for some seconds the message about the last action.
    private var notes = ""
    private var passing = ""
    /// The number of such messages so far.
    private var saying = 0
    /// The time that such a message is shown, in seconds.
    private static let passingTime = 4.0
    private var parts: [StatusPart: Part] = [:]
    /// The width that the parts were fitted into last; nil after a text or the font has changed.
    private var fitted: Int32?
    private lazy var fitting = CoalescedHop { [weak self] in self?.fit() }

    /// The space between two parts, in logical pixels.
    private static let spacing: Int32 = 12

    @MainActor
    private struct Labels {
        let extent = StatusBar.label()
        let place = StatusBar.label()
        let figures = StatusBar.label()
        let note = StatusBar.label()
        let progress = StatusBar.label()
        let problems = StatusBar.label()
        let dialect = StatusBar.label()
        let zoom = StatusBar.label()

        /// The labels that end early where there is little room.
        var cut: [Widget] { [extent, place, figures, dialect, progress, problems, note] }
    }

    @MainActor
    private struct Buttons {
        /// Shows the active cell, and opens Go To.
        let place: Widget = gtk_button_new()
        /// Shows the zoom where it is not 100 %, and resets it.
        let zoom: Widget = gtk_button_new()
        /// Shows notes on unusual states, and shows what is hidden.
        let note: Widget = gtk_button_new()
        /// Opens and closes the list of problems.
        let problems: Widget = gtk_button_new()
        /// Opens the form of the dialect.
        let dialect: Widget = gtk_button_new()
        /// Shows the task in progress, and opens the list of all tasks.
        let progress: Widget = gtk_button_new()
        /// Cancels the task in progress.
        let cancel: Widget = gtk_button_new_with_mnemonic(tr("C_ancel"))
    }

    /// A part that is shown or hidden as a whole.
    private struct Part {
        /// The container, shown while there is room for it.
        var holder: Widget
        /// The content of the holder, always visible in it, so that it can be measured.
        var content: Widget
        /// The texts of the content, longest first, where it has shorter ones.
        var forms: [String] = []
        /// True where the part has something to show.
        var isWanted = false
        /// The space around the content, in logical pixels.
        var frame = 0
    }

    init() {
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(widget, 4) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(widget, 4) }
        add(.extent, labels.extent)
        add(.place, labels.place, in: buttons.place)
        add(.dialect, labels.dialect, in: buttons.dialect, isAtEnd: true)
        let warning: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        if StartIcons.shared.has("dialog-warning-symbolic") {
            let icon = gtk_image_new_from_icon_name("dialog-warning-symbolic", GTK_ICON_SIZE_MENU)
            gtk_box_pack_start(cast(warning), icon, 0, 0, 0)
        }
        gtk_box_pack_start(cast(warning), labels.problems, 1, 1, 0)
        add(.problems, warning, in: buttons.problems, isAtEnd: true)
        add(.zoom, labels.zoom, in: buttons.zoom, isAtEnd: true)
        let task: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        gtk_container_add(cast(buttons.progress), labels.progress)
        for part in [buttons.progress, buttons.cancel] { gtk_box_pack_start(cast(task), part, 0, 0, 0) }
        add(.progress, task, isAtEnd: true)
        add(.note, labels.note, in: buttons.note, isAtEnd: true)
        for (button, action) in [
            (buttons.problems, "win.problems"), (buttons.dialect, "win.dialect"), (buttons.zoom, "win.zoom-reset"),
            (buttons.cancel, "win.cancel-task"), (buttons.note, "win.show-all"), (buttons.progress, "win.tasks"),
        ] {
            gtk_actionable_set_action_name(OpaquePointer(button), action)
        }
        gtk_widget_set_tooltip_text(buttons.dialect, Shortcut.hint(tr("Read the file otherwise"), of: "win.dialect"))
        gtk_widget_set_tooltip_text(buttons.zoom, Shortcut.hint(tr("Back to 100 %"), of: "win.zoom-reset"))
        gtk_widget_set_tooltip_text(buttons.cancel, tr("Stop this (Escape)"))
        gtk_widget_set_tooltip_text(buttons.progress, Shortcut.hint(tr("All that is going on"), of: "win.tasks"))
        for button in [buttons.cancel, buttons.progress] { Self.flatten(button) }
        gtk_widget_set_no_show_all(buttons.cancel, 1)
        // A narrow window truncates them; otherwise a new text would make an open window wider.
        for label in labels.cut { gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END) }
        for label in [labels.extent, labels.place] { gtk_label_set_width_chars(cast(label), 8) }
        connectIgnoringArgument(UnsafeMutableRawPointer(widget), "size-allocate") { [weak self] in
            guard let self, gtk_widget_get_allocated_width(widget) != fitted else { return }
            // GTK ignores changes during layout.
            fitting.post()
        }
        connect(UnsafeMutableRawPointer(widget), "style-updated") { [weak self] in
            self?.fitted = nil
            self?.fitting.post()
        }
    }

    /// The button with the active cell.
    var placeButton: Widget { buttons.place }

    /// The widget that the dialect's form points to: the dialect's button, or the bar where there is no room for it.
    var dialectPlace: Widget { gtk_widget_get_visible(buttons.dialect) != 0 ? buttons.dialect : widget }

    /// The widget that the list of all tasks points to: the task's button, or the bar while that is hidden.
    var tasksPlace: Widget {
        let isShown = gtk_widget_get_visible(parts[.progress]?.holder ?? widget) != 0
        return isShown && gtk_widget_get_visible(buttons.progress) != 0 ? buttons.progress : widget
    }

    /// Shows the state of a grid, the task on it, and the number of `others`. `chosen` are words for the choices in the form of
    /// the format.
    func show(_ model: GridModel, chosen: [String], task: TaskProgress?, others: Int) {
        set(.extent, labels.extent, StatusText.extent(of: model.table))
        set(.place, labels.place, StatusText.place(of: model))
        let goTo = Shortcut.hint(tr("Go to a row, column or byte"), of: "win.go-to")
        Tooltips.set(
            [StatusText.placeHint(of: model), goTo].compactMap { $0 }.joined(separator: "\n"), over: buttons.place)
        notes = StatusText.notes(on: model)
        showNotes()
        let showAll = model.hiddenCounts == (0, 0) ? nil : Shortcut.hint(tr("Show all hidden"), of: "win.show-all")
        Tooltips.set([notes, showAll].compactMap { $0 }.joined(separator: "\n"), over: buttons.note)
        let words = task.map(StatusText.progress) ?? StatusText.progress(of: model.table)
        let going = StatusText.going(words, others: others)
        if (gtk_widget_get_visible(buttons.cancel) != 0) != (task != nil) { fitted = nil }
        gtk_widget_set_visible(buttons.cancel, task == nil ? 0 : 1)
        gtk_widget_set_visible(buttons.progress, going.isEmpty ? 0 : 1)
        set(.progress, labels.progress, going, isWanted: task != nil || !going.isEmpty)
        set(.problems, labels.problems, StatusText.problems(of: model.table))
        let reading = StatusText.dialect(of: model.table.description, model.typing.choices)
        set(.dialect, labels.dialect, ([reading] + chosen.map(\.visible)).joined(separator: " · "))
        set(.zoom, labels.zoom, StatusText.zoom(of: model))
        Tooltips.set(tr("List them (Ctrl+Shift+P); F8 goes to the next one"), over: buttons.problems)
        fit()
    }

    /// Shows and announces a message about an action, for some seconds.
    func say(_ text: String) {
        passing = text.visible
        saying += 1
        showNotes()
        fit()
        Spoken.announce(passing, by: widget)
        MainHop.post(at: .now() + Self.passingTime) { [weak self, saying] in
            guard let self, self.saying == saying else { return }
            self.passing = ""
            self.showNotes()
            self.fit()
        }
    }

    private func showNotes() {
        set(.note, labels.note, [passing, notes].filter { !$0.isEmpty }.joined(separator: " · "))
    }

    /// Adds a button with figures beside the label of the active cell.
    func add(figures button: Widget) { add(.figures, labels.figures, in: button) }

    /// Shows the longest of `forms`, which begin with the longest, that fits. Hides the figures where it is empty.
    func show(figures forms: [String]) {
        parts[.figures]?.forms = forms
        parts[.figures]?.isWanted = !forms.isEmpty
        fitted = nil
        fit()
    }

    private func set(_ part: StatusPart, _ label: Widget, _ text: String, isWanted: Bool? = nil) {
        let isWanted = isWanted ?? !text.isEmpty
        let isShown = gtk_label_get_text(cast(label)).map { String(cString: $0) } == text
        guard !isShown || parts[part]?.isWanted != isWanted else { return }
        parts[part]?.isWanted = isWanted
        gtk_label_set_text(cast(label), text)
        fitted = nil
    }

    /// Shows the parts that fit, unless nothing has changed since.
    private func fit() {
        let room = gtk_widget_get_allocated_width(widget)
        guard room != fitted else { return }
        fitted = room
        // Before the first layout the width is unknown, and measuring would be of no use.
        guard room > 1 else {
            gtk_label_set_text(cast(labels.figures), parts[.figures]?.forms.first ?? "")
            for shown in parts.values { gtk_widget_set_visible(shown.holder, shown.isWanted ? 1 : 0) }
            return
        }
        let wanted = parts.filter(\.value.isWanted)
        let widths = wanted.reduce(into: [:]) { $0[$1.key] = self.widths(of: $1.value, cutsEnd: $1.key.cutsEnd) }
        let kept = StatusPart.fitting(widths, into: Int(room), spacing: Int(Self.spacing))
        for (part, shown) in wanted {
            guard let width = kept[part], let whole = widths[part]?.first else { continue }
            if part.cutsEnd, width < whole {
                let room = width - shown.frame
                gtk_label_set_max_width_chars(cast(shown.content), Int32(max(1, room / characterWidth)))
            } else if let (_, form) = zip(widths[part] ?? [], shown.forms).first(where: { $0.0 == width }) {
                gtk_label_set_text(cast(shown.content), form)
            }
        }
        for (part, shown) in parts { gtk_widget_set_visible(shown.holder, kept[part] == nil ? 0 : 1) }
    }

    /// Returns the widths of a part in logical pixels: that of its whole text, without the last truncation, then those of its
    /// shorter forms.
    private func widths(of part: Part, cutsEnd: Bool) -> [Int] {
        if !part.forms.isEmpty {
            return part.forms.map { Int(TextWidth.widest(of: [$0], in: part.content)) + part.frame }
        }
        if cutsEnd { gtk_label_set_max_width_chars(cast(part.content), -1) }
        var natural: Int32 = 0
        gtk_widget_get_preferred_width(part.content, nil, &natural)
        return [Int(natural) + part.frame]
    }

    /// GTK's approximation of the width of a character, in logical pixels.
    private var characterWidth: Int {
        let context = gtk_widget_get_pango_context(labels.dialect)
        guard let metrics = pango_context_get_metrics(context, nil, nil) else { return 10 }
        defer { pango_font_metrics_unref(metrics) }
        let width = max(
            pango_font_metrics_get_approximate_char_width(metrics),
            pango_font_metrics_get_approximate_digit_width(metrics))
        return max(1, Int(width + PANGO_SCALE - 1) / Int(PANGO_SCALE))
    }

    private func add(_ part: StatusPart, _ content: Widget, in button: Widget? = nil, isAtEnd: Bool = false) {
        let holder: Widget = button ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        if button == nil {
            // The texts of buttons begin and end here too.
            for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(holder, Self.padding) }
        } else {
            Self.flatten(holder)
        }
        gtk_container_add(cast(holder), content)
        gtk_widget_show_all(content)
        gtk_widget_set_no_show_all(holder, 1)
        parts[part] = Part(holder: holder, content: content, frame: 2 * Int(Self.padding))
        if isAtEnd {
            gtk_box_pack_end(cast(widget), holder, 0, 0, 0)
        } else {
            gtk_box_pack_start(cast(widget), holder, 0, 0, 0)
        }
    }

    /// The space beside the text of a button, in logical pixels.
    private static let padding: Int32 = 6

    /// Makes a button look like a text that reacts to the pointer, no higher than the texts beside it, or the grid would move
    /// when it appears. A disabled button stays as legible.
    private static func flatten(_ button: Widget) {
        gtk_style_context_add_class(gtk_widget_get_style_context(button), "flat")
        gtk_widget_set_focus_on_click(button, 0)
        Style.add(
            """
            button { min-height: 0; padding: 0 \(padding)px; border: none; }
            button:disabled { color: @theme_fg_color; }
            """, to: button)
    }

    private static func label() -> Widget {
        let label: Widget = gtk_label_new(nil)
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_single_line_mode(cast(label), 1)
        Style.quieten(label)
        return label
    }
}
