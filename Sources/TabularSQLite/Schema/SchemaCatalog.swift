import Tabular

/// The tables of a database, with those that its program keeps for itself hidden.
struct SchemaCatalog: Sendable {
    /// SQLite's own table of tables, by its two names.
    private static let ownTables = ["sqlite_master", "sqlite_schema"]

    /// The tables of the catalog's entries, then the ones that are not listed.
    let tables: [SchemaTable]
    let catalog: Catalog
    /// The numbers of rows at the last ANALYZE, by table.
    let rowCounts: [String: Int]
    let encoding: String

    init(_ connection: Connection, name: String) throws(EngineError) {
        let reader = SchemaReader(connection: connection)
        let listed = try reader.tables()
        let isGeoPackage = listed.contains { $0.name == "gpkg_contents" }
        let layers = isGeoPackage ? reader.geoPackageLayers() : []
        // The layers of a GeoPackage come before tables that its programs add, such as styles.
        let tables = listed.filter { layers.contains($0.name) } + listed.filter { !layers.contains($0.name) }
        let counts = reader.rowCounts()
        let own = Self.ownTables.map { SchemaTable(name: $0, kind: .table) }
        (self.tables, rowCounts, encoding) = (tables + own, counts, try reader.encoding())
        var catalog = Catalog(entries: [])
        for table in tables {
            var entry = Catalog.Entry(name: table.name.shownName, kind: table.kind == .view ? .view : .table)
            entry.isHidden = table.isSystem || isGeoPackage && table.isOfGeoPackage
            entry.obstacle = reader.obstacle(of: table).map { ReadError($0.failure, of: .source(name)) }
            catalog.entries.append(entry)
        }
        catalog.unlisted = Self.ownTables.map { Catalog.Entry(name: $0) }
        catalog.isContainer = true
        catalog.activeTable = Self.activeTable(catalog, tables, counts, layers)
        self.catalog = catalog
    }

    /// The largest table at the last ANALYZE, or else the first by name; of a GeoPackage one of its layers.
    private static func activeTable(
        _ catalog: Catalog, _ tables: [SchemaTable], _ counts: [String: Int], _ layers: Set<String>
    ) -> TableID? {
        var open = tables.indices.filter {
            !catalog.entries[$0].isHidden && catalog.entries[$0].obstacle == nil && tables[$0].kind == .table
        }
        let openLayers = open.filter { layers.contains(tables[$0].name) }
        if !openLayers.isEmpty { open = openLayers }
        let largest = open.max { counts[tables[$0].name] ?? 0 < counts[tables[$1].name] ?? 0 }
        if let largest, counts[tables[largest].name] ?? 0 > 0 { return TableID(largest) }
        return open.min { tables[$0].name.lowercased() < tables[$1].name.lowercased() }.map { TableID($0) }
    }
}

extension SchemaTable {
    /// A Boolean value that indicates whether SQLite, a module or a system wrote the table for itself.
    fileprivate var isSystem: Bool {
        kind == .shadow || name.lowercased().hasPrefix("sqlite_") || name == "android_metadata"
    }

    /// A Boolean value that indicates whether a GeoPackage has the table about its other tables.
    fileprivate var isOfGeoPackage: Bool { name.hasPrefix("gpkg_") || name.hasPrefix("rtree_") }
}
