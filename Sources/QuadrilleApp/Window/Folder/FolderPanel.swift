import CGTK
import GridGTK
import Tabular
import TabularOps
import Translation

/// The panel at the window's side that lists the tables in the folder of the shown file: the user can find one and open it
/// instead.
@MainActor
final class FolderPanel {
    var widget: Widget { list.widget }
    /// Called when the user closes the panel.
    var onClose: () -> Void = {}
    /// Called with the file, or the table of it, that the user chooses.
    var onChoice: (OpenTarget) -> Void = { _ in }
    /// The maximum number of lines to insert or remove one by one; above it GTK rebuilds the list faster.
    private static let changeLimit = 500
    private let lines = FolderRows()
    private let list: NarrowedList<[FolderFile], FolderFile>
    private let words: Widget = gtk_label_new(nil)
    /// Watches the folder while the panel is open.
    private var watch: FolderWatch?
    private var listing: FolderListing? { didSet { lineFiles = nil } }
    /// The absolute path of the shown file.
    private var shown: String?
    /// The tables of the shown file, where it has several, the shown one, and whether those of the system are unfolded.
    private var tables: (all: [Catalog.Entry], shown: String?, showsSystem: Bool) = ([], nil, false) {
        didSet { lineFiles = nil }
    }
    /// The lines without a search, made when they are first needed: each cell that is drawn looks its line up.
    private var lineFiles: [FolderFile]?

    init() {
        list = NarrowedList(of: lines.rows, hint: tr("Find a file")) { FolderFile.matching($0, in: $1, unless: $2) }
        build()
        lines.line = { [weak self] in self?.line($0) }
        lines.onChoice = { [weak self] in self?.choose($0) }
        list.onChoice = { [weak self] in self?.choose($0) }
        list.onClose = { [weak self] in self?.onClose() }
        list.onFound = { [weak self] in self?.showFound($0, isAnew: $1) }
    }

    var isOpen: Bool { list.isOpen }
    var wasOpen: Bool { list.wasOpen }

    /// A Boolean value that indicates whether the keyboard focus is in the panel.
    var hasKeyboard: Bool { list.hasKeyboard }

    /// Opens the panel with the keyboard focus in the search entry.
    func open(_ file: String?) {
        list.show()
        follow(file)
        list.focus()
    }

    func close() {
        (watch, listing, shown) = (nil, nil, nil)
        tables = ([], nil, false)
        list.close()
        lines.rows.show(0)
    }

    /// Lists the folder of the file at a path if the panel is open.
    func follow(_ file: String?) {
        guard isOpen, shown != file || watch == nil else { return }
        shown = file
        tables.showsSystem = false
        let watch = watch ?? FolderWatch()
        self.watch = watch
        watch.onChange = { [weak self] in self?.take($0) }
        watch.follow(file)
        if file == nil {
            listing = nil
            list.forget()
        }
        showLines()
        selectShown()
    }

    /// Lists the tables of `catalog` below the shown file; none for a file of one table.
    func follow(_ catalog: Catalog?, shown: TableID?) {
        guard isOpen, self.shown != nil else { return }
        let all = catalog?.isContainer == true ? catalog?.entries ?? [] : []
        let entry = shown.flatMap { catalog?[$0] }
        guard all != tables.all || entry?.name != tables.shown else { return }
        change(to: (all, entry?.name, tables.showsSystem || entry?.isOfSystem == true))
    }

    private func change(to tables: (all: [Catalog.Entry], shown: String?, showsSystem: Bool)) {
        let before = files
        self.tables = tables
        list.look(in: searched(listing))
        showLines(from: before)
        gtk_widget_queue_draw(lines.view)
    }

    /// The files of the folder, with the tables of the shown one below it.
    private func lines(of listing: FolderListing?) -> [FolderFile] {
        guard let listing else { return [] }
        return lines(of: listing, showsSystem: tables.showsSystem)
    }

    private func lines(of listing: FolderListing, showsSystem: Bool) -> [FolderFile] {
        guard let index = listing.shownIndex else { return listing.files }
        let below = FolderFile.tables(of: tables.all, in: listing.files[index].name, showsSystem: showsSystem)
        return listing.files[...index] + below + listing.files[(index + 1)...]
    }

    /// The lines that a search looks in: all but the one above the system tables.
    private func searched(_ listing: FolderListing?) -> [FolderFile] {
        guard let listing else { return [] }
        return lines(of: listing, showsSystem: true).filter { $0.areSystemTablesShown == nil }
    }

