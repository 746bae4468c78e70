import Tabular

/// Looks for a query in every value.
struct ValueFinder: RecordSink {
    private(set) var found: PartHits
    private let matcher: ValueMatcher
    private let query: FindQuery
    private let control: JobControl
    private let longest: Int
    /// Places of the text, ascending and counted from a base, one of which every hit has in it; nil where all values are
    /// to be looked at. Their bytes are whole in the text, but for quotes.
    var candidates: (places: UnsafeBufferPointer<UInt32>, base: Int)?
    private var nextCandidate = 0

    private var row: Int
    private var column = 0
    /// What there is of a value that is not one piece.
    private var value: [UInt8] = []
    /// Where in the text the value begins.
    private var start = 0
    /// Behind the last piece that lies in the text.
    private var end = 0
    private var state = ValueState.new

    private enum ValueState {
        case new
        /// Part of it is in `value`.
        case open
        /// It is longer than is held at once, and nothing was found so far.
        case long
        /// It is a hit already.
        case hit
    }

    init(
        _ matcher: ValueMatcher, _ query: FindQuery, rows: Range<Int>, listing: Bool, control: JobControl, longest: Int
    ) {
        (self.matcher, self.query, self.control, self.longest) = (matcher, query, control, longest)
        found = PartHits(of: rows, isListing: listing)
        row = rows.lowerBound
    }

    var isFinished: Bool {
        control.isCancelled || state == .new && candidates.map { nextCandidate == $0.places.count } ?? false
    }

    /// Whether a value that lies in one piece from `start` to `end` of the text may be a hit.
    @inline(__always)
    private mutating func isCandidate(from start: Int, to end: Int) -> Bool {
        guard let (places, base) = candidates else { return true }
        while nextCandidate < places.count, base &+ Int(places[nextCandidate]) < start { nextCandidate &+= 1 }
        return nextCandidate < places.count && base &+ Int(places[nextCandidate]) < end
    }

    private var isWanted: Bool { query.column.map { $0 == column } ?? true }

    mutating func take(_ batch: RecordBatch) {
        for piece in batch.pieces {
            if !piece.isElsewhere { end = batch.offset &+ piece.start }
            let bytes = batch.bytes(of: piece)
            if piece.endsValue && state == .new {
                start = end
                if isWanted && isCandidate(from: end, to: end &+ piece.count) { test(bytes) }
                // A pattern may take milliseconds for a value, and there are thousands of them.
                if query.isPattern && control.isCancelled { return }
                column &+= 1
            } else {
                if !bytes.isEmpty { append(bytes) }
                if piece.endsValue { endValue(.value) }
            }
            if !piece.isElsewhere { end &+= piece.count }
            if piece.endsRecord { endRecord() }
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isWanted else {
            state = .open
            return
        }
        if state == .new {
            start = end
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
                value.withUnsafeBufferPointer { test($0) }
            }
        }
        value.removeAll(keepingCapacity: value.count < 1 << 20)
        self.state = .new
        column += 1
    }

    mutating func endRecord() {
        row &+= 1
        column = 0
    }

    private mutating func test(_ bytes: UnsafeBufferPointer<UInt8>) {
        do throws(PatternLimit) {
            guard let match = try matcher.firstMatch(in: bytes) else { return }
            found.add(row: row, column: column, byte: start + match.lowerBound)
        } catch {
            found.giveUp(row: row)
        }
    }

    /// Looks at what there is of a value that is too long to be held.
    private mutating func testPiece() {
        // Of these nothing more is seen.
        if state == .long && (query.isWhole || query.isPattern) {
            value.removeAll(keepingCapacity: true)
            return
        }
        let before = found.count
        if !query.isWhole { value.withUnsafeBufferPointer { test($0) } }
        state = found.count > before ? .hit : .long
        // What may be the beginning of a match, with marks behind its letters, is seen again.
        value.removeFirst(value.count - min(longest / 2, 16 * query.text.utf8.count))
        if state == .hit { value.removeAll(keepingCapacity: true) }
    }
}

/// Finds the cells in which some places of a part's text lie: those where a text was found that holds nothing special.
struct PlaceFinder: RecordSink {
    private(set) var found: PartHits
    /// Ascending; counted from the part's first byte, which stands at `base`.
    private let places: UnsafeBufferPointer<UInt32>
    private let base: Int
    private let wanted: Int
    private var next = 0
    private var row: Int
    private var column = 0
    /// Whether the current value is a hit already.
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
        for piece in batch.pieces {
            guard next < places.count else { return }
            let place = Int(places[next]) - shift
            // Of a value whose bytes lie elsewhere none is a place.
            if !piece.isElsewhere && place < piece.start + piece.count { meet(piece, shift) }
            if piece.endsValue {
                column &+= 1
                isHit = false
            }
            if piece.endsRecord { endRecord() }
        }
    }

    private mutating func meet(_ piece: RecordBatch.Piece, _ shift: Int) {
        let end = piece.start + piece.count + shift
        while next < places.count, Int(places[next]) < end {
            let place = Int(places[next])
            next += 1
            guard place >= piece.start + shift, !isHit, wanted < 0 || wanted == column else { continue }
            found.add(row: row, column: column, byte: base + place)
            isHit = true
        }
    }

    // Tables that lie in bytes give batches.
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
