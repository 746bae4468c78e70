import CGTK
import GridGTK
import TabularOps
import Translation

/// The bar above the grid for the text to find.
@MainActor
final class FindBar {
    let widget: Widget
    /// Called when the text or the search options change.
    var onChange: () -> Void = {}
    var onMove: (FindSearch.Direction) -> Void = { _ in }
    var onClose: () -> Void = {}
    private let entry: Widget = gtk_search_entry_new()
    private let count: Widget = gtk_label_new(nil)
    private let note: Widget = gtk_label_new(nil)
    private var announced = ""
    private let options: [Option: Widget]

    private enum Option: CaseIterable {
        case letterCase, whole, pattern, column

        static var columnLabel: String { tr("Column") }

        /// The name for screen readers where the label is a symbol; nil where the label itself is a word.
        var spoken: String? {
            switch self {
            case .letterCase: tr("Match capitals and marks")
            case .whole: tr("Whole cells")
            case .pattern: tr("Regular expression")
            case .column: nil
            }
        }

        /// The label, what it does, and its key with Alt.
        var texts: (label: String, hint: String, key: Int32) {
            switch self {
            case .letterCase: ("Aa", tr("Match capitals and marks of letters (Alt+C)"), GDK_KEY_c)
            case .whole: ("|ab|", tr("Whole cells (Alt+W)"), GDK_KEY_w)
            case .pattern: (".*", tr("Regular expression (Alt+R)"), GDK_KEY_r)
            case .column: (Self.columnLabel, tr("Only in the column of the active cell (Alt+L)"), GDK_KEY_l)
            }
        }
    }

    init() {
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        options = Dictionary(
            uniqueKeysWithValues: Option.allCases.map { option -> (Option, Widget) in
                let button: Widget = gtk_toggle_button_new_with_label(option.texts.label)
                gtk_widget_set_tooltip_text(button, option.texts.hint)
                gtk_widget_set_focus_on_click(button, 0)
                if let name = option.spoken { Spoken.name(button, name) }
                return (option, button)
            })
        build()
    }

    var isOpen: Bool { gtk_widget_get_visible(widget) != 0 }
    var text: String { gtk_entry_get_text(cast(entry)).map { String(cString: $0) } ?? "" }
    var isInColumn: Bool { isOn(.column) }

    /// The query that the text and the options make, without the column.
    var query: FindQuery {
        var query = FindQuery(text)
        query.isPattern = isOn(.pattern)
        query.isWhole = isOn(.whole) && !text.isEmpty
        query.letterCase = isOn(.letterCase) ? .match : .ignore
        query.diacritics = query.letterCase
        return query
    }

    /// Opens the bar with the keyboard focus in it and the previous text selected; or with `text`.
    func open(_ text: String? = nil) {
        gtk_widget_show(widget)
        if let text { gtk_entry_set_text(cast(entry), text) }
        gtk_widget_grab_focus(entry)
        gtk_editable_select_region(OpaquePointer(entry), 0, -1)
    }

    /// Shows the bar while the keyboard focus stays in the table.
    func show() { gtk_widget_show(widget) }

    func close() { gtk_widget_hide(widget) }

    /// Names the searched column in the tooltip; nil for all columns.
    func name(column title: String?) {
        guard let button = options[.column], let label = gtk_bin_get_child(cast(button)) else { return }
        gtk_label_set_text(
            cast(label), title.map { tr("Column: {column}", ["column": $0.visible]) } ?? Option.columnLabel)
        // A narrow window truncates it.
        let searched = title.map { "\n" + tr("Searched: {column}", ["column": $0.visible]) } ?? ""
        gtk_widget_set_tooltip_text(button, Option.column.texts.hint + searched)
    }

    /// Forgets the last announcement, so that an equal one of another search is announced again.
    func forgetAnnouncement() { announced = "" }

    /// Announces the number of hits to screen readers, unless that was the last announcement.
    func announce(_ words: String) {
        guard words != announced else { return }
        announced = words
        Spoken.announce(words, by: count)
    }

    /// Shows the number of hits, and `words2` below the text; `isError` marks a text that cannot be searched for.
    func say(_ words: String, note words2: String = "", isError: Bool = false) {
        gtk_label_set_text(cast(count), words)
        gtk_label_set_text(cast(note), words2)
        gtk_widget_set_visible(note, words2.isEmpty ? 0 : 1)
        let style = gtk_widget_get_style_context(entry)
        if isError {
            gtk_style_context_add_class(style, "error")
        } else {
            gtk_style_context_remove_class(style, "error")
        }
    }

