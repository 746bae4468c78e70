import Geometry

// Changes of the rows and columns, and the invalidation of each. The owner, which knows how the data changed, calls these;
// setting `rows` or `columns` detects new sizes, but cannot distinguish an inserted row from one that grew.
//
// Merged cells, groups of columns and cell counts follow their tracks. Tracks inserted between two merged tracks are merged
// with them; the remaining part of a merged cell after a removal stays merged while it has two cells; after a move that
// separates merged tracks, those still adjacent to the first one stay merged. The same applies to groups, which keep their
// header down to one column, and are renumbered in their new order. An inserted row has all cells; an inserted column has one
// in each row that reached it or lacked nothing; the counts do not tell which columns a row has, so they do not change when
// columns move.
//
// Each costs O(log overrides), plus O(n log n) for n merged cells of which any ends after the change, O(groups log groups) for
// a change of columns, and O(rows with a count) where rows differ in it. If the merges are replaced after a series of changes,
// remove the old ones before it to save that cost.
extension StickySheet {
    /// Inserts `count` rows of default height before row `index`, or at the end when `index` is the row count.
    public mutating func insertRows(_ count: Int, at index: Int) {
        precondition(count >= 0, "a count of \(count) rows is negative")
        change(.vertical, .insert(index..<index + count))
    }

    /// Removes the rows in `range`.
    public mutating func removeRows(_ range: Range<Int>) { change(.vertical, .remove(range)) }

    /// Moves the rows in `range` to before the row that has index `destination` now, or to the end when that is the row count.
    /// Rows keep their heights, and hidden ones stay hidden.
    public mutating func moveRows(_ range: Range<Int>, to destination: Int) {
        change(.vertical, .move(range, to: destination))
    }

    /// Invalidates the rows in `range` after a change of their data. Their heights do not change.
    public mutating func reloadRows(_ range: Range<Int>) { change(.vertical, .reload(range)) }

    /// Inserts `count` columns of default width before column `index`, or at the end when `index` is the column count.
    public mutating func insertColumns(_ count: Int, at index: Int) {
        precondition(count >= 0, "a count of \(count) columns is negative")
        change(.horizontal, .insert(index..<index + count))
    }

    /// Removes the columns in `range`.
    public mutating func removeColumns(_ range: Range<Int>) { change(.horizontal, .remove(range)) }

    /// Moves the columns in `range` to before the column that has index `destination` now, or to the end when that is the
    /// column count.
    public mutating func moveColumns(_ range: Range<Int>, to destination: Int) {
        change(.horizontal, .move(range, to: destination))
    }

    /// Invalidates all rows after a change of the data in the columns in `range`, since data changes are in rows.
    public mutating func reloadColumns(_ range: Range<Int>) { change(.horizontal, .reload(range)) }

    private mutating func change(_ axis: Axis, _ change: DataChange) {
        guard !change.isEmpty else { return }
        let old = self.axis(axis)
        let cutsNothing = carry(change, axis)
        update(axis) { $0.apply(change) }
        let new = self.axis(axis)
        var staysInPlace =
            cutsNothing && new.keepsPlaces(before: change.first, of: old)
            && new.keepsBundles(before: change.first, of: old)
        // Tracks after a move stay too, but a thicker pinned band hides or shows more of them, and a bundle there may begin or
        // end with other rows.
        if case .move = change {
            staysInPlace = staysInPlace && new.pinnedLeading == old.pinnedLeading && !new.hasBundles && !old.hasBundles
        }
        switch (axis, change) {
        case _ where !staysInPlace: pending.formUnion(.all)
        case (.vertical, _): pending.formUnion(.data(change))
        case (_, .reload): pending.formUnion(.data(.reload(0..<rows.count)))
        default: pending.formUnion(.sizes(fromSection: rows.count, fromItem: change.first))
        }
    }

