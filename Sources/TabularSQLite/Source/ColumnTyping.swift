/// The storage classes in a column as far as its rows were read.
struct ColumnTyping: Sendable {
    private(set) var tally = StorageTally()
    /// The rows that were read: ascending, with gaps between them.
    private var covered: [Range<Int>] = []

    /// Adds the values of `rows`, some of which may have been added before.
    mutating func add(_ tally: StorageTally, of rows: Range<Int>) {
        if rows.isEmpty { return }
        self.tally.add(tally)
        let first = covered.firstIndex { $0.upperBound >= rows.lowerBound } ?? covered.count
        let end = covered[first...].firstIndex { $0.lowerBound > rows.upperBound } ?? covered.count
        var all = rows
        for range in covered[first..<end] {
            all = min(all.lowerBound, range.lowerBound)..<max(all.upperBound, range.upperBound)
        }
        covered.replaceSubrange(first..<end, with: [all])
    }

    /// The first rows below `count` that were not read; nil where all were.
    func firstGap(below count: Int) -> Range<Int>? {
        var start = 0
        for range in covered where range.lowerBound <= start { start = max(start, range.upperBound) }
        guard start < count else { return nil }
        let end = covered.first { $0.lowerBound > start }.map { min($0.lowerBound, count) } ?? count
        return start..<end
    }
}
