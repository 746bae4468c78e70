/// What a change makes stale. Larger cases include the smaller ones.
public enum Invalidation: Sendable, Hashable {
    /// Every frame is as it was.
    case nothing
    /// Only pinned frames moved (a scroll).
    case pinned
    /// Sizes changed: sections from the first on may have moved on their axis, items from the second on theirs. In a
    /// sheet, a row height that changed leaves the columns alone and names their count as the first item.
    case sizes(fromSection: Int, fromItem: Int)
    /// Sections were inserted, removed, moved or reloaded.
    case data(DataChange)
    /// Nothing that was known holds.
    case all

    /// Makes this cover what `other` makes stale, too: the larger of the two where one includes the other, else all.
    public mutating func formUnion(_ other: Invalidation) {
        switch (self, other) {
        case (_, .nothing), (.all, _), (.sizes, .pinned), (.data, .pinned):
            return
        case (.nothing, _), (.pinned, _), (_, .all):
            self = other
        case (.sizes(let section, let item), .sizes(let otherSection, let otherItem)):
            self = .sizes(fromSection: min(section, otherSection), fromItem: min(item, otherItem))
        case (.data(.insert(let range)), .data(.insert(let next))) where range.upperBound == next.lowerBound:
            // A file that is being read grows several times between two frames.
            self = .data(.insert(range.lowerBound..<next.upperBound))
        default:
            self = .all
        }
    }
}

/// A change of the data below a layout, in sections (in a sheet: rows).
public enum DataChange: Sendable, Hashable {
    case insert(Range<Int>)
    case remove(Range<Int>)
    case move(Range<Int>, to: Int)
    case reload(Range<Int>)
}
