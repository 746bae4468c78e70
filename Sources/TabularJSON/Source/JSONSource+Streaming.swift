import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONSource {
    /// Streams the names of the columns, once all of them are known.
    package func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        snapshot.giveNames(to: &sink)
    }

    package func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(rows, of: .all, into: &sink)
    }

    package func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard !rows.isEmpty else { return }
        let found = try reader.waitForRows(rows.lowerBound + 1)
        guard found.count > rows.lowerBound else { return }
        var stream = RowStream(reader, found, request)
        try stream.go(to: rows.lowerBound)
        try stream.give(upTo: rows.upperBound, into: &sink)
    }

    package func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: rows, of: .all, into: &sink)
    }

    package func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard let last = rows.last else { return }
        let found = try reader.waitForRows(min(last, .max - 1) + 1)
        var stream = RowStream(reader, found, request)
        var next = 0
        while next < rows.count, rows[next] < found.count, !sink.isFinished {
            let first = rows[next]
            var count = 1
            while next + count < rows.count && rows[next + count] == first + count { count += 1 }
            next += count
            try stream.go(to: first)
            try stream.give(upTo: min(first + count, found.count), into: &sink, givesAll: false)
        }
        stream.giveRest(to: &sink)
    }
}

extension TableSnapshot {
    /// Streams the names of the columns as a record.
    func giveNames(to sink: inout some RecordSink) {
        for column in columns {
            var name = column.name
            name.withUTF8 { sink.append($0) }
            sink.endValue(.value)
        }
        sink.endRecord()
    }
}

/// A table with as many known rows as were requested, or all.
struct KnownRows: Sendable {
    let index: RecordIndex
    let breaks: [RowBreak]
    let tree: ColumnTree
    let count: Int
    /// True where no more rows will come.
    let isComplete: Bool
    /// True where all known rows have been audited, and have no problem.
    let isFlawless: Bool
}

extension JSONReader {
    /// Waits until `count` rows are known, or all rows are.
    func waitForRows(_ count: Int) throws(ReadError) -> KnownRows {
        let found: Result<KnownRows, ReadError> = state.wait {
            switch $0.snapshot.phase {
            case .opening, .indexing: $0.isClosed || $0.snapshot.rowCount.known >= count
            case .auditing, .complete, .failed: true
            }
        } then: { [closed] state in
            if let failure = state.snapshot.failure, !state.hasRows(count) { return .failure(failure) }
            guard !state.isClosed else { return .failure(closed) }
            return .success(
                KnownRows(
                    index: state.index, breaks: state.breaks, tree: state.tree, count: state.snapshot.rowCount.known,
                    isComplete: state.snapshot.rowCount.isExact,
                    isFlawless: state.snapshot.phase == .complete && state.snapshot.problems.count == 0))
        }
        return try found.get()
    }

    private var closed: ReadError { ReadError(JSONFailure.closed, of: .source(text.name)) }

    /// The error for a text that ends before `row` (1-based), which was counted.
    func shorter(than row: Int) -> ReadError { ReadError(JSONFailure.endsBefore(row: row), of: .source(text.name)) }
}

/// A stream of ascending rows: by the index where a checkpoint lies between them, else row by row.
struct RowStream {
    private let reader: JSONReader
    private var found: KnownRows
    private var table: JSONTable
    private var rows: RowReader
    private var fields: FieldReader
    private var batch: FieldBatch
    /// The next row.
    private var row = 0
    /// Bytes of rows that may be read before the next look at whether rows are still wanted.
    private var unchecked = 0

    /// Bytes of rows between two such looks, which take a lock.
    static let bytesBetweenChecks = 1 << 14

    init(_ reader: JSONReader, _ found: KnownRows, _ request: RecordRequest) {
        (self.reader, self.found) = (reader, found)
        var wanted: [Int]?
        if case .some(let columns) = request.columns { wanted = columns }
        fields = FieldReader(found.tree, wanted: wanted)
        fields.endsEarly = found.isFlawless
        batch = FieldBatch(width: wanted?.count ?? found.tree.columnCount, form: JSONField.TextForm(of: request))
        table = reader.table.broken(at: found.breaks)
        rows = RowReader(table, at: Checkpoint(record: 0, byte: reader.table.start), reader.tuning)
        reader.state.withLock(wakes: false) { $0.work.streams += 1 }
    }

    /// Moves to `row`, which is not before the next one.
    mutating func go(to row: Int) throws(ReadError) {
        let omitted = reader.table.omitted
        let checkpoint = found.index.checkpoint(before: omitted.member(ofRow: row))
        if omitted.row(ofMember: checkpoint.record) > self.row {
            rows = RowReader(table, at: checkpoint, reader.tuning)
        }
        guard try rows.go(to: row) else { throw reader.shorter(than: row + 1) }
        self.row = row
    }

    /// Delivers the rows before `end`, or as many as there are.
    mutating func give(upTo end: Int, into sink: inout some RecordSink, givesAll: Bool = true) throws(ReadError) {
        while row < end {
            if unchecked <= 0 {
                if sink.isFinished || reader.isClosed { break }
                unchecked = Self.bytesBetweenChecks
            }
            // Rows still to arrive.
            if row >= found.count {
                giveRest(to: &sink)
                if found.isComplete { return }
                found = try reader.waitForRows(row + 1)
                if row >= found.count { return }
                fields.endsEarly = found.isFlawless
                try beginAnewIfBroken()
            }
            guard let text = try rows.next() else {
                giveRest(to: &sink)
                throw reader.shorter(than: min(end, found.count))
            }
            _ = fields.read(text)
            if fields.isSparse {
                batch.giveSparse(fields, of: text.bytes, to: &sink)
            } else {
                batch.append(fields, of: text.bytes)
            }
            row += 1
            unchecked -= text.bytes.count
            rows.releaseRow()
            if batch.isFull { giveRest(to: &sink) }
        }
        if givesAll { giveRest(to: &sink) }
    }

    /// Restarts with the rows that were found again meanwhile.
    private mutating func beginAnewIfBroken() throws(ReadError) {
        guard found.breaks != table.breaks else { return }
        table = reader.table.broken(at: found.breaks)
        let start = row
        rows = RowReader(table, at: found.index.checkpoint(before: start), reader.tuning)
        guard try rows.go(to: start) else { throw reader.shorter(than: start + 1) }
    }

    /// Delivers the gathered rows.
    mutating func giveRest(to sink: inout some RecordSink) {
        batch.give(to: &sink)
        unchecked = 0
    }
}
