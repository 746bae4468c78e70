import Tabular

/// Names for columns in formats that tell them apart by their names.
enum ColumnNames {
    /// The columns' names; one that is empty gets the spreadsheet's letters. Equal names get their groups, where a
    /// header of several rows gives some (`2025 / May`), and one that was there before still gets a number: `name`,
    /// `name_2`.
    ///
    /// - Complexity: O(columns), however many have one name.
    static func unique(of columns: [Column]) -> [String] {
        var taken: Set<String> = []
        // Per title, the first number that was not tried yet.
        var numbers: [String: Int] = [:]
        var counts: [String: Int] = [:]
        for (index, column) in columns.enumerated() { counts[column.title(at: index), default: 0] += 1 }
        return columns.enumerated().map { index, column in
            let title = column.title(at: index)
            let long = counts[title, default: 0] > 1 ? withGroups(title, column) : title
            var name = long
            var number = numbers[long] ?? 2
            while !taken.insert(name).inserted {
                name = "\(long)_\(number)"
                number += 1
            }
            numbers[long] = number
            return name
        }
    }

    /// `name` behind the groups that `column` is in: `2025 / May`.
    static func withGroups(_ name: String, _ column: Column) -> String {
        (column.groups + [name]).filter { !$0.isEmpty }.joined(separator: " / ")
    }
}