    /// Updates merges, groups and counts for a change of tracks that follows. Returns false if any of them changes that begins
    /// before the changed range.
    private mutating func carry(_ change: DataChange, _ axis: Axis) -> Bool {
        if case .reload = change { return true }
        // Setting these properties here must not invalidate anything.
        let known = pending
        defer { pending = known }
        var cutsNothing = true
        let trackCount = self.axis(axis).tracks.count
        if let changed = merges.changed(by: change, on: axis, trackCount: trackCount) {
            cutsNothing = !change.edges.contains { merges.tree.crosses(TrackLine(axis: axis, track: $0 - 1)) }
            merges = changed
        }
        if axis == .horizontal { columnGroups = columnGroups.changed(by: change, columnCount: trackCount) }
        if let counts = itemCounts {
            let full = columns.count
            let changed =
                axis == .vertical ? counts.changed(by: change, full: full) : counts.changed(byItems: change, full: full)
            // Dropped counts change rows after a move, too.
            if case .move = change, changed.sectionCount < counts.sectionCount { cutsNothing = false }
            itemCounts = changed
        }
        return cutsNothing
    }

    /// Replaces the tracks of an axis when no more than their sizes is known.
    mutating func set(_ tracks: TrackSizes, on axis: Axis) {
        let old = self.axis(axis)
        guard var first = tracks.firstDifference(from: old.tracks) else { return }
        update(axis) { $0 = tracks }
        let new = self.axis(axis)
        // A different count of tracks changes which are the last ones, which may be frozen.
        if tracks.count != old.tracks.count {
            first = max(0, min(first, min(tracks.count, old.tracks.count) - old.frozen.trailing))
        }
        let shown = min(old.firstShowing(with: first), new.firstShowing(with: first))
        let change =
            axis == .vertical
            ? Self.rowChange(from: old.tracks, to: tracks, first: shown, columns: columns.count)
            : .sizes(fromSection: rows.count, fromItem: shown)
        // A merged cell across this line begins before the change.
        let cutsNothing = !merges.tree.crosses(TrackLine(axis: axis, track: first - 1))
        pending.formUnion(cutsNothing && new.keepsPlaces(before: first, of: old) ? change : .all)
    }

    private static func rowChange(
        from old: TrackSizes, to new: TrackSizes, first: Int, columns: Int
    ) -> Invalidation {
        let kept = min(old.count, new.count)
        if first < kept || old.count == new.count { return .sizes(fromSection: first, fromItem: columns) }
        return .data(old.count < new.count ? .insert(kept..<new.count) : .remove(kept..<old.count))
    }

    private mutating func update(_ axis: Axis, _ change: (inout TrackSizes) -> Void) {
        switch axis {
        case .vertical: vertical.update { change(&$0.tracks) }
        case .horizontal: horizontal.update { change(&$0.tracks) }
        }
    }
}

extension SheetAxis {
    /// Returns true where every bundle that begins before `first` is the same as in `old`.
    fileprivate func keepsBundles(before first: Int, of old: SheetAxis) -> Bool {
        firstShowing(with: first) == first && old.firstShowing(with: first) == first
    }

    /// Returns true where every track before `first` lies where it lay in `old`, at any position of the viewport, when nothing
    /// before `first` changed in itself.
    fileprivate func keepsPlaces(before first: Int, of old: SheetAxis) -> Bool {
        guard frozen == old.frozen else { return false }
        if frozen.trailing == 0 { return true }
        // The position of trailing frozen tracks depends on the thickness of those after them. A different count changes which
        // tracks are the last ones.
        return pinnedTrailing == old.pinnedTrailing
            && (tracks.count == old.tracks.count || first <= min(tracks.count, old.tracks.count) - frozen.trailing)
    }
}

extension TrackSizes {
    fileprivate mutating func apply(_ change: DataChange) {
        switch change {
        case .insert(let range): insert(count: range.count, at: range.lowerBound)
        case .remove(let range): remove(range)
        case .move(let range, let destination): move(range, to: destination)
        case .reload(let range): checkBounds(range)
        }
    }
}
