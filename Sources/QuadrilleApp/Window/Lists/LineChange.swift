/// The removed and inserted lines between two versions of a list.
///
///     a b d  →  a c d e        removes 1; inserts 1 and 3
struct LineChange: Equatable {
    /// Lines of the old list, ascending.
    private(set) var gone: [Int] = []
    /// Lines of the new list, ascending.
    private(set) var come: [Int] = []

    /// Compares two lists, both in the same order and without duplicates. Nil above `limit` removed or inserted lines.
    ///
    /// - Complexity: O(lines), with only comparisons before the first and after the last change.
    init?<Names: RandomAccessCollection>(from old: Names, to new: Names, limit: Int)
    where Names.Element: Hashable, Names.Index == Int {
        var (start, oldEnd, newEnd) = (0, old.count, new.count)
        func name(_ line: Int, of list: Names) -> Names.Element { list[list.startIndex + line] }
        while start < min(oldEnd, newEnd), name(start, of: old) == name(start, of: new) { start += 1 }
        while oldEnd > start, newEnd > start, name(oldEnd - 1, of: old) == name(newEnd - 1, of: new) {
            (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
        }
        let before = Set((start..<oldEnd).map { name($0, of: old) })
        let after = Set((start..<newEnd).map { name($0, of: new) })
        gone = (start..<oldEnd).filter { !after.contains(name($0, of: old)) }
        come = (start..<newEnd).filter { !before.contains(name($0, of: new)) }
        if gone.count + come.count > limit { return nil }
    }

    /// Returns the index in the new list of a line of the old one; nil where it is gone.
    func place(of line: Int) -> Int? {
        guard !gone.contains(line) else { return nil }
        var place = line - gone.count { $0 < line }
        for come in come where come <= place { place += 1 }
        return place
    }
}
