import CSQLite
import QuadrilleRuntime
import Tabular

extension SQLiteReader {
    /// Checkpoints that one transaction finds.
    private static let strides = 64
    /// After so many holes, all further rows belong to the last.
    private static let mostHoles = 1000
    private static let publicationInterval: UInt64 = 50_000_000

    /// Finds all rows, then the types of all values.
    func pass() {
        if state.current.snapshot.rowCount.known > 0 { background.headStart.wait() }
        do throws(ReadError) {
            guard let table = state.withLock(wakes: false, { $0.table }) else { return }
            if let keyed = table.keyed {
                try count(keyed, table)
                if isClosed { return }
                try audit(keyed, table)
            } else {
                try step(table)
            }
        } catch {
            state.fail(error)
        }
    }

    // MARK: - Tables with keys

    private func count(_ keyed: KeyedTable, _ table: OpenTable) throws(ReadError) {
        guard var last = state.withLock(wakes: false, { $0.checkpoints.last }) else {
            return state.publish { state in
                // Of an empty table, or of one of which no row can be read.
                state.snapshot.rowCount = .exactly(state.checkpoints.lost.count)
                state.snapshot.phase = .auditing
            }
        }
        var clock = PublicationClock(interval: Self.publicationInterval)
        var (found, end, holes): ([RowKey], Int?, Int) = ([], nil, 0)
        while end == nil, !isClosed {
            if isCountingRequested {
                state.withLock(wakes: false) { state in for key in found { state.checkpoints.append(key) } }
                found = []
                lendCounting()
                let (phase, key) = state.withLock(wakes: false) { ($0.snapshot.phase, $0.checkpoints.last) }
                guard phase == .indexing, let key else { return }
                last = key
                continue
            }
            let start = last.key
            let (strides, _) = try read(expecting: table.state) { connection throws(EngineError) in
                try Self.strides(keyed, connection, from: start)
            }
            found += strides.keys
            last.row += strides.keys.count * Checkpoints.interval
            last.key = strides.keys.last ?? last.key
            let rowCount = strides.rest.map { last.row + $0 }
            if var hole = strides.hole, let row = rowCount {
                holes += 1
                if holes == Self.mostHoles { hole.next = nil }
                publish(hole, at: row, after: found)
                found = []
                if let id = hole.next { last = (row + 1, .rowid(id)) } else { end = row + 1 }
            } else {
                end = rowCount
            }
            if end == nil, !clock.isDue() { continue }
            let known = end ?? last.row
            let damage = strides.damage.map(database.readError)
            state.publish { state in
                for key in found { state.checkpoints.append(key) }
                state.snapshot.rowCount =
                    end.map { .exactly($0) } ?? .atLeast(max(known, state.snapshot.rowCount.known))
                if let end {
                    (state.snapshot.phase, state.snapshot.expectedRowCount) = (.auditing, end)
                    state.note(progress: 0)
                } else {
                    state.note(progress: known)
                }
                // At once: a table that is not whole must not look so for a moment.
                if let damage { state.snapshot.phase = .failed(damage) }
            }
            found = []
            if let damage { throw damage }
        }
    }

    /// Publishes a hole, for which `row` stands, and the keys before it.
    private func publish(_ hole: Hole, at row: Int, after keys: [RowKey]) {
        state.publish { state in
            for key in keys { state.checkpoints.append(key) }
            state.add(hole, at: row)
        }
    }

    /// The keys that one transaction finds, and the number of rows after the last of them where no more follow.
    private struct Strides {
        var keys: [RowKey] = []
        var rest: Int?
        /// The rows that are lost after the last.
        var hole: Hole?
        /// The reason why no more rows can be read.
        var damage: EngineError?
    }

    private static func strides(
        _ keyed: KeyedTable, _ connection: Connection, from start: RowKey
    ) throws(EngineError) -> Strides {
        var (key, strides) = (start, Strides())
        do throws(EngineError) {
            while strides.keys.count < Self.strides {
                let (next, rest) = try stride(keyed, connection, from: key)
                guard let next else {
                    strides.rest = rest
                    return strides
                }
                strides.keys.append(next)
                key = next
            }
        } catch {
            guard error.isDamage else { throw error }
            if case .rowid(let id) = key {
                let rows = try keyed.rowsBeforeHole(
                    connection, from: id, isDisordered: error.code == Int32(QUAD_SQLITE_DISORDERED))
                (strides.rest, strides.hole) = (rows.count, rows.hole)
            } else {
                let rows = try keyed.readableCount(connection, from: key)
                strides.rest = rows.count
                strides.damage = error
                strides.damage?.page = rows.page
            }
        }
        return strides
    }

    /// The key of the next checkpoint, or else the number of rows that are left.
    private static func stride(
        _ keyed: KeyedTable, _ connection: Connection, from key: RowKey
    ) throws(EngineError) -> (next: RowKey?, rest: Int) {
        if case .rowid(let id) = key {
            let stepped = try keyed.step(connection, over: Checkpoints.interval, from: id)
            return (stepped.next.map { .rowid($0) }, stepped.count)
        }
        let next = try keyed.key(connection, after: Checkpoints.interval, from: key)
        // From one that is found elsewhere the way might lead back.
        if let next, try !keyed.isFound(next, connection) { throw .disordered }
        return (next, next == nil ? try keyed.count(connection, from: key, limit: Checkpoints.interval) : 0)
    }