    private func take(_ new: FolderListing) {
        let (old, before) = (listing, files)
        listing = new
        // The found files are of another folder.
        if new.folder != old?.folder { list.forget() }
        list.look(in: searched(new))
        if new.folder != old?.folder || new.shown != old?.shown {
            showLines()
            selectShown()
        } else {
            showLines(from: before)
        }
    }

    // MARK: - Lines

    /// The listed files and tables, in their order.
    private var files: [FolderFile] {
        if let found = list.found ?? lineFiles { return found }
        let files = lines(of: listing)
        lineFiles = files
        return files
    }

    private func line(_ line: Int) -> FolderRows.Line? {
        guard let listing, files.indices.contains(line) else { return nil }
        // Another file may have been opened after the listing.
        let file = files[line]
        let isOpened = file.areSystemTablesShown == nil && listing.path(of: file) == shown
        let isShown = file.table.map { $0 == tables.shown } ?? isOpened
        return FolderRows.Line(file: file, isShown: isShown)
    }

    private func showLines(isAnew: Bool = false) {
        lines.rows.show(files.count, isAnew: isAnew)
        sayHowMany()
    }

    /// Adds and removes lines after a change of the files: the others stay in place, and the same file stays selected.
    private func showLines(from before: [FolderFile]) {
        let selected = lines.rows.selected.flatMap { before.indices.contains($0) ? before[$0].key : nil }
        let (old, new) = (before.lazy.map(\.key), files.lazy.map(\.key))
        if let change = LineChange(from: old, to: new, limit: Self.changeLimit) {
            lines.rows.show(change)
        } else {
            lines.rows.show(files.count)
            if let line = files.firstIndex(where: { $0.key == selected }) { lines.rows.select(line) }
        }
        sayHowMany()
    }

    private func showFound(_ before: [FolderFile]?, isAnew: Bool) {
        if let before, !isAnew {
            showLines(from: before)
        } else {
            showLines(isAnew: isAnew)
            selectShown()
        }
        // Return chooses what was found, not the file above it.
        guard lines.rows.selected == nil, let line = list.found?.firstIndex(where: { !$0.isHeading }) else { return }
        lines.rows.select(line)
    }

    private func selectShown() {
        if list.found == nil, let line = listing?.shownIndex { lines.rows.select(line) }
    }

    private func sayHowMany() {
        gtk_label_set_text(cast(words), summary)
        gtk_widget_set_tooltip_text(words, listing?.folder.visible)
    }

    private var summary: String {
        guard shown != nil else { return tr("What is shown here is in no folder.") }
        guard let listing else { return tr("Looking…") }
        let folder = Application.folder(of: listing.folder + "/").visible
        if let failure = listing.failure {
            return tr("{folder} cannot be listed: {reason}.", ["folder": folder, "reason": failure])
        }
        let count = listing.files.count
        guard let found = list.found else {
            return tr(one: "{count} file in {folder}", many: "{count} files in {folder}", count, ["folder": folder])
        }
        return Self.summary(of: found, count, folder, tables: tables.all.count)
    }

    /// Says how many of `count` files of a folder, and how many of the shown file's `tables`, were found.
    static func summary(of found: [FolderFile], _ count: Int, _ folder: String, tables: Int) -> String {
        let files = found.count { $0.table == nil && !$0.isHeading }
        let inFiles = tr(
            one: "{found} of {count} file in {folder}", many: "{found} of {count} files in {folder}", count,
            ["found": files.grouped, "folder": folder])
        guard let table = found.first(where: { $0.table != nil }) else { return inFiles }
        let inTables = tr(
            one: "{found} of {count} table in {file}", many: "{found} of {count} tables in {file}", tables,
            ["found": found.count { $0.table != nil }.grouped, "file": table.name.visible])
        return files == 0 ? inTables : inFiles + "\n" + inTables
    }

    private func choose(_ line: Int) {
        guard let listing, files.indices.contains(line) else { return }
        if let areShown = files[line].areSystemTablesShown {
            return change(to: (tables.all, tables.shown, !areShown))
        }
        onChoice(OpenTarget(listing.path(of: files[line]), table: files[line].table))
    }

    private func build() {
        gtk_label_set_xalign(cast(words), 0)
        gtk_label_set_line_wrap(cast(words), 1)
        gtk_label_set_line_wrap_mode(cast(words), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(cast(words), 3)
        gtk_label_set_ellipsize(cast(words), PANGO_ELLIPSIZE_END)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(words, 10) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(words, 4) }
        Style.quieten(words)
        list.finish(with: [words], width: 260)
    }
}
