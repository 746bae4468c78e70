import Tabular
import TabularOps

extension ViewDefinition {
    /// The columns that fit the view's roles best, by their types, names and the rows in memory.
    ///
    /// - Complexity: O(columns × rows of a tile); it inspects at most 1024 columns.
    public func guessedColumns(of table: TableSnapshot) -> [ViewRole: Int] {
        guard !roles.isEmpty, !table.columns.isEmpty else { return [:] }
        let guess = ViewRoles.guess(table)
        let found = [ViewRole.group: guess.group, .label: guess.label, .weight: guess.weight]
        return found.compactMapValues { $0 }.filter { roles.contains($0.key) }
    }
}
