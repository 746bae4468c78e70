import CGTK
import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

/// The changes of a window's view that can be undone and redone, and the part of its menu that names them.
@MainActor
final class ViewUndo {
    /// Called when the changes to undo or redo may have changed.
    var onChange: (_ canUndo: Bool, _ canRedo: Bool) -> Void = { _, _ in }
    /// The section of the window's menu.
    let menu = g_menu_new()
    private var history = ViewHistory<ViewState>()
    private var readings = ReadingHistory()
    private var titles: (undo: String, redo: String)?
    private var isOne = false

    init() { follow() }

    /// Registers a change by the user. Zoom steps in a row count as one change; where it `goesOn`, so do formats that are tried
    /// one after the other.
    func note(from before: ViewState, to after: ViewState, goesOn: Bool = false) {
        guard !isOne else { return }
        let change = before.change(to: after)
        let isOneWay = change == .zoom || change == .format && goesOn
        history.note(from: before, to: after) { isOneWay && $0.change(to: $1) == change }
        readings.forgetUndone()
        follow()
    }

    /// Registers all changes by `changes`, which returns the state after them, as one change.
    func noteAsOne(_ before: ViewState?, _ changes: () -> ViewState?) {
        isOne = true
        let after = changes()
        isOne = false
        if let before, let after { note(from: before, to: after) }
    }

    /// Returns the state to restore; nil where there is none.
    func undo(from now: ViewState) -> ViewState? {
        defer { follow() }
        return history.undo(from: now)
    }

    func redo(from now: ViewState) -> ViewState? {
        defer { follow() }
        return history.redo(from: now)
    }

    /// Reverts the history to the shown `rows` after a query was not applied.
    func settle(to rows: RowArrangement) {
        history.settle(where: { $0.rows == rows }, without: { ViewState(grid: $0.grid, rows: rows, types: $0.types) })
        follow()
    }

    /// Reverts the history to the applied `types` after others were not applied.
    func settle(toTypes types: TypeChoices) {
        history.settle(
            where: { $0.types == types }, without: { ViewState(grid: $0.grid, rows: $0.rows, types: types) })
        follow()
    }

    /// The changes that can be undone and redone, of the view and of the reading.
    struct Saved {
        fileprivate let history: ViewHistory<ViewState>
        fileprivate let readings: ReadingHistory
    }

    var saved: Saved { Saved(history: history, readings: readings) }

    /// Restores the changes of a table that is shown again.
    func restore(_ saved: Saved) {
        (history, readings) = (saved.history, saved.readings)
        follow()
    }

    /// Forgets the changes of the view; earlier readings of the file stay.
    func forget() {
        history.removeAll()
        follow()
    }

    /// Registers that the user chose another dialect than that of `reading`.
    func note(_ reading: FileReading) {
        readings.note(reading)
        follow()
    }

    /// Returns the reading to restore where the view has no change to undo; nil where there is none.
    func undoReading(from now: FileReading) -> FileReading? {
        defer { follow() }
        return readings.undo(from: now)
    }

    func redoReading(from now: FileReading) -> FileReading? {
        defer { follow() }
        return readings.redo(from: now)
    }

    /// Forgets the readings of the previous file.
    func forgetReadings() {
        readings = ReadingHistory()
        follow()
    }

    static var dialectTitle: String { tr("Dialect", in: "change of the view") }

    /// Updates the menu.
    private func follow() {
        var undoable = history.undoable.flatMap { $0.before.change(to: $0.now) }.map(\.title)
        var redoable = history.redoable.flatMap { $0.now.change(to: $0.after) }.map(\.title)
        if history.undoable == nil, readings.canUndo { undoable = Self.dialectTitle }
        if history.redoable == nil, readings.canRedo { redoable = Self.dialectTitle }
        let new = (
            undo: undoable.map { tr("_Undo {change}", ["change": $0]) } ?? tr("_Undo"),
            redo: redoable.map { tr("_Redo {change}", ["change": $0]) } ?? tr("_Redo")
        )
        onChange(history.undoable != nil || readings.canUndo, history.redoable != nil || readings.canRedo)
        guard titles.map({ $0 != new }) ?? true else { return }
        titles = new
        g_menu_remove_all(menu)
        g_menu_append(menu, new.undo, "win.undo")
        g_menu_append(menu, new.redo, "win.redo")
    }
}
