import CGTK
import Dispatch
import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

/// The panel at the side where lines begin that lists all columns in their order: to find one, to go to it, to hide, show
/// and move them.
@MainActor
final class ColumnsPanel {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    /// Called when a person closes the panel.
    var onClose: () -> Void = {}
    /// Called with a column that a person goes to.
    var onJump: (Int) -> Void = { _ in }
    private(set) var wasOpen = false
    private let rows = ColumnRows()
    private let entry: Widget = gtk_search_entry_new()
    private let count: Widget = gtk_label_new(nil)
    private let showAll: Widget = gtk_button_new_with_mnemonic(tr("Show _All"))
    private let hideOthers: Widget = gtk_button_new_with_mnemonic(tr("Hide _Others"))
    private weak var grid: GridView?
    private var seen: Seen?
    /// The columns that hold what is looked for, in their order; nil for all.
    private var found: [Int]?
    private var searchNumber = 0
    private var isSearching = false
    /// Whether Return was pressed before what is looked for was found.
    private var isChoiceDue = false

    /// What the lines follow from, but for their marks.
    private struct Seen: Equatable, Sendable {
        var reading: Int
        var order: ColumnOrder
        var columns: [Column]
    }

    init() {
        build()
        rows.line = { [weak self] in self?.line($0) }
        rows.onSwitch = { [weak self] in self?.switchShown($0) }
        rows.onChoice = { [weak self] in self?.jump($0) }
        rows.onMove = { [weak self] from, to in self?.move(from, to) }
        connect(entry, "changed") { [weak self] in self?.search() }
        connect(showAll, "clicked") { [weak self] in self?.change { $0.showAllColumns() } }
        connect(hideOthers, "clicked") { [weak self] in
            guard let self, let column = self.selectedColumn else { return }
            self.change { $0.hideColumns(but: column) }
        }
        connectKeys(entry) { [weak self] key, _ in self?.pressedInEntry(key) ?? false }
        connectKeys(rows.view) { [weak self] key, modifiers in self?.pressedInList(key, modifiers) ?? false }
        connectKeys(widget) { [weak self] key, _ in
            guard key == UInt32(GDK_KEY_Escape) else { return false }
            self?.onClose()
            return true
        }
    }

    var isOpen: Bool { gtk_widget_get_visible(widget) != 0 }

    /// Whether anything in it has the keyboard.
    var hasKeyboard: Bool {
        guard isOpen, let window = gtk_widget_get_toplevel(widget),
            let focus = gtk_window_get_focus(cast(window))
        else { return false }
        return gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// Opens it with the keyboard in the text that is looked for.
    func open(_ grid: GridView) {
        wasOpen = true
        gtk_widget_show(widget)
        follow(grid)
        // The pane realizes it with the next layout, and a key may come before that.
        gtk_widget_realize(entry)
        gtk_widget_grab_focus(entry)
    }

    func close() {
        gtk_widget_hide(widget)
        follow(nil)
        gtk_entry_set_text(cast(entry), "")
    }

    /// Follows the columns of `grid`, as far as it is seen.
    func follow(_ grid: GridView?) {
        let isNew = grid !== self.grid
        self.grid = isOpen ? grid : nil
        guard isOpen, let grid else {
            (seen, found) = (nil, nil)
            return
        }
        let model = grid.model
        let now = Seen(reading: model.table.reading, order: model.columns, columns: model.table.columns)
        let hasChanged = isNew || now != seen
        if hasChanged {
            seen = now
            // Until they are looked through, columns that were found may be others.
            if found != nil { search() }
        }
        showLines(selectingActive: hasChanged)
    }

    /// Moves the selected line for Alt with an arrow, which elsewhere sorts; false where the list has not the keyboard.
    func moveSelected(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        let isUp = key == UInt32(GDK_KEY_Up) || key == UInt32(GDK_KEY_KP_Up)
        guard modifiers.contains(GDK_MOD1_MASK), gtk_widget_has_focus(rows.view) != 0,
            isUp || key == UInt32(GDK_KEY_Down) || key == UInt32(GDK_KEY_KP_Down)
        else { return false }
        if let selected = rows.selected { move(selected, isUp ? selected - 1 : selected + 2) }
        return true
    }

    // MARK: - Lines

    private var lineCount: Int { found?.count ?? seen?.order.fieldCount ?? 0 }

    private func column(at line: Int) -> Int? {
        guard let seen, line >= 0, line < lineCount else { return nil }
        return found.map { $0[line] } ?? seen.order.field(at: line)
    }

    private func line(of column: Int) -> Int? {
        guard let seen, let place = seen.order.fieldPlace(of: column) else { return nil }
        guard let found else { return place }
        var (low, high) = (0, found.count)
        while low < high {
            let middle = (low + high) / 2
            if seen.order.fieldPlace(of: found[middle]) ?? 0 < place { low = middle + 1 } else { high = middle }
        }
        return low < found.count && found[low] == column ? low : nil
    }

    private func line(_ index: Int) -> ColumnRows.Line? {
        guard let grid, let column = column(at: index), grid.model.table.columns.indices.contains(column) else {
            return nil
        }
        let (model, shown) = (grid.model, grid.model.table.columns[column])
        return ColumnRows.Line(
            name: shown.title(at: column).visible, type: shown.type.word, isShown: model.isShown(column: column),
            isSwitch: model.canArrangeColumns && column != model.columns.rowHeader)
    }

    private var selectedColumn: Int? { rows.selected.flatMap { column(at: $0) } ?? grid?.model.activeCell?.column }

    /// The column that was active when that was looked at last.
    private var active: Int?

    private func showLines(selectingActive: Bool) {
        guard let grid else { return }
        rows.show(lineCount)
        let column = grid.model.activeCell?.column
        if selectingActive || column != active, let line = column.flatMap({ line(of: $0) }) { rows.select(line) }
        active = column
        let hidden = grid.model.hiddenCounts.columns
        let all = seen?.order.fieldCount ?? 0
        let part =
            found.map { found in
                tr(
                    one: "{found} of {count} column", many: "{found} of {count} columns", all,
                    ["found": StatusText.grouped(found.count)])
            } ?? TableWords.columns(all)
        let words =
            hidden > 0
            ? tr(one: "{columns}, {count} hidden", many: "{columns}, {count} hidden", hidden, ["columns": part]) : part
        gtk_label_set_text(cast(count), words)
        gtk_widget_set_sensitive(showAll, grid.model.canArrangeColumns && hidden > 0 ? 1 : 0)
        gtk_widget_set_sensitive(hideOthers, grid.model.canArrangeColumns && lineCount > 0 ? 1 : 0)
    }

    // MARK: - What a person does

    private func switchShown(_ line: Int) {
        guard let grid, let column = column(at: line) else { return }
        let isShown = grid.model.isShown(column: column)
        change { $0.setShown(!isShown, column: column) }
        // Hiding the active column makes another one active; the list stays where one is in it.
        rows.select(line)
    }

    private func change(_ change: (inout GridModel) -> Void) {
        guard let grid else { return }
        grid.byHand { grid.update(change) }
    }

    private func jump(_ line: Int) {
        if let column = column(at: line) { onJump(column) }
    }

    /// Moves the column of a line before that of another, counted before the move.
    private func move(_ from: Int, _ to: Int) {
        guard let grid, let column = column(at: from), to >= 0, to <= lineCount, let order = seen?.order else { return }
        let next = self.column(at: to).flatMap { order.fieldPlace(of: $0) }
        let last = self.column(at: to - 1).flatMap { order.fieldPlace(of: $0) }.map { $0 + 1 }
        guard let target = next ?? last else { return }
        grid.byHand { grid.animate { $0.moveColumn(column, toLine: target) } }
        if let line = line(of: column) { rows.select(line) }
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
            if isSearching { isChoiceDue = true } else { jump(rows.selected ?? 0) }
            return true
        default: return false
        }
    }

