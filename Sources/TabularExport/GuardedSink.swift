import Tabular

/// Filters the input of a writer: stops records with more fields than there are columns, reports the progress, and polls for
/// cancellation.
struct GuardedSink<Writer: TableWriter>: RecordSink {
    /// The number of bytes and values between two checks; a record may have any number of either, so records are no measure.
    private static var workBetweenLooks: Int { 1 << 12 }

    private(set) var writer: Writer
    private(set) var recordCount = 0
    /// The number of unreadable values passed to the writer, if they are not refused.
    private(set) var unreadableCount = 0
    private let columnCount: Int
    private let control: ExportControl
    private var column = 0
    private var isTooLong = false
    private let refusesUnreadable: Bool
    /// The index in its record of the unreadable value that ended the stream.
    private var unreadable: Int?
    private var wasCancelled = false
    private var work = 0
    /// The last reported progress, which never decreases.
    private var told = 0

    init(_ writer: Writer, columnCount: Int, control: ExportControl, refusesUnreadable: Bool = true) {
        self.writer = writer
        self.refusesUnreadable = refusesUnreadable
        self.columnCount = columnCount
        self.control = control
        // Column names above the rows.
        self.writer.output.endRecord()
    }

    var isFinished: Bool { isTooLong || unreadable != nil || wasCancelled || writer.isFinished }

    /// Throws if this sink ended the stream; `row` (0-based) is the last one that was begun, nil for the header. `columns` are
    /// the table's columns (0-based) whose values were streamed, nil for all.
    ///
    /// `fault` returns a sentence about a row (0-based) whose value cannot be read, if there is one.
    func check(row: Int?, columns: [Int]?, fault: (Int) -> String? = { _ in nil }) throws(ExportError) {
        if wasCancelled { throw .cancelled }
        if let unreadable {
            let (row, column) = (row ?? 0, columns?[unreadable] ?? unreadable)
            guard let fault = fault(row) else { throw ExportError(.unreadable(row: row, column: column)) }
            throw ExportError(.faulty(row: row, column: column, fault: fault))
        }
        if isTooLong { throw ExportError(.recordTooLong(row: row, limit: columnCount)) }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        spend(bytes.count)
        if isInside { writer.append(bytes) }
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if state == .unreadable && !isFinished {
            if refusesUnreadable { unreadable = column } else { unreadableCount += 1 }
        }
        if isInside { writer.endValue(state, as: kind) }
        column += 1
        spend(1)
    }

    mutating func endMissing(_ count: Int) {
        guard !isFinished, column + count <= columnCount else {
            for _ in 0..<count { endValue(.missing) }
            return
        }
        writer.endMissing(count)
        column += count
        // Less work than for as many values.
        spend(1 + count / 16)
    }

    mutating func endRecord() {
        // A source may pass a little more before it stops.
        if isTooLong || unreadable != nil || writer.isFinished { return }
        writer.endRecord()
        writer.output.endRecord()
        column = 0
        recordCount += 1
        spend(1)
    }

    /// Passes a record of `texts` to the writer.
    mutating func appendRecord(_ texts: [String]) {
        for text in texts {
            Array(text.utf8).withUnsafeBufferPointer { append($0) }
            endValue(.value)
        }
        endRecord()
    }

    mutating func take(_ batch: RecordBatch) {
        // A record to be stopped is passed value by value, and so may be one that continues in the next batch.
        let isWithin = batch.mostValues <= columnCount && batch.openValues < columnCount
        guard !isFinished, isWithin else {
            for index in batch.pieces.indices { batch.give(index, to: &self) }
            return
        }
        if refusesUnreadable, let index = batch.states.firstIndex(of: .unreadable) {
            return stop(at: index, of: batch)
        }
        writer.take(batch)
        if batch.pieces.last?.endsRecord ?? false { writer.output.endRecord() }
        if !refusesUnreadable { unreadableCount += batch.states.count { $0 == .unreadable } }
        column = batch.openValues
        recordCount += batch.recordCount
        spend(batch.pieces.count + batch.bytes.count)
    }

    /// Passes the records before the one with the unreadable value that the piece at `index` ends. Of that one nothing is passed,
    /// since a long value would be written before the end of the record is known.
    private mutating func stop(at index: Int, of batch: RecordBatch) {
        let start = batch.pieces[..<index].lastIndex { $0.endsRecord }.map { $0 + 1 } ?? 0
        for piece in 0..<start { batch.give(piece, to: &self) }
        unreadable = column + batch.pieces[start..<index].count { $0.endsValue }
    }

    /// A Boolean value that indicates whether there is a column for the current value, no record was too long, and no value
    /// unreadable.
    private var isInside: Bool {
        mutating get {
            if column < columnCount { return !isTooLong && unreadable == nil }
            // After the end of the output a source may pass more records, which do not end here.
            if !writer.isFinished { isTooLong = true }
            return false
        }
    }

    private mutating func spend(_ amount: Int) {
        work += amount
        if work < Self.workBetweenLooks { return }
        work = 0
        look(recordCount)
    }

    /// Gathering records to sort them counts as half of the work of writing them.
    mutating func gathered(_ records: Int) { look(recordCount + records / 2) }

    private mutating func look(_ progress: Int) {
        told = max(told, progress)
        control.progress(told)
        if !wasCancelled { wasCancelled = control.cancellation.isRequested }
    }
}
