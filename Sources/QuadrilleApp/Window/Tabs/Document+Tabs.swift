import CGTK
import GridGTK

// A document among others in its window.
extension Document {
    /// A Boolean value that indicates whether its window shows it.
    var isInSight: Bool { shell.document === self }

    /// Destroys the document with all of its background work.
    func close() {
        if isAlive { gtk_widget_destroy(root) }
    }

    func makeTab() -> TabLabel {
        let label = TabLabel { [weak self] in
            if let self { shell.close(self) }
        }
        tab = label
        return label
    }

    /// Called when the window has switched to this document.
    func cameIntoSight() {
        tab?.say(nil)
        prioritize()
        // The widget with the keyboard focus may already be in this document.
        if let holder = gtk_window_get_focus(cast(window)) {
            let isHere = gtk_widget_is_ancestor(holder, root) != 0 || holder == shell.book
            if !isHere { focus() }
        } else {
            focus()
        }
        gridChanged()
    }

    /// Raises background work of this table above that of tables in other tabs.
    func prioritize() { grid?.source.prioritize() }

    func installTabActions(_ add: (String, @escaping (Document) -> Void) -> Void) {
        add("new-tab") { $0.shell.application.openEmptyTab(in: $0.shell) }
        add("new-window") { $0.shell.application.openEmptyWindow() }
        add("next-tab") { $0.shell.turn(by: 1) }
        add("previous-tab") { $0.shell.turn(by: -1) }
        add("tab-forward") { $0.shell.moveTab(of: $0, by: 1) }
        add("tab-backward") { $0.shell.moveTab(of: $0, by: -1) }
        add("tab-to-window") { $0.shell.moveToNewWindow($0) }
        add("close-others") { $0.shell.closeOthers(than: $0) }
        add("close") { $0.shell.close($0) }
        add("close-window") { gtk_window_close(cast($0.window)) }
    }

    /// Enables the actions of its tab by the index of the tab.
    func followTabs(at index: Int, of count: Int) {
        for name in ["next-tab", "previous-tab", "tab-to-window", "close-others"] { enable(name, count > 1) }
        enable("tab-backward", index > 0)
        enable("tab-forward", index + 1 < count)
    }
}
