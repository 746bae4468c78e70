import Tabular

/// Names for columns in formats that tell them apart by their names.
enum ColumnNames {
    /// The columns' full names; one that is empty gets the spreadsheet's letters. Equal names get their groups, where a
    /// header of several rows gives some (`2025 / May`), and one that was there before still gets a number: `name`,
    /// `name_2`. Where `ignoringCase`, names of other capitals are equal names, as they are to databases.
    ///
    /// - Complexity: O(columns), however many have one name.
    static func unique(of columns: [Column], ignoringCase: Bool = false) -> [String] {
        let key = { (name: String) in ignoringCase ? name.lowercased() : name }
        var taken: Set<String> = []
        // Per title, the first number that was not tried yet.
        var numbers: [String: Int] = [:]
        var counts: [String: Int] = [:]
        let titles = columns.fullTitles
        for title in titles { counts[key(title), default: 0] += 1 }
        return zip(columns, titles).map { column, title in
            let long = counts[key(title), default: 0] > 1 ? withGroups(title, column) : title
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

    /// `name` behind the groups that `column` is in: `2025 / May`. The full name of a nested column has them already.
    static func withGroups(_ name: String, _ column: Column) -> String {
        column.path.count > 1 ? name : (column.groups + [name]).filter { !$0.isEmpty }.joined(separator: " / ")
    }
}