    private func pressedInList(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        guard let selected = rows.selected else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_space: switchShown(selected)
        case GDK_KEY_Return, GDK_KEY_KP_Enter: jump(selected)
        default: return false
        }
        return true
    }

    // MARK: - Search

    private struct Search: Sendable {
        var number: Int
        var text: String
        var seen: Seen
    }

    /// Looks through the names in the background, since there may be very many.
    private lazy var searching = LatestWork<Search> { [weak self] search, isOver in
        let (names, order, columns) = (NameSearch(search.text), search.seen.order, search.seen.columns)
        var found: [Int] = []
        for line in 0..<order.fieldCount {
            if line % 1024 == 0, isOver() { return }
            let column = order.field(at: line)
            if names.holds(columns[column].title(at: column)) { found.append(column) }
        }
        DispatchQueue.main.async { [found] in
            MainActor.assumeIsolated { self?.take(found, of: search) }
        }
    }

    private func search() {
        searchNumber += 1
        let text = gtk_entry_get_text(cast(entry)).map { String(cString: $0) } ?? ""
        guard let seen, !text.isEmpty else {
            (isSearching, isChoiceDue) = (false, false)
            return show(nil)
        }
        isSearching = true
        searching.ask(Search(number: searchNumber, text: text, seen: seen))
    }

    private func take(_ found: [Int], of search: Search) {
        guard search.number == searchNumber, isOpen else { return }
        isSearching = false
        show(found)
        guard isChoiceDue else { return }
        isChoiceDue = false
        jump(rows.selected ?? 0)
    }

    private func show(_ found: [Int]?) {
        guard found != self.found else { return }
        self.found = found
        showLines(selectingActive: true)
        // The first one is what Return goes to.
        if found?.isEmpty == false, rows.selected == nil { rows.select(0) }
    }

    private func build() {
        let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(bar, 6) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(bar, 4) }
        gtk_entry_set_placeholder_text(cast(entry), tr("Find a column"))
        gtk_entry_set_width_chars(cast(entry), 10)
        gtk_box_pack_start(cast(bar), entry, 1, 1, 0)
        let close = IconButton.make("window-close-symbolic", label: tr("Close"), tooltip: tr("Close the list (Escape)"))
        connect(close, "clicked") { [weak self] in self?.onClose() }
        gtk_box_pack_end(cast(bar), close, 0, 0, 0)
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        Spoken.skip(scroller)
        gtk_container_add(cast(scroller), rows.view)
        gtk_label_set_xalign(cast(count), 0)
        gtk_label_set_ellipsize(cast(count), PANGO_ELLIPSIZE_END)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(count, 10) }
        gtk_widget_set_margin_top(count, 4)
        Style.quieten(count)
        let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        gtk_container_set_border_width(cast(buttons), 6)
        for button in [showAll, hideOthers] { gtk_box_pack_start(cast(buttons), button, 1, 1, 0) }
        gtk_widget_set_tooltip_text(hideOthers, tr("Hide all columns but the selected one"))
        for (part, expands) in [(bar, 0), (scroller, 1), (count, 0), (buttons, 0)] as [(Widget, gboolean)] {
            gtk_box_pack_start(cast(widget), part, expands, expands, 0)
        }
        gtk_widget_set_size_request(widget, 200, -1)
        gtk_widget_show_all(widget)
        gtk_widget_hide(widget)
        gtk_widget_set_no_show_all(widget, 1)
    }
}
