import Geometry

// Changes of the rows and columns, and what each makes stale. Whoever knows how the data changed says so here; setting
// `rows` or `columns` tells a new size from an old one, but not an inserted row from one that grew.
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
        update(axis) { $0.apply(change) }
        let new = self.axis(axis)
        var staysInPlace = new.keepsPlaces(before: change.first, of: old)
        // What lies behind a move stays as well, but more or less of it shows when a pinned band is thicker than before.
        if case .move = change { staysInPlace = staysInPlace && new.pinnedLeading == old.pinnedLeading }
        switch (axis, change) {
        case _ where !staysInPlace: pending.formUnion(.all)
        case (.vertical, _): pending.formUnion(.data(change))
        case (_, .reload): pending.formUnion(.data(.reload(0..<rows.count)))
        default: pending.formUnion(.sizes(fromSection: rows.count, fromItem: change.first))
        }
    }

    /// Gives an axis new tracks, of which nothing is known but what they are.
    mutating func set(_ tracks: TrackSizes, on axis: Axis) {
        let old = self.axis(axis)
        guard let first = tracks.firstDifference(from: old.tracks) else { return }
        update(axis) { $0 = tracks }
        let change =
            axis == .vertical
            ? Self.rowChange(from: old.tracks, to: tracks, first: first, columns: columns.count)
            : .sizes(fromSection: rows.count, fromItem: first)
        pending.formUnion(self.axis(axis).keepsPlaces(before: first, of: old) ? change : .all)
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
    /// Whether every track before `first` lies where it lay in `old`, at any position of the viewport, when nothing
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

extension DataChange {
    /// The first index that is not what it was.
    var first: Int {
        switch self {
        case .insert(let range), .remove(let range), .reload(let range): range.lowerBound
        case .move(let range, let destination): min(range.lowerBound, destination)
        }
    }

    /// Whether it changes nothing.
    var isEmpty: Bool {
        switch self {
        case .insert(let range), .remove(let range), .reload(let range): range.isEmpty
        case .move(let range, let destination):
            range.isEmpty || (range.lowerBound...range.upperBound).contains(destination)
        }
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
