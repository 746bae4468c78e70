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
    let columns: [Int]
    /// Stretches of `columns`, each ascending.
    let runs: [Range<Int>]
    /// Whether `columns` are the first ones, as they stand.
    let isLeading: Bool
    private let heldBytes: Int
    private var mode: Mode
    /// Which of `columns` comes next, while passing.
    var next = 0
    var column = 0
    /// The record's values so far, while holding: where each wanted column's ends, and its state.
    var held: [UInt8] = []
    private var fields: [Int: (range: Range<Int>, state: CellState)] = [:]
    private let wanted: Set<Int>
    var start = 0
    /// The current record has more than is held; nothing of it was written.
    private(set) var isOverflowing = false
    /// What is left of a batch's pieces.
    var picked: [RecordBatch.Piece] = []
    /// Where the values of a record begin in its batch.
    var firsts: [Int] = []
    /// How many values a record has that has all columns.
    let leastWidth: Int
    /// Records that passed, or were held and written.
    var recordCount = 0

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
        leastWidth = (columns.max() ?? -1) + 1
        isLeading = columns.elementsEqual(columns.indices)
        mode = runs.count <= 1 ? .passing(columns.indices) : .holding
    }

    /// Whether no value is held until its record ends, and none passes twice.
    var isPassing: Bool { mode == .passing(columns.indices) }

    /// Whether batches pass on as batches.
    var takesBatches: Bool { isPassing || (mode == .holding && !columns.isEmpty) }

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
            if run.upperBound == columns.count {
                // The writer knows how many values a record is to have.
                writer.endRecord()
            } else {
                while next < run.upperBound {
                    writer.endValue(.missing)
                    next += 1
                }
            }
            next = run.lowerBound
        case .holding: writeHeld()
        }
        recordCount += 1
        clear()
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
