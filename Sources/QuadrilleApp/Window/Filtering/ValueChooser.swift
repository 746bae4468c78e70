import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime
import TabularOps
import Translation

/// A list of a column's values to choose from: counted in the background over the rows that the other conditions show, with a
/// search entry.
@MainActor
final class ValueChooser {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    let search: Widget = gtk_search_entry_new()
    let rows = ValueRows()
    let scroller: Widget = gtk_scrolled_window_new(nil, nil)
    private(set) var choice = ValueChoice()
    /// Called when the checked values change.
    var onChange: () -> Void = {}
    /// Called when the found values may have changed.
    var onFind: () -> Void = {}
    private let summary: Widget = gtk_label_new(nil)
    private let checked: Widget = gtk_label_new(nil)
    private var request: FilterRequest?
    private var jobs = Jobs()
    private(set) var list: ValueList?
    private var shown: [ValueChoice.Line] = []
    /// True after the user checked or unchecked a value since the chooser opened.
    private var isTouched = false
    /// The largest width of the values so far, in logical pixels.
    private var width: gint = 0
    /// The delay in seconds between the last keystroke and the search of the table.
    private static let patience = 0.2

    private struct Jobs {
        /// Lists all values.
        var all: BackgroundJob<ValueList>?
        /// Lists those with the searched text, where the first list is incomplete.
        var search: BackgroundJob<ValueList>?
        /// Incremented for each searched text.
        private(set) var number = 0

        mutating func cancelSearch() {
            number += 1
            search?.cancel()
            search = nil
        }

        mutating func cancel() {
            cancelSearch()
            all?.cancel()
            all = nil
        }
    }

    init() {
        build()
        rows.onToggle = { [weak self] in self?.toggle($0) }
        connect(search, "changed") { [weak self] in self?.narrow() }
    }

    /// Starts counting; the values of the edited condition are checked.
    func begin(_ request: FilterRequest) {
        end()
        self.request = request
        choice = ValueChoice(request.edited.first)
        isTouched = false
        width = 0
        setWidth(-1)
        gtk_entry_set_text(cast(search), "")
        recount(request)
    }

    /// Counts again after a change of the other conditions; checked values stay checked.
    func recount(_ request: FilterRequest) {
        end()
        self.request = request
        jobs.all = start(request.others)
        narrow()
    }

    /// Cancels counting and searching.
    func end() {
        jobs.cancel()
        (list, request) = (nil, nil)
    }

    /// The condition that the checked values make; nil where none is checked.
    var condition: Condition? {
        request.flatMap {
            choice.condition(ofColumn: $0.column, type: $0.form.type, blanks: list?.blanks ?? .all)
        }
    }

    func know(_ text: String, of value: ValueList.LongValue) { choice.know(text, of: value) }

    /// The effect of Return in the search entry: it takes the checked values where the user has checked any; otherwise it
    /// takes all values found, as spreadsheets do.
    enum Answer {
        /// The checked values are the choice.
        case checked
        /// All found values, not all of which are listed, by this condition.
        case found(Condition)
        /// No found value can be chosen.
        case nothing
    }

    /// Checks exactly the found values, where that is the effect of Return.
    func answer() -> Answer {
        guard choosesFound, let request else { return .checked }
        // Values that are still searched for, or too many to list, are matched by the text.
        guard let entries = foundEntries else { return .found(searched(request)) }
        let items = entries.map(\.item).filter(\.isCheckable)
        guard !items.isEmpty else { return .nothing }
        choice.uncheck(choice.checked)
        for item in items { choice.check(item) }
        changed()
        return .checked
    }

    /// A Boolean value that indicates whether Return chooses values found by the search, not the checked ones.
    var hasAnswer: Bool { choosesFound && foundEntries?.contains { $0.item.isCheckable } ?? true }

    private var choosesFound: Bool { !text.isEmpty && !isTouched }

    /// All values that contain the searched text; nil where not all are known.
    private var foundEntries: [ValueList.Entry]? {
        if let list { if let entries = list.entries(containing: text) { return entries } }
        guard case .done(let found)? = jobs.search?.state, found.isComplete else { return nil }
        return found.entries
    }

    private func searched(_ request: FilterRequest) -> Condition {
        Condition(column: request.column, .contains, [text], ignoresCase: true)
    }

    func toggleCurrent() { if let current = rows.current { toggle(current) } }

    /// Checks or unchecks all listed values.
    func setAll(_ isChecked: Bool) {
        isTouched = true
        if isChecked {
            for line in shown { choice.check(line.item) }
        } else {
            choice.uncheck(shown.map(\.item))
        }
        changed()
    }

    private func toggle(_ index: Int) {
        guard shown.indices.contains(index) else { return }
        isTouched = true
        choice.toggle(shown[index].item)
        changed()
    }

    private func changed() {
        follow()
        onChange()
    }

    // MARK: - Counting

    private func start(_ conditions: [Condition]) -> BackgroundJob<ValueList>? {
        guard let request else { return nil }
        let hop = CoalescedHop { [weak self] in self?.follow() }
        return ValueList.job(ofColumn: request.column, in: request.source, meeting: conditions) { hop.post() }
    }

    /// The searched text.
    var text: String { gtk_entry_get_text(cast(search)).map { String(cString: $0) } ?? "" }

