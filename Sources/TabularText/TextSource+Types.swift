import Tabular

extension TextSource: TypeExplaining {
    /// Rows to read between two checks for cancellation.
    private static let rowsAtOnce = 1 << 14

    public func typeSearch(ofColumn column: Int, type: ColumnType, like value: [UInt8]) -> TypeSearch? {
        let own = value.withUnsafeBufferPointer { TypeSet($0, nullWords) }
        switch type {
        // Types that are text themselves depend on which came first.
        case .text:
            let start = value.isEmpty || own.isEmpty || own.isNull ? TypeSet.unseen : own
            return TypeSearch(TypeSearch.Question(column: column, type: type, types: start.rawValue))
        case .decimal where own.contains(.integer):
            return TypeSearch(TypeSearch.Question(column: column, type: type, types: own.rawValue))
        default: return nil
        }
    }

    private var nullWords: NullWords { reader.options.types.effectiveNullWords }

    public func advance(_ search: inout TypeSearch) throws(ReadError) {
        let known = snapshot.rowCount.known
        let rows = search.nextRow..<min(known, search.nextRow + Self.rowsAtOnce)
        guard !rows.isEmpty, search.witness == nil else {
            search.isOver = true
            return
        }
        var sink = TypeSink(search, from: rows.lowerBound, nullWords)
        try streamRecords(rows, of: .columns([search.question.column]), into: &sink)
        (search.types, search.witness, search.nextRow) = (sink.types.rawValue, sink.witness, rows.upperBound)
        search.isOver = sink.witness != nil || rows.upperBound == known
    }
}

/// A sink that narrows the types of its one column value by value, until they are no more than the column has.
private struct TypeSink: RecordSink {
    private(set) var types: TypeSet
    private(set) var witness: TypeWitness?
    private let wanted: TypeSearch.Question
    private var row: Int
    /// The beginning of a value in several pieces, one byte longer than any typed value.
    private var value: [UInt8] = []
    private let nullWords: NullWords

    init(_ search: TypeSearch, from row: Int, _ nullWords: NullWords) {
        (types, wanted, self.row) = (TypeSet(rawValue: search.types), search.question, row)
        self.nullWords = nullWords
    }

    var isFinished: Bool { witness != nil }

    mutating func take(_ batch: RecordBatch) {
        for piece in batch.pieces {
            if piece.endsValue && value.isEmpty {
                narrow(by: batch.bytes(of: piece))
            } else {
                append(batch.bytes(of: piece))
                if piece.endsValue { endValue(.value) }
            }
            if piece.endsRecord { endRecord() }
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        value += bytes.prefix(max(0, TypeSet.longestTyped + 1 - value.count))
    }

    mutating func endValue(_ state: CellState) {
        if value.isEmpty { return }
        value.withUnsafeBufferPointer { narrow(by: $0) }
        value.removeAll(keepingCapacity: true)
    }

    mutating func endRecord() { row += 1 }

    private mutating func narrow(by value: UnsafeBufferPointer<UInt8>) {
        guard witness == nil, !value.isEmpty else { return }
        let own = TypeSet(value, nullWords)
        if own.isNull { return }
        types.narrow(to: own)
        guard types.columnType == wanted.type else { return }
        witness = TypeWitness(row: row, value: Array(value.prefix(TypeSearch.shownBytes)))
    }
}
