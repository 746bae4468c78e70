/// Rows in several ranges.
struct RowStretches: Sendable {
    let stretches: [Range<Int>]
    let count: Int

    init(_ stretches: [Range<Int>]) {
        self.stretches = stretches
        count = stretches.reduce(0) { $0 + $1.count }
    }

    /// Returns the row (0-based) at an index into all ranges; the one after the last where there is none.
    ///
    /// - Complexity: O(stretches).
    func row(at place: Int) -> Int {
        var passed = 0
        for rows in stretches {
            if place < passed + rows.count { return rows.lowerBound + place - passed }
            passed += rows.count
        }
        return stretches.last?.upperBound ?? 0
    }
}
