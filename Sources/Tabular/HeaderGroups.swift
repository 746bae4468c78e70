/// The groups of columns in a header of several rows, as ranges of columns.
///
///     level 0      │ 2025              │ 2026    │        "2025" 1..<4   "2026" 4..<5
///     level 1      │ Spring  │ Autumn  │ Spring  │        "Spring" 1..<3   "Autumn" 3..<4   "Spring" 4..<5
///     names   Plot │ May June│ October │ May     │
///
/// Adjacent columns with one title are one group, as long as the groups above them are one too.
public struct HeaderGroups: Sendable, Hashable {
    public struct Group: Sendable, Hashable {
        /// Columns, 0-based.
        public let range: Range<Int>
        public let title: String

        public init(range: Range<Int>, title: String) {
            self.range = range
            self.title = title
        }
    }

    /// For every header row above the names, outermost first, its groups in ascending order. Columns in no group are left out.
    public let levels: [[Group]]

    /// - Complexity: O(columns × levels).
    public init(_ columns: [Column]) {
        let depth = columns.map(\.groups.count).max() ?? 0
        var levels = [[Group]](repeating: [], count: depth)
        // The column at which each level's current title began.
        var starts = [Int](repeating: 0, count: depth)
        func close(_ level: Int, before end: Int) {
            guard end > 0 else { return }
            let title = columns[end - 1].title(ofGroup: level)
            if !title.isEmpty { levels[level].append(Group(range: starts[level]..<end, title: title)) }
            starts[level] = end
        }
        for index in columns.indices.dropFirst() {
            var isContinuing = true
            for level in 0..<depth {
                let title = columns[index].title(ofGroup: level)
                isContinuing = isContinuing && columns[index - 1].title(ofGroup: level) == title
                if !isContinuing { close(level, before: index) }
            }
        }
        for level in 0..<depth { close(level, before: columns.count) }
        self.levels = levels
    }
}

extension Column {
    fileprivate func title(ofGroup level: Int) -> String { level < groups.count ? groups[level] : "" }
}
