import CGTK
import Glibc
import GridGTK
import Translation

/// The window in which the user changes the preferences for all windows. Changes apply at once.
@MainActor
final class PreferencesWindow {
    private static var shown: PreferencesWindow?

    private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
    private let form: Widget = gtk_grid_new()
    private var line: Int32 = 0

    /// Opens the window over another one, or brings it to the front.
    static func open(over parent: Widget) {
        let window = shown ?? PreferencesWindow()
        shown = window
        gtk_window_set_transient_for(cast(window.window), cast(parent))
        gtk_window_present(cast(window.window))
    }

    private init() {
        gtk_window_set_title(cast(window), tr("Preferences"))
        let header: Widget = gtk_header_bar_new()
        gtk_header_bar_set_title(cast(header), tr("Preferences"))
        gtk_header_bar_set_show_close_button(cast(header), 1)
        gtk_window_set_titlebar(cast(window), header)
        gtk_window_set_resizable(cast(window), 0)
        gtk_window_set_type_hint(cast(window), GDK_WINDOW_TYPE_HINT_DIALOG)
        gtk_window_set_position(cast(window), GTK_WIN_POS_CENTER_ON_PARENT)
        gtk_window_set_destroy_with_parent(cast(window), 1)
        gtk_container_set_border_width(cast(window), 18)
        gtk_grid_set_row_spacing(cast(form), 10)
        gtk_grid_set_column_spacing(cast(form), 18)
        gtk_container_add(cast(window), form)
        addTheme()
        addFont()
        addWheel()
        addSwitch(tr("_Compact rows"), \.compactRows)
        addSwitch(tr("_Stripes on every second row"), \.stripeRows)
        addNote(tr("In all windows now, and in files that are opened for the first time."))
        addChoice(
            tr("Open files _in"), \.opensIn,
            [(.windows, tr("Windows of their own")), (.tabs, tr("Tabs of a window"))])
        addSwitch(tr("_Group the digits of long numbers"), \.groupsDigits)
        addSwitch(tr("Follow the _end of files that grow"), \.follows)
        addChoice(
            tr("Where another file has the same c_olumns"), \.knownColumns,
            [
                (.ask, tr("Ask", in: "known columns")), (.always, tr("Show it as that one was")),
                (.never, tr("Show it as any other")),
            ])
        addSwitch(tr("_Less motion"), \.reducesMotion)
        addChoice(
            tr("Stay _ready without a window"), \.staysReady,
            [
                (.no, tr("Not at all", in: "stay ready")), (.tenMinutes, tr("For ten minutes")),
                (.hour, tr("For an hour")),
            ])
        gtk_widget_show_all(header)
        gtk_widget_show_all(form)
        connect(window, "destroy") { PreferencesWindow.shown = nil }
        connectKeys(window, areUnused: true) { [weak self] key, _ in
            guard let self, key == UInt32(GDK_KEY_Escape) else { return false }
            gtk_window_close(cast(window))
            return true
        }
    }

    private static var preferences: Preferences {
        get { PreferencesInForce.shared.preferences }
        set { PreferencesInForce.shared.set(newValue) }
    }

    /// Adds a line to the form: a label and its control, which the label's mnemonic activates.
    private func add(_ title: String, _ control: Widget) {
        let label: Widget = gtk_label_new_with_mnemonic(title)
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_mnemonic_widget(cast(label), control)
        gtk_widget_set_hexpand(label, 1)
        gtk_widget_set_halign(control, GTK_ALIGN_END)
        gtk_grid_attach(cast(form), label, 0, line, 1, 1)
        gtk_grid_attach(cast(form), control, 1, line, 1, 1)
        line += 1
    }

    private func addNote(_ text: String) {
        let label: Widget = gtk_label_new(text)
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_line_wrap(cast(label), 1)
        gtk_label_set_max_width_chars(cast(label), 44)
        Style.quieten(label)
        gtk_grid_attach(cast(form), label, 0, line, 2, 1)
        line += 1
    }

    private func addSwitch(_ title: String, _ path: WritableKeyPath<Preferences, Bool>) {
        let control: Widget = gtk_switch_new()
        gtk_switch_set_active(cast(control), Self.preferences[keyPath: path] ? 1 : 0)
        connectIgnoringArgument(UnsafeMutableRawPointer(control), "notify::active") {
            Self.preferences[keyPath: path] = gtk_switch_get_active(cast(control)) != 0
        }
        add(title, control)
    }

    /// A theme that the environment names overrides any other in GTK.
    private func addTheme() {
        let list = addChoice(
            tr("_Theme"), \.theme,
            [
                (.system, tr("As the desktop")), (.light, tr("Light", in: "theme")), (.dark, tr("Dark", in: "theme")),
            ])
        guard let name = getenv("GTK_THEME"), name.pointee != 0 else { return }
        gtk_widget_set_sensitive(list, 0)
        addNote(tr("The theme is the one that the variable GTK_THEME names."))
    }

    /// Adds a line with a list of choices. Returns the list.
    @discardableResult
    private func addChoice<Value: Equatable>(
        _ title: String, _ path: WritableKeyPath<Preferences, Value>, _ choices: [(value: Value, title: String)]
    ) -> Widget {
        let list: Widget = gtk_combo_box_text_new()
        for (_, title) in choices { gtk_combo_box_text_append_text(cast(list), title) }
        let shown = choices.firstIndex { $0.value == Self.preferences[keyPath: path] } ?? 0
        gtk_combo_box_set_active(cast(list), Int32(shown))
        connect(UnsafeMutableRawPointer(list), "changed") {
            let index = Int(gtk_combo_box_get_active(cast(list)))
            if choices.indices.contains(index) { Self.preferences[keyPath: path] = choices[index].value }
        }
        add(title, list)
        return list
    }

    private func addFont() {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        let usual: Widget = gtk_check_button_new_with_mnemonic(tr("The _desktop's", in: "font"))
        let button: Widget = gtk_font_button_new()
        let chooser = OpaquePointer(button)
        gtk_font_chooser_set_font(chooser, Self.preferences.font ?? Self.desktopFont)
        gtk_toggle_button_set_active(cast(usual), Self.preferences.font == nil ? 1 : 0)
        gtk_widget_set_sensitive(button, Self.preferences.font == nil ? 0 : 1)
        func follow() {
            let isUsual = gtk_toggle_button_get_active(cast(usual)) != 0
            gtk_widget_set_sensitive(button, isUsual ? 0 : 1)
            let font = gtk_font_chooser_get_font(chooser)
            defer { g_free(font) }
            Self.preferences.font = isUsual ? nil : font.map { String(cString: $0) }
        }
        connect(UnsafeMutableRawPointer(usual), "toggled") { follow() }
        connect(UnsafeMutableRawPointer(button), "font-set") { follow() }
        gtk_box_pack_start(cast(box), usual, 0, 0, 0)
        gtk_box_pack_start(cast(box), button, 0, 0, 0)
        add(tr("_Font of tables"), box)
    }

    private func addWheel() {
        let range = Preferences.wheelRange
        let spin: Widget = gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), 1)
        gtk_spin_button_set_value(cast(spin), Double(Self.preferences.wheelRows))
        connect(UnsafeMutableRawPointer(spin), "value-changed") {
            Self.preferences.wheelRows = Int(gtk_spin_button_get_value_as_int(cast(spin)))
        }
        add(tr("Rows for a notch of the _wheel"), spin)
    }

    private static var desktopFont: String {
        gtk_settings_get_default().map { Property.text(cast($0), "gtk-font-name") } ?? "Sans 10"
    }
}
