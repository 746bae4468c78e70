/// Rows in stretches, and which of them come next after so many.
struct RowStretches: Sendable {
    let stretches: [Range<Int>]
    let count: Int

    init(_ stretches: [Range<Int>]) {
        self.stretches = stretches
        count = stretches.reduce(0) { $0 + $1.count }
    }

    /// Calls `body` with the rows that are the ones at `places` among all of these, in order.
    ///
    /// - Complexity: O(stretches).
    func forEach<Failure: Error>(
        at places: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        var passed = 0
        for rows in stretches {
            let met = (passed..<passed + rows.count).clamped(to: places)
            if !met.isEmpty {
                let start = rows.lowerBound + met.lowerBound - passed
                try body(start..<start + met.count)
            }
            passed += rows.count
        }
    }

    /// The row (0-based) at a place; the one behind the last where there is none.
    func row(at place: Int) -> Int {
        var found: Int?
        forEach(at: place..<place + 1) { found = $0.lowerBound }
        return found ?? stretches.last?.upperBound ?? 0
    }
}
