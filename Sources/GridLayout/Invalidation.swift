/// The part of a layout that a change invalidates. Larger cases include the smaller ones.
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
        case (.data(let change), .data(let next)):
            self = change.union(next).map { .data($0) } ?? .all
        default:
            self = .all
        }
    }
}

/// A change of the data below a layout, in sections (in a sheet: rows).
public enum DataChange: Sendable, Hashable {
    /// The sections of the range, numbered as afterwards, are new.
    case insert(Range<Int>)
    /// The sections of the range, numbered as before, are gone.
    case remove(Range<Int>)
    /// The sections of the range lie before the one that had the second number, or at the end; all numbered as before.
    case move(Range<Int>, to: Int)
    /// The sections of the range show other data in the same places.
    case reload(Range<Int>)

    /// This and `next`, which came after it and counts from there, as one change; nil when they are no single one.
    func union(_ next: DataChange) -> DataChange? {
        switch (self, next) {
        case (.insert(let a), .insert(let b)) where (a.lowerBound...a.upperBound).contains(b.lowerBound):
            // A file that is being read grows several times between two frames.
            .insert(a.lowerBound..<a.upperBound + b.count)
        case (.remove(let a), .remove(let b)) where (b.lowerBound...b.upperBound).contains(a.lowerBound):
            .remove(b.lowerBound..<b.upperBound + a.count)
        case (.reload(let a), .reload(let b)):
            .reload(min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound))
        default: nil
        }
    }
}
