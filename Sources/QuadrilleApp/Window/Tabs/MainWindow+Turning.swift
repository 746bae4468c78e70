import CGTK
import GridGTK
import QuadrilleRuntime

// The shown document.
extension MainWindow {
    func turn(to document: Document) {
        let number = gtk_notebook_page_num(cast(book), document.root)
        if number >= 0 { gtk_notebook_set_current_page(cast(book), number) }
    }

    /// Shows the tab `count` tabs after the shown one, cyclically.
    func turn(by count: Int) {
        guard let index = documents.firstIndex(where: { $0 === document }) else { return }
        turn(to: documents[(index + count + documents.count) % documents.count])
    }

    /// Alt and a digit show the tab of that number. False for other keys.
    func turn(by key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        let number = Int(key) - Int(GDK_KEY_1)
        guard documents.count > 1, (0..<9).contains(number), modifiers.contains(GDK_MOD1_MASK),
            modifiers.isDisjoint(with: [GDK_CONTROL_MASK, GDK_SHIFT_MASK])
        else { return false }
        if documents.indices.contains(number) { turn(to: documents[number]) }
        return true
    }

    /// Moves a document's tab among the others.
    func moveTab(of document: Document, by count: Int) {
        guard let index = documents.firstIndex(where: { $0 === document }), documents.indices.contains(index + count)
        else { return }
        gtk_notebook_reorder_child(cast(book), document.root, gint(index + count))
        label()
    }

    /// If the document is the shown one, shows another instead.
    func turnAway(from document: Document) {
        guard document === self.document, let index = documents.firstIndex(where: { $0 === document }) else { return }
        turn(to: documents[index + 1 < documents.count ? index + 1 : max(0, index - 1)])
    }

    func turned(to page: Widget) {
        guard isAlive else { return }
        take(page)
        guard let next = documents.first(where: { $0.root == page }), next !== document else { return }
        if let document { panels.leave(document) }
        document = next
        next.followSide()
        gtk_widget_insert_action_group(window, "win", next.actions)
        gtk_window_set_titlebar(cast(window), next.header)
        // Deferred: GTK is still about to show the page, and then chooses where to put the keyboard focus.
        MainHop.post { [weak self] in
            if let self, self.isAlive, self.document === next { next.cameIntoSight() }
        }
    }

    /// Handles a mouse button over the tabs: the middle one closes a tab, the secondary one opens its menu.
    func pressed(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        guard let document = document(at: event) else { return false }
        let opensMenu = gdk_event_triggers_context_menu(event) != 0
        if opensMenu, let tab = document.tab {
            TabMenu.open(of: document, at: tab.widget, event)
        } else if event.pointee.button.button == 2 {
            close(document)
        } else {
            // The keyboard focus goes to the table, not to the first widget of the page.
            MainHop.post { [weak document] in document?.focus() }
            return false
        }
        return true
    }

    /// The document whose tab is under the pointer.
    private func document(at event: UnsafeMutablePointer<GdkEvent>) -> Document? {
        documents.first { document in
            guard let tab = document.tab?.widget, gtk_widget_get_mapped(tab) != 0,
                let surface = gtk_widget_get_window(tab)
            else { return false }
            var (x, y): (gint, gint) = (0, 0)
            gdk_window_get_origin(surface, &x, &y)
            var place = GtkAllocation()
            gtk_widget_get_allocation(tab, &place)
            let across = event.pointee.button.x_root - Double(x + place.x)
            let down = event.pointee.button.y_root - Double(y + place.y)
            return (0..<Double(place.width)).contains(across) && (0..<Double(place.height)).contains(down)
        }
    }

    /// Opens the menu of the shown tab if the tabs have the keyboard focus.
    func openMenuOfTab() -> Bool {
        guard gtk_widget_is_focus(book) != 0, let document, let tab = document.tab else { return false }
        TabMenu.open(of: document, at: tab.widget, nil)
        return true
    }
}
