import CGTK
import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

// Undo and redo of changes of the view.
extension Document {
    /// The state of the view, with the query requested last; nil while there is no grid.
    var viewState: ViewState? {
        grid.map { ViewState(grid: $0.arrangement, rows: arranging.latest, types: typeChoices) }
    }

    func installUndo() {
        undo.onChange = { [weak self] canUndo, canRedo in
            guard let self, isAlive else { return }
            enable("undo", canUndo)
            enable("redo", canRedo)
        }
        undo.forget()
    }

    /// Registers the user's changes of a grid for undo.
    func noteArranging(of grid: GridView) {
        grid.onArrange = { [weak self, weak grid] before in
            guard let self, let grid, self.grid === grid else { return }
            guard let now = viewState else { return }
            undo.note(
                from: ViewState(grid: before, rows: now.rows, types: now.types), to: now,
                goesOn: formatPopover?.hasChosen == true)
        }
    }

    /// Applies a query of the user, which can be undone.
    func arrange(_ arrangement: RowArrangement) {
        guard let before = viewState, grid?.canOrder == true else { return }
        undo.note(from: before, to: ViewState(grid: before.grid, rows: arrangement, types: before.types))
        show(arrangement)
    }

    func undoChange() {
        guard !isTyping else { return }
        guard let now = viewState, let state = undo.undo(from: now) else {
            guard let now = fileReading, let reading = undo.undoReading(from: now) else { return }
            bringBack(reading)
            return status.say(tr("Undone: {change}", ["change": ViewUndo.dialectTitle]))
        }
        bringBack(state)
        if let change = state.change(to: now) { status.say(tr("Undone: {change}", ["change": change.title])) }
    }

    func redoChange() {
        guard !isTyping else { return }
        guard let now = viewState, let state = undo.redo(from: now) else {
            guard let now = fileReading, let reading = undo.redoReading(from: now) else { return }
            bringBack(reading)
            return status.say(tr("Redone: {change}", ["change": ViewUndo.dialectTitle]))
        }
        bringBack(state)
        if let change = now.change(to: state) { status.say(tr("Redone: {change}", ["change": change.title])) }
    }

    /// True while a text field has the keyboard: undo and redo are for its text.
    private var isTyping: Bool {
        guard let focus = gtk_window_get_focus(cast(window)) else { return false }
        return g_type_check_instance_is_a(cast(focus), gtk_entry_get_type()) != 0
    }

    /// The current reading of the file, with its view and rows; nil without a file.
    var fileReading: FileReading? {
        guard let opened else { return nil }
        var rows = arranging.pending
        if let grid { rows.note(arranging.latest, of: grid.model.table.columns) }
        let view = grid == nil ? settings : standing(byName: false).followed(by: settings)
        return FileReading(options: opened.options, view: view, rows: rows)
    }

    private func bringBack(_ reading: FileReading) {
        settings = reading.view
        read(with: reading.options)
        arranging.pending = reading.rows
    }

    private func bringBack(_ state: ViewState) {
        guard let grid else { return }
        switcher.remember(state.grid.view)
        if grid.arrangement != state.grid { grid.restore(state.grid) }
        apply(state.types)
        show(state.rows)
    }

    /// Reverts the undo history to the shown rows after the last query was not applied.
    func arrangingGivenUp() {
        undo.settle(to: arranging.shown)
    }

    /// Forgets the changes after another grid is shown, unless it is the same table reloaded with the same columns.
    func undoFollows(isSame: Bool, from columns: [Column]) {
        guard isSame, let now = grid?.model.table.columns, now.map(\.name) == columns.map(\.name) else {
            return undo.forget()
        }
    }
}
