import Glibc
import QuadrilleRuntime
import Synchronization
import Tabular

/// The progress of a scan, shared by all its threads.
final class ScanProgress: Sendable {
    private let done: Atomic<Int>
    private let control: JobControl

    /// Continues from a number of rows that were done before.
    init(_ control: JobControl, from before: Int = 0) {
        done = Atomic(before)
        self.control = control
    }

    var isCancelled: Bool { control.isCancelled }

    func add(_ rows: Int) {
        let done = done.add(rows, ordering: .relaxed).newValue
        control.report(done: done)
    }
}

/// The treatment of values in a scan.
struct ScanRules: Sendable {
    /// Longer values are an error.
    var longestValue = 1 << 28
    /// The memory for a value of several pieces.
    var memory = LargeMemory.system
    /// True where the cells of the source have kinds.
    var hasKinds = false
    var needs = ColumnNeeds()

    func with(kindsOf source: any RecordStreaming) -> ScanRules {
        var rules = self
        rules.hasKinds = source.snapshot.description.hasKinds
        return rules
    }
}

/// The needs of a taker by column, where it can do without the texts of values.
struct ColumnNeeds: Sendable {
    /// Columns with numbers in 8 bytes.
    var numbers: Set<Int> = []
    /// Columns without values: the taker reads only their states and kinds, and whether they are empty.
    var presence: Set<Int> = []
}

/// Passes the records of some columns to a taker, several rows at a time, and polls for cancellation.
///
/// It expects the records of `request`: each column once, ascending.
struct ScanSink<Taker: RowTaker>: RecordSink {
    private typealias Piece = RecordBatch.Piece

    /// The numbers of gathered rows, and of their bytes, at which they are passed on.
    private static var gatheredRows: Int { 1 << 9 }
    private static var gatheredBytes: Int { 1 << 16 }
    /// The same of their values.
    private static var gatheredValues: Int { 1 << 16 }
    /// The number of bytes and values between two reports; a record may have any number of either, so records are no measure.
    private static var workBetweenReports: Int { 1 << 14 }

    private(set) var taker: Taker
    /// The failure that stopped the rows to the taker.
    private(set) var failure: ReadError?
    /// The number of rows passed on or gathered.
    private(set) var rowCount = 0
    private let progress: ScanProgress
    private let first: Int
    /// The rows of the source, in a scan of an order.
    private let sourceRows: [Int]?
    private let rules: ScanRules

    /// The values to request from the source.
    let request: RecordRequest
    /// For each column that the taker wants, the index of its value in a record.
    private let places: [Int]
    /// The number of values of a record.
    private let width: Int

    private var given = 0
    private var reported = 0
    private var work = 0
    private var gathered = GatheredValues()
    private var gatheredCount = 0
    /// The bytes of values that are not in one piece of the batch.
    private var held: [UInt8] = []
    /// The index of the next value, or of the unfinished one; and the offset of its bytes in `held`.
    private var next = 0
    private var valueStart = 0

    /// The taker wants `columns` (0-based), which may repeat, or not exist in the table.
    init(
        _ taker: Taker, columns: [Int], first: Int = 0, sourceRows: [Int]? = nil, progress: ScanProgress,
        rules: ScanRules = ScanRules()
    ) {
        self.taker = taker
        gathered.hasKinds = rules.hasKinds
        self.first = first
        self.sourceRows = sourceRows
        self.progress = progress
        self.rules = rules
        let wanted = Set(columns).sorted()
        var request = RecordRequest.columns(wanted)
        (request.numberColumns, request.presenceColumns) = (rules.needs.numbers, rules.needs.presence)
        request.isForComparison = true
        self.request = request
        let indices = Dictionary(uniqueKeysWithValues: wanted.enumerated().map { ($1, $0) })
        places = columns.map { indices[$0] ?? 0 }
        width = wanted.count
    }

    var isFinished: Bool { failure != nil || taker.isFinished || progress.isCancelled }

    // MARK: - Batches

    mutating func take(_ batch: RecordBatch) {
        let pieces = batch.pieces
        if !batch.encodings.isEmpty, isInside || !isRegular(batch) {
            for index in pieces.indices { batch.give(index, to: &self) }
            return
        }
        var index = 0
        let end = pieces.lastIndex { $0.endsRecord }.map { $0 + 1 } ?? 0
        // A record that does not end in this batch continues after the batch's bytes are gone.
        if isInside { gather(batch, &index, isKept: end > 0) }
        // All records have this many values: a record of as many pieces has each value in one piece.
        let isRegular = width > 0 && batch.leastValues == width && batch.mostValues == width
        while index < end && failure == nil {
            let regular = isRegular ? regularCount(pieces, index..<end) : 0
            if regular > 0 {
                giveGathered(batch.bytes)
                give(regular, at: index, of: batch)
                index += regular * width
            } else {
                gather(batch, &index, isKept: true)
                if held.count >= Self.gatheredBytes || gatheredCount >= Self.gatheredRows { giveGathered(batch.bytes) }
            }
        }
        giveGathered(batch.bytes)
        // An unfinished record is continued after the batch's bytes are gone.
        while index < pieces.count && failure == nil { gather(batch, &index, isKept: false) }
        report()
    }

