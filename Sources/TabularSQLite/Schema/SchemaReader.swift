import CSQLite

/// A reader of schemas.
struct SchemaReader {
    let connection: Connection

    /// All tables but SQLite's own list of them, in the order of the schema.
    func tables() throws(EngineError) -> [SchemaTable] {
        let details = try tableDetails()
        let list = try connection.statement(
            "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid")
        defer { list.reset() }
        var tables: [SchemaTable] = []
        while try list.step() {
            let name = try list.name(0)
            let words = try list.text(2).uppercased()
            // Older versions of SQLite do not tell.
            let written = SchemaTable(
                name: name,
                kind: try list.text(1) == "view" ? .view : words.hasPrefix("CREATE VIRTUAL") ? .virtual : .table)
            tables.append(details[name] ?? written)
        }
        return tables
    }

    private func tableDetails() throws(EngineError) -> [String: SchemaTable] {
        let list: Statement
        do throws(EngineError) { list = try connection.statement("PRAGMA main.table_list") } catch { return [:] }
        defer { list.reset() }
        var tables: [String: SchemaTable] = [:]
        guard list.columnCount >= 5 else { return tables }
        while try list.step() {
            let kind: SchemaTable.Kind =
                switch try list.text(2) {
                case "view": .view
                case "virtual": .virtual
                case "shadow": .shadow
                default: .table
                }
            let name = try list.name(1)
            tables[name] = SchemaTable(name: name, kind: kind, lacksRowID: list.integer(4) != 0)
        }
        return tables
    }

    /// The columns of `table` that `SELECT *` has.
    func columns(of table: SchemaTable) throws(EngineError) -> [SchemaColumn] {
        try allColumns(of: table.name).filter { !$0.isHidden }
    }

    /// The columns of a table, with hidden ones.
    func allColumns(of table: String) throws(EngineError) -> [SchemaColumn] {
        let list = try connection.statement("PRAGMA main.table_xinfo(\(table.quotedName))")
        defer { list.reset() }
        var columns: [SchemaColumn] = []
        while try list.step() {
            let hidden = list.integer(6)
            columns.append(
                SchemaColumn(
                    name: try list.name(1), declaredType: try list.text(2), keyPosition: Int(list.integer(5)),
                    isGenerated: hidden > 1, isHidden: hidden == 1, isRequired: list.integer(3) != 0))
        }
        return columns
    }

    /// The error of reading `table` at all, such as a view that needs a function that is not there.
    func obstacle(of table: SchemaTable) -> EngineError? {
        guard table.kind == .view || table.kind == .virtual else { return nil }
        do throws(EngineError) {
            _ = try connection.statement("SELECT * FROM main.\(table.name.quotedName) LIMIT 0").step()
            return nil
        } catch {
            return error
        }
    }

    /// The numbers of rows that the last ANALYZE found, by table.
    func rowCounts() -> [String: Int] {
        var counts: [String: Int] = [:]
        do throws(EngineError) {
            let list = try connection.statement("SELECT tbl, stat FROM sqlite_stat1")
            defer { list.reset() }
            while try list.step() {
                guard let count = Int(try list.text(1).prefix { $0 != " " }) else { continue }
                let name = try list.name(0)
                counts[name] = max(counts[name] ?? 0, count)
            }
        } catch {
            return counts
        }
        return counts
    }

    /// The tables that a GeoPackage lists as its contents; none where the list cannot be read.
    func geoPackageLayers() -> Set<String> {
        var layers: Set<String> = []
        do throws(EngineError) {
            let list = try connection.statement("SELECT table_name FROM gpkg_contents")
            defer { list.reset() }
            while try list.step() { layers.insert(try list.name(0)) }
        } catch {
            return []
        }
        return layers
    }

    /// The encoding of texts in the file, such as UTF-16le.
    func encoding() throws(EngineError) -> String {
        let statement = try connection.statement("PRAGMA main.encoding")
        defer { statement.reset() }
        return try statement.step() ? try statement.text(0) : "UTF-8"
    }
}
