import GridUI

// The user's changes of the view state, reported for undo.
extension GridView {
    /// The undoable view state, including pending changes: a view whose rows are being grouped, columns whose equal
    /// neighbors are being searched for.
    public var arrangement: GridArrangement {
        var arrangement = model.arrangement
        arrangement.view = wantedView
        arrangement.mergedColumns.formUnion(columnsToMerge)
        return arrangement
    }

    /// Makes a change by the user, and calls `onArrange` where it changes the view state.
    public func byHand(_ change: () -> Void) {
        let before = arrangement
        change()
        told(of: before)
        // A drag in progress continues from the new state.
        if heldArrangement != nil { beginGesture() }
    }

    /// Restores a view state. Work on the whole table runs in the background: the current view stays until then.
    public func restore(_ old: GridArrangement) {
        let isOther = old.view != wantedView
        if isOther { cancelGrouping() }
        let kept = Set(searchedRows.keys)
        // Cancels merges in progress; starts those to restore, as if the user requested them.
        for column in kept.subtracting(old.mergedColumns) { searchedRows[column] = nil }
        for column in old.mergedColumns.subtracting(kept) { searchedRows[column] = 0 }
        let version = model.table.order?.version
        animate { $0.restore(old) }
        // The positions of hidden rows in another row order are unknown.
        if version != nil, version != old.orderVersion { hideInOrder() }
        if isOther { show(old.view) }
        catchUpWithRows()
    }

    /// Stores the view state at the start of a drag that may change it.
    func beginGesture() { heldArrangement = arrangement }

    /// Reports the change of a drag, unless that was cancelled.
    func endGesture(isGivenUp: Bool = false) {
        guard let before = heldArrangement else { return }
        heldArrangement = nil
        announce.post()
        if !isGivenUp { told(of: before) }
    }

    /// True while the user drags something here: a header, an edge, a selection, the view, a scrollbar. `onChange` is
    /// called on release.
    public var isHeld: Bool {
        model.pointer.drag != nil || model.isPanning || heldArrangement != nil || thumb.axis != nil
    }

    private func told(of before: GridArrangement) {
        guard isAlive, let onArrange, before != arrangement else { return }
        onArrange(before)
    }
}
