import Tabular

/// Gives a writer some columns of each record, in an order of their own.
///
/// Columns that ascend pass straight through. Others have to be held until their record ends; a record with more in
/// them than `heldBytes` is not held but ends the stream, and whoever streams gives it again, once for each of
/// `runs`, so that a value of any length passes in bounded memory:
///
///     wanted     C A B        runs   [C] [A B]
///     held       record       C A B written at its end
///     too long   record       first pass: C          second pass: A B, and the record's end
struct PickingSink<Writer: RecordSink>: RecordSink {
    static var heldBytes: Int { 1 << 18 }

    private enum Mode: Equatable {
        /// Values pass in the record's order: those of a run of `columns`.
        case passing(Range<Int>)
        case holding
    }

    var writer: Writer
    private let columns: [Int]
    /// Stretches of `columns`, each ascending.
    let runs: [Range<Int>]
    /// Whether `columns` are the first ones, as they stand.
    private let isLeading: Bool
    private let heldBytes: Int
    private var mode: Mode
    /// Which of `columns` comes next, while passing.
    private var next = 0
    private var column = 0
    /// The record's values so far, while holding: where each wanted column's ends, and its state.
    private var held: [UInt8] = []
    private var fields: [Int: (range: Range<Int>, state: CellState)] = [:]
    private let wanted: Set<Int>
    private var start = 0
    /// The current record has more than is held; nothing of it was written.
    private(set) var isOverflowing = false
    /// What is left of a batch's pieces.
    private var picked: [RecordBatch.Piece] = []

    init(_ writer: Writer, columns: [Int], heldBytes: Int = Self.heldBytes) {
        self.writer = writer
        self.columns = columns
        self.heldBytes = heldBytes
        wanted = Set(columns)
        var runs: [Range<Int>] = []
        for place in columns.indices {
            if let last = runs.last, columns[place] > columns[place - 1] {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        self.runs = runs
        isLeading = columns.elementsEqual(columns.indices)
        mode = runs.count <= 1 ? .passing(columns.indices) : .holding
    }

    /// Whether no value is held until its record ends, and none passes twice.
    var isPassing: Bool { mode == .passing(columns.indices) }

    var isFinished: Bool { isOverflowing || writer.isFinished }

    /// The next record that comes is one that was too long to be held, for the run `run`.
    mutating func begin(_ run: Range<Int>) {
        clear()
        mode = .passing(run)
        next = run.lowerBound
    }

    /// Holds records again.
    mutating func beginHolding() {
        clear()
        mode = .holding
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isOverflowing { return }
        switch mode {
        case .passing(let run):
            if next < run.upperBound && columns[next] == column { writer.append(bytes) }
        case .holding:
            guard wanted.contains(column) else { return }
            held.append(contentsOf: bytes)
            if held.count > heldBytes { isOverflowing = true }
        }
    }

    mutating func endValue(_ state: CellState) {
        if isOverflowing { return }
        switch mode {
        case .passing(let run):
            if next < run.upperBound && columns[next] == column {
                writer.endValue(state)
                next += 1
            }
        case .holding:
            if wanted.contains(column) {
                fields[column] = (start..<held.count, state)
                start = held.count
            }
        }
        column += 1
    }

    mutating func endRecord() {
        if isOverflowing { return }
        switch mode {
        case .passing(let run):
            while next < run.upperBound {
                writer.endValue(.missing)
                next += 1
            }
            if run.upperBound == columns.count { writer.endRecord() }
            next = run.lowerBound
        case .holding: writeHeld()
        }
        clear()
    }

    mutating func take(_ batch: RecordBatch) {
        guard isPassing && !isOverflowing else {
            for index in batch.pieces.indices { batch.give(index, to: &self) }
            return
        }
        if isLeading && batch.mostValues <= columns.count {
            (column, next) = (batch.openValues, batch.openValues)
            return writer.take(batch)
        }
        pick(batch)
        picked.withUnsafeBufferPointer {
            var left = batch
            left.pieces = $0
            left.openValues = next
            writer.take(left)
        }
    }

    /// Leaves the pieces of `columns`, which ascend.
    private mutating func pick(_ batch: RecordBatch) {
        picked.removeAll(keepingCapacity: true)
        // The pieces before the current record's first.
        var start = 0
        for piece in batch.pieces {
            if next < columns.count && columns[next] == column {
                picked.append(piece)
                picked[picked.count - 1].endsRecord = false
                if piece.endsValue { next += 1 }
            }
            if piece.endsValue { column += 1 }
            guard piece.endsRecord else { continue }
            // The writer knows how many values it should have had.
            if picked.count == start { picked.append(RecordBatch.Piece(start: 0, count: 0, endsValue: false)) }
            picked[picked.count - 1].endsRecord = true
            (start, column, next) = (picked.count, 0, 0)
        }
    }

    private mutating func writeHeld() {
        for column in columns {
            guard let field = fields[column] else {
                writer.endValue(.missing)
                continue
            }
            held.withUnsafeBufferPointer { writer.append(UnsafeBufferPointer(rebasing: $0[field.range])) }
            writer.endValue(field.state)
        }
        writer.endRecord()
    }

    private mutating func clear() {
        held.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        (start, column, isOverflowing) = (0, 0, false)
        if case .passing(let run) = mode { next = run.lowerBound }
    }
}
