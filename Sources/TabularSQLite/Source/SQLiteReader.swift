import QuadrilleRuntime
import Tabular

/// A reader of one table in the background:
///
///     opening: schema, first rows  →  pass: count with checkpoints, or all rows without keys; then types
///                                  →  tile lane, a turn whenever tiles are wanted that are not in memory
///
/// All that is read is of the state of the database at the opening: in another one, reading ends with an error.
final class SQLiteReader: Sendable {
    /// Rows that the first transaction reads, for the types of the columns.
    static let firstRows = 256

    let database: Database
    let table: SchemaTable
    let state: Monitor<SQLiteState>
    /// Rows in sight alone are read before the end of the head start.
    let background: Background
    let priority = WorkPriority()
    /// The tables of the database.
    let tables: [SchemaTable]
    /// The number of rows at the last ANALYZE.
    private let analyzedCount: Int?

    init(
        _ database: Database, _ table: SchemaTable, _ schema: SchemaCatalog,
        in background: Background = Background()
    ) {
        (self.database, self.table, self.background) = (database, table, background)
        (tables, analyzedCount) = (schema.tables, schema.rowCounts[table.name])
        var description = TableDescription(
            format: "SQLite", SQLiteDetails(encoding: schema.encoding, copySize: database.copySize))
        description.hasKinds = true
        description.problemKinds = [.damagedPage, .unreadableValue]
        description.progressMeasure = .rows
        state = Monitor(SQLiteState(snapshot: TableSnapshot(description: description)))
    }

    /// Begins to read in the background.
    func start() {
        let tiles = TileServer(
            in: background.pool, refused: { [weak self] in self?.refuse() },
            serveNext: { [weak self] in self?.loadNextTiles() ?? false })
        state.withLock(wakes: false) { $0.tiles = tiles }
        background.pool.submit(.opening, priority: priority, refused: .call({ [self] in refuse() })) { [self] in
            do throws(ReadError) {
                try open()
                background.pool.submit(.pass, priority: priority, refused: .call({ [self] in refuse() })) { [self] in
                    pass()
                }
            } catch {
                state.fail(error)
            }
        }
    }

    /// Ends with the error where the system provides no thread.
    private func refuse() { state.fail(.noThread(database.name)) }

    func close() {
        state.withLock { state in
            (state.isClosed, state.handler, state.tiles, state.watch) = (true, nil, nil, nil)
            // Under the lock: later they may read another table.
            for connection in state.reading { connection.cancel() }
        }
    }

    /// Reads the database as `Database` does, until the table is closed.
    func read<Result>(
        expecting expected: DatabaseState? = nil, _ body: (Connection) throws(EngineError) -> Result
    ) throws(ReadError) -> (Result, DatabaseState) {
        return try database.read(expecting: expected, unless: Cancellation { [self] in isClosed }) {
            connection throws(EngineError) in
            state.withLock(wakes: false) { state in
                state.reading.append(connection)
                if state.isClosed { connection.cancel() }
            }
            defer { state.withLock(wakes: false) { $0.reading.removeAll { $0 === connection } } }
            return try body(connection)
        }
    }

    var isClosed: Bool { state.isClosed }

    var closedError: ReadError { ReadError(SQLiteFailure.closed, of: .source(database.name)) }

    // MARK: - Opening

    private struct Opening: Sendable {
        let columns: [SchemaColumn]
        var keyed: KeyedTable?
        var firstKey: RowKey?
        /// The rows that are lost before the first.
        var hole: Hole?
        var rows: CellBuffer
        var tallies: [StorageTally]
        var idSpan: Int?
        var ignoresLock = false
        var schema: TableSchema?
    }

    /// Reads the schema and the first rows.
    private func open() throws(ReadError) {
        let (opening, found) = try read { [table] connection throws(EngineError) in
            let reader = SchemaReader(connection: connection)
            if let obstacle = reader.obstacle(of: table) { throw obstacle }
            let columns = try reader.columns(of: table)
            let keyed = try reader.keyedTable(table, columns)
            var opening = Opening(
                columns: columns, keyed: keyed, rows: CellBuffer(columnCount: columns.count),
                tallies: columns.map { _ in StorageTally() })
            opening.ignoresLock = connection.ignoresLock
            opening.schema = reader.schema(of: table)
            guard let keyed else { return opening }
            do throws(EngineError) { (opening.firstKey, opening.hole) = try keyed.firstRow(connection) } catch {
                guard error.isDisorder, !keyed.hasRowID else { throw error }
                // Searches do not find the rows: they are read once, one after the other.
                opening.keyed = nil
                return opening
            }
            guard let first = opening.firstKey else { return opening }
            var checkpoints = Checkpoints()
            if opening.hole != nil { checkpoints.appendHole(at: 0) }
            checkpoints.append(first)
            var position: KeyedTable.Position?
            _ = try keyed.fill(
                &opening.rows, connection, 0..<Self.firstRows, (Array(columns.indices), checkpoints),
                from: &position)
            for row in 0..<opening.rows.rowCount { opening.tallies.add(opening.rows, row) }
            opening.idSpan = keyed.idSpan(connection)
            return opening
        }
        if opening.columns.isEmpty { throw ReadError(SQLiteFailure.noTable, of: .source(database.name)) }
        state.publish { state in
            state.table = OpenTable(
                columns: opening.columns, keyed: opening.keyed, state: found,
                columnsTypedByTexts: Set(opening.tallies.indices.filter { opening.tallies[$0].asksForTexts }))
            if let hole = opening.hole { state.add(hole, at: 0) }
            if opening.hole == nil, let key = opening.firstKey { state.checkpoints.append(key) }
            state.snapshot.columns = opening.columns.columns(opening.tallies)
            state.snapshot.description[SQLiteDetails.self]?.ignoresLock = opening.ignoresLock
            state.snapshot.description[SQLiteDetails.self]?.declared = opening.columns.map {
                SQLiteDetails.DeclaredColumn(name: $0.name.shownName, type: $0.declaredType)
            }
            state.snapshot.description.schema = opening.schema
            state.snapshot.rowCount = .atLeast(opening.rows.rowCount)
            state.snapshot.expectedRowCount = expectedCount(opening)
            state.snapshot.phase = .indexing
        }
    }

    /// The number of rows at the last ANALYZE, or else by the ids, of which few are missing in most tables.
    private func expectedCount(_ opening: Opening) -> Int? {
        let known = opening.rows.rowCount
        if opening.keyed != nil, known < Self.firstRows { return known }
        return analyzedCount.map { max($0, known) } ?? opening.idSpan.map { max($0, known) }
    }
}

extension [StorageTally] {
    /// Adds the cells of a row in `buffer`, which has all columns.
    mutating func add(_ buffer: CellBuffer, _ row: Int) {
        for column in indices { self[column].add(buffer, buffer.index(row: row, column: column)) }
    }
}

extension [SchemaColumn] {
    /// The columns for a snapshot.
    func columns(_ tallies: [StorageTally]) -> [Column] {
        zip(self, tallies).map { column, tally in
            var shown = Column(name: column.name.shownName, form: tally.form(column.affinity))
            if !column.declaredType.isEmpty { shown.declaredType = column.declaredType }
            shown.isGenerated = column.isGenerated
            return shown
        }
    }
}
