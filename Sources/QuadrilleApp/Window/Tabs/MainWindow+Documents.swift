import CGTK
import GridGTK
import QuadrilleRuntime
import Translation

// Opening and closing documents.
extension MainWindow {
    /// Appends a document after the others, and shows it or leaves it in its tab.
    func add(_ document: Document, isShown: Bool = true) {
        Self.underWay = document
        gtk_notebook_append_page(cast(book), document.root, nil)
        if isShown { turn(to: document) }
        label()
    }

    /// Closes a document; the window with the last one.
    func close(_ document: Document) {
        guard documents.count > 1 else { return gtk_window_close(cast(window)) }
        turnAway(from: document)
        documents.removeAll { $0 === document }
        // Deferred: the button or menu that requested this may belong to the document.
        MainHop.post { document.close() }
    }

    func closeOthers(than document: Document) {
        turn(to: document)
        for other in documents where other !== document { close(other) }
    }

    /// Moves a document into a window of its own.
    func moveToNewWindow(_ document: Document) {
        guard documents.count > 1 else { return }
        turnAway(from: document)
        let other = windowForTornOff(nil, nil)
        let root = document.root
        g_object_ref(root)
        document.tab = nil
        gtk_notebook_detach_tab(cast(book), root)
        other.add(document)
        g_object_unref(root)
    }

    /// A window like this one for a document that leaves it. The window appears when the document is in it.
    func windowForTornOff(_ x: Int?, _ y: Int?) -> MainWindow {
        let other = MainWindow(of: application)
        if let size { gtk_window_set_default_size(cast(other.window), gint(size.width), gint(size.height)) }
        if let x, let y { gtk_window_move(cast(other.window), gint(clamping: x), gint(clamping: y)) }
        MainHop.post {
            if other.isAlive, other.documents.isEmpty { gtk_widget_destroy(other.window) }
        }
        return other
    }

    /// Removes a destroyed document.
    func forget(_ document: Document) {
        documents.removeAll { $0 === document }
        if self.document === document {
            panels.leave(document)
            self.document = nil
        }
        labelling.post()
    }

    func came(_ page: Widget) {
        take(page)
        sort()
        labelling.post()
    }

    /// Adds the document of a page that was just inserted to this window.
    func take(_ page: Widget) {
        guard let document = Self.underWay, document.root == page else { return }
        Self.underWay = nil
        // A user who drops a tab on a window continues in that window.
        if document.shell !== self { presenting.post() }
        document.shell = self
        documents.append(document)
    }

    func left(_ page: Widget) {
        guard isAlive, let document = documents.first(where: { $0.root == page }), document.isAlive else { return }
        Self.underWay = document
        forget(document)
        MainHop.post { [weak self] in
            guard let self else { return }
            if self.isAlive, self.documents.isEmpty { gtk_widget_destroy(self.window) }
        }
    }

    func sort() {
        documents.sort { gtk_notebook_page_num(cast(book), $0.root) < gtk_notebook_page_num(cast(book), $1.root) }
    }

    /// Shows the titles of the documents on tabs where there are several.
    func label() {
        guard isAlive else { return }
        let hasTabs = documents.count > 1
        if hasTabs {
            if gtk_notebook_get_action_widget(cast(book), GTK_PACK_END) == nil { addNewTabButton() }
            let titles = TabTitle.distinct(
                documents.map { TabTitle.Subject(title: $0.title, folder: $0.file.map(Application.folder)) })
            for (document, title) in zip(documents, titles) { label(document, title) }
        }
        if gtk_notebook_get_show_tabs(cast(book)) != (hasTabs ? 1 : 0) {
            let hadKeyboard = gtk_widget_is_focus(book) != 0
            gtk_notebook_set_show_tabs(cast(book), hasTabs ? 1 : 0)
            if hadKeyboard { document?.focus() }
        }
        for (index, document) in documents.enumerated() { document.followTabs(at: index, of: documents.count) }
    }

    /// Adds the button after the tabs. Not earlier: a window without it opens faster.
    private func addNewTabButton() {
        let button = IconButton.make(
            "list-add-symbolic", label: tr("_New Tab"), tooltip: Shortcut.hint(tr("New tab"), of: "win.new-tab"))
        Spoken.name(button, tr("New tab"))
        gtk_actionable_set_action_name(OpaquePointer(button), "win.new-tab")
        gtk_widget_show(button)
        gtk_notebook_set_action_widget(cast(book), button, GTK_PACK_END)
    }

    private func label(_ document: Document, _ title: String) {
        let (root, tab) = (document.root, document.tab ?? document.makeTab())
        tab.show(title, path: document.file)
        guard gtk_notebook_get_tab_label(cast(book), root) != tab.widget else { return }
        gtk_notebook_set_tab_label(cast(book), root, tab.widget)
        gtk_notebook_set_tab_reorderable(cast(book), root, 1)
        gtk_notebook_set_tab_detachable(cast(book), root, 1)
        Property.set(root, "tab-expand", true, in: book)
    }
}
