import CGTK
import GridGTK
import QuadrilleRuntime
import TableFormats
import Tabular
import Translation

/// The tables of a document with several of them: the strip of their names, the shown table, and the state in which the user
/// left the others.
@MainActor
final class DocumentTables {
    /// The state of a table when another one replaced it.
    private struct Left {
        var reading: FileReading
        var undo: ViewUndo.Saved
    }

    private unowned let document: Document
    /// Nil until a file has several tables: most have one, whose first rows need not wait for it.
    private var strip: TableStrip?
    /// The view of the file when it was closed, until the table that it names is shown or missing.
    private(set) var remembered: KeptView?
    /// True until the document begins to look up the remembered view of the file.
    var awaitsRecall = false
    /// A Boolean value that indicates whether the view of the first table has been looked up.
    private var isRecalled = false
    private var left: [String: Left] = [:]
    /// The document whose tables were searched for to its end, beyond those that opening found.
    private var searched: FileDocument?
    /// The document and the choice at the last update of the strip: a grid changes many times a second, and a file may have
    /// very many tables.
    private var followed: (document: FileDocument, id: TableID?)?

    init(of document: Document, _ add: (String, @escaping (Document) -> Void) -> Void) {
        self.document = document
        add("next-table") { $0.tables?.turn(by: 1) }
        add("previous-table") { $0.tables?.turn(by: -1) }
    }

    private func makeStrip() -> TableStrip {
        let strip = TableStrip()
        strip.onChoice = { [weak self] in self?.choose($0) }
        strip.onMenu = { [weak self] in self?.openMenu(of: $0, at: $1) }
        strip.onList = { [weak self] in self?.document.toggleFolder() }
        if let row = gtk_widget_get_parent(document.status.widget) { strip.insert(into: row) }
        self.strip = strip
        return strip
    }

    /// The catalog of a file of several tables; nil for others.
    private var catalog: Catalog? {
        guard let catalog = document.opened?.catalog, catalog.isContainer else { return nil }
        return catalog
    }

    /// The names of the tables, in the order of the file; empty for a file of one table.
    var names: [String] { catalog?.entries.map(\.name) ?? [] }

    /// Prepares for another file.
    func forget() {
        (remembered, awaitsRecall, isRecalled, left, followed) = (nil, true, false, [:], nil)
        searched = nil
    }

    /// Shows the table that was shown when the file was closed, once it is known.
    func recall(_ view: KeptView) {
        remembered = view
        follow()
    }

    /// A Boolean value that indicates whether the table opens before the others are known. Its view is that of the file, too.
    var opensBeforeOthers: Bool {
        guard searched != nil, let opened = document.opened, let catalog else { return false }
        return opened.table == catalog.defaultTable
    }

    /// Shows the strip after the tables of the file are known, and switches to the table that was shown last.
    ///
    /// - Parameter isAnew: True to update an opened panel though nothing changed.
    func follow(isAnew: Bool = false) {
        findLaterTables()
        if !isAnew, remembered == nil, isRecalled, let followed, followed.document === document.opened?.document,
            followed.id == document.opened?.id
        {
            return
        }
        guard let catalog, let opened = document.opened, let shown = opened.table else { return followOnlyTable() }
        let isAwaited = awaitsRecall || document.memory.isAwaited
        if !isAwaited, let name = remembered?.activeTable {
            // The table shown meanwhile is not as the user left it.
            defer { remembered = nil }
            if opened.id == nil, opened.document?.isTableNamed == false, let id = catalog.table(named: name),
                id != shown
            {
                return show(id, isRecorded: false)
            }
        }
        let strip = strip ?? makeStrip()
        strip.show(catalog, shown)
        document.folderPanel?.follow(catalog, shown: shown)
        gtk_widget_show(strip.widget)
        enable(catalog.visibleTables.count > 1)
        let file = opened.document?.place.shortName ?? ""
        document.setTitle("\(file) — \(catalog[shown]?.name ?? "")", document.file.map(Application.folder))
        followed = opened.document.map { ($0, opened.id) }
        if !isAwaited, !isRecalled {
            isRecalled = true
            document.recallTable()
        }
    }

    /// Restores the view of a table that opens before the others are known.
    private func followOnlyTable() {
        hide()
        guard document.opened?.catalog != nil else { return }
        // Tables that are found later take over the view as it is.
        isRecalled = true
        guard let view = remembered, !view.isEmpty else { return }
        remembered = nil
        document.restore(view)
    }

