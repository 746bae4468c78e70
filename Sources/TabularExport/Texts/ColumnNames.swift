import Tabular

/// Column names for formats that identify columns by name.
enum ColumnNames {
    /// Returns the columns' full names; an empty one becomes the spreadsheet's letters. Equal names get their groups, if a
    /// header of several rows has some (`2025 / May`), and a name that still occurred before gets a number: `name`, `name_2`.
    /// If `ignoringCase`, names that differ only in case are equal, as in databases. `written` returns a name as it is written.
    ///
    /// - Complexity: O(columns), for any number of equal names.
    static func unique(
        of columns: [Column], ignoringCase: Bool = false, as written: (String) -> String = { $0 }
    ) -> [String] {
        let key = { (name: String) in ignoringCase ? name.lowercased() : name }
        var taken: Set<String> = []
        // For each title, the next number to try.
        var numbers: [String: Int] = [:]
        var counts: [String: Int] = [:]
        let titles = columns.fullTitles.map(written)
        for title in titles { counts[key(title), default: 0] += 1 }
        return zip(columns, titles).map { column, title in
            let long = counts[key(title), default: 0] > 1 ? written(withGroups(title, column)) : title
            var name = long
            var number = numbers[key(long)] ?? 2
            while !taken.insert(key(name)).inserted {
                name = "\(long)_\(number)"
                number += 1
            }
            numbers[key(long)] = number
            return name
        }
    }

    /// Returns `name` after the groups of `column`: `2025 / May`. The full name of a nested column includes them already.
    static func withGroups(_ name: String, _ column: Column) -> String {
        column.path.count > 1 ? name : (column.groups + [name]).filter { !$0.isEmpty }.joined(separator: " / ")
    }
}
