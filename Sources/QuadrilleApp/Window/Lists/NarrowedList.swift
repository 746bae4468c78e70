import CGTK
import GridGTK
import QuadrilleRuntime
import TabularOps
import Translation

/// A panel that lists items by their names: all of them, or those that contain the typed text. It is closed at first.
///
/// The names of a `Subject` are searched in the background, since there may be very many. The owner provides the content of
/// the lines, and the widgets below them.
@MainActor
final class NarrowedList<Subject: Sendable, Item: Sendable & Equatable> {
    /// Finds the items of a subject whose names contain the text, in their order; nil once it is cancelled.
    typealias Find = @Sendable (_ names: NameSearch, _ subject: Subject, _ cancellation: Cancellation) -> [Item]?

    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    /// Called when the user closes the panel.
    var onClose: () -> Void = {}
    /// Called with the line that the user chooses in the entry.
    var onChoice: (Int) -> Void = { _ in }
    /// Called when the found items change, with the items before. `isAnew` is true after a change of the text, false after a
    /// change of the subject.
    var onFound: (_ before: [Item]?, _ isAnew: Bool) -> Void = { _, _ in }
    private(set) var wasOpen = false
    /// The items that match the text, in their order; nil for all.
    private(set) var found: [Item]?
    private let rows: BlankRows
    private let find: Find
    private let entry: Widget = gtk_search_entry_new()
    private var subject: Subject?
    private var searchNumber = 0
    private var isSearching = false
    /// True after the user changed the text, until its items are found.
    private var isAnew = false
    /// True after Return was pressed while a search was in progress: it then chooses the result.
    private var isChoiceDue = false

    /// `hint` tells the user what to type.
    init(of rows: BlankRows, hint: String, find: @escaping Find) {
        (self.rows, self.find) = (rows, find)
        build(hint)
        connect(entry, "changed") { [weak self] in
            self?.isAnew = true
            self?.search()
        }
        connectKeys(entry) { [weak self] key, _ in self?.pressedInEntry(key) ?? false }
        connectKeys(widget) { [weak self] key, _ in
            guard key == UInt32(GDK_KEY_Escape) else { return false }
            self?.onClose()
            return true
        }
    }

    var isOpen: Bool { gtk_widget_get_visible(widget) != 0 }

    /// A Boolean value that indicates whether the keyboard focus is in the panel.
    var hasKeyboard: Bool {
        guard isOpen, let window = gtk_widget_get_toplevel(widget), let focus = gtk_window_get_focus(cast(window))
        else { return false }
        return gtk_widget_is_ancestor(focus, widget) != 0
    }

    func show() {
        wasOpen = true
        gtk_widget_show(widget)
    }

    /// Moves the keyboard focus to the entry.
    func focus() {
        // The pane realizes the entry in its next layout, but a key may arrive earlier.
        gtk_widget_realize(entry)
        gtk_widget_grab_focus(entry)
    }

    func close() {
        gtk_widget_hide(widget)
        forget()
        gtk_entry_set_text(cast(entry), "")
    }

    /// Discards the subject and the found items.
    func forget() { (subject, found) = (nil, nil) }

    /// Searches another subject from now on. Until the search ends, the items found in the previous subject stay.
    func look(in subject: Subject) {
        self.subject = subject
        if !text.isEmpty { search() }
    }

    /// Adds the widgets below the lines, and makes everything visible for when the panel opens.
    func finish(with parts: [Widget], width: Int32) {
        for part in parts { gtk_box_pack_start(cast(widget), part, 0, 0, 0) }
        gtk_widget_set_size_request(widget, width, -1)
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
    }

    private func pressedInEntry(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        // Otherwise the entry handles the key itself.
        case GDK_KEY_Escape:
            onClose()
            return true
        case GDK_KEY_Down, GDK_KEY_KP_Down:
            gtk_widget_grab_focus(rows.view)
            if rows.selected == nil { rows.select(0) }
            return true
        case GDK_KEY_Return, GDK_KEY_KP_Enter:
            // Goes to the found item, after the search ends.
            if isSearching { isChoiceDue = true } else { onChoice(rows.selected ?? 0) }
            return true
        default: return false
        }
    }

    // MARK: - Search

    private var text: String { gtk_entry_get_text(cast(entry)).map { String(cString: $0) } ?? "" }

    private struct Search: Sendable {
        var number: Int
        var text: String
        var subject: Subject
    }

    private lazy var searching = LatestWork<Search> { [weak self, find] search, cancellation in
        guard let found = find(NameSearch(search.text), search.subject, cancellation) else { return }
        MainHop.post { self?.take(found, of: search) }
    }

    private func search() {
        searchNumber += 1
        let text = text
        guard let subject, !text.isEmpty else {
            (isSearching, isChoiceDue) = (false, false)
            return show(nil)
        }
        isSearching = true
        searching.ask(Search(number: searchNumber, text: text, subject: subject))
    }

    private func take(_ found: [Item], of search: Search) {
        guard search.number == searchNumber, isOpen else { return }
        isSearching = false
        show(found)
        guard isChoiceDue else { return }
        isChoiceDue = false
        onChoice(rows.selected ?? 0)
    }

    private func show(_ found: [Item]?) {
        let (before, wasAnew) = (self.found, isAnew)
        isAnew = false
        guard found != before else { return }
        self.found = found
        onFound(before, wasAnew)
        // Return chooses the first item.
        if found?.isEmpty == false, rows.selected == nil { rows.select(0) }
    }

    private func build(_ hint: String) {
        let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(bar, 6) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(bar, 4) }
        gtk_entry_set_placeholder_text(cast(entry), hint)
        gtk_entry_set_width_chars(cast(entry), 10)
        gtk_box_pack_start(cast(bar), entry, 1, 1, 0)
        let close = IconButton.make("window-close-symbolic", label: tr("Close"), tooltip: tr("Close the list (Escape)"))
        connect(close, "clicked") { [weak self] in self?.onClose() }
        gtk_box_pack_end(cast(bar), close, 0, 0, 0)
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        Spoken.skip(scroller)
        gtk_container_add(cast(scroller), rows.view)
        gtk_box_pack_start(cast(widget), bar, 0, 0, 0)
        gtk_box_pack_start(cast(widget), scroller, 1, 1, 0)
    }
}
