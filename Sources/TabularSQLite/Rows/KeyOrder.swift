/// A column of the key of a table without row ids, in the order of its b-tree.
struct KeyPart: Sendable, Hashable {
    let column: String
    let collation: String
    let isDescending: Bool
}

extension SchemaReader {
    /// The table as its rows are read by their keys; nil where they have none.
    func keyedTable(_ table: SchemaTable, _ columns: [SchemaColumn]) throws(EngineError) -> KeyedTable? {
        KeyedTable(table, columns, table.lacksRowID ? try keyParts(of: table.name) : [])
    }

    /// The collations of the primary key that no connection has.
    func missingCollations(of table: SchemaTable) throws(EngineError) -> [String] {
        guard table.lacksRowID else { return [] }
        return try keyParts(of: table.name).map(\.collation).filter { !KeyOrder.collations.contains($0.lowercased()) }
    }

    /// The columns of the primary key, as its index has them.
    private func keyParts(of table: String) throws(EngineError) -> [KeyPart] {
        let list = try connection.statement("PRAGMA main.index_list(\(table.quotedName))")
        var index: String?
        while index == nil, try list.step() {
            if try list.text(3) == "pk" { index = try list.name(1) }
        }
        list.reset()
        guard let index else { return [] }
        let columns = try connection.statement("PRAGMA main.index_xinfo(\(index.quotedName))")
        defer { columns.reset() }
        var parts: [KeyPart] = []
        while try columns.step() {
            // The others are those of the rows.
            guard columns.integer(5) != 0 else { continue }
            let (name, collation) = (try columns.name(2), try columns.text(4))
            parts.append(KeyPart(column: name, collation: collation, isDescending: columns.integer(3) != 0))
        }
        return parts
    }
}

/// The order of rows by a key, in statements.
struct KeyOrder: Sendable {
    private struct Part: Sendable {
        /// As statements select it, and compare it.
        let selected, compared: String
        let isDescending: Bool
    }

    private let parts: [Part]

    /// The collations that every connection has.
    fileprivate static let collations: Set<String> = ["binary", "nocase", "rtrim"]
    /// More columns make statements too long.
    private static let mostParts = 50

    /// The order by the row id, which is called `name`.
    init(rowID name: String) {
        parts = [Part(selected: "t.\(name)", compared: "t.\(name)", isDescending: false)]
    }

    /// Nil where statements cannot have the order.
    init?(_ key: [KeyPart]) {
        let areKnown = key.allSatisfy { Self.collations.contains($0.collation.lowercased()) }
        guard areKnown, (1...Self.mostParts).contains(key.count) else { return nil }
        parts = key.map { part in
            let name = part.column.quotedColumn
            return Part(
                selected: name, compared: "\(name) COLLATE \(part.collation.quotedName)",
                isDescending: part.isDescending)
        }
    }

    var count: Int { parts.count }
    /// The columns of the key, to be selected.
    var list: String { parts.map(\.selected).joined(separator: ", ") }
    /// The terms that sort rows.
    var terms: String {
        parts.map { $0.compared + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
    }

    /// The condition of the row with the key in parameters.
    var equality: String { parts.indices.map(equality).joined(separator: " AND ") }

    private func equality(of index: Int) -> String { "\(parts[index].compared) = ?\(index + 1)" }

    /// The conditions of the rows after the key in parameters, or before it: one search each, the nearest rows first.
    ///
    /// A comparison of all columns at once would be one search only where all ascend and compare as they are declared.
    func conditions(isBefore: Bool = false, includesKey: Bool) -> [String] {
        parts.indices.reversed().map { last in
            let comparison = parts[last].isDescending == isBefore ? ">" : "<"
            let ending = includesKey && last == parts.count - 1 ? "=" : ""
            let terms = (0..<last).map(equality) + ["\(parts[last].compared) \(comparison)\(ending) ?\(last + 1)"]
            return terms.joined(separator: " AND ")
        }
    }
}

extension String {
    /// The name of a column, in statements about one table `t`. Without the table's name SQLite takes a name that does not exist
    /// for a text.
    var quotedColumn: String { "t.\(quotedName)" }
}
