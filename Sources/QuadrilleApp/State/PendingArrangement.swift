import GridUI
import Tabular
import TabularOps
import Translation

/// An arrangement whose columns are yet to be resolved in another table: they may have moved, or be gone.
struct PendingArrangement: Sendable, Hashable, Codable {
    /// The key and the title of a column, to find it in another table.
    private struct Named: Sendable, Hashable, Codable {
        var key: GridStanding.ColumnKey
        var title: String

        init?(_ column: Int, of columns: [Column]) {
            guard columns.indices.contains(column) else { return nil }
            (key, title) = (GridStanding.ColumnKey(of: column, in: columns), columns[column].title(at: column))
        }
    }

    private struct NamedCondition: Sendable, Hashable, Codable {
        var column: Named
        var condition: Condition
    }

    private struct NamedKey: Sendable, Hashable, Codable {
        var column: Named
        var key: SortKey
    }

    private var conditions: [NamedCondition] = []
    private var keys: [NamedKey] = []

    var isEmpty: Bool { conditions.isEmpty && keys.isEmpty }

    /// A Boolean value that indicates whether every number lies within its bounds.
    var isValid: Bool { (conditions.map(\.column) + keys.map(\.column)).allSatisfy(\.key.isValid) }

    /// Appends an arrangement of a table with `columns`.
    mutating func note(_ arrangement: RowArrangement, of columns: [Column]) {
        conditions += arrangement.conditions.compactMap { condition in
            Named(condition.column, of: columns).map { NamedCondition(column: $0, condition: condition) }
        }
        keys += arrangement.keys.compactMap { key in
            Named(key.column, of: columns).map { NamedKey(column: $0, key: key) }
        }
    }

    /// The sort keys alone, and the conditions alone.
    var sorting: PendingArrangement {
        var part = self
        part.conditions = []
        return part
    }

    var filtering: PendingArrangement {
        var part = self
        part.keys = []
        return part
    }

    /// The conditions, for the user.
    var labels: [String] { conditions.map { $0.condition.label(column: $0.column.title) } }

    mutating func add(_ other: PendingArrangement) {
        conditions += other.conditions
        keys += other.keys
    }

    /// Adds the conditions and sort keys to `arrangement` of a table with `columns`; returns messages about missing columns.
    func add(to arrangement: inout RowArrangement, of columns: [Column]) -> [String] {
        var notes: [String] = []
        for named in conditions {
            var condition = named.condition
            guard let column = named.column.key.index(in: columns) else {
                let label = condition.label(column: named.column.title)
                notes.append(
                    tr(
                        "The condition '{condition}' was taken away: there is no such column any more.",
                        ["condition": label]))
                continue
            }
            condition.column = column
            if !arrangement.conditions.contains(condition) { arrangement.conditions.append(condition) }
        }
        for named in keys {
            var key = named.key
            guard let column = named.column.key.index(in: columns) else {
                notes.append(
                    tr(
                        "Rows are not sorted by '{column}' any more: there is no such column.",
                        ["column": named.column.title]))
                continue
            }
            key.column = column
            arrangement.sort(thenBy: key)
        }
        return notes
    }
}
