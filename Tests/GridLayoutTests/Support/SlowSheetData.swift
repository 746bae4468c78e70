import GridLayout

/// What lies on the tracks of a sheet, by names of the tracks instead of numbers: a name stays with its track whatever
/// is inserted, removed or moved.
struct SlowSheetData {
    struct Span {
        var rows: [Int]
        var columns: [Int]
    }

    private(set) var rows: [Int]
    private(set) var columns: [Int]
    private var nextName: Int
    private var merges: [Span]
    private var groups: [[[Int]]]
    /// By name of the row; one that has none has all cells.
    private var counts: [Int: Int] = [:]

    init(rows: Int, columns: Int, merges: [CellSpan], groups: [[Range<Int>]], counts: [Int]) {
        self.rows = Array(0..<rows)
        self.columns = Array(0..<columns)
        nextName = max(rows, columns)
        self.merges = merges.map { Span(rows: Array($0.rows), columns: Array($0.columns)) }
        self.groups = groups.map { $0.map(Array.init) }
        for (row, count) in counts.prefix(rows).enumerated() { self.counts[row] = count }
    }

    var spans: [CellSpan] {
        merges.compactMap { span in
            guard let rows = Self.range(of: span.rows, in: rows),
                let columns = Self.range(of: span.columns, in: columns)
            else { return nil }
            return rows.count * columns.count > 1 ? CellSpan(rows: rows, columns: columns) : nil
        }
    }

    var groupRanges: [[Range<Int>]] {
        groups.map { level in
            level.compactMap { Self.range(of: $0, in: columns) }.sorted { $0.lowerBound < $1.lowerBound }
        }
    }

    /// How many cells each row has.
    var cellCounts: [Int] { rows.map { min(counts[$0] ?? columns.count, columns.count) } }

    private static func range(of names: [Int], in all: [Int]) -> Range<Int>? {
        guard let first = names.first, let start = all.firstIndex(of: first) else { return nil }
        return start..<start + names.count
    }

    // MARK: Changes

    mutating func changeRows(_ change: DataChange) {
        var all = rows
        for name in Self.apply(change, &all, &nextName) { counts[name] = columns.count }
        for index in merges.indices { merges[index].rows = Self.kept(merges[index].rows, rows, all) }
        rows = all
    }

    mutating func changeColumns(_ change: DataChange) {
        var all = columns
        _ = Self.apply(change, &all, &nextName)
        for (row, count) in counts { counts[row] = Self.count(count, change, columns.count) }
        for index in merges.indices { merges[index].columns = Self.kept(merges[index].columns, columns, all) }
        groups = groups.map { $0.map { Self.kept($0, columns, all) }.filter { !$0.isEmpty } }
        columns = all
    }

    private static func count(_ count: Int, _ change: DataChange, _ columns: Int) -> Int {
        switch change {
        case .insert(let new) where count >= columns || count > new.lowerBound: count + new.count
        case .remove(let gone): count - gone.count { $0 < count }
        default: count
        }
    }

    private static func apply(_ change: DataChange, _ names: inout [Int], _ nextName: inout Int) -> [Int] {
        switch change {
        case .insert(let range):
            let new = Array(nextName..<nextName + range.count)
            nextName += range.count
            names.insert(contentsOf: new, at: range.lowerBound)
            return new
        case .remove(let range):
            names.removeSubrange(range)
        case .move(let range, let destination):
            let moved = names[range]
            let behind = names[destination...].filter { !moved.contains($0) }
            names = names[..<destination].filter { !moved.contains($0) } + moved + behind
        case .reload:
            break
        }
        return []
    }

    /// What was `names` among `old`, among `new`: with what was put between two of them, and of what was taken apart, that
    /// which stands next to the first of them.
    private static func kept(_ names: [Int], _ old: [Int], _ new: [Int]) -> [Int] {
        let left = names.filter(new.contains)
        guard let first = left.first, let start = new.firstIndex(of: first) else { return [] }
        func belongs(_ place: Int) -> Bool {
            guard new.indices.contains(place) else { return false }
            if left.contains(new[place]) { return true }
            // A new name between two of them.
            return !old.contains(new[place]) && new[..<place].contains(where: left.contains)
                && new[place...].contains(where: left.contains)
        }
        var (low, high) = (start, start + 1)
        while belongs(low - 1) { low -= 1 }
        while belongs(high) { high += 1 }
        return Array(new[low..<high])
    }
}
