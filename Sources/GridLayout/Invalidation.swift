/// What a change makes stale. Larger cases include the smaller ones.
public enum Invalidation: Sendable, Hashable {
    /// Every frame is as it was.
    case nothing
    /// Only pinned frames moved (a scroll).
    case pinned
    /// Sizes changed: frames from the named section and item on may differ, on the axes they lie on.
    case sizes(fromSection: Int, fromItem: Int)
    /// Sections were inserted, removed, moved or reloaded.
    case data(DataChange)
    /// Nothing that was known holds.
    case all
}

/// A change of the data below a layout, in sections (in a sheet: rows).
public enum DataChange: Sendable, Hashable {
    case insert(Range<Int>)
    case remove(Range<Int>)
    case move(Range<Int>, to: Int)
    case reload(Range<Int>)
}
