import Tabular

/// Reads the cells of rows that stay as they are, on the caller's thread, when it is asked for them: what is drawn page by
/// page in the background while a window goes on to show the same source.
///
/// Unlike a source's `want`, it waits, and it asks nothing of whoever shows the rows but their records.
package struct CellReader {
    private let rows: any RecordStreaming
    /// The snapshot whose cells hold what was read, as long as there is room for it.
    package private(set) var table: TableSnapshot
    private var wants = WantList()

    /// `table` is a state of `rows` with all of them.
    package init(_ rows: any RecordStreaming, table: TableSnapshot) {
        (self.rows, self.table) = (rows, table)
    }

    /// Loads the cells of `ranges` into `table`, or the most wanted of them where there are too many; fewer when `isCancelled`.
    ///
    /// - Throws: What reading throws; `.changed` where the table is another one by now.
    /// - Complexity: O(bytes of the rows), and one index interval for each stretch.
    package mutating func read(
        _ ranges: [CellRange], isCancelled: @escaping () -> Bool = { false }
    ) throws(ReadError) {
        wants.replace(with: ranges)
        while !isCancelled(), let load = wants.nextLoad(in: table) {
            guard rows.snapshot.reading == table.reading else {
                throw .task(.otherReading)
            }
            let sourceRows = try (rows as? PinnedRows)?.sourceRows(at: load.rows)
            var sink = OrderedTileSink(load, rows: Array(load.rows)) { !isCancelled() }
            try rows.streamRecords(load.rows, of: sink.request, into: &sink)
            guard let blocks = try sink.blocks() else { return }
            if let sourceRows { table.order?.note(sourceRows, at: load.rows.lowerBound) }
            wants.store(Array(zip(load.keys, blocks)), in: &table)
        }
    }
}
