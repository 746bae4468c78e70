import QuadrilleRuntime
import Tabular

/// Searches every value of whole records, or, in records of the query's column alone, that column's values.
struct ValueFinder: RecordSink {
    private(set) var found: PartHits
    private let matcher: ValueMatcher
    private let query: FindQuery
    private let control: JobControl
    private let longest: Int
    /// The positions in the text that may be hits, at least one of which lies in every hit; nil where all values are searched.
    /// Except for quotes, the bytes of hits are contiguous in the text.
    var candidates: Candidates?

    private let firstRow: Int
    private var row: Int
    private var column = 0
    /// The column of a record's first value.
    private var firstColumn = 0
    /// The bytes gathered so far of a value that is in several pieces.
    private var value: [UInt8] = []
    /// The matches of listed hits in such values, and the indices of the hits.
    private var scattered: [(hit: Int, match: ValueByte)] = []
    private var state = ValueState.new
    private var bounds = Bounds()

    /// The location of the value.
    private struct Bounds {
        /// The offset in the text at which it begins.
        var start = 0
        /// The offset in the text after the last piece that lies in it.
        var end = 0
        /// The number of its bytes before those that are gathered, already searched and discarded.
        var passed = 0
        /// True where values have no byte offsets.
        var areUnknown = false

        /// The offset of the base of hits' bytes: the text, or the value where that has no offset.
        var base: Int { areUnknown ? passed : start }
    }

    /// Positions in a text, ascending and counted from a base.
    struct Candidates {
        let places: UnsafeBufferPointer<UInt32>
        let base: Int
        private var next = 0

        init(_ places: UnsafeBufferPointer<UInt32>, from base: Int) { (self.places, self.base) = (places, base) }

        var isEmpty: Bool { next == places.count }

        /// Returns true where one of them lies between `start` and `end`, which are not before those of earlier calls.
        @inline(__always)
        mutating func has(from start: Int, to end: Int) -> Bool {
            while next < places.count, base &+ Int(places[next]) < start { next &+= 1 }
            return next < places.count && base &+ Int(places[next]) < end
        }
    }

    private enum ValueState {
        case new
        /// Part of the value is in `value`.
        case open
        /// The value is longer than is held at once, and has no match so far.
        case long
        /// The value is a hit already.
        case hit
    }

    /// Searches whole records from `rows` on.
    init(
        _ matcher: ValueMatcher, _ query: FindQuery, rows: Range<Int>, listing: Bool, control: JobControl, longest: Int
    ) {
        (self.matcher, self.query, self.control, self.longest) = (matcher, query, control, longest)
        found = PartHits(of: rows, isListing: listing)
        firstRow = rows.lowerBound
        row = firstRow
    }

    /// Restricts the finder to values of the query's column from now on, if it has one: for sources whose values have no byte
    /// offsets. Before this call, whole records arrive.
    ///
    /// - Returns: The values to request from the source.
    mutating func project() -> RecordRequest {
        firstColumn = query.column ?? 0
        column = firstColumn
        bounds.areUnknown = true
        return .columns(query.column.map { [$0] }, form: .shown)
    }

    var isFinished: Bool { control.isCancelled || state == .new && candidates?.isEmpty ?? false }

    /// Returns true where a value in one piece, from `start` to `end` of the text, may be a hit.
    @inline(__always)
    private mutating func isCandidate(from start: Int, to end: Int) -> Bool {
        candidates?.has(from: start, to: end) ?? true
    }

    private var isWanted: Bool { query.column.map { $0 == column } ?? true }

