import Tabular

extension SQLiteSource {
    /// Streams the names of the columns.
    package func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        _ = try waitForRows(0)
        for column in snapshot.columns {
            var name = column.name
            name.withUTF8 { sink.append($0) }
            sink.endValue(.value)
        }
        sink.endRecord()
    }

    package func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try stream(.range(rows), of: .all, into: &sink)
    }

    package func streamRecords(
        _ rows: Range<Int>, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try stream(.range(rows), of: request, into: &sink)
    }

    package func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        try stream(.list(rows), of: .all, into: &sink)
    }

    package func streamRecords(
        at rows: [Int], of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        try stream(.list(rows), of: request, into: &sink)
    }

    /// Streams ascending rows; waits for those that are still to be found.
    private func stream(
        _ rows: WantedRows, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        guard let first = rows.row(0) else { return }
        var found = try waitForRows(first + 1)
        let all = Array(0..<found.columnCount)
        let wanted: [Int] = if case .some(let columns) = request.columns { columns } else { all }
        var feed = RowFeed(reader, wanted.filter(all.indices.contains), for: request)
        let cells = CellStream(reader, request, wanted: wanted, width: all.count)
        var done = 0
        var types = RowTypes(rows.areAdjacent ? feed.columns : [], from: first)
        defer { reader.add(types) }
        while let next = rows.row(done), !sink.isFinished {
            if next >= found.count {
                if let failure = found.failure { throw failure }
                if found.isComplete { return }
                found = try waitForRows(next + 1)
                if next >= found.count { return }
            }
            let step = CellBuffer.mostRows(columnCount: feed.columns.count)
            let buffer = try rows.next(of: &feed, step, from: done, below: found.count)
            if buffer.rowCount == 0 { throw ReadError(SQLiteFailure.changed, of: .source(reader.database.name)) }
            done += buffer.rowCount
            types.add(buffer)
            try cells.give(buffer, to: &sink)
        }
    }

    /// Ascending rows.
    private enum WantedRows {
        case range(Range<Int>)
        case list([Int])

        var areAdjacent: Bool { if case .range = self { true } else { false } }

        /// The row at `index` among them; nil behind the last.
        func row(_ index: Int) -> Int? {
            switch self {
            case .range(let rows): index < rows.count ? rows.lowerBound + index : nil
            case .list(let rows): index < rows.count ? rows[index] : nil
            }
        }

        /// Reads at most `count` from `index` on, of those below `limit`.
        func next(
            of feed: inout RowFeed, _ count: Int, from index: Int, below limit: Int
        ) throws(ReadError) -> CellBuffer {
            switch self {
            case .range(let rows):
                let start = rows.lowerBound + index
                return try feed.next(start..<min(rows.upperBound, limit, start + count))
            case .list(let rows):
                return try feed.next(rows[index...].prefix(count).prefix { $0 < limit })
            }
        }
    }

    private struct KnownRows: Sendable {
        let count: Int
        let columnCount: Int
        let isComplete: Bool
        /// The reason why no more rows will come, where they are not all.
        let failure: ReadError?
    }

    /// Waits until `count` rows are known, or all rows are, and the columns.
    private func waitForRows(_ count: Int) throws(ReadError) -> KnownRows {
        let closed = reader.closedError
        let found: Result<KnownRows, ReadError> = reader.state.wait {
            switch $0.snapshot.phase {
            case .opening: $0.isClosed
            case .indexing: $0.isClosed || $0.snapshot.rowCount.known >= count
            case .auditing, .complete, .failed: true
            }
        } then: { state in
            let known = state.snapshot.rowCount.known
            if let failure = state.snapshot.failure, known < count || !failure.kind.leavesRows {
                return .failure(failure)
            }
            guard !state.isClosed else { return .failure(closed) }
            return .success(
                KnownRows(
                    count: known, columnCount: state.snapshot.columns.count,
                    isComplete: state.snapshot.rowCount.isExact, failure: state.snapshot.failure))
        }
        return try found.get()
    }
}

/// A stream of cells to a sink.
struct CellStream {
    /// Bytes of a long value that are passed on at once.
    private static let pieceLength = 1 << 20
    /// The end of a binary fraction that is a whole number.
    private static let fraction: StaticString = ".0"
    private static let presence: StaticString = "1"

    private let reader: SQLiteReader
    private let form: RecordRequest.Form
    private let marksReals: Bool
    /// For each requested column its place among those that exist; nil where there is no such column.
    private let places: [Int?]
    private let isWhole: Bool
    /// The places of columns of which only is read whether there are values.
    private let presence: Set<Int>

    init(_ reader: SQLiteReader, _ request: RecordRequest, wanted: [Int], width: Int) {
        (self.reader, form, marksReals) = (reader, request.form, request.marksReals)
        var next = 0
        places = wanted.map { column in
            guard (0..<width).contains(column) else { return nil }
            defer { next += 1 }
            return next
        }
        isWhole = next == wanted.count
        presence = Set(
            zip(wanted, places).compactMap { request.presenceColumns.contains($0) ? $1 : nil })
    }

