import Tabular

/// Ascending rows of a table, some in each transaction.
struct RowFeed {
    private let reader: SQLiteReader
    /// The columns in each row.
    let columns: [Int]
    private var position: KeyedTable.Position?
    /// The rows of the last call, whose memory the next call uses where its caller has released them.
    private var last: CellBuffer

    /// Begins with `columns` of the table, which are those of `request`.
    init(_ reader: SQLiteReader, _ columns: [Int], for request: RecordRequest = .all) {
        (self.reader, self.columns) = (reader, columns)
        last = CellBuffer(columns, of: reader.state.withLock(wakes: false) { $0.table }, for: request)
    }

    /// The next rows of `rows`, which are known: fewer than there are. None where the table has ended.
    mutating func next(_ rows: some RowIndices) throws(ReadError) -> CellBuffer {
        let (table, checkpoints, stepped) = reader.state.withLock(wakes: false) {
            ($0.table, $0.checkpoints, $0.stepped)
        }
        var buffer = CellBuffer(columnCount: columns.count)
        swap(&buffer, &last)
        buffer.removeAll()
        guard let table else { return buffer }
        guard let keyed = table.keyed else {
            _ = try stepped?.fill(&buffer, rows, columns)
            last = buffer
            return buffer
        }
        let (columns, start) = (columns, position)
        (position, _) = try reader.read(expecting: table.state) { connection throws(EngineError) in
            // It may be called again.
            buffer.removeAll()
            var position = start
            _ = try keyed.fill(&buffer, connection, rows, (columns, checkpoints), from: &position)
            return position
        }
        last = buffer
        return buffer
    }
}

extension CellBuffer {
    /// Creates a buffer for `columns` of `table`, in the form of `request`.
    init(_ columns: [Int], of table: OpenTable?, for request: RecordRequest) {
        func indices(_ isWanted: (Int) -> Bool) -> [Int] { columns.indices.filter { isWanted(columns[$0]) } }
        let (numbers, presence) = (request.numberColumns, request.presenceColumns)
        self.init(
            columnCount: columns.count,
            // Numbers that are written in another way need their texts.
            binaryColumns: request.marksReals ? [] : indices(numbers.contains),
            // The types of some columns are found in the texts that are streamed.
            presenceColumns: indices { presence.contains($0) && table?.columnsTypedByTexts.contains($0) == false })
    }
}

extension SQLiteReader {
    /// Bytes of a value that is too long for a row.
    func bytes(of value: CellBuffer.LargeValue, _ range: Range<Int>) throws(ReadError) -> [UInt8] {
        guard let table = state.withLock(wakes: false, { $0.table }), let keyed = table.keyed else { return [] }
        return try read(expecting: table.state) { connection throws(EngineError) in
            try keyed.longValue(of: value.column, in: value.key, connection).bytes(range)
        }.0
    }

    /// Bytes of such a value from `start` on, as many as one transaction reads.
    func someBytes(of value: CellBuffer.LargeValue, from start: Int) throws(ReadError) -> [UInt8] {
        guard let table = state.withLock(wakes: false, { $0.table }), let keyed = table.keyed else { return [] }
        return try read(expecting: table.state) { connection throws(EngineError) in
            let bytes = try keyed.longValue(of: value.column, in: value.key, connection)
            return try bytes.bytes(start..<min(bytes.count, start + bytes.mostAtOnce))
        }.0
    }

    /// A Boolean value that indicates whether the file has texts in UTF-8.
    var isUTF8: Bool { state.withLock(wakes: false) { $0.snapshot.description[SQLiteDetails.self]?.isUTF8 ?? true } }

    /// The UTF-8 text of `bytes`, of a text that is too long for a row. A text in UTF-16 is passed in whole units.
    func text(of bytes: [UInt8]) -> [UInt8] {
        let encoding = state.withLock(wakes: false) { $0.snapshot.description[SQLiteDetails.self]?.encoding }
        guard let encoding, encoding.hasPrefix("UTF-16") else { return bytes }
        let (low, high) = encoding == "UTF-16be" ? (1, 0) : (0, 1)
        let units = (0..<bytes.count / 2).map { UInt16(bytes[$0 * 2 + low]) | UInt16(bytes[$0 * 2 + high]) << 8 }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