    /// Returns true where all records of `batch` are whole, with one piece for each value.
    private func isRegular(_ batch: RecordBatch) -> Bool {
        guard width > 0, batch.leastValues == width, batch.mostValues == width else { return false }
        return regularCount(batch.pieces, batch.pieces.indices) * width == batch.pieces.count
    }

    /// A Boolean value that indicates whether a record has begun but not ended.
    private var isInside: Bool {
        next > 0 || held.count > valueStart || gathered.pieces.count > gatheredCount * width
    }

    /// Returns the number of records, from the beginning of `range` on, with one piece for each of their values.
    private func regularCount(_ pieces: UnsafeBufferPointer<RecordBatch.Piece>, _ range: Range<Int>) -> Int {
        var count = 0
        var last = range.lowerBound &+ width &- 1
        while last < range.upperBound && pieces[last].endsRecord {
            count &+= 1
            last &+= width
        }
        return count
    }

    /// Passes on records with one piece per value, without copying them.
    private mutating func give(_ count: Int, at index: Int, of batch: RecordBatch) {
        guard let base = batch.pieces.baseAddress else { return }
        // An empty buffer may have an address too.
        let states = batch.states.isEmpty ? nil : batch.states.baseAddress.map { $0 + index }
        let hasUnreadable = states.map { memchr($0, Self.unreadable, count * width) != nil } ?? false
        let hasKinds = gathered.hasKinds && !batch.kinds.isEmpty
        let kinds = hasKinds ? batch.kinds.baseAddress.map { $0 + index } : nil
        let encodings = batch.encodings.isEmpty ? nil : batch.encodings.baseAddress.map { $0 + index }
        give(count, (base + index, states, kinds, encodings), batch.bytes, hasUnreadable: hasUnreadable)
        rowCount += count
    }

    private static var unreadable: Int32 { Int32(CellState.unreadable.rawValue) }

