import Tabular

/// The columns of a table of elements: the row with the array, then those of a JSON array with the same elements.
enum ElementColumns {
    /// The columns before any element is known.
    static let none = [row]

    private static var row: Column { Column(name: "(row)", form: ValueForm(.integer, nullWords: .none)) }

    /// The columns of elements with these kinds of values.
    ///
    /// Records are objects with all columns as their members, so no record is itself a list or a value.
    static func columns(_ tree: ColumnTree, _ tallies: [KindTally]) -> [Column] {
        var columns = tree.columns { tallies[$0].form }
        for index in columns.indices where columns[index].position != nil {
            columns[index].position = nil
            columns[index].path = [columns[index].name]
        }
        var row = row
        row.groups = Array(repeating: "", count: columns.first?.groups.count ?? 0)
        return [row] + columns
    }
}
