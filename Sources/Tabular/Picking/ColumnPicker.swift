/// A sink that picks columns out of whole records, in an order of their own, and passes their values to another sink.
///
/// Columns that ascend pass straight through. Others must be held until their record ends; a record with more in them than
/// `WantedColumns.heldBytes` is not held but ends the stream, and `pick` has it streamed again, once for each of `runs`, so
/// that a value of any length passes in bounded memory:
///
///     wanted     C A B        runs   [C] [A B]
///     held       record       C A B given at its end
///     too long   record       first pass: C          second pass: A B, and the record's end
struct ColumnPicker<Sink: RecordSink>: RecordSink {
    private enum Mode: Equatable {
        /// Values pass in the record's order: those of a run of `columns`.
        case passing(Range<Int>)
        case holding
    }

    /// Bytes and values that are skipped between two times at which the sink may cancel.
    private static var workBetweenLooks: Int { 1 << 14 }

    // The pointer avoids a copy of the sink and of its memory; and so nothing in here depends on its type, which generic code
    // would have to look up at each value.
    private let sink: UnsafeMutablePointer<Sink>
    let wanted: WantedColumns
    private let heldBytes: Int
    private var mode: Mode
    /// Index in `wanted.columns` of the next column, while passing.
    private var next = 0
    private var column = 0
    private var held = HeldRecord()
    /// True where the current record exceeds the held limit; nothing of it was delivered.
    private(set) var isOverflowing = false
    private var picked = PickedPieces()
    /// Records that passed, or were held and delivered.
    private(set) var recordCount = 0
    private var passedOver = 0

    init(_ columns: [Int], into sink: UnsafeMutablePointer<Sink>, heldBytes: Int) {
        self.sink = sink
        self.heldBytes = heldBytes
        wanted = WantedColumns(columns)
        mode = wanted.runs.count <= 1 ? .passing(columns.indices) : .holding
    }

    /// Streams records with `give`, by their number, and passes the values of `columns` to `sink`. Streams records that are too
    /// long to be held again, once for each run of the columns.
    static func pick<Failure: Error>(
        _ columns: [Int], into sink: inout Sink, heldBytes: Int = WantedColumns.heldBytes,
        _ give: (Range<Int>, inout ColumnPicker) throws(Failure) -> Void
    ) throws(Failure) {
        try withUnsafeMutablePointer(to: &sink) { (sink) throws(Failure) in
            var picker = ColumnPicker(columns, into: sink, heldBytes: heldBytes)
            while true {
                try give(picker.recordCount..<Int.max, &picker)
                guard picker.isOverflowing else { return }
                let record = picker.recordCount
                for run in picker.wanted.runs {
                    picker.begin(run, ofRecord: record)
                    try give(record..<record + 1, &picker)
                }
                picker.beginHolding(fromRecord: record + 1)
            }
        }
    }

    /// Begins to pass the values of `run` in the next record, which has the number `record` and was too long to be held.
    private mutating func begin(_ run: Range<Int>, ofRecord record: Int) {
        mode = .passing(run)
        recordCount = record
        clear()
    }

    /// Holds records again.
    private mutating func beginHolding(fromRecord record: Int) {
        mode = .holding
        recordCount = record
        clear()
    }

    /// A Boolean value that indicates whether no value is held until its record ends, and none passes twice.
    private var isPassing: Bool { mode == .passing(wanted.columns.indices) }

    var isFinished: Bool { isOverflowing || sink.pointee.isFinished }

