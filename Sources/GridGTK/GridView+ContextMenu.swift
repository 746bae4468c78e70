import CGTK
import CGridShim
import Geometry
import GridUI
import TabularOps

// The context menus of headers and cells.
extension GridView {
    func isMenuKey(_ event: GdkEventKey) -> Bool {
        let isShifted = GdkModifierType(rawValue: event.state).contains(GDK_SHIFT_MASK)
        return event.keyval == UInt32(GDK_KEY_Menu) || event.keyval == UInt32(GDK_KEY_F10) && isShifted
    }

    /// Opens the menu of the header or cell at `point`, which becomes active. Returns false where there is none.
    func popUpMenu(at point: Point, _ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        guard model.pointer.drag == nil, let target = model.pointerTarget(at: point) else { return false }
        update { $0.activate(target) }
        guard let menu = makeMenu(for: target) else { return true }
        gtk_menu_popup_at_pointer(cast(menu), event)
        return true
    }

    /// Opens the menu of the active cell below it. Returns false where there is none.
    func popUpMenuAtActiveCell(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        guard let cell = model.activeCell else { return false }
        update { $0.reveal(cell) }
        guard let menu = makeMenu(for: .cell(cell)), let window = gtk_widget_get_window(surface) else { return false }
        let frame = model.shownFrame(of: cell) ?? .zero
        var place = GdkRectangle(
            x: Int32(clamping: Int(frame.x)), y: Int32(clamping: Int(frame.y)),
            width: Int32(clamping: Int(frame.width)), height: Int32(clamping: Int(frame.height)))
        let isLeftToRight = model.viewport.direction == .leftToRight
        gtk_menu_popup_at_rect(
            cast(menu), window, &place, isLeftToRight ? GDK_GRAVITY_SOUTH_WEST : GDK_GRAVITY_SOUTH_EAST,
            isLeftToRight ? GDK_GRAVITY_NORTH_WEST : GDK_GRAVITY_NORTH_EAST, event)
        gtk_menu_shell_select_first(cast(menu), 0)
        return true
    }

    /// Creates a menu that the surface owns until it is closed. Returns nil where it has no entries.
    private func makeMenu(for target: PointerTarget) -> Widget? {
        let sections = model.menu(for: target)
        guard !sections.isEmpty, let menu: Widget = gtk_menu_new() else { return nil }
        closeMenu()
        fill(menu, sections)
        gtk_menu_attach_to_widget(cast(menu), surface, nil)
        gtk_widget_show_all(menu)
        // Emitted after the chosen entry was activated.
        connect(UnsafeMutableRawPointer(menu), "selection-done") { [weak self] in self?.closeMenu() }
        contextMenu = menu
        return menu
    }

    private func fill(_ menu: Widget, _ sections: [[MenuEntry]], areChoices: Bool = false) {
        for (number, section) in sections.enumerated() {
            if number > 0 { gtk_menu_shell_append(cast(menu), gtk_separator_menu_item_new()) }
            for item in section.compactMap({ item($0, isChoice: areChoices) }) {
                gtk_menu_shell_append(cast(menu), item)
            }
        }
    }

    private func item(_ entry: MenuEntry, isChoice: Bool) -> Widget? {
        let item: Widget?
        if !entry.submenu.isEmpty {
            guard let submenu: Widget = gtk_menu_new() else { return nil }
            item = gtk_menu_item_new_with_mnemonic(entry.label)
            fill(submenu, entry.submenu, areChoices: true)
            if let item { gtk_menu_item_set_submenu(cast(item), submenu) }
            return item
        }
        if entry.action == .copyAs {
            guard let copyMenu else { return nil }
            item = gtk_menu_item_new_with_mnemonic(entry.label)
            // Its entries are actions of the window around the grid.
            if let item { gtk_menu_item_set_submenu(cast(item), gtk_menu_new_from_model(copyMenu)) }
            return item
        }
        if let isOn = entry.isOn {
            item = gtk_check_menu_item_new_with_mnemonic(entry.label)
            if let item {
                gtk_check_menu_item_set_draw_as_radio(cast(item), isChoice ? 1 : 0)
                gtk_check_menu_item_set_active(cast(item), isOn ? 1 : 0)
            }
        } else {
            item = gtk_menu_item_new_with_mnemonic(entry.label)
        }
        if let item {
            showKey(of: entry.action, on: item)
            connect(UnsafeMutableRawPointer(item), "activate") { [weak self] in self?.perform(entry.action) }
        }
        return item
    }

    /// Shows the window's shortcut for an action.
    private func showKey(of action: GridAction, on item: Widget) {
        var (key, modifiers) = (UInt32(0), GdkModifierType(rawValue: 0))
        gtk_accelerator_parse(keyOfAction(action), &key, &modifiers)
        guard key != 0, let label = gtk_bin_get_child(cast(item)) else { return }
        gtk_accel_label_set_accel(cast(label), key, modifiers)
    }

    /// Performs the action of a menu entry.
    public func perform(_ action: GridAction) {
        switch action {
        case .lookAtValue(let cell): look(.value, at: cell)
        case .lookAtRecord(let cell): look(.record, at: cell)
        case .lookAtColumn(let cell): look(.column, at: cell)
        case .copy: onCopy?()
        case .showInSheet(let cell): showInSheet(cell)
        case .showGroupInSheet(let cell, let condition): showInSheet(cell, of: condition)
        case .mergeEqualNeighbours(let column): byHand { mergeEqualNeighbours(ofColumn: column) }
        case .filterValue(let cell, let isExcluding): onFilterValue?(cell, isExcluding)
        case .filterRows(let conditions): onFilter?(conditions)
        case .filterColumn(let column): onFilterColumn?(column, false)
        case .changeFilter(let column): onFilterColumn?(column, true)
        case .request(let request, let column): onColumn?(request, column)
        case .chooseType(let column, let choice): onType?(choice, column)
        case .sortRows(let columns): onSort?(columns)
        case .takeValue(let action, let cell): onValue?(action, cell)
        default: byHand { animate { [engine] in $0.perform(action, measuring: engine) } }
        }
    }

    private func look(_ look: CloserLook, at cell: CellPosition) {
        // Within a selection another cell may be active.
        if model.activeCell != cell { update { $0.activate(cell) } }
        onLook?(look)
    }

    private func showInSheet(_ cell: CellPosition, of group: Condition? = nil) {
        if model.activeCell != cell { update { $0.activate(cell) } }
        if let onSheet { return onSheet(group) }
        if let group { onFilter?([group]) }
        byHand { show(ViewChoice()) }
    }

    func closeMenu() {
        guard let menu = contextMenu else { return }
        contextMenu = nil
        gtk_widget_destroy(menu)
    }
}
