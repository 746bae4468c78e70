import Tabular

// The schema of a table for display.
extension SchemaReader {
    /// The most bytes of statements: a schema may have a text of any length.
    private static let mostStatementBytes = 1 << 18

    /// The schema of `table`; nil where it cannot be read, which does not prevent reading the rows.
    func schema(of table: SchemaTable) -> TableSchema? {
        do throws(EngineError) {
            let columns = try allColumns(of: table.name)
            var schema = TableSchema()
            schema.columns = columns.map { column in
                var declared = TableSchema.Column(name: column.name.shownName, declaredType: column.declaredType)
                (declared.isRequired, declared.isGenerated) = (column.isRequired, column.isGenerated)
                declared.isHidden = column.isHidden
                return declared
            }
            schema.keys =
                columns.primaryKey.isEmpty
                ? [] : [TableSchema.Key(columns: columns.primaryKey, isPrimary: true)]
            if table.kind == .table || table.kind == .shadow {
                try addIndexes(of: table.name, to: &schema)
                schema.references = try references(of: table.name, columns)
            }
            schema.statements = try statements(of: table.name)
            return schema
        } catch {
            return nil
        }
    }

    /// Adds the unique keys and the indexes of their own.
    private func addIndexes(of table: String, to schema: inout TableSchema) throws(EngineError) {
        let list = try connection.statement("PRAGMA main.index_list(\(table.quotedName))")
        defer { list.reset() }
        while try list.step() {
            let (name, origin) = (try list.name(1), try list.text(3))
            var index = TableSchema.Index(name: name, parts: try parts(ofIndex: name))
            (index.isUnique, index.isPartial) = (list.integer(2) != 0, list.integer(4) != 0)
            switch origin {
            // Those of keys have names that SQLite made.
            case "pk": continue
            case "u": schema.keys.append(TableSchema.Key(columns: index.parts.compactMap { $0 }, isPrimary: false))
            default: schema.indexes.append(index)
            }
        }
    }

    /// The columns of an index in its order, without those that it has only to find the row.
    private func parts(ofIndex name: String) throws(EngineError) -> [String?] {
        let list = try connection.statement("PRAGMA main.index_xinfo(\(name.quotedName))")
        defer { list.reset() }
        var parts: [String?] = []
        while try list.step() {
            guard list.integer(5) != 0 else { continue }
            try parts.append(list.type(of: 2) == .null ? nil : list.name(2))
        }
        return parts
    }

    /// The foreign keys of a table, in the order of their numbers.
    private func references(of table: String, _ columns: [SchemaColumn]) throws(EngineError) -> [TableSchema.Reference]
    {
        let list = try connection.statement("PRAGMA main.foreign_key_list(\(table.quotedName))")
        defer { list.reset() }
        var references: [Int64: TableSchema.Reference] = [:]
        while try list.step() {
            let number = list.integer(0)
            let (from, target) = (try list.name(3), try list.name(2))
            let column = columns.first { $0.name.lowercased() == from.lowercased() }?.name ?? from
            references[number, default: TableSchema.Reference(columns: [], table: target, targetColumns: [])]
                .columns.append(column)
            if list.type(of: 4) != .null { references[number]?.targetColumns.append(try list.name(4)) }
        }
        var found: [TableSchema.Reference] = []
        for number in references.keys.sorted(by: >) {
            guard let reference = references[number] else { continue }
            found.append(try resolved(reference))
        }
        return found
    }

    /// A reference with the names that the other table itself has: without columns it is to the primary key.
    private func resolved(_ reference: TableSchema.Reference) throws(EngineError) -> TableSchema.Reference {
        var reference = reference
        let name = try connection.statement(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?1 COLLATE NOCASE")
        try name.bind(.text(reference.table.schemaBytes), to: 1)
        if try name.step() { reference.table = try name.name(0) }
        name.reset()
        let columns = try allColumns(of: reference.table)
        if reference.targetColumns.isEmpty {
            reference.targetColumns = columns.primaryKey
        } else {
            reference.targetColumns = reference.targetColumns.map { target in
                columns.first { $0.name.lowercased() == target.lowercased() }?.name ?? target
            }
        }
        return reference
    }

    /// The statements of a table and of its indexes.
    private func statements(of table: String) throws(EngineError) -> [String] {
        let list = try connection.statement(
            """
            SELECT sql FROM sqlite_master WHERE tbl_name = ?1 AND sql IS NOT NULL AND type IN ('table', 'view', 'index') \
            ORDER BY type = 'index', rowid
            """)
        defer { list.reset() }
        try list.bind(.text(table.schemaBytes), to: 1)
        var (statements, room) = ([String](), Self.mostStatementBytes)
        while room > 0, try list.step() {
            let bytes = try list.bytes(0)
            statements.append(String(decoding: bytes.prefix(room), as: UTF8.self) + (bytes.count > room ? "…" : ""))
            room -= bytes.count
        }
        return statements
    }
}

extension [SchemaColumn] {
    /// The names of the columns of the primary key, in its order.
    var primaryKey: [String] {
        filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
    }
}
