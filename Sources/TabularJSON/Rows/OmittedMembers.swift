/// Members of an object that are not rows, since they have tables of their own.
///
///     member      0     1 (omitted)     2     3 (omitted)     4
///     row         0                     1                     2
struct OmittedMembers: Sendable, Hashable {
    /// Positions in the object, ascending.
    let positions: [Int]

    init(_ positions: [Int] = []) { self.positions = positions }

    var isEmpty: Bool { positions.isEmpty }

    func contains(_ member: Int) -> Bool {
        let index = firstIndex { positions[$0] >= member }
        return index < positions.count && positions[index] == member
    }

    /// The number of rows before a member: that of its row, unless it is omitted. O(log positions).
    func row(ofMember member: Int) -> Int { member - firstIndex { positions[$0] >= member } }

    /// The member of a row. O(log positions).
    func member(ofRow row: Int) -> Int {
        // As many are omitted before it as have at most `row` rows before them.
        row + firstIndex { positions[$0] - $0 > row }
    }

    /// The first index in `positions` for which `isBehind` holds; it holds for all later ones.
    private func firstIndex(_ isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
