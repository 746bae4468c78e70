import Geometry

// Changes of the rows and columns, and what each makes stale. Whoever knows how the data changed says so here; setting
// `rows` or `columns` tells a new size from an old one, but not an inserted row from one that grew.
//
// Merged cells, groups of columns and the counts of cells go along with the tracks that they are of. What is inserted
// between two merged tracks is merged with them; what is left of a merged cell when tracks are removed is merged while it
// has two cells; a move that takes merged tracks apart leaves those merged that still stand together with the first one.
// Groups likewise, which keep their header down to one column, and are numbered as they then stand. An inserted row has
// all cells; an inserted column has one in each row that reached it or lacked nothing; the counts say nothing of which
// columns a row has, so they stay as they are when columns move.
//
// Each costs O(log overrides) besides O(n log n) for n merged cells, of which any ends behind the change, O(groups log
// groups) for one of the columns, and O(rows with a count) where rows differ in it. Whoever sets merges anew after a
// change of many saves that by taking the old ones out before it.
extension StickySheet {
    /// Puts `count` rows of default height before row `index`, or at the end when `index` is the row count.
    public mutating func insertRows(_ count: Int, at index: Int) {
        precondition(count >= 0, "a count of \(count) rows is negative")
        change(.vertical, .insert(index..<index + count))
    }

    /// Takes the rows in `range` out.
    public mutating func removeRows(_ range: Range<Int>) { change(.vertical, .remove(range)) }

    /// Moves the rows in `range` to before the row that has index `destination` now, or to the end when that is the row
    /// count. Heights go along, and what is hidden stays hidden.
    public mutating func moveRows(_ range: Range<Int>, to destination: Int) {
        change(.vertical, .move(range, to: destination))
    }

    /// Says that the rows in `range` show other data now. Their heights stay as they are.
    public mutating func reloadRows(_ range: Range<Int>) { change(.vertical, .reload(range)) }

    /// Puts `count` columns of default width before column `index`, or at the end when `index` is the column count.
    public mutating func insertColumns(_ count: Int, at index: Int) {
        precondition(count >= 0, "a count of \(count) columns is negative")
        change(.horizontal, .insert(index..<index + count))
    }

    /// Takes the columns in `range` out.
    public mutating func removeColumns(_ range: Range<Int>) { change(.horizontal, .remove(range)) }

    /// Moves the columns in `range` to before the column that has index `destination` now, or to the end when that is the
    /// column count.
    public mutating func moveColumns(_ range: Range<Int>, to destination: Int) {
        change(.horizontal, .move(range, to: destination))
    }

    /// Says that the columns in `range` show other data now; that makes all rows stale, as data changes are in rows.
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
        // What lies behind a move stays as well, but more or less of it shows when a pinned band is thicker than before.
        // And a bundle there may begin or end with other rows.
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

    /// Brings what lies on tracks in line with a change of them that comes next. False if any of it changes that begins
    /// before what the change names.
    private mutating func carry(_ change: DataChange, _ axis: Axis) -> Bool {
        if case .reload = change { return true }
        // What is set here is no news of its own.
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
            // Forgotten counts change rows behind a move, too.
            if case .move = change, changed.sectionCount < counts.sectionCount { cutsNothing = false }
            itemCounts = changed
        }
        return cutsNothing
    }

    /// Gives an axis new tracks, of which nothing is known but what they are.
    mutating func set(_ tracks: TrackSizes, on axis: Axis) {
        let old = self.axis(axis)
        guard var first = tracks.firstDifference(from: old.tracks) else { return }
        update(axis) { $0 = tracks }
        let new = self.axis(axis)
        // With another count of tracks, others are the last ones, which may be frozen.
        if tracks.count != old.tracks.count {
            first = max(0, min(first, min(tracks.count, old.tracks.count) - old.frozen.trailing))
        }
        let shown = min(old.firstShowing(with: first), new.firstShowing(with: first))
        let change =
            axis == .vertical
            ? Self.rowChange(from: old.tracks, to: tracks, first: shown, columns: columns.count)
            : .sizes(fromSection: rows.count, fromItem: shown)
        // A merged cell across the place begins before what changes.
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
        // Trailing frozen tracks lie as far from the viewport's end as what follows them is thick. With another count of
        // tracks, others are the last ones.
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
