import CGTK
import GridGTK
import Translation

/// The menu of a tab.
@MainActor
enum TabMenu {
    /// Opens the menu at the pointer where `event` is a button press, else below the tab, which is `label`.
    static func open(of document: Document, at label: Widget, _ event: UnsafeMutablePointer<GdkEvent>?) {
        guard let menu: Widget = gtk_menu_new() else { return }
        let shell = document.shell
        let isAlone = shell.documents.count < 2
        let index = shell.documents.firstIndex { $0 === document } ?? 0
        add(tr("Move Tab Bac_kward"), "win.tab-backward", to: menu, isEnabled: index > 0) { [weak document] in
            if let document { document.shell.moveTab(of: document, by: -1) }
        }
        add(
            tr("Move Tab _Forward"), "win.tab-forward", to: menu, isEnabled: index + 1 < shell.documents.count
        ) { [weak document] in
            if let document { document.shell.moveTab(of: document, by: 1) }
        }
        add(tr("Move Tab to New Win_dow"), "win.tab-to-window", to: menu, isEnabled: !isAlone) { [weak document] in
            if let document { document.shell.moveToNewWindow(document) }
        }
        gtk_menu_shell_append(cast(menu), gtk_separator_menu_item_new())
        add(tr("Close _Other Tabs"), "win.close-others", to: menu, isEnabled: !isAlone) { [weak document] in
            if let document { document.shell.closeOthers(than: document) }
        }
        add(tr("_Close"), "win.close", to: menu, isEnabled: true) { [weak document] in
            if let document { document.shell.close(document) }
        }
        gtk_menu_attach_to_widget(cast(menu), shell.book, nil)
        gtk_widget_show_all(menu)
        // GTK emits this signal after the chosen entry's action.
        connect(UnsafeMutableRawPointer(menu), "selection-done") { gtk_widget_destroy(menu) }
        if let event { return gtk_menu_popup_at_pointer(cast(menu), event) }
        let isLeftToRight = gtk_widget_get_direction(label) == GTK_TEXT_DIR_LTR
        gtk_menu_popup_at_widget(
            cast(menu), label, isLeftToRight ? GDK_GRAVITY_SOUTH_WEST : GDK_GRAVITY_SOUTH_EAST,
            isLeftToRight ? GDK_GRAVITY_NORTH_WEST : GDK_GRAVITY_NORTH_EAST, nil)
        gtk_menu_shell_select_first(cast(menu), 1)
    }

    /// An entry with the key of `action`, which does the same to the shown tab.
    private static func add(
        _ label: String, _ action: String, to menu: Widget, isEnabled: Bool, _ act: @escaping () -> Void
    ) {
        guard let item = gtk_menu_item_new_with_mnemonic(label) else { return }
        gtk_widget_set_sensitive(item, isEnabled ? 1 : 0)
        var (key, modifiers) = (UInt32(0), GdkModifierType(rawValue: 0))
        gtk_accelerator_parse(Shortcut.key(of: action), &key, &modifiers)
        if key != 0, let child = gtk_bin_get_child(cast(item)) {
            gtk_accel_label_set_accel(cast(child), key, modifiers)
        }
        connect(UnsafeMutableRawPointer(item), "activate") { act() }
        gtk_menu_shell_append(cast(menu), item)
    }
}
