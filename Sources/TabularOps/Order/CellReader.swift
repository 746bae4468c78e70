import QuadrilleRuntime
import Tabular

/// Reads the cells of rows on demand, on the caller's thread, for a job that draws page by page in the background while a
/// window still shows the same source.
///
/// Unlike a source's `want`, it blocks, and it uses only the records of the rows, not their tiles.
package struct CellReader {
    private let rows: any RecordStreaming
    /// The snapshot with the cells that were read, within the limit of its memory.
    package private(set) var table: TableSnapshot
    private var wants = WantList()

    /// `table` is a snapshot of `rows` with all rows.
    package init(_ rows: any RecordStreaming, table: TableSnapshot) {
        (self.rows, self.table) = (rows, table)
    }

    /// Loads the cells of `ranges` into `table`, or the most wanted of them if there are too many; fewer after the cancellation.
    ///
    /// - Throws: Read errors; `.changed` where the table is another one by now.
    /// - Complexity: O(bytes of the rows), plus one index interval for each range.
    package mutating func read(
        _ ranges: [CellRange], unless cancellation: Cancellation = .never
    ) throws(ReadError) {
        wants.replace(with: ranges)
        while !cancellation.isRequested, let load = wants.nextLoad(in: table) {
            guard rows.snapshot.reading == table.reading else {
                throw .task(.otherReading)
            }
            let sourceRows = try rows.abilities.pick?.sourceRows(at: load.rows)
            var sink = OrderedTileSink(load, rows: Array(load.rows), unless: cancellation)
            try rows.streamRecords(load.rows, of: sink.request, into: &sink)
            guard let blocks = try sink.blocks() else { return }
            if let sourceRows { table.order?.note(sourceRows, at: load.rows.lowerBound) }
            wants.store(Array(zip(load.keys, blocks)), in: &table)
        }
    }
}
