import QuadrilleRuntime
import Tabular
import TabularBytes

/// The values that the threads of a table's reader share.
struct SQLiteState: Sendable {
    var snapshot: TableSnapshot
    var wants = WantList()
    var handler: (@Sendable () -> Void)?
    var tiles: TileServer?
    /// Looks for changes by other programs.
    var watch: PathsWatch?
    var table: OpenTable?
    var checkpoints = Checkpoints()
    var counting = CountingThread.pass
    /// The rows of a table without keys.
    var stepped: SteppedRows?
    /// The connections that read the table.
    var reading: [Connection] = []
    /// The types in columns, by the values that were streamed.
    var typing: [Int: ColumnTyping] = [:]
    /// The values of problems.
    var damaged: Set<UnreadableCell> = []
    var skipsAudit = false
    var isClosed = false
}

/// A value that cannot be read.
struct UnreadableCell: Sendable, Hashable {
    let row: Int
    let column: Int
    let reason: UnreadableReason
}

extension SQLiteState {
    /// Adds values that were found now, or before.
    mutating func add(_ values: [UnreadableCell]) {
        for value in values where damaged.count < Self.mostDamaged && damaged.insert(value).inserted {
            snapshot.problems.append(Problem(value.reason, row: value.row, column: value.column))
        }
    }

    /// More damaged values are not counted.
    private static let mostDamaged = 10000

    /// Sets the progress of the phase: rows that were counted, or checked.
    mutating func note(progress rows: Int) {
        snapshot.progress = (rows, snapshot.expectedRowCount.map { max($0, rows) } ?? 0)
    }

    /// Adds a hole, for which `row` stands, and the key of the row after it.
    mutating func add(_ hole: Hole, at row: Int) {
        checkpoints.appendHole(at: row)
        if let id = hole.next { checkpoints.append(.rowid(id)) }
        snapshot.problems.append(Problem(.rows(hole), row: row))
    }
}

/// The facts about a table that its first transaction finds.
struct OpenTable: Sendable {
    let columns: [SchemaColumn]
    /// Nil for tables without keys.
    let keyed: KeyedTable?
    /// The state of the database that all rows are of.
    let state: DatabaseState
    /// The columns whose types texts after the first rows may decide.
    let columnsTypedByTexts: Set<Int>
}

extension Monitor<SQLiteState> {
    var isClosed: Bool { withLock(wakes: false) { $0.isClosed } }

    /// Changes the snapshot: a new version, and a call of the handler. After a failure the phase stays failed.
    func publish(_ change: (inout SQLiteState) -> Void) {
        let (handler, tiles) = withLock { state in
            let phase = state.snapshot.phase
            change(&state)
            if phase.isFailed { state.snapshot.phase = phase }
            state.snapshot.version.advance()
            return (state.handler, state.tiles)
        }
        tiles?.signal()
        // Outside the lock: the handler may read the snapshot.
        handler?()
    }

    /// Publishes that reading ended early.
    func fail(_ error: ReadError) {
        let isNew = withLock(wakes: false) { !$0.isClosed && !$0.snapshot.phase.isFailed }
        guard isNew else { return }
        publish { state in
            state.snapshot.phase = .failed(error)
            guard error.kind == .changed else { return }
            state.snapshot.change = SourceChange(kind: .overwritten, source: error.source, reason: error.reason)
        }
    }
}
