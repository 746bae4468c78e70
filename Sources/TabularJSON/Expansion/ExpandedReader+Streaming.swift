import QuadrilleRuntime
import Tabular

extension ExpandedReader {
    /// The rows of a stream.
    enum WantedRows {
        case range(Range<Int>)
        /// Ascending.
        case picked([Int])
    }

    /// Streams `rows` with the values of `request`; from the base alone where that has all of them.
    func stream(
        _ rows: WantedRows, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        let source = try self.rows()
        // The base may have members by now that are in no snapshot yet.
        let hasKinds = snapshot.description.hasKinds
        let (columns, set) = state.withLock(wakes: false) { ($0.columns, $0.expansionSet) }
        guard let expanded = ExpandedRequest(request, columns, set, hasKinds: hasKinds) else {
            return try source.stream(rows, of: request, into: &sink)
        }
        try expanded.give(to: &sink) { (expanding) throws(ReadError) in
            try source.stream(rows, of: expanded.base, into: &expanding)
        }
    }

    /// Streams the header records of the base, the last of them with the names of the members.
    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {
        var header = HeaderRecords()
        if sink.isFinished {
            // The caller waits only for the first columns.
            var nothing = HeaderRecords(isFinished: true)
            return try rows().streamHeader(into: &nothing)
        }
        try rows().streamHeader(into: &header)
        let snapshot = snapshot
        let columns = state.withLock(wakes: false) { $0.columns }
        for (index, record) in header.records.enumerated() {
            header.give(record, isLast: index == header.records.count - 1, snapshot.columns, columns, to: &sink)
        }
    }
}

extension RowPicking {
    fileprivate func stream(
        _ rows: ExpandedReader.WantedRows, of request: RecordRequest, into sink: inout some RecordSink
    ) throws(ReadError) {
        switch rows {
        case .range(let rows): try streamRecords(rows, of: request, into: &sink)
        case .picked(let rows): try streamRecords(at: rows, of: request, into: &sink)
        }
    }
}

/// The header records of a base.
private struct HeaderRecords: RecordSink {
    struct Value {
        var bytes: [UInt8]
        var state: CellState
    }

    private(set) var records: [[Value]] = []
    private var open: [Value] = []
    private var bytes: [UInt8] = []
    let isFinished: Bool

    init(isFinished: Bool = false) { self.isFinished = isFinished }

    mutating func append(_ part: UnsafeBufferPointer<UInt8>) { bytes += part }

    mutating func endValue(_ state: CellState) {
        open.append(Value(bytes: bytes, state: state))
        bytes = []
    }

    mutating func endRecord() {
        records.append(open)
        open = []
    }

    /// Delivers one of the records with the columns that the base lacks.
    func give(
        _ record: [Value], isLast: Bool, _ columns: [Column], _ numbers: ExpandedColumns, to sink: inout some RecordSink
    ) {
        guard numbers.hasMembers else { return give(record, to: &sink) }
        let values = numbers.origins.enumerated().map { index, origin in
            switch origin {
            case .base(let column): column < record.count ? record[column] : Value(bytes: [], state: .missing)
            case .member:
                Value(bytes: isLast && index < columns.count ? Array(columns[index].name.utf8) : [], state: .value)
            }
        }
        give(values, to: &sink)
    }

    private func give(_ values: [Value], to sink: inout some RecordSink) {
        for value in values {
            value.bytes.withUnsafeBufferPointer { if !$0.isEmpty { sink.append($0) } }
            sink.endValue(value.state)
        }
        sink.endRecord()
    }
}