    /// Passes the rows of `buffer` on.
    func give(_ buffer: CellBuffer, to sink: inout some RecordSink) throws(ReadError) {
        let isPlain =
            (form == .value || !buffer.kinds.contains(.binary)) && !(marksReals && buffer.reals.contains(true))
        guard isWhole, isPlain, buffer.large.isEmpty else { return try giveCells(buffer, to: &sink) }
        let hasStates = buffer.mayHaveStates && buffer.states.contains { $0 != .value }
        let hasKinds = buffer.kinds.contains { $0 != .text }
        RecordBatch.withBatch(
            of: buffer.bytes, buffer.pieces, hasStates ? buffer.states : [], hasKinds ? buffer.kinds : []
        ) { batch in
            batch.recordCount = buffer.rowCount
            (batch.mostValues, batch.leastValues) = (buffer.columnCount, buffer.columnCount)
            buffer.encodings.withUnsafeBufferPointer { encodings in
                // An empty array has an address too.
                if !encodings.isEmpty { batch.encodings = encodings }
                sink.take(batch)
            }
        }
    }

    private func giveCells(_ buffer: CellBuffer, to sink: inout some RecordSink) throws(ReadError) {
        for row in 0..<buffer.rowCount where !sink.isFinished {
            for place in places {
                guard let place else {
                    sink.endValue(.missing)
                    continue
                }
                let index = buffer.index(row: row, column: place)
                if buffer.large[index] != nil, presence.contains(place) {
                    // Long values are not empty.
                    Self.presence.withUTF8Buffer { sink.append($0) }
                    sink.endValue(.value, as: buffer.kinds[index])
                } else {
                    try giveCell(buffer, index, to: &sink)
                }
            }
            sink.endRecord()
        }
    }

    private func giveCell(_ buffer: CellBuffer, _ index: Int, to sink: inout some RecordSink) throws(ReadError) {
        let (state, kind) = (buffer.states[index], buffer.kinds[index])
        if let large = buffer.large[index] {
            try give(large, kind, to: &sink)
        } else if form == .shown, kind == .binary, state == .value {
            var text = buffer.withBytes(index) { ShownBlob.text($0, count: $0.count / 2) }
            text.withUTF8 { sink.append($0) }
        } else {
            // A closure cannot have the sink.
            let bytes = buffer.withText(index) { Array($0) }
            bytes.withUnsafeBufferPointer { sink.append($0) }
            if marksReals, buffer.reals[index], bytes.allSatisfy({ $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 }) {
                Self.fraction.withUTF8Buffer { sink.append($0) }
            }
        }
        sink.endValue(state, as: kind)
    }

    /// Passes a long value on, piece by piece.
    private func give(
        _ value: CellBuffer.LargeValue, _ kind: CellKind, to sink: inout some RecordSink
    ) throws(ReadError) {
        if form == .shown, kind == .binary {
            var text = value.shownText(try reader.bytes(of: value, 0..<min(value.count, ShownBlob.neededBytes)))
            text.withUTF8 { sink.append($0) }
            return
        }
        var start = 0
        while start < value.count, !sink.isFinished {
            // Between two transactions: a sink that waits for its own reader must not keep others from writing.
            let bytes = try reader.someBytes(of: value, from: start)
            var rest = bytes[...]
            while !rest.isEmpty, !sink.isFinished {
                let isLast = start + rest.count == value.count
                let piece = self.piece(of: rest, isLast: isLast, kind)
                if piece.count == 0 { break }
                piece.text.withUnsafeBufferPointer { sink.append($0) }
                rest = rest.dropFirst(piece.count)
                start += piece.count
            }
        }
    }

    /// The text of the first of `bytes`, and the number of these; `isLast` where the value ends with them. None of a half of a
    /// surrogate pair whose other half is still to come.
    private func piece(of bytes: ArraySlice<UInt8>, isLast: Bool, _ kind: CellKind) -> (text: [UInt8], count: Int) {
        var piece = Array(bytes.prefix(Self.pieceLength))
        if kind == .binary {
            var digits = CellBuffer(columnCount: 1)
            piece.withUnsafeBufferPointer { digits.append(hexadecimal: $0) }
            return (digits.bytes, piece.count)
        }
        if reader.isUTF8 { return (piece, piece.count) }
        // Pairs of surrogates are not split.
        let isEnd = isLast && piece.count == bytes.count
        if !isEnd, piece.endsWithHighSurrogate(isBigEndian: reader.isBigEndian) { piece.removeLast(2) }
        return (reader.text(of: piece), piece.count)
    }
}

extension [UInt8] {
    fileprivate func endsWithHighSurrogate(isBigEndian: Bool) -> Bool {
        count >= 2 && self[count - (isBigEndian ? 2 : 1)] & 0xFC == 0xD8
    }
}

extension SQLiteReader {
    /// A Boolean value that indicates whether texts in the file have the high byte of each unit first.
    fileprivate var isBigEndian: Bool {
        state.withLock(wakes: false) { $0.snapshot.description[SQLiteDetails.self]?.encoding == "UTF-16be" }
    }
}