    private func audit(_ keyed: KeyedTable, _ table: OpenTable) throws(ReadError) {
        var tallies = table.columns.map { _ in StorageTally() }
        let (checkpoints, count) = state.withLock(wakes: false) { ($0.checkpoints, $0.snapshot.rowCount.known) }
        var clock = PublicationClock(interval: Self.publicationInterval)
        for start in checkpoints.starts {
            let end = min(count, checkpoints.firstHole(from: start.row))
            var (row, next, isFirst): (Int, RowKey?, Bool) = (start.row, start.key, true)
            while let key = next, row < end {
                if isClosed || state.withLock(wakes: false, { $0.skipsAudit }) { return }
                let (before, includes, limit) = (tallies, isFirst, end - row)
                let (result, _) = try read(expecting: table.state) { connection throws(EngineError) in
                    var tallies = before
                    let rows = try keyed.audit(
                        connection, after: key, includes: includes, limit: limit, into: &tallies)
                    return (rows, tallies)
                }
                tallies = result.1
                row += result.0.count
                (next, isFirst) = (result.0.last, false)
                let damaged = result.0.unreadable.map {
                    UnreadableCell(row: row - 1, column: $0.column, reason: $0.reason)
                }
                if damaged.isEmpty && !clock.isDue() { continue }
                let done = row
                state.publish { state in
                    state.add(damaged)
                    state.note(progress: done)
                }
            }
        }
        state.publish { state in
            state.snapshot.columns = table.columns.columns(tallies)
            state.snapshot.phase = .complete
        }
    }

    // MARK: - Tables without keys

    /// Reads all rows once, into a temporary file.
    private func step(_ table: OpenTable) throws(ReadError) {
        let (result, _) = try read(expecting: table.state) { [self] connection throws(EngineError) in
            let missing = try SchemaReader(connection: connection).missingCollations(of: self.table)
            try connection.addStandIns(for: missing)
            defer { connection.removeStandIns(for: missing) }
            let result: Result<Stepping, ReadError>
            do throws(ReadError) { result = .success(try step(table, connection)) } catch {
                result = .failure(error)
            }
            return result
        }
        let stepping = try result.get()
        state.publish { state in
            state.stepped = stepping.rows
            state.add(stepping.unreadable)
            state.snapshot.columns = table.columns.columns(stepping.tallies)
            state.snapshot.rowCount = .exactly(stepping.rows.rowCount)
            state.snapshot.phase = stepping.failure.map { .failed($0) } ?? .complete
        }
    }

    private struct Stepping: Sendable {
        var rows: SteppedRows
        var tallies: [StorageTally]
        var failure: ReadError?
        /// Values that cannot be read.
        var unreadable: [UnreadableCell] = []

        mutating func add(_ buffer: CellBuffer) throws(ReadError) {
            for row in 0..<buffer.rowCount { tallies.add(buffer, row) }
            for (index, reason) in buffer.unreadable {
                let (row, column) = index.quotientAndRemainder(dividingBy: buffer.columnCount)
                unreadable.append(UnreadableCell(row: rows.rowCount + row, column: column, reason: reason))
            }
            try rows.append(buffer)
        }
    }

    private func step(_ table: OpenTable, _ connection: Connection) throws(ReadError) -> Stepping {
        var stepping = Stepping(
            rows: try SteppedRows(columnCount: table.columns.count, name: database.name),
            tallies: table.columns.map { _ in StorageTally() })
        var clock = PublicationClock(interval: Self.publicationInterval)
        var isFirst = true
        connection.giveWay()
        var rows = UnkeyedRows(self.table.name, table.columns.map(\.name), connection)
        defer { rows.end() }
        var buffer = CellBuffer(columnCount: table.columns.count)
        var goesOn = true
        while goesOn, !isClosed {
            var failure: EngineError?
            do throws(EngineError) { goesOn = try rows.appendNext(to: &buffer) } catch {
                (failure, goesOn) = (error, false)
            }
            if goesOn, buffer.rowCount < 256, buffer.bytes.count < 1 << 16 { continue }
            do throws(ReadError) { try stepping.add(buffer) } catch {
                stepping.failure = error
                return stepping
            }
            buffer.removeAll()
            if let failure {
                stepping.failure = try self.failure(failure, stepping, connection)
                return stepping
            }
            if isFirst || clock.isDue(), connection.isExact { publish(stepping, table) }
            isFirst = false
        }
        return stepping
    }

    /// The failure of a view after whose first rows `error` came: these rows stay.
    private func failure(
        _ error: EngineError, _ stepping: Stepping, _ connection: Connection
    ) throws(ReadError) -> ReadError {
        if connection.hasGivenWay { return ReadError(SQLiteFailure.writerWaits, of: .source(database.name)) }
        let failure = database.readError(error)
        if stepping.rows.rowCount == 0 || !connection.isExact { throw failure }
        return failure.kind.leavesRows
            ? failure : ReadError(SQLiteFailure.brokenOff(error.message), of: .source(database.name))
    }

    private func publish(_ stepping: Stepping, _ table: OpenTable) {
        state.publish { state in
            state.stepped = stepping.rows
            state.add(stepping.unreadable)
            state.snapshot.columns = table.columns.columns(stepping.tallies)
            state.snapshot.rowCount = .atLeast(stepping.rows.rowCount)
        }
    }
}