    /// Searches for a changed text: at once where all values are known, else in the table.
    private func narrow() {
        jobs.cancelSearch()
        guard let request, !text.isEmpty, list?.entries(containing: text) == nil else { return follow() }
        let number = jobs.number
        MainHop.post(at: .now() + Self.patience) { [weak self] in
            guard let self, self.jobs.number == number else { return }
            self.jobs.search = self.start(request.others + [self.searched(request)])
            self.follow()
        }
        follow()
    }

    /// Shows the current state of counting and searching.
    private func follow() {
        guard let request else { return }
        if list == nil, case .done(let found)? = jobs.all?.state {
            list = found
            choice.meet(found, request.form)
            onChange()
        }
        show(request)
        gtk_label_set_text(cast(checked), ValueWords.checked(choice))
        keepWidth()
        onFind()
    }

    /// Sets the minimum width of the list, -1 for its natural width. The popover's position determines its height.
    private func setWidth(_ width: gint) {
        var height: gint = 0
        gtk_widget_get_size_request(scroller, nil, &height)
        gtk_widget_set_size_request(scroller, width, height)
    }

    /// Keeps the largest width of the values so far, so that nothing moves while the user types.
    private func keepWidth() {
        var (least, natural): (gint, gint) = (0, 0)
        gtk_widget_get_preferred_width(scroller, &least, &natural)
        guard natural > width else { return }
        width = natural
        setWidth(width)
    }

    private func show(_ request: FilterRequest) {
        let isNarrowed = !text.isEmpty
        func show(_ list: ValueList, _ entries: [ValueList.Entry]) {
            shown = choice.lines(of: entries, showsAll: !isNarrowed)
            rows.show(shown)
            let words =
                isNarrowed && list.isComplete && entries.count < list.entries.count
                ? tr(
                    one: "{found} of {count} value", many: "{found} of {count} values", list.distinct,
                    ["found": StatusText.grouped(entries.count)])
                : ValueWords.summary(of: list, isNarrowed: jobs.search != nil, hasConditions: !request.others.isEmpty)
            say(words)
        }
        if let list, let entries = list.entries(containing: text) { return show(list, entries) }
        let isSearching = isNarrowed && (list != nil || jobs.search != nil)
        switch (isSearching ? jobs.search : jobs.all)?.state {
        case .done(let found): show(found, found.entries)
        case .failed(let error): say(error.description)
        case .running(let done, let total):
            // The previous list stays until a new one is ready.
            if list == nil { showChecked() }
            let task = isSearching ? tr("Searching values") : tr("Counting values")
            say(StatusText.progress(task, done, of: total))
        case .cancelled, nil: say(tr("Searching values"))
        }
    }

    /// Lists the checked values before any are counted.
    private func showChecked() {
        shown = choice.lines(of: [], showsAll: true)
        rows.show(shown)
    }

    private func say(_ text: String) {
        gtk_label_set_text(cast(summary), text + (choosesFound ? "\n" + returnHint : ""))
    }

    /// The hint about the effect of Return.
    private var returnHint: String {
        guard let count = foundEntries?.count(where: \.item.isCheckable) else {
            return tr("Enter shows the rows whose value contains this.")
        }
        return count == 0
            ? tr("There is nothing for Enter to choose.")
            : tr(
                one: "Enter shows the rows with this value.", many: "Enter shows the rows with these {count} values.",
                count)
    }

    // MARK: - Widgets

    private func build() {
        gtk_entry_set_placeholder_text(cast(search), tr("Search values"))
        gtk_entry_set_width_chars(cast(search), 30)
        Spoken.skip(scroller)
        gtk_scrolled_window_set_shadow_type(cast(scroller), GTK_SHADOW_IN)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_overlay_scrolling(cast(scroller), 0)
        gtk_container_add(cast(scroller), rows.view)
        let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        for (label, hint, isChecked) in [
            (tr("A_ll"), tr("Check all that is listed (Ctrl+A)"), true),
            (tr("_None"), tr("Check nothing of it"), false),
        ] {
            let button: Widget = gtk_button_new_with_mnemonic(label)
            gtk_widget_set_tooltip_text(button, hint)
            connect(button, "clicked") { [weak self] in self?.setAll(isChecked) }
            gtk_box_pack_start(cast(bar), button, 0, 0, 0)
        }
        gtk_box_pack_end(cast(bar), checked, 0, 0, 0)
        gtk_label_set_xalign(cast(summary), 0)
        gtk_label_set_yalign(cast(summary), 0)
        gtk_label_set_line_wrap(cast(summary), 1)
        gtk_label_set_lines(cast(summary), 3)
        gtk_label_set_ellipsize(cast(summary), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(summary), 40)
        // Always three lines high, so that a longer message moves nothing.
        gtk_widget_set_size_request(summary, -1, 57)
        for label in [summary, checked] { Style.quieten(label) }
        gtk_box_pack_start(cast(widget), search, 0, 0, 0)
        gtk_box_pack_start(cast(widget), scroller, 1, 1, 0)
        gtk_box_pack_start(cast(widget), bar, 0, 0, 0)
        gtk_box_pack_start(cast(widget), summary, 0, 0, 0)
    }
}
