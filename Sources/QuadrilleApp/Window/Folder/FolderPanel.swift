import CGTK
import Dispatch
import GridGTK
import Tabular
import TabularOps
import Translation

/// The panel at the window's side that lists the tables of the folder in which the file is that is shown: to find one, and
/// to look at it in its place.
@MainActor
final class FolderPanel {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    /// Called when a person closes the panel.
    var onClose: () -> Void = {}
    /// Called with the path of a file that a person chooses.
    var onChoice: (String) -> Void = { _ in }
    private(set) var wasOpen = false
    private let rows = FolderRows()
    private let entry: Widget = gtk_search_entry_new()
    private let words: Widget = gtk_label_new(nil)
    /// Looks at the disk while the panel is open.
    private var watch: FolderWatch?
    private var listing: FolderListing?
    /// Absolute.
    private var shown: String?
    /// The files that hold what is looked for, in their order; nil for all.
    private var found: [Int]?
    private var searchNumber = 0
    private var isSearching = false
    /// Whether Return was pressed before what is looked for was found.
    private var isChoiceDue = false

    init() {
        build()
        rows.line = { [weak self] in self?.line($0) }
        rows.onChoice = { [weak self] in self?.choose($0) }
        connect(entry, "changed") { [weak self] in self?.search() }
        connectKeys(entry) { [weak self] key, _ in self?.pressedInEntry(key) ?? false }
        connectKeys(widget) { [weak self] key, _ in
            guard key == UInt32(GDK_KEY_Escape) else { return false }
            self?.onClose()
            return true
        }
    }

    var isOpen: Bool { gtk_widget_get_visible(widget) != 0 }

    /// Whether anything in it has the keyboard.
    var hasKeyboard: Bool {
        guard isOpen, let window = gtk_widget_get_toplevel(widget), let focus = gtk_window_get_focus(cast(window))
        else { return false }
        return gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// Opens it with the keyboard in the text that is looked for.
    func open(_ file: String?) {
        wasOpen = true
        gtk_widget_show(widget)
        follow(file)
        // The pane realizes it with the next layout, and a key may come before that.
        gtk_widget_realize(entry)
        gtk_widget_grab_focus(entry)
    }

    func close() {
        gtk_widget_hide(widget)
        (watch, listing, found, shown) = (nil, nil, nil, nil)
        gtk_entry_set_text(cast(entry), "")
        rows.show(0)
    }

    /// Lists the folder of the file at a path, as far as it is seen.
    func follow(_ file: String?) {
        guard isOpen, shown != file || watch == nil else { return }
        shown = file
        let watch = watch ?? FolderWatch()
        self.watch = watch
        watch.onChange = { [weak self] in self?.take($0) }
        watch.follow(file)
        if file == nil { listing = nil }
        showLines(selectingShown: true)
    }

    private func take(_ new: FolderListing) {
        let isOther = new.folder != listing?.folder || new.shown != listing?.shown
        listing = new
        // Until they are looked through, files that were found may be others.
        if found != nil { search() }
        showLines(selectingShown: isOther)
    }

    // MARK: - Lines

    private var lineCount: Int { found?.count ?? listing?.files.count ?? 0 }

    /// Which of the files stands on a line.
    private func index(at line: Int) -> Int? {
        guard let listing, line >= 0, line < lineCount else { return nil }
        let index = found.map { $0[line] } ?? line
        return listing.files.indices.contains(index) ? index : nil
    }

    private func line(_ line: Int) -> FolderRows.Line? {
        guard let listing, let index = index(at: line) else { return nil }
        // Another one may be shown since they were listed.
        return FolderRows.Line(
            file: listing.files[index], isShown: listing.path(of: listing.files[index]) == shown)
    }

    private func showLines(selectingShown: Bool) {
        rows.show(lineCount)
        if selectingShown, found == nil, let line = listing?.shownIndex { rows.select(line) }
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
        guard let found else {
            return tr(one: "{count} file in {folder}", many: "{count} files in {folder}", count, ["folder": folder])
        }
        return tr(
            one: "{found} of {count} file in {folder}", many: "{found} of {count} files in {folder}", count,
            ["found": found.count.grouped, "folder": folder])
    }

    // MARK: - What a person does

    private func choose(_ line: Int) {
        guard let listing, let index = index(at: line) else { return }
        onChoice(listing.path(of: listing.files[index]))
    }

    private func pressedInEntry(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        // Else the entry itself has a use for it.
        case GDK_KEY_Escape:
            onClose()
            return true
        case GDK_KEY_Down, GDK_KEY_KP_Down:
            gtk_widget_grab_focus(rows.view)
            if rows.selected == nil { rows.select(0) }
            return true
        case GDK_KEY_Return, GDK_KEY_KP_Enter:
            // To what is found, once it is.
            if isSearching { isChoiceDue = true } else { choose(rows.selected ?? 0) }
            return true
        default: return false
        }
    }

    // MARK: - Search

    private struct Search: Sendable {
        var number: Int
        var text: String
        var files: [FolderFile]
    }

    /// Looks through the names in the background, since there may be very many.
    private lazy var searching = LatestWork<Search> { [weak self] search, isOver in
        let names = NameSearch(search.text)
        var found: [Int] = []
        for (index, file) in search.files.enumerated() {
            if index % 1024 == 0, isOver() { return }
            if names.holds(file.name) { found.append(index) }
        }
        DispatchQueue.main.async { [found] in
            MainActor.assumeIsolated { self?.take(found, of: search) }
        }
    }

    private func search() {
        searchNumber += 1
        let text = gtk_entry_get_text(cast(entry)).map { String(cString: $0) } ?? ""
        guard let listing, !text.isEmpty else {
            (isSearching, isChoiceDue) = (false, false)
            return show(nil)
        }
        isSearching = true
        searching.ask(Search(number: searchNumber, text: text, files: listing.files))
    }

    private func take(_ found: [Int], of search: Search) {
        guard search.number == searchNumber, isOpen else { return }
        isSearching = false
        show(found)
        guard isChoiceDue else { return }
        isChoiceDue = false
        choose(rows.selected ?? 0)
    }

    private func show(_ found: [Int]?) {
        guard found != self.found else { return }
        self.found = found
        showLines(selectingShown: true)
        // The first one is what Return opens.
        if found?.isEmpty == false, rows.selected == nil { rows.select(0) }
    }

    private func build() {
        let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(bar, 6) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(bar, 4) }
        gtk_entry_set_placeholder_text(cast(entry), tr("Find a file"))
        gtk_entry_set_width_chars(cast(entry), 10)
        gtk_box_pack_start(cast(bar), entry, 1, 1, 0)
        let close = IconButton.make("window-close-symbolic", label: tr("Close"), tooltip: tr("Close the list (Escape)"))
        connect(close, "clicked") { [weak self] in self?.onClose() }
        gtk_box_pack_end(cast(bar), close, 0, 0, 0)
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        Spoken.skip(scroller)
        gtk_container_add(cast(scroller), rows.view)
        gtk_label_set_xalign(cast(words), 0)
        gtk_label_set_line_wrap(cast(words), 1)
        gtk_label_set_line_wrap_mode(cast(words), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(cast(words), 3)
        gtk_label_set_ellipsize(cast(words), PANGO_ELLIPSIZE_END)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(words, 10) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(words, 4) }
        Style.quieten(words)
        for (part, expands) in [(bar, 0), (scroller, 1), (words, 0)] as [(Widget, gboolean)] {
            gtk_box_pack_start(cast(widget), part, expands, expands, 0)
        }
        gtk_widget_set_size_request(widget, 260, -1)
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
    }
}
