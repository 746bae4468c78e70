import CGTK
import GridGTK
import GridUI
import Tabular
import Translation

/// The header bar's buttons and the menu behind one of them.
@MainActor
enum WindowMenu {
    static func openButton() -> Widget {
        button("win.open", icon: "document-open-symbolic", or: tr("_Open"), hint: tr("Open a file"))
    }

    static func findButton() -> Widget {
        let button = button("win.find", icon: "edit-find-symbolic", or: tr("Find"), hint: tr("Find in all rows"))
        Tooltips.restWhenClicked(button)
        return button
    }

    /// A button for an action of the window, with words where the desktop has no such icon: it would be blank.
    private static func button(_ action: String, icon: String, or label: String, hint: String) -> Widget {
        let button: Widget =
            StartIcons.shared.has(icon)
            ? gtk_button_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON) : gtk_button_new_with_mnemonic(label)
        gtk_actionable_set_action_name(OpaquePointer(button), action)
        gtk_widget_set_tooltip_text(button, Shortcut.hint(hint, of: action))
        return button
    }

    /// Creates the menu button. `undo` is the menu section that names the changes to undo.
    static func menuButton(undo: OpaquePointer?) -> Widget {
        let button: Widget = gtk_menu_button_new()
        gtk_button_set_image(cast(button), gtk_image_new_from_icon_name("open-menu-symbolic", GTK_ICON_SIZE_BUTTON))
        // Without an icon theme the button would be blank.
        if !StartIcons.shared.has("open-menu-symbolic") { gtk_button_set_label(cast(button), tr("Menu")) }
        gtk_widget_set_tooltip_text(button, Shortcut.hint(tr("Main menu"), of: "win.menu"))
        // The many entries are created when it opens for the first time: a window without them opens sooner.
        gtk_widget_set_sensitive(button, 1)
        // A GTK 3 popover cannot show shortcuts.
        gtk_menu_button_set_use_popover(cast(button), 0)
        connect(button, "toggled") {
            guard gtk_menu_button_get_menu_model(cast(button)) == nil else { return }
            gtk_menu_button_set_menu_model(cast(button), menu(undo: undo))
            // The menu is aligned with the end of the button.
            if let menu = gtk_menu_button_get_popup(cast(button)) { gtk_widget_set_halign(cast(menu), GTK_ALIGN_END) }
            gtk_toggle_button_set_active(cast(button), 0)
            gtk_toggle_button_set_active(cast(button), 1)
        }
        return button
    }

    /// A menu entry: an action or a submenu.
    enum Item {
        /// A label, and the name of an action of the window.
        case action(String, String)
        case submenu(String, [[Item]])
        case model(String, UnsafeMutablePointer<GMenuModel>?)

        static func command(_ label: String, _ command: GridCommand) -> Item { .action(label, command.rawValue) }
    }

    private static func menu(undo: OpaquePointer?) -> UnsafeMutablePointer<GMenuModel>? {
        guard let menu = g_menu_new() else { return nil }
        if let undo { g_menu_append_section(menu, nil, cast(undo)) }
        append(sections(copies: CopyMenu.model, recent: RecentFiles.shared.menu.map { cast($0) }), to: menu)
        return cast(menu)
    }

    static func append(_ sections: [[Item]], to menu: OpaquePointer) {
        for items in sections {
            guard let section = g_menu_new() else { continue }
            for item in items {
                switch item {
                case .action(let label, let action): append(label, "win." + action, to: section)
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

    /// Appends an entry with the key of its action. GTK knows the program's keys, but not those of the grid.
    static func append(_ label: String, _ action: String, to section: OpaquePointer) {
        guard let item = g_menu_item_new(label, action) else { return }
        let key = Shortcut.key(of: action)
        if !key.isEmpty { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key)) }
        g_menu_append_item(section, item)
        g_object_unref(UnsafeMutableRawPointer(item))
    }

    /// Returns the sections of the menu, with related commands in submenus: a menu higher than the window would be clipped.
    static func sections(
        copies: UnsafeMutablePointer<GMenuModel>?, recent: UnsafeMutablePointer<GMenuModel>?
    ) -> [[Item]] {
        [
            [
                .command(tr("Select A_ll"), .selectAll), .command(tr("Select Anot_her Range"), .addRange),
                .command(tr("Cop_y"), .copy),
                .model(tr("Copy _As"), copies),
            ],
            [
                .action(tr("Fin_d…"), "find"),
                .submenu(
                    tr("_Go"),
                    [
                        [
                            .action(tr("_Go To…"), "go-to"), .action(tr("_Back"), "back"),
                            .action(tr("Forwar_d"), "forward"),
                        ],
                        [
                            .command(tr("_Start of Table"), .tableStart), .command(tr("_End of Table"), .tableEnd),
                        ],
                        [
                            .action(tr("Ne_xt Problem"), "next-problem"),
                            .action(tr("_Previous Problem"), "previous-problem"),
                        ],
                    ]),
            ],
            [
                .submenu(tr("_Sort and Filter"), arranging), .submenu(tr("Free_ze"), freezing),
                .submenu(tr("Rows and Colu_mns"), tracks), .submenu(tr("Appeara_nce"), looks),
                .submenu(tr("Pan_els"), panels),
            ],
            [
                .action(tr("_Open…"), "open"), .model(tr("Open Recen_t"), recent),
                .submenu(
                    tr("_File"),
                    [
                        [.action(tr("Re_load"), "reload"), .action(tr("Reload _Automatically"), "auto-reload")],
                        [.action(tr("_Follow the End"), "follow"), .action(tr("_Dialect…"), "dialect")],
                    ]),
                .submenu(tr("Ta_bs and Windows"), tabs),
                .action(tr("E_xport…"), "export"), .action(tr("Sa_ve Value…"), "save-value"),
                .action(tr("Save P_icture…"), "save-picture"), .action(tr("_Print…"), "print"),
            ],
            [
                .action(tr("Preferen_ces"), "preferences"), .action(tr("_Keyboard Shortcuts"), "shortcuts"),
                .action(tr("About _Quadrille"), "about"), .action(tr("Close _Window"), "close-window"),
            ],
        ]
    }

    private static var arranging: [[Item]] {
        [
            [
                .action(tr("Sort Ascending (A–_Z)"), "sort-ascending"),
                .action(tr("Sort Descendin_g (Z–A)"), "sort-descending"),
                .action(tr("Sort _Equal Rows Ascending"), "sort-equal-ascending"),
                .action(tr("Sort Equal Rows _Descending"), "sort-equal-descending"),
            ],
            [
                .action(tr("Na_tural Order (9 Before 10)"), "sort-natural"),
                .action(tr("Empty _Values First"), "sort-empty-first"),
                .action(tr("Bac_k to File Order"), "file-order"),
            ],
            [
                .action(tr("_Filter…"), "filter"),
                .action(tr("Show Values That Do _Not Fit"), "show-misfits"),
                .action(tr("_Clear Sort and Filter"), "clear-arrangement"),
                .action(tr("Sort and Filter _Again"), "arrange-again"),
            ],
        ]
    }

    private static var freezing: [[Item]] {
        [
            [
                .command(tr("Freeze Rows _Up to Here"), .freezeRows),
                .command(tr("Freeze Columns U_p to Here"), .freezeColumns),
                .command(tr("Freeze _Both Up to Here"), .freezeBoth),
                .command(tr("Freeze Rows to _End"), .freezeTrailingRows),
                .command(tr("Freeze Columns _to End"), .freezeTrailingColumns),
            ],
            [.command(tr("U_nfreeze All"), .unfreeze)],
        ]
    }

    private static var tracks: [[Item]] {
        [
            [
                .command(tr("_Hide Column"), .hideColumn), .command(tr("Hide Ro_w"), .hideRow),
                .command(tr("_Show All Hidden"), .showAll),
            ],
            [
                .command(tr("Wi_der Column"), .widenColumn), .command(tr("Na_rrower Column"), .narrowColumn),
                .action(tr("_Fit Column Width"), "fit-column"), .action(tr("Forma_t…"), "format"),
                .submenu(TypeMenu.title, types),
                .command(tr("H_igher Row"), .raiseRow), .command(tr("_Lower Row"), .lowerRow),
            ],
            [
                .action(tr("Use as Row _Names"), "row-names"),
                .action(tr("_Merge Equal Neighbours"), "merge-equal"),
                .action(tr("Unmer_ge Cells"), "unmerge"),
            ],
        ]
    }

    /// The types of the active column.
    static var types: [[Item]] {
        TypeMenu.sections().map { section in
            section.map { .action($0.label, "column-type::" + ($0.choice?.text ?? TypeChoice.automaticText)) }
        }
    }

    private static var looks: [[Item]] {
        [
            [
                .command(tr("_Wrap Text"), .wrapText), .command(tr("_Stripe Rows"), .stripeRows),
                .command(tr("_Compact Rows"), .compactRows), .command(tr("_Pictures in Headers"), .headerPictures),
            ],
            [
                .command(tr("Zoom _In"), .zoomIn), .command(tr("Zoom _Out"), .zoomOut),
                .command(tr("_Normal Size"), .zoomReset),
                .action(tr("F_ull Screen"), "fullscreen"),
            ],
        ]
    }

    private static var tabs: [[Item]] {
        [
            [.action(tr("_New Tab"), "new-tab"), .action(tr("New _Window"), "new-window")],
            [.action(tr("Ne_xt Tab"), "next-tab"), .action(tr("_Previous Tab"), "previous-tab")],
            [.action(tr("Next Ta_ble"), "next-table"), .action(tr("Previous Tab_le"), "previous-table")],
            [
                .action(tr("Move Tab _Forward"), "tab-forward"), .action(tr("Move Tab Bac_kward"), "tab-backward"),
                .action(tr("Move Tab to New Win_dow"), "tab-to-window"),
            ],
            [.action(tr("Close _Other Tabs"), "close-others"), .action(tr("_Close Tab"), "close")],
        ]
    }

    private static var panels: [[Item]] {
        [
            [
                .action(tr("Whole _Value"), "show-value"), .action(tr("Reco_rd"), "show-record"),
                .action(tr("Colu_mn Facts"), "show-column"), .action(tr("_Schema"), "show-schema"),
                .action(tr("_All Columns"), "columns"), .action(tr("_Problems"), "problems"),
                .action(tr("_Files in Folder"), "folder"), .action(tr("_Tasks"), "tasks"),
            ]
        ]
    }
}