    mutating func take(_ batch: RecordBatch) {
        for index in batch.pieces.indices {
            let piece = batch.pieces[index]
            if !piece.isElsewhere { bounds.end = batch.offset &+ piece.start }
            let bytes = batch.bytes(of: piece)
            if piece.endsValue, !batch.states.isEmpty, batch.states[index] != .value {
                endValue(batch.states[index])
            } else if piece.endsValue && state == .new {
                bounds.start = bounds.end
                if isWanted && isCandidate(from: bounds.end, to: bounds.end &+ piece.count) { test(bytes) }
                // A pattern may need milliseconds for a value, and there are thousands of values.
                if query.isPattern && control.isCancelled { return }
                column &+= 1
            } else {
                // A piece without bytes that lies elsewhere marks an empty value.
                if !bytes.isEmpty || piece.isElsewhere { append(bytes) }
                if piece.endsValue { endValue(.value) }
            }
            if !piece.isElsewhere { bounds.end &+= piece.count }
            if piece.endsRecord { endRecord() }
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isWanted else {
            state = .open
            return
        }
        if state == .new {
            bounds.start = bounds.end
            state = .open
        }
        guard state != .hit else { return }
        value.append(contentsOf: bytes)
        if value.count > longest { testPiece() }
    }

    mutating func endValue(_ state: CellState) {
        if isWanted && state == .value && self.state != .hit {
            if self.state == .long && (query.isWhole || query.isPattern) {
                if query.isPattern { found.giveUp(row: row) }
            } else {
                value.withUnsafeBufferPointer { test($0, isScattered: true) }
            }
        }
        value.removeAll(keepingCapacity: value.count < 1 << 20)
        bounds.passed = 0
        self.state = .new
        column += 1
    }

    mutating func endMissing(_ count: Int) {
        column += count
    }

    mutating func endRecord() {
        row &+= 1
        column = firstColumn
    }

    /// Tests a value that lies in the text from `bounds.start` on, or, if `isScattered`, the gathered bytes of one that does not.
    private mutating func test(_ bytes: UnsafeBufferPointer<UInt8>, isScattered: Bool = false) {
        do throws(PatternLimit) {
            guard let match = try matcher.firstMatch(in: bytes) else { return }
            found.add(row: row, column: column, byte: bounds.base + match.lowerBound)
            guard isScattered, !bounds.areUnknown, let count = found.hits?.count else { return }
            let index = bounds.passed + match.lowerBound
            scattered.append((count - 1, ValueByte(row: row, column: column, index: index)))
        } catch {
            found.giveUp(row: row)
        }
    }

    /// Searches the gathered bytes of a value that is too long to be held.
    private mutating func testPiece() {
        // Nothing more of these values is searched.
        if state == .long && (query.isWhole || query.isPattern) {
            value.removeAll(keepingCapacity: true)
            return
        }
        let before = found.count
        if !query.isWhole { value.withUnsafeBufferPointer { test($0, isScattered: true) } }
        state = found.count > before ? .hit : .long
        // Bytes that may begin a match, including combining marks after its letters, are searched again.
        let seen = value.count - min(longest / 2, 16 * query.text.utf8.count)
        value.removeFirst(seen)
        bounds.passed += seen
        if state == .hit { value.removeAll(keepingCapacity: true) }
    }

    /// The hits, with exact byte offsets also for matches in values that are not contiguous in the text. `give` streams the
    /// same rows once more.
    func located<Failure: Error>(
        _ give: (inout ValueByteLocator) throws(Failure) -> Void
    ) throws(Failure) -> PartHits {
        guard !scattered.isEmpty else { return found }
        var locator = ValueByteLocator(scattered.map(\.match), from: firstRow, unless: control.cancellation)
        try give(&locator)
        var found = found
        for (hit, offset) in zip(scattered, locator.offsets) { found.hits?[hit.hit].byte = offset ?? 0 }
        return found
    }
}

/// Finds the cells that contain some positions of a part's text: those of a needle without special bytes.
struct PlaceFinder: RecordSink {
    private(set) var found: PartHits
    /// Ascending positions; counted from the part's first byte, which is at `base`.
    private let places: UnsafeBufferPointer<UInt32>
    private let base: Int
    private let wanted: Int
    private var next = 0
    private var row: Int
    private var column = 0
    /// True after a hit in the current value.
    private var isHit = false

    init(
        _ places: UnsafeBufferPointer<UInt32>, from base: Int, column: Int?, rows: Range<Int>, listing: Bool
    ) {
        (self.places, self.base) = (places, base)
        wanted = column ?? -1
        row = rows.lowerBound
        found = PartHits(of: rows, isListing: listing)
    }

    var isFinished: Bool { next == places.count }

    mutating func take(_ batch: RecordBatch) {
        let shift = batch.offset - base
        var run = 0
        for piece in batch.pieces {
            guard next < places.count else { return }
            if piece.isElsewhere {
                batch.forEachRun(of: piece, from: &run) { meet(count: $0, at: $1 - base) }
            } else if Int(places[next]) - shift < piece.start + piece.count {
                meet(count: piece.count, at: piece.start + shift)
            }
            if piece.endsValue {
                column &+= 1
                isHit = false
            }
            if piece.endsRecord { endRecord() }
        }
    }

    /// Tests `count` bytes of the current value, which begin at `start` of the part's text.
    private mutating func meet(count: Int, at start: Int) {
        while next < places.count, Int(places[next]) < start + count {
            let place = Int(places[next])
            next += 1
            guard place >= start, !isHit, wanted < 0 || wanted == column else { continue }
            found.add(row: row, column: column, byte: base + place)
            isHit = true
        }
    }

    // Tables with byte offsets send batches.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}

    mutating func endValue(_ state: CellState) {
        column += 1
        isHit = false
    }

    mutating func endRecord() {
        row &+= 1
        column = 0
    }
}
