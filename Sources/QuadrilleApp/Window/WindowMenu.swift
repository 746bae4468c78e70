import CGTK
import GridGTK
import GridUI

/// The header bar's buttons and the menu behind one of them.
@MainActor
enum WindowMenu {
    static func openButton() -> Widget {
        // Without an icon theme the button would be blank.
        let hasIcon = gtk_icon_theme_has_icon(gtk_icon_theme_get_default(), "document-open-symbolic") != 0
        let button: Widget =
            hasIcon
            ? gtk_button_new_from_icon_name("document-open-symbolic", GTK_ICON_SIZE_BUTTON)
            : gtk_button_new_with_mnemonic("_Open")
        gtk_actionable_set_action_name(OpaquePointer(button), "win.open")
        gtk_widget_set_tooltip_text(button, "Open a file" + Shortcut.hint("win.open"))
        return button
    }

    /// `undo` is the part of the menu that says what can be undone.
    static func menuButton(undo: OpaquePointer?) -> Widget {
        let button: Widget = gtk_menu_button_new()
        gtk_button_set_image(cast(button), gtk_image_new_from_icon_name("open-menu-symbolic", GTK_ICON_SIZE_BUTTON))
        // Without an icon theme the button would be blank.
        if gtk_icon_theme_has_icon(gtk_icon_theme_get_default(), "open-menu-symbolic") == 0 {
            gtk_button_set_label(cast(button), "Menu")
        }
        gtk_widget_set_tooltip_text(button, "View" + Shortcut.hint("win.menu"))
        gtk_menu_button_set_menu_model(cast(button), menu(undo: undo))
        return button
    }

    private static func menu(undo: OpaquePointer?) -> UnsafeMutablePointer<GMenuModel>? {
        let sections: [[(String, String)]] = [
            [
                ("Freeze _Rows to the Active Cell", GridCommand.freezeRows.rawValue),
                ("Freeze _Columns to the Active Cell", GridCommand.freezeColumns.rawValue),
                ("_Freeze Both", GridCommand.freezeBoth.rawValue),
                ("Freeze from the Active Row to the _Bottom", GridCommand.freezeTrailingRows.rawValue),
                ("Freeze from the Active Column to the _End", GridCommand.freezeTrailingColumns.rawValue),
                ("_Unfreeze", GridCommand.unfreeze.rawValue),
            ],
            [
                ("_Hide Column", GridCommand.hideColumn.rawValue), ("Hide Ro_w", GridCommand.hideRow.rawValue),
                ("_Show All Hidden", GridCommand.showAll.rawValue),
                ("Column as Row _Names, or Row Numbers", "row-names"),
                ("_Merge Equal Neighbours", "merge-equal"), ("_Take Merged Cells Apart", "unmerge"),
                ("_Wrap Text", GridCommand.wrapText.rawValue), ("Stripe Rows", GridCommand.stripeRows.rawValue),
                ("Compact Rows", GridCommand.compactRows.rawValue),
                ("Pictures in Headers", GridCommand.headerPictures.rawValue),
            ],
            [
                ("Zoom _In", GridCommand.zoomIn.rawValue), ("Zoom _Out", GridCommand.zoomOut.rawValue),
                ("_Normal Size", GridCommand.zoomReset.rawValue), ("F_ull Screen", "fullscreen"),
            ],
            [("Fin_d…", "find"), ("_Go To…", "go-to"), ("_Back", "back"), ("Forwar_d", "forward")],
            [
                ("Sort Ascending", "sort-ascending"), ("Sort Descending", "sort-descending"),
                ("Texts as Words, 9 before 10", "sort-natural"), ("Rows without a Value First", "sort-empty-first"),
                ("The File's Order", "file-order"), ("Filter…", "filter"), ("Show All Ro_ws", "clear-arrangement"),
                ("Sort and Filter A_gain", "arrange-again"),
            ],
            [
                ("Whole _Value", "show-value"), ("Reco_rd", "show-record"), ("Colu_mn", "show-column"),
                ("All Columns", "columns"),
            ],
            [("_Problems", "problems"), ("Ne_xt Problem", "next-problem"), ("_Dialect…", "dialect")],
            [("Re_load", "reload"), ("Reload by _Itself", "auto-reload"), ("Follow the En_d", "follow")],
            [("_Open…", "open"), ("_Export…", "export"), ("Sa_ve Value…", "save-value"), ("Close _Window", "close")],
            [("_Keyboard Shortcuts", "shortcuts")],
        ]
        guard let menu = g_menu_new() else { return nil }
        if let undo { g_menu_append_section(menu, nil, cast(undo)) }
        guard let copying = g_menu_new() else { return nil }
        g_menu_append(copying, "Select A_ll", "win." + GridCommand.selectAll.rawValue)
        g_menu_append(copying, "Cop_y", "win." + GridCommand.copy.rawValue)
        g_menu_append_submenu(copying, "Copy _As", CopyMenu.model)
        g_menu_append_section(menu, nil, cast(copying))
        g_object_unref(UnsafeMutableRawPointer(copying))
        for items in sections {
            guard let section = g_menu_new() else { continue }
            for (label, action) in items { g_menu_append(section, label, "win." + action) }
            g_menu_append_section(menu, nil, cast(section))
            g_object_unref(UnsafeMutableRawPointer(section))
        }
        return cast(menu)
    }
}
