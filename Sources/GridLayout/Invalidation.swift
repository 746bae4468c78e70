/// The part of a layout that a change invalidates. Larger cases include the smaller ones.
public enum Invalidation: Sendable, Hashable {
    /// No frame changed.
    case nothing
    /// Only pinned frames moved (a scroll).
    case pinned
    /// Sizes changed: sections from the first on may have moved on their axis, items from the second on theirs. In a sheet, a
    /// changed row height does not move the columns, so the first item is their count.
    case sizes(fromSection: Int, fromItem: Int)
    /// Sections were inserted, removed, moved or reloaded.
    case data(DataChange)
    /// Everything is invalid.
    case all

    /// Adds the invalidation `other`: the result is the larger of the two where one includes the other, else `all`.
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
    /// The sections of the range, in the numbering after the change, are new.
    case insert(Range<Int>)
    /// The sections of the range, in the numbering before the change, are gone.
    case remove(Range<Int>)
    /// The sections of the range move before the second number, or to the end; all in the numbering before the change.
    case move(Range<Int>, to: Int)
    /// The sections of the range have other data at the same indices.
    case reload(Range<Int>)

    /// This change and the later `next`, which refers to its result, as one change; nil if they do not combine.
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
