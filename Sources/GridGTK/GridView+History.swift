import GridUI

// What a person changes of how the table is arranged, told to whoever can undo it.
extension GridView {
    /// The undoable view state, including pending changes: a view whose rows are being grouped, columns whose equal
    /// neighbors are being searched for.
    public var arrangement: GridArrangement {
        var arrangement = model.arrangement
        arrangement.view = wantedView
        arrangement.mergedColumns.formUnion(columnsToMerge)
        return arrangement
    }

    /// Makes a change that a person asked for: `onArrange` hears of it, where it is one of how the table is arranged.
    public func byHand(_ change: () -> Void) {
        let before = arrangement
        change()
        told(of: before)
        // What is held goes on from here.
        if heldArrangement != nil { beginGesture() }
    }

    /// Arranges the table as it was. What needs the whole table is done in the background: the view that there is stays
    /// until then.
    public func restore(_ old: GridArrangement) {
        let isOther = old.view != wantedView
        if isOther { cancelGrouping() }
        let kept = Set(searchedRows.keys)
        // What was about to be merged is not any more; what is to be merged is searched for, as where a person asks for it.
        for column in kept.subtracting(old.mergedColumns) { searchedRows[column] = nil }
        for column in old.mergedColumns.subtracting(kept) { searchedRows[column] = 0 }
        let stamp = model.table.order?.stamp
        animate { $0.restore(old) }
        // Of rows in another order than then it is not known where they stand.
        if stamp != nil, stamp != old.orderStamp { hideInOrder() }
        if isOther { show(old.view) }
        catchUpWithRows()
    }

    /// Remembers how things are while something is held that may change them.
    func beginGesture() { heldArrangement = arrangement }

    /// Takes note of what was changed since, or of nothing where the gesture was given up.
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