    private mutating func give(
        _ count: Int,
        _ values: (
            pieces: UnsafePointer<RecordBatch.Piece>, states: UnsafePointer<CellState>?,
            kinds: UnsafePointer<CellKind>?, encodings: UnsafePointer<RecordBatch.Encoding>?
        ), _ bytes: UnsafeBufferPointer<UInt8>, hasUnreadable: Bool, filled: UnsafePointer<Bool>? = nil
    ) {
        let (place, hasKinds) = (given, gathered.hasKinds)
        given += count
        places.withUnsafeBufferPointer { offsets in
            held.withUnsafeBufferPointer { held in
                func give(_ rows: UnsafePointer<Int>?) {
                    // A scan of no columns never reads the offsets.
                    guard let offsets = offsets.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Int>.alignment)
                    else { return }
                    taker.take(
                        ScannedRows(
                            count: count, first: first + place, sourceRows: rows, pieces: values.pieces,
                            states: values.states, kinds: values.kinds, encodings: values.encodings, stride: width,
                            offsets: offsets, bytes: bytes, elsewhere: held, hasUnreadable: hasUnreadable,
                            hasKinds: hasKinds, filled: filled))
                }
                if let sourceRows {
                    sourceRows.withUnsafeBufferPointer { give($0.baseAddress.map { $0 + place }) }
                } else {
                    give(nil)
                }
            }
        }
    }

    /// Gathers up to the end of a record or of the batch. If `isKept`, values in one piece stay in the batch.
    private mutating func gather(_ batch: RecordBatch, _ index: inout Int, isKept: Bool) {
        while index < batch.pieces.count {
            let piece = batch.pieces[index]
            let (state, kind) = (batch.state(at: index), batch.kind(at: index))
            index += 1
            if next < width {
                if isKept && piece.endsValue && held.count == valueStart && !piece.isElsewhere && state == .value {
                    gathered.append(piece, kind, at: next)
                    next += 1
                } else {
                    hold(batch.bytes(of: piece))
                    if piece.endsValue { endHeld(state, kind) }
                }
            }
            if piece.endsRecord { return endGathered() }
        }
    }

    // MARK: - Value by value

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if next < width { hold(bytes) }
        work += bytes.count
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if next < width { endHeld(state, kind) }
        work += 1
    }

    mutating func endMissing(_ count: Int) {
        let count = min(count, width - next)
        gathered.appendMissing(count, width: width)
        next += count
        work += 1
    }

    mutating func endRecord() {
        endGathered()
        work += 1
        let isFull = held.count >= Self.gatheredBytes || gathered.pieces.count >= Self.gatheredValues
        if isFull || gatheredCount >= Self.gatheredRows { finish() }
        if work >= Self.workBetweenReports { report() }
    }

    /// Passes on the gathered rows at the end of the input.
    mutating func finish() {
        giveGathered(UnsafeBufferPointer(start: nil, count: 0))
        report()
    }

    /// Returns the taker after the end of the input.
    mutating func ended() -> Taker {
        taker.end()
        return taker
    }

    private mutating func hold(_ bytes: UnsafeBufferPointer<UInt8>) {
        if failure != nil { return }
        guard held.count - valueStart + bytes.count <= rules.longestValue else {
            let row = sourceRows.map { rowCount < $0.count ? $0[rowCount] : 0 } ?? first + rowCount
            failure = .task(.valueTooLong(row: row, column: column(next), limit: rules.longestValue))
            return
        }
        do throws(ReadError) {
            try rules.memory.requireGrowth(from: held.capacity, to: held.count + bytes.count)
            held.append(contentsOf: bytes)
        } catch {
            failure = error
        }
    }

    /// Returns the table column of the value at `value` in a record.
    private func column(_ value: Int) -> Int {
        if case .some(let columns) = request.columns, value < columns.count { columns[value] } else { value }
    }

    private mutating func endHeld(_ state: CellState, _ kind: CellKind) {
        switch state {
        case .value:
            gathered.append(
                Piece(start: valueStart, count: held.count - valueStart, endsValue: true, isElsewhere: true), kind,
                at: next)
        case .missing, .null, .unreadable: gathered.append(Piece(state), .text, at: next)
        }
        valueStart = held.count
        next += 1
    }

    private mutating func endGathered() {
        if next < width { gathered.appendMissing(width - next, width: width) }
        next = 0
        gatheredCount += 1
        rowCount += 1
    }

    private mutating func giveGathered(_ bytes: UnsafeBufferPointer<UInt8>) {
        if gatheredCount == 0 { return }
        let (values, count) = (gathered, gatheredCount)
        (gathered.pieces, gathered.kinds, gathered.filled) = ([], [], [])
        gatheredCount = 0
        if failure == nil {
            values.pieces.withUnsafeBufferPointer { pieces in
                values.kinds.withUnsafeBufferPointer { kinds in
                    guard let base = pieces.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Piece>.alignment)
                    else { return }
                    let hasUnreadable = pieces.contains { $0.isUnreadable }
                    let kinds = values.hasKinds ? kinds.baseAddress : nil
                    values.filled.withUnsafeBufferPointer { filled in
                        let filled = filled.isEmpty ? nil : filled.baseAddress
                        give(count, (base, nil, kinds, nil), bytes, hasUnreadable: hasUnreadable, filled: filled)
                    }
                }
            }
        }
        gathered = values
        gathered.clear(width: width)
        held.removeAll(keepingCapacity: true)
        valueStart = 0
    }

    private mutating func report() {
        work = 0
        progress.add(rowCount - reported)
        reported = rowCount
    }
}

/// The values of gathered rows; the last row may be unfinished.
private struct GatheredValues {
    /// One for each value.
    var pieces: [RecordBatch.Piece] = []
    /// The kinds of the values, where the source distinguishes them.
    var kinds: [CellKind] = []
    var hasKinds = false
    /// For each value of a record, true where any row may have it; empty where that is not known.
    var filled: [Bool] = []
    /// A Boolean value that indicates whether rows lack many values, so that it pays to know those that none has.
    private var isSparse = false

    /// The fewest values that a row lacks one after the other where rows are called sparse.
    private static let longRun = 64

    /// Appends the value number `index` of a record.
    @inline(__always)
    mutating func append(_ piece: RecordBatch.Piece, _ kind: CellKind, at index: Int) {
        pieces.append(piece)
        if hasKinds { kinds.append(kind) }
        if !filled.isEmpty { filled[index] = true }
    }

    /// Appends `count` missing values of a record of `width` values.
    mutating func appendMissing(_ count: Int, width: Int) {
        if !isSparse, count >= Self.longRun {
            isSparse = true
            if pieces.isEmpty { filled = [Bool](repeating: false, count: width) }
        }
        pieces.append(contentsOf: repeatElement(RecordBatch.Piece(.missing), count: count))
        if hasKinds { kinds.append(contentsOf: repeatElement(.text, count: count)) }
    }

    mutating func clear(width: Int) {
        pieces.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        filled = isSparse ? [Bool](repeating: false, count: width) : []
        isSparse = false
    }
}