    /// Searches the whole file for tables, where the shown one is not all of it by what its reader found, or lacks the one that
    /// was shown last.
    private func findLaterTables() {
        guard let file = document.opened?.document, file !== searched, file.catalog.catalog != nil,
            let table = document.grid?.model.table
        else { return }
        let isOnly = catalog == nil
        let omits = table.description.details?.facts.contains(where: \.isOmission) ?? false
        guard omits || isOnly && remembered != nil else { return }
        searched = file
        let end = { @Sendable [weak self] in MainHop.post { self?.foundTables(of: file) } }
        WorkerPool.shared.submit(.pass, refused: .call(end)) {
            // An error is shown by the table.
            try? file.findAllTables()
            end()
        }
    }

    private func foundTables(of file: FileDocument) {
        guard document.isAlive, document.opened?.document === file else { return }
        follow(isAnew: true)
        if catalog == nil { remembered = nil }
    }

    private func hide() {
        if let strip { gtk_widget_hide(strip.widget) }
        document.folderPanel?.follow(nil, shown: nil)
        enable(false)
    }

    private func enable(_ canTurn: Bool) {
        for name in ["next-table", "previous-table"] { document.enable(name, canTurn) }
    }

    func choose(named name: String) {
        if let id = catalog?.table(named: name) { choose(id) }
    }

    private func choose(_ id: TableID) {
        show(id)
        document.focus()
    }

    private func turn(by step: Int) {
        guard let visible = catalog?.visibleTables, let shown = document.opened?.table, !visible.isEmpty else { return }
        let index = visible.firstIndex(of: shown) ?? 0
        choose(visible[(index + step + visible.count) % visible.count])
    }

    /// Shows another table of the file instead of the current one, in the state in which the user left it. Without
    /// `isRecorded` the shown place is not added to the history.
    func show(_ id: TableID, isRecorded: Bool = true) {
        guard document.isAlive, var opened = document.opened, let entry = catalog?[id], id != opened.table else {
            return
        }
        if remembered == nil, let shown = opened.tableName, let reading = document.fileReading {
            left[shown] = Left(reading: reading, undo: document.undo.saved)
        }
        var places = document.places
        if isRecorded, let here = PlaceHistory.Place(in: document) { places.leave(here) }
        let back = left[entry.name]
        opened.id = id
        opened.options = opened.asked
        if let back { opened.options = back.reading.options }
        isRecalled = true
        document.show(opened, title: document.title, file: document.file, as: back?.reading)
        document.places = places
        if let back { document.undo.restore(back.undo) }
        follow()
        if let obstacle = entry.obstacle {
            document.status.say("\(entry.name): \(obstacle.message)")
        } else {
            // The title and the strip show the name.
            Spoken.announce(entry.name.visible, by: document.status.widget)
        }
    }

    /// Opens a table in a tab or a window of its own.
    private func openMenu(of id: TableID, at place: Widget) {
        guard let file = document.file, let name = catalog?[id]?.name, let menu: Widget = gtk_menu_new() else { return }
        for (words, destination) in [
            (tr("Open in New _Tab"), TableDestination.tab), (tr("Open in New _Window"), .window),
        ] {
            guard let item = gtk_menu_item_new_with_mnemonic(words) else { continue }
            connect(UnsafeMutableRawPointer(item), "activate") { [weak document] in
                document?.openTable(OpenTarget(file, table: name), destination)
            }
            gtk_menu_shell_append(cast(menu), item)
        }
        gtk_menu_attach_to_widget(cast(menu), place, nil)
        gtk_widget_show_all(menu)
        // GTK emits this signal after the chosen entry's action.
        connect(UnsafeMutableRawPointer(menu), "selection-done") { gtk_widget_destroy(menu) }
        gtk_menu_popup_at_widget(cast(menu), place, GDK_GRAVITY_NORTH_WEST, GDK_GRAVITY_SOUTH_WEST, nil)
        gtk_menu_shell_select_first(cast(menu), 1)
    }
}

/// A file, and a table of it.
struct OpenTarget {
    var path: String
    var table: String?
    /// Options for this time only.
    var options = FormatOptions()

    init(_ path: String, table: String? = nil) { (self.path, self.table) = (path, table) }
}

/// The place where a table is opened.
enum TableDestination {
    case here, tab, window
}
