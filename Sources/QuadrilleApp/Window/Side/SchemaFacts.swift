import Tabular
import Translation

/// The schema of a table in words.
struct SchemaFacts {
    /// The most columns that are listed: each is a line of widgets.
    static let columnLimit = 200
    private static let none = "–"

    let schema: TableSchema

    /// A line for each column: its declared type, and its other properties.
    var columns: [ValueFacts.Fact] {
        var facts = schema.columns.prefix(Self.columnLimit).map { column in
            ValueFacts.Fact(name: column.name.visible, text: Self.words(of: column))
        }
        let rest = schema.columns.count - Self.columnLimit
        if rest > 0 {
            facts.append(
                ValueFacts.Fact(name: "…", text: tr(one: "{count} column more", many: "{count} columns more", rest)))
        }
        return facts
    }

    private static func words(of column: TableSchema.Column) -> String {
        let words = [
            column.declaredType.isEmpty ? nil : column.declaredType.visible,
            column.isRequired ? tr("not null") : nil,
            column.isGenerated ? tr("generated") : nil,
            column.isHidden ? tr("hidden in the table") : nil,
        ].compactMap { $0 }
        return words.isEmpty ? none : words.joined(separator: " · ")
    }

    /// The primary key, the unique ones, and the references to other tables.
    var keys: [ValueFacts.Fact] {
        schema.keys.map { key in
            ValueFacts.Fact(
                name: key.isPrimary ? tr("Primary key") : tr("Unique key"), text: Self.list(key.columns))
        }
            + schema.references.map { reference in
                ValueFacts.Fact(name: tr("Foreign key"), text: Self.words(of: reference))
            }
    }

    private static func words(of reference: TableSchema.Reference) -> String {
        let target = reference.targetColumns.isEmpty ? "" : " (\(list(reference.targetColumns)))"
        return "\(list(reference.columns)) → \(reference.table.visible)\(target)"
    }

    var indexes: [ValueFacts.Fact] {
        schema.indexes.map { index in
            let parts = index.parts.map { $0?.visible ?? tr("an expression") }.joined(separator: ", ")
            let words = [parts, index.isUnique ? tr("unique") : nil, index.isPartial ? tr("of some rows") : nil]
            return ValueFacts.Fact(
                name: index.name.visible, text: words.compactMap { $0 }.joined(separator: " · "))
        }
    }

    /// The statements, each on lines of its own.
    var statements: String { schema.statements.map { $0.visibleLines + ";" }.joined(separator: "\n\n") }

    private static func list(_ names: [String]) -> String { names.map(\.visible).joined(separator: ", ") }
}

extension String {
    /// The text with signs for invisible characters other than the ends of lines.
    fileprivate var visibleLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.replacing("\t", with: "    ")).visible
        }
        .joined(separator: "\n")
    }
}
