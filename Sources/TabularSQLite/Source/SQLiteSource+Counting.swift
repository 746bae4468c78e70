import QuadrilleRuntime
import Tabular

extension SQLiteSource {
    package func streamWhileCounting(
        of request: RecordRequest, into sink: inout some RecordSink, unless cancellation: Cancellation
    ) throws(ReadError) -> Int {
        let all = snapshot.columns.indices
        let wanted: [Int] = if case .some(let columns) = request.columns { columns } else { Array(all) }
        let columns = wanted.filter(all.contains)
        guard !columns.isEmpty, columns.count <= Connection.mostGathered,
            let table = reader.borrowCounting(unless: cancellation)
        else { return 0 }
        // After the types are added: the audit may begin then.
        defer { reader.returnCounting() }
        var types = RowTypes(columns, from: 0)
        defer { reader.add(types) }
        guard var feed = CountingFeed(reader, table, columns, for: request) else { return 0 }
        let cells = CellStream(reader, request, wanted: wanted, width: all.count)
        while !sink.isFinished, !reader.isClosed, let buffer = try feed.next() {
            types.add(buffer)
            try cells.give(buffer, to: &sink)
        }
        return types.rows.count
    }
}

/// The rows of a table from the first one on, which it counts.
private struct CountingFeed {
    private static let publicationInterval: UInt64 = 50_000_000

    private let reader: SQLiteReader
    private let table: OpenTable
    private let keyed: KeyedTable
    private let columns: [Int]
    private var rows: KeyedTable.CountedRows
    private var clock = PublicationClock(interval: publicationInterval)
    /// The rows of the last call, whose memory the next call uses where its caller has released them.
    private var last: CellBuffer

    /// Nil for a table without rows.
    init?(_ reader: SQLiteReader, _ table: OpenTable, _ columns: [Int], for request: RecordRequest) {
        let start = reader.state.withLock(wakes: false) { $0.checkpoints.start(of: 0) }
        guard let keyed = table.keyed, case .rowid(let id) = start?.key else { return nil }
        (self.reader, self.table, self.keyed, self.columns) = (reader, table, keyed, columns)
        rows = KeyedTable.CountedRows(id: id)
        last = CellBuffer(columns, of: table, for: request)
    }

    /// The next rows; nil where the table ends, or the pass must count the further rows.
    mutating func next() throws(ReadError) -> CellBuffer? {
        if rows.isLast { return nil }
        var buffer = CellBuffer(columnCount: columns.count)
        swap(&buffer, &last)
        let (keyed, columns, start) = (keyed, columns, rows)
        let (found, _) = try reader.read(expecting: table.state) { connection throws(EngineError) in
            // It may be called again.
            buffer.removeAll()
            return try keyed.readCounted(&buffer, connection, columns, after: start)
        }
        last = buffer
        guard let found, publish(found) else { return nil }
        rows = found
        return buffer.rowCount > 0 ? buffer : nil
    }

    /// Publishes the rows that follow `rows`; false where earlier checkpoints contradict them.
    private mutating func publish(_ found: KeyedTable.CountedRows) -> Bool {
        let isRight = reader.state.withLock(wakes: false) { $0.checkpoints.add(found.keys, ofRowsAfter: rows.count) }
        guard isRight else { return false }
        guard clock.isDue() || found.isLast else { return true }
        reader.state.publish { state in
            if found.isLast {
                state.snapshot.rowCount = .exactly(found.count)
                (state.snapshot.phase, state.snapshot.expectedRowCount) = (.auditing, found.count)
                state.note(progress: 0)
            } else {
                state.snapshot.rowCount = .atLeast(max(found.count, state.snapshot.rowCount.known))
                state.note(progress: found.count)
            }
        }
        return true
    }
}
