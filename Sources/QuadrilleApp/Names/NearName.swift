/// Suggestions for a name that does not exist.
enum NearName {
    /// The maximum numbers of names and of their letters to compare: more would take too long.
    private static let comparedNames = 10_000
    private static let comparedLetters = 64

    /// Up to three of `names` that `text` may have meant, nearest first: names that differ only in case, names that begin
    /// like it, and names a few letters apart. O(names × letters²), for the first 10,000 names and their first 64
    /// letters.
    static func nearest(to text: String, in names: some Sequence<String>) -> [String] {
        let wanted = Array(text.lowercased().prefix(comparedLetters))
        let limit = max(1, wanted.count / 3)
        var found: [(distance: Int, name: String)] = []
        for name in names.prefix(comparedNames) where !name.isEmpty {
            let letters = Array(name.lowercased().prefix(comparedLetters))
            let beginsAlike = wanted.count >= 2 && letters.starts(with: wanted)
            let distance = beginsAlike ? min(1, letters.count - wanted.count) : distance(wanted, letters, limit)
            if distance <= limit, !found.contains(where: { $0.name == name }) { found.append((distance, name)) }
        }
        // The sort is stable: equally distant names stay in order.
        return found.sorted { $0.distance < $1.distance }.prefix(3).map(\.name)
    }

    /// Returns the number of insertions, deletions, substitutions and swaps of neighbors that turn one name into the other
    /// (the optimal string alignment distance), or a number above `limit` where it is more than that.
    private static func distance(_ a: [Character], _ b: [Character], _ limit: Int) -> Int {
        guard abs(a.count - b.count) <= limit else { return limit + 1 }
        var lines = (before: [Int](), above: Array(0...b.count))
        for row in a.indices {
            var line = [row + 1]
            for column in b.indices {
                let exchanged = lines.above[column] + (a[row] == b[column] ? 0 : 1)
                var best = min(exchanged, lines.above[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    best = min(best, lines.before[column - 1] + 1)
                }
                line.append(best)
            }
            lines = (lines.above, line)
        }
        return lines.above[b.count]
    }
}
