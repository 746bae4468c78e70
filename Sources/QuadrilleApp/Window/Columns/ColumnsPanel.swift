import CGTK
import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

/// The panel at the leading side that lists all columns in their order: the user can find, go to, hide, show and move
/// them.
@MainActor
final class ColumnsPanel {
    var widget: Widget { list.widget }
    /// Called when the user closes the panel.
    var onClose: () -> Void = {}
    /// Called with a column to go to.
    var onJump: (Int) -> Void = { _ in }
    private let lines = ColumnRows()
    private let list: NarrowedList<Seen, Int>
    private let count: Widget = gtk_label_new(nil)
    private let showAll: Widget = gtk_button_new_with_mnemonic(tr("Show _All"))
    private let hideOthers: Widget = gtk_button_new_with_mnemonic(tr("Hide _Others"))
    private weak var grid: GridView?
    private var seen: Seen?

    /// The input that determines the lines, apart from their check marks.
    private struct Seen: Equatable, Sendable {
        var reading: Int
        var order: ColumnOrder
        var columns: [Column]
    }

    init() {
        list = NarrowedList(of: lines.rows, hint: tr("Find a column")) { names, seen, cancellation in
            var found: [Int] = []
            for line in 0..<seen.order.fieldCount {
                if line % 1024 == 0, cancellation.isRequested { return nil }
                let column = seen.order.field(at: line)
                if names.holds(seen.columns[column].title(at: column)) { found.append(column) }
            }
            return found
        }
        build()
        lines.line = { [weak self] in self?.line($0) }
        lines.onSwitch = { [weak self] in self?.switchShown($0) }
        lines.onChoice = { [weak self] in self?.jump($0) }
        lines.onMove = { [weak self] from, to in self?.move(from, to) }
        list.onChoice = { [weak self] in self?.jump($0) }
        list.onClose = { [weak self] in self?.onClose() }
        list.onFound = { [weak self] _, isAnew in self?.showLines(selectingActive: true, isAnew: isAnew) }
        connect(showAll, "clicked") { [weak self] in self?.change { $0.showAllColumns() } }
        connect(hideOthers, "clicked") { [weak self] in
            guard let self, let column = self.selectedColumn else { return }
            self.change { $0.hideColumns(but: column) }
        }
        connectKeys(lines.view) { [weak self] key, modifiers in self?.pressedInList(key, modifiers) ?? false }
    }

    var isOpen: Bool { list.isOpen }
    var wasOpen: Bool { list.wasOpen }

    /// A Boolean value that indicates whether the keyboard focus is in the panel.
    var hasKeyboard: Bool { list.hasKeyboard }

    /// Opens the panel with the keyboard focus in the search entry.
    func open(_ grid: GridView) {
        list.show()
        follow(grid)
        list.focus()
    }

    func close() {
        (grid, seen) = (nil, nil)
        list.close()
    }

    /// Updates the list from the columns of `grid` if the panel is open.
    func follow(_ grid: GridView?) {
        let isNew = grid !== self.grid
        self.grid = isOpen ? grid : nil
        guard isOpen, let grid else {
            seen = nil
            return list.forget()
        }
        let model = grid.model
        let now = Seen(reading: model.table.reading, order: model.columns, columns: model.table.columns)
        let hasChanged = isNew || now != seen
        if hasChanged {
            seen = now
            // Until the new search ends, the found columns may be outdated.
            list.look(in: now)
        }
        showLines(selectingActive: hasChanged)
    }

    /// Moves the selected line for Alt with an arrow, which elsewhere sorts; false without the keyboard focus in the list.
    func moveSelected(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        let isUp = key == UInt32(GDK_KEY_Up) || key == UInt32(GDK_KEY_KP_Up)
        guard modifiers.contains(GDK_MOD1_MASK), gtk_widget_has_focus(lines.view) != 0,
            isUp || key == UInt32(GDK_KEY_Down) || key == UInt32(GDK_KEY_KP_Down)
        else { return false }
        if let selected = lines.rows.selected { move(selected, isUp ? selected - 1 : selected + 2) }
        return true
    }

    // MARK: - Lines

    private var lineCount: Int { list.found?.count ?? seen?.order.fieldCount ?? 0 }

    private func column(at line: Int) -> Int? {
        guard let seen, line >= 0, line < lineCount else { return nil }
        return list.found.map { $0[line] } ?? seen.order.field(at: line)
    }

    private func line(of column: Int) -> Int? {
        guard let seen, let place = seen.order.fieldPlace(of: column) else { return nil }
        guard let found = list.found else { return place }
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

    private var selectedColumn: Int? {
        lines.rows.selected.flatMap { column(at: $0) } ?? grid?.model.activeCell?.column
    }

    /// The active column at the last update.
    private var active: Int?

    private func showLines(selectingActive: Bool, isAnew: Bool = false) {
        guard let grid else { return }
        lines.rows.show(lineCount, isAnew: isAnew)
        let column = grid.model.activeCell?.column
        if selectingActive || column != active, let line = column.flatMap({ line(of: $0) }) { lines.rows.select(line) }
        active = column
        let hidden = grid.model.hiddenCounts.columns
        let all = seen?.order.fieldCount ?? 0
        let part =
            list.found.map { found in
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

    // MARK: - User actions

    private func switchShown(_ line: Int) {
        guard let grid, let column = column(at: line) else { return }
        let isShown = grid.model.isShown(column: column)
        change { $0.setShown(!isShown, column: column) }
        // Hiding the active column makes another one active; the list stays at its line.
        lines.rows.select(line)
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
        if let line = line(of: column) { lines.rows.select(line) }
    }

    private func pressedInList(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        guard let selected = lines.rows.selected else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_space: switchShown(selected)
        case GDK_KEY_Return, GDK_KEY_KP_Enter: jump(selected)
        default: return false
        }
        return true
    }

    private func build() {
        gtk_label_set_xalign(cast(count), 0)
        gtk_label_set_ellipsize(cast(count), PANGO_ELLIPSIZE_END)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(count, 10) }
        gtk_widget_set_margin_top(count, 4)
        Style.quieten(count)
        let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        gtk_container_set_border_width(cast(buttons), 6)
        for button in [showAll, hideOthers] { gtk_box_pack_start(cast(buttons), button, 1, 1, 0) }
        gtk_widget_set_tooltip_text(hideOthers, tr("Hide all columns but the selected one"))
        list.finish(with: [count, buttons], width: 200)
    }
}