    private func isOn(_ option: Option) -> Bool {
        options[option].map { gtk_toggle_button_get_active(cast($0)) != 0 } ?? false
    }

    private func build() {
        let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
        gtk_container_set_border_width(cast(bar), 4)
        // The entry takes the remaining width; it must not widen a narrow window.
        gtk_entry_set_width_chars(cast(entry), 5)
        gtk_entry_set_placeholder_text(cast(entry), tr("Find in all rows"))
        gtk_box_pack_start(cast(bar), entry, 1, 1, 0)
        for (icon, label, hint, direction) in [
            (
                "go-up-symbolic", tr("Previous"), tr("The hit before (Shift+Enter, Shift+F3)"),
                FindSearch.Direction.backward
            ),
            ("go-down-symbolic", tr("Next"), tr("The next hit (Enter, F3)"), .forward),
        ] {
            let button = IconButton.make(icon, label: label, tooltip: hint)
            connect(button, "clicked") { [weak self] in self?.onMove(direction) }
            gtk_box_pack_start(cast(bar), button, 0, 0, 0)
        }
        gtk_label_set_width_chars(cast(count), 10)
        gtk_label_set_xalign(cast(count), 0)
        gtk_box_pack_start(cast(bar), count, 0, 0, 4)
        let switches: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        gtk_style_context_add_class(gtk_widget_get_style_context(switches), "linked")
        for option in Option.allCases {
            guard let button = options[option] else { continue }
            connect(button, "toggled") { [weak self] in self?.onChange() }
            Style.add("button { padding-left: 8px; padding-right: 8px; min-width: 0; }", to: button)
            gtk_box_pack_start(cast(switches), button, 0, 0, 0)
        }
        gtk_box_pack_start(cast(bar), switches, 0, 0, 0)
        let close = IconButton.make("window-close-symbolic", label: tr("Close"), tooltip: tr("Close (Escape)"))
        connect(close, "clicked") { [weak self] in self?.onClose() }
        gtk_box_pack_end(cast(bar), close, 0, 0, 0)
        gtk_label_set_xalign(cast(note), 0)
        gtk_label_set_ellipsize(cast(note), PANGO_ELLIPSIZE_END)
        gtk_widget_set_margin_start(note, 10)
        gtk_widget_set_margin_bottom(note, 4)
        gtk_box_pack_start(cast(widget), bar, 0, 0, 0)
        gtk_box_pack_start(cast(widget), note, 0, 0, 0)
        gtk_box_pack_start(cast(widget), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), 0, 0, 0)
        gtk_widget_show_all(widget)
        gtk_widget_hide(note)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
        connect(entry, "changed") { [weak self] in self?.onChange() }
        if let button = options[.column], let label = gtk_bin_get_child(cast(button)) {
            gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
            gtk_label_set_width_chars(cast(label), Int32(Option.columnLabel.count))
            gtk_label_set_max_width_chars(cast(label), 24)
        }
        // Otherwise the entry handles Return and Escape itself.
        for widget in [entry, widget] {
            connectKeys(widget) { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
        }
    }

    private func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        let isShifted = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
        switch Int32(bitPattern: key) {
        case GDK_KEY_Escape: onClose()
        case GDK_KEY_Return, GDK_KEY_KP_Enter: onMove(isShifted ? .backward : .forward)
        default: return false
        }
        return true
    }

    /// Handles a letter key pressed in the window while the bar has the keyboard focus, if it is the key of an option. The
    /// window calls this before it handles Alt and the letter: a button of another bar may have the same letter.
    func press(letter: UInt32, _ modifiers: GdkModifierType) -> Bool {
        let others = GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
        guard isOpen, modifiers.rawValue & GDK_MOD1_MASK.rawValue != 0, modifiers.rawValue & others == 0,
            let option = Option.allCases.first(where: { UInt32($0.texts.key) == letter }), let button = options[option],
            let window = gtk_widget_get_toplevel(widget), let focus = gtk_window_get_focus(cast(window)),
            gtk_widget_is_ancestor(focus, widget) != 0
        else { return false }
        gtk_toggle_button_set_active(cast(button), isOn(option) ? 0 : 1)
        return true
    }
}
