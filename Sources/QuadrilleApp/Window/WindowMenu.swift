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
        gtk_widget_set_tooltip_text(button, "Open a file (Ctrl+O)")
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
        gtk_widget_set_tooltip_text(button, "View (F10)")
        gtk_menu_button_set_menu_model(cast(button), menu(undo: undo))
        return button
    }

    /// The keys of the actions, as `gtk_application_set_accels_for_action` takes them.
    static let accelerators: [(action: String, keys: [String])] = [
        ("win.open", ["<Control>o"]), ("win.export", ["<Control>e"]), ("win.close", ["<Control>w"]),
        ("app.quit", ["<Control>q"]), ("win.reload", ["F5", "<Control>r"]), ("win.follow", ["<Control><Shift>l"]),
        ("win.fullscreen", ["F11"]), ("win.menu", ["F10"]),
        ("win.zoom-in", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
        ("win.zoom-out", ["<Control>minus", "<Control>KP_Subtract"]),
        ("win.zoom-reset", ["<Control>0", "<Control>KP_0"]), ("win.wrap-text", ["<Control><Shift>w"]),
        ("win.freeze-both", ["<Control><Shift>f"]),
        ("win.freeze-rows", ["<Control><Shift>r"]), ("win.freeze-columns", ["<Control><Shift>c"]),
        ("win.freeze-trailing-rows", ["<Control><Shift>b"]), ("win.freeze-trailing-columns", ["<Control><Shift>e"]),
        ("win.unfreeze", ["<Control><Shift>u"]), ("win.hide-row", ["<Control>9"]),
        ("win.hide-column", ["<Control><Shift>h"]), ("win.show-all", ["<Control><Shift>s"]),
        ("win.row-names", ["<Control><Shift>n"]), ("win.merge-equal", ["<Control><Shift>m"]),
        ("win.view-sheet", ["<Control>1"]), ("win.view-fit", ["<Control>2"]), ("win.view-timeline", ["<Control>3"]),
        ("win.view-columns", ["<Control>4"]), ("win.view-cards", ["<Control>5"]),
        ("win.filter", ["<Control>l"]), ("win.clear-arrangement", ["<Control><Shift>a"]),
        ("win.sort-ascending", ["<Alt>Up"]), ("win.sort-descending", ["<Alt>Down"]),
        ("win.dialect", ["<Control><Shift>d"]), ("win.show-value", ["F4"]), ("win.show-record", ["<Shift>F4"]),
        ("win.show-column", ["<Control>i"]), ("win.header-pictures", ["<Control><Shift>i"]),
        ("win.columns", ["F9"]),
        ("win.problems", ["<Control><Shift>p"]), ("win.next-problem", ["F8"]),
        ("win.undo", ["<Control>z"]), ("win.redo", ["<Control><Shift>z", "<Control>y"]),
        ("win.find", ["<Control>f"]), ("win.find-next", ["F3"]), ("win.find-previous", ["<Shift>F3"]),
        ("win.go-to", ["<Control>g"]), ("win.back", ["<Alt>Left"]), ("win.forward", ["<Alt>Right"]),
        ("win.previous-problem", ["<Shift>F8"]),
    ]

    /// The first key of an action; empty where it has none.
    static func key(of action: String) -> String { accelerators.first { $0.action == action }?.keys.first ?? "" }

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
