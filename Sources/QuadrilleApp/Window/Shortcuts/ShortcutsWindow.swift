import CGTK
import GridGTK
import Translation

/// The window that shows all keys: GTK's own, which can be searched.
@MainActor
enum ShortcutsWindow {
    /// Lines of a page, titles included: fewer on a small screen.
    private nonisolated static let pageLines = 5...15

    /// Opens the window over `window`. Closing destroys it.
    static func open(over window: Widget) {
        let lines = lines(fittingIn: WorkArea.around(window).height)
        guard let builder = gtk_builder_new_from_string(definition(Shortcut.groups, pageLines: lines), -1) else {
            return
        }
        defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
        guard let object = gtk_builder_get_object(builder, "shortcuts") else { return }
        let shortcuts: Widget = cast(object)
        gtk_window_set_title(cast(shortcuts), tr("Keyboard Shortcuts"))
        gtk_window_set_transient_for(cast(shortcuts), cast(window))
        gtk_window_set_destroy_with_parent(cast(shortcuts), 1)
        nameKeys(in: shortcuts)
        gtk_window_present(cast(shortcuts))
    }

    /// Returns the number of lines that fit: GTK lays out a whole page, and a small screen would cut it off. A line is as high
    /// as the picture of a key.
    private static func lines(fittingIn height: Int32) -> Int {
        guard let key: Widget = gtk_shortcut_label_new("<Control>a") else { return pageLines.upperBound }
        g_object_ref_sink(UnsafeMutableRawPointer(key))
        defer { g_object_unref(UnsafeMutableRawPointer(key)) }
        gtk_widget_show(key)
        var line: gint = 0
        gtk_widget_get_preferred_height(key, nil, &line)
        return lines(of: Int(line), in: Int(height))
    }

    /// Returns the number of lines of height `line` on a page, in a window of a height, both in logical pixels: lines are 8
    /// pixels apart, and above and below them are bars of two lines each.
    nonisolated static func lines(of line: Int, in height: Int) -> Int {
        let lines = height / max(1, line + 8) - 4
        return min(max(lines, pageLines.lowerBound), pageLines.upperBound)
    }

    /// Replaces the underscores in names of keys that GTK leaves untranslated, such as Page_Down.
    private static func nameKeys(in window: Widget) {
        // The keys are internal children of the widgets that show them.
        WidgetTree.visit(window) { widget in
            guard WidgetTree.isA(widget, gtk_label_get_type()) else { return true }
            let text = gtk_label_get_text(cast(widget)).map { String(cString: $0) } ?? ""
            if text.hasPrefix("Page_") { gtk_label_set_text(cast(widget), text.replacing("_", with: " ")) }
            return false
        }
    }

    /// The window in GtkBuilder format: GtkShortcutsWindow has no functions to build it.
    nonisolated static func definition(_ groups: [Shortcut.Group], pageLines: Int = 15) -> String {
        let all = groups.map { group in
            let lines = group.shortcuts.map { shortcut in
                child("GtkShortcutsShortcut", [("title", shortcut.title), ("accelerator", shown(shortcut.keys))], "")
            }
            return child("GtkShortcutsGroup", [("title", group.title)], lines.joined())
        }
        let section = child(
            "GtkShortcutsSection", [("section-name", "all"), ("max-height", "\(pageLines)")], all.joined())
        return "<interface><object class=\"GtkShortcutsWindow\" id=\"shortcuts\">\(section)</object></interface>"
    }

    /// The keys worth listing: those of a number pad duplicate others.
    private nonisolated static func shown(_ keys: [String]) -> String {
        keys.filter { !$0.contains("KP_") && !$0.hasSuffix("equal") }.joined(separator: " ")
    }

    private nonisolated static func child(
        _ type: String, _ properties: [(name: String, value: String)], _ content: String
    ) -> String {
        let lines = properties.map { "<property name=\"\($0.name)\">\(escaped($0.value))</property>" }
        return "<child><object class=\"\(type)\"><property name=\"visible\">1</property>\(lines.joined())\(content)"
            + "</object></child>"
    }

    private nonisolated static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            default: result.append(character)
            }
        }
    }
}