    // MARK: - Value by value

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isOverflowing { return }
        switch mode {
        case .passing(let run):
            if isNext(in: run) { return sink.pointee.append(bytes) }
        case .holding:
            if wanted.contains(column) {
                held.append(bytes)
                if held.bytes.count > heldBytes { isOverflowing = true }
                return
            }
        }
        passOver(bytes.count)
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if isOverflowing { return }
        switch mode {
        case .passing(let run):
            if isNext(in: run) {
                sink.pointee.endValue(state, as: kind)
                next += 1
            } else {
                passOver(1)
            }
        case .holding:
            if wanted.contains(column) { held.endValue(column, state, kind) } else { passOver(1) }
        }
        column += 1
    }

    mutating func endRecord() {
        if isOverflowing { return }
        switch mode {
        case .passing(let run):
            if run.upperBound == wanted.columns.count {
                // Values missing at its end are left out, as a source does.
                sink.pointee.endRecord()
            } else {
                while next < run.upperBound {
                    sink.pointee.endValue(.missing)
                    next += 1
                }
            }
        case .holding: held.give(wanted.columns, to: &sink.pointee)
        }
        recordCount += 1
        clear()
    }

    mutating func gathered(_ records: Int) { sink.pointee.gathered(records) }

    private func isNext(in run: Range<Int>) -> Bool { next < run.upperBound && wanted.columns[next] == column }

    private mutating func passOver(_ work: Int) {
        passedOver += work
        guard passedOver >= Self.workBetweenLooks else { return }
        passedOver = 0
        sink.pointee.gathered(0)
    }

    private mutating func clear() {
        held.clear()
        (column, next, isOverflowing) = (0, 0, false)
        if case .passing(let run) = mode { next = run.lowerBound }
    }

    // MARK: - Batches

    mutating func take(_ batch: RecordBatch) {
        let isWhole = isPassing || (mode == .holding && !wanted.columns.isEmpty)
        guard isWhole && !isOverflowing else {
            for index in batch.pieces.indices { batch.give(index, to: &self) }
            return
        }
        if !isPassing { return takeInOrder(batch) }
        let count = wanted.columns.count
        // An open value is counted once it ends: one more may lie there in parts.
        if wanted.isLeading && batch.mostValues <= count && batch.openValues < count {
            (column, next) = (batch.openValues, batch.openValues)
            recordCount += batch.recordCount
            return sink.pointee.take(batch)
        }
        picked.begin(batch)
        (column, next) = picked.pick(wanted, from: batch, at: column, next)
        recordCount += batch.recordCount
        givePicked(of: batch, openValues: next)
    }

    /// Passes the picked pieces of `batch` to the sink.
    private mutating func givePicked(of batch: RecordBatch, openValues: Int = 0) {
        if picked.isEmpty { return sink.pointee.gathered(0) }
        picked.give(wanted, of: batch, isInOrder: isPassing, openValues: openValues, to: &sink.pointee)
    }

    /// Picks from the records that are whole in the batch and have all the columns; the others are held.
    private mutating func takeInOrder(_ batch: RecordBatch) {
        picked.begin(batch)
        var index = 0
        if column > 0 || !held.isEmpty { hold(batch, &index) }
        if isOverflowing { return }
        let end = batch.pieces.lastIndex { $0.endsRecord }.map { $0 + 1 } ?? 0
        while index < end && !isOverflowing {
            let regular = picked.pickRegular(wanted, from: batch, index..<end)
            if regular.records > 0 {
                recordCount += regular.records
                index = regular.end
            } else if let next = picked.pickRecord(wanted, from: batch, at: index) {
                recordCount += 1
                index = next
            } else {
                givePicked(of: batch)
                hold(batch, &index)
            }
        }
        givePicked(of: batch)
        if isOverflowing { return }
        // A held record may continue beyond the last record's end.
        for rest in max(index, end)..<batch.pieces.count { batch.give(rest, to: &self) }
    }

    /// Holds the record that continues at `index`, up to its end.
    private mutating func hold(_ batch: RecordBatch, _ index: inout Int) {
        while index < batch.pieces.count {
            let isLast = batch.pieces[index].endsRecord
            batch.give(index, to: &self)
            index += 1
            if isLast { return }
        }
    }
}

/// The columns to pick, and the runs in which they ascend.
struct WantedColumns {
    /// The most bytes of a record that are held to reorder its values.
    static let heldBytes = 1 << 18

    let columns: [Int]
    /// Runs of `columns`, each ascending.
    let runs: [Range<Int>]
    /// A Boolean value that indicates whether `columns` are the first ones, in the source's order.
    let isLeading: Bool
    /// The least number of values of a record that has all columns.
    let leastWidth: Int
    private let all: Set<Int>

    init(_ columns: [Int]) {
        self.columns = columns
        all = Set(columns)
        var runs: [Range<Int>] = []
        for place in columns.indices {
            if let last = runs.last, columns[place] > columns[place - 1] {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        self.runs = runs
        leastWidth = (columns.max() ?? -1) + 1
        isLeading = columns.elementsEqual(columns.indices)
    }

    func contains(_ column: Int) -> Bool { all.contains(column) }

    /// The number of the columns that a record of `width` values has.
    func count(inWidth width: Int) -> Int { columns.count { $0 < width } }
}

/// The values of a record that are held until its end.
private struct HeldRecord {
    private struct Field {
        var range: Range<Int>
        var state: CellState
        var kind: CellKind
    }

    private(set) var bytes: [UInt8] = []
    private var fields: [Int: Field] = [:]
    /// The beginning of the open value in `bytes`.
    private var start = 0

    var isEmpty: Bool { bytes.isEmpty && fields.isEmpty }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more) }

    mutating func endValue(_ column: Int, _ state: CellState, _ kind: CellKind) {
        fields[column] = Field(range: start..<bytes.count, state: state, kind: kind)
        start = bytes.count
    }

    func give(_ columns: [Int], to sink: inout some RecordSink) {
        for column in columns {
            guard let field = fields[column] else {
                sink.endValue(.missing)
                continue
            }
            bytes.withUnsafeBufferPointer { sink.append(UnsafeBufferPointer(rebasing: $0[field.range])) }
            sink.endValue(field.state, as: field.kind)
        }
        sink.endRecord()
    }

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        start = 0
    }
}
