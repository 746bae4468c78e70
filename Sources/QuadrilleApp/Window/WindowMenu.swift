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
        // Its many entries are made when it opens for the first time: a window without them opens sooner.
        gtk_widget_set_sensitive(button, 1)
        connect(button, "toggled") {
            guard gtk_menu_button_get_popover(cast(button)) == nil else { return }
            gtk_menu_button_set_menu_model(cast(button), menu(undo: undo))
            if let popover = gtk_menu_button_get_popover(cast(button)) { gtk_popover_popup(cast(popover)) }
        }
        return button
    }

    /// An entry: one that does something, or one behind which there are more.
    private enum Item {
        /// A label, and the name of an action of the window.
        case action(String, String)
        case submenu(String, [[Item]])
        case model(String, UnsafeMutablePointer<GMenuModel>?)

        static func command(_ label: String, _ command: GridCommand) -> Item { .action(label, command.rawValue) }
    }

    private static func menu(undo: OpaquePointer?) -> UnsafeMutablePointer<GMenuModel>? {
        guard let menu = g_menu_new() else { return nil }
        if let undo { g_menu_append_section(menu, nil, cast(undo)) }
        append(sections, to: menu)
        return cast(menu)
    }

    private static func append(_ sections: [[Item]], to menu: OpaquePointer) {
        for items in sections {
            guard let section = g_menu_new() else { continue }
            for item in items {
                switch item {
                case .action(let label, let action): g_menu_append(section, label, "win." + action)
                case .model(let label, let model): g_menu_append_submenu(section, label, model)
                case .submenu(let label, let inner):
                    guard let submenu = g_menu_new() else { continue }
                    append(inner, to: submenu)
                    g_menu_append_submenu(section, label, cast(submenu))
                    g_object_unref(UnsafeMutableRawPointer(submenu))
                }
            }
            g_menu_append_section(menu, nil, cast(section))
            g_object_unref(UnsafeMutableRawPointer(section))
        }
    }

    /// What belongs together opens from one line: a menu that is higher than the window would be cut.
    private static var sections: [[Item]] {
        [
            [.command("Select A_ll", .selectAll), .command("Cop_y", .copy), .model("Copy _As", CopyMenu.model)],
            [
                .action("Fin_d…", "find"),
                .submenu(
                    "_Go",
                    [
                        [.action("_Go To…", "go-to"), .action("_Back", "back"), .action("Forwar_d", "forward")],
                        [.action("Ne_xt Problem", "next-problem"), .action("_Problem Before", "previous-problem")],
                    ]),
            ],
            [
                .submenu("_Sort and Filter", arranging), .submenu("F_reeze", freezing),
                .submenu("Rows and _Columns", tracks), .submenu("_Look", looks), .submenu("_Panels", panels),
            ],
            [
                .action("_Open…", "open"), .model("Open Recen_t", RecentFiles.shared.menu.map { cast($0) }),
                .submenu(
                    "_File",
                    [
                        [.action("Re_load", "reload"), .action("Reload by _Itself", "auto-reload")],
                        [.action("Follow the En_d", "follow"), .action("_Dialect…", "dialect")],
                    ]),
                .action("_Export…", "export"), .action("Sa_ve Value…", "save-value"),
                .action("Save Pict_ure…", "save-picture"), .action("P_rint…", "print"),
            ],
            [
                .action("Preference_s", "preferences"), .action("_Keyboard Shortcuts", "shortcuts"),
                .action("A_bout Quadrille", "about"), .action("Close _Window", "close"),
            ],
        ]
    }

    private static let arranging: [[Item]] = [
        [.action("Sort _Ascending", "sort-ascending"), .action("Sort _Descending", "sort-descending")],
        [
            .action("Texts as _Words, 9 before 10", "sort-natural"),
            .action("Rows without a _Value First", "sort-empty-first"), .action("The File's _Order", "file-order"),
        ],
        [
            .action("_Filter…", "filter"), .action("Show All _Rows", "clear-arrangement"),
            .action("Sort and Filter A_gain", "arrange-again"),
        ],
    ]

    private static let freezing: [[Item]] = [
        [
            .command("Freeze _Rows to the Active Cell", .freezeRows),
            .command("Freeze _Columns to the Active Cell", .freezeColumns), .command("_Freeze Both", .freezeBoth),
            .command("Freeze from the Active Row to the _Bottom", .freezeTrailingRows),
            .command("Freeze from the Active Column to the _End", .freezeTrailingColumns),
        ],
        [.command("_Unfreeze", .unfreeze)],
    ]

    private static let tracks: [[Item]] = [
        [
            .command("_Hide Column", .hideColumn), .command("Hide Ro_w", .hideRow),
            .command("_Show All Hidden", .showAll),
        ],
        [
            .action("Column as Row _Names, or Row Numbers", "row-names"),
            .action("_Merge Equal Neighbours", "merge-equal"), .action("_Take Merged Cells Apart", "unmerge"),
        ],
    ]

    private static let looks: [[Item]] = [
        [
            .command("_Wrap Text", .wrapText), .command("_Stripe Rows", .stripeRows),
            .command("_Compact Rows", .compactRows), .command("_Pictures in Headers", .headerPictures),
        ],
        [
            .command("Zoom _In", .zoomIn), .command("Zoom _Out", .zoomOut), .command("_Normal Size", .zoomReset),
            .action("F_ull Screen", "fullscreen"),
        ],
    ]

    private static let panels: [[Item]] = [
        [
            .action("Whole _Value", "show-value"), .action("Reco_rd", "show-record"), .action("Colu_mn", "show-column"),
            .action("_All Columns", "columns"), .action("_Problems", "problems"),
            .action("_Files of the Folder", "folder"),
        ]
    ]
}
