import CSQLite

extension KeyedTable {
    /// Rows that were read and counted, from the first one of a table on.
    struct CountedRows: Sendable {
        /// The number of the rows.
        var count = 0
        /// The id of the last of them, or of the first row before any was read.
        var id: Int64
        /// The keys of the checkpoints among the rows that were read last.
        var keys: [RowKey] = []
        /// True after the last row of the table.
        var isLast = false
    }

    /// Bytes of values between two checkpoints. Longer rows are counted without their values first.
    private static let mostBetweenCheckpoints = 1 << 20

    /// Appends `columns` of the rows after `rows` to `buffer` until it is full, up to a checkpoint or the end of the table.
    ///
    /// - Returns: The rows, with these; nil where they cannot be read in this way, since they are long, or damaged. Then the rows
    ///   in `buffer` have no meaning: some of them may belong to a hole.
    func readCounted(
        _ buffer: inout CellBuffer, _ connection: Connection, _ columns: [Int], after rows: CountedRows
    ) throws(EngineError) -> CountedRows? {
        connection.setLimit(rowLimit)
        var rows = rows
        rows.keys = []
        let statement = try connection.statement(gathering(columns))
        while !rows.isLast, !buffer.isFull {
            try statement.bind(.integer(rows.id), to: 1)
            let (interval, count) = (Checkpoints.interval, rows.count)
            // Ends with the row of the next checkpoint, whose id is known then.
            let wanted = (count + interval - 1) / interval * interval - count + 1
            var wish = buffer.wish(rows: wanted, bytes: Self.mostBetweenCheckpoints)
            (wish.first_id, wish.skips_first) = (rows.id, count > 0)
            let gathered = connection.gather(statement, wish)
            if let failure = gathered.failure {
                guard isOfOneRow(failure) else { throw failure }
                return nil
            }
            let found = gathered.rows
            rows.isLast = found.is_last
            if found.row_count == wanted {
                guard try isFound(found.last_id, connection) else { return nil }
                rows.keys.append(.rowid(found.last_id))
            } else if !found.is_last {
                return nil
            }
            guard found.row_count > 0 else { continue }
            buffer.append(found)
            (rows.count, rows.id) = (count + found.row_count, found.last_id)
        }
        return rows
    }
}
