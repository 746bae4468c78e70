import QuadrilleRuntime
import Tabular
import TabularBytes

/// A table with as many known rows as were requested, or all.
struct FoundRows: Sendable {
    let table: OpenTable
    let index: RecordIndex
    /// Rows that were counted.
    let rowCount: Int
    /// A Boolean value that indicates whether there are no more.
    let isComplete: Bool
    let block: Int

    /// Returns the byte offset of the row in the source itself; the source's end, and the number of rows before it, when there
    /// is none.
    func place(ofRow row: Int) throws(ReadError) -> (byte: Int, row: Int) {
        let (offset, row) = try start(ofRow: row)
        return (try table.store.sourceOffset(of: offset), row)
    }

    /// The same in the bytes of the store that is parsed.
    func start(ofRow row: Int) throws(ReadError) -> (offset: Int, row: Int) {
        // Empty lines that are no rows may follow the last row.
        let isBehindAll = isComplete && row >= rowCount && !table.store.isFollowed
        let record = isBehindAll ? .max : row < Int.max - table.headerRecords ? row + table.headerRecords : row
        let checkpoint = index.checkpoint(before: record)
        var scanner = table.scanner(at: checkpoint.byte)
        let buffer = ReadBuffer(count: block)
        var offset = checkpoint.byte
        var left = record - checkpoint.record
        while left > 0 || scanner.state == .carriageReturn {
            let count = try table.store.read(into: buffer.bytes, at: offset)
            if count == 0 {
                // In a source that still arrives, the next byte may be an LF that belongs to the record before.
                let length = try table.store.wait(beyond: offset, deadline: .max)
                guard length.known > offset else { break }
                continue
            }
            let (bytes, records) = scanner.scan(buffer.prefix(count), limit: left)
            left -= records
            offset += bytes
        }
        if left > 0 && scanner.isInsideRecord { left -= 1 }
        return (offset, record - left - table.headerRecords)
    }
}

extension TextReader {
    /// Waits until `count` rows are known, or all rows are.
    func waitForRows(_ count: Int) throws(ReadError) -> FoundRows {
        let found: Result<FoundRows, ReadError> = state.wait {
            switch $0.snapshot.phase {
            case .opening: $0.isClosed || $0.isWaitingForMore && $0.snapshot.rowCount.known >= count
            case .indexing: $0.isClosed || $0.snapshot.rowCount.known >= count
            case .auditing, .complete, .failed: true
            }
        } then: { [tuning, closed] state in
            if let failure = state.snapshot.failure, !state.hasRows(count) { return .failure(failure) }
            guard !state.isClosed, let table = state.table else { return .failure(closed) }
            // Later rows must be read like those delivered now.
            state.isDialectTaken = true
            return .success(
                FoundRows(
                    table: table, index: state.index, rowCount: state.snapshot.rowCount.known,
                    isComplete: state.snapshot.rowCount.isExact, block: tuning.tileBlock))
        }
        return try found.get()
    }
}
