import TabularBytes

/// Finds all records and sets the checkpoints: the fast pass over a whole source, fed in order.
///
/// It can be kept and gone on with when there is more of the source: the end that it had before is none then.
struct IndexPass: Sendable {
    private(set) var scanner: RecordScanner
    /// The byte offset of the first record.
    let start: Int
    /// Bytes of a cell, in each of which the first record gets a checkpoint.
    let interval: Int
    /// Behind the last byte that was scanned.
    private(set) var offset: Int
    /// Records that ended before `offset`.
    private(set) var recordCount = 0
    private var hasCheckpoint = true
    private var tail = BlankTail()
    /// The byte offset of the quoted field that is open at `offset`; nil where none is, and where that is not known.
    private(set) var open: Int?
    /// True where text may have stood behind the closing quote of a field of several lines since it was set to false.
    var isOdd = false
    /// Quotes that were judged by a line that the source's end cut off.
    var doubts: [QuoteDoubt] = []
    /// The last record that got a checkpoint.
    private var lastCheckpoint: Int
    /// A Boolean value that indicates whether the bytes of intervals are summed.
    let isChecking: Bool
    /// The sum of the bytes of the current interval so far; nil where it was not gone over from its first one.
    private(set) var cellSum: UInt64? = 0
    /// The sums of the cells that have ended since they were taken.
    private var sums: [(cell: Int, sum: UInt32)] = []

    /// Starts with the record that begins at `offset`, and which has its checkpoint. `isChecking` says whether the bytes of
    /// cells are to be summed.
    init(
        _ special: SpecialBytes, startingAt offset: Int, interval: Int = RecordIndex.interval, isChecking: Bool = false,
        repairs: [Int] = []
    ) {
        self.isChecking = isChecking
        scanner = RecordScanner(special, at: offset, repairs: repairs)
        start = offset
        lastCheckpoint = offset
        self.interval = interval
        self.offset = offset
    }

    /// Goes on from the last checkpoint of `index`, which was made by a pass with cells of `interval` bytes.
    init?(
        _ special: SpecialBytes, behind index: RecordIndex, interval: Int, isChecking: Bool = false, repairs: [Int] = []
    ) {
        guard let first = index.checkpoints.first, let last = index.checkpoints.last else { return nil }
        self.init(special, startingAt: first.byte, interval: interval, isChecking: isChecking)
        scanner = RecordScanner(special, at: last.byte, repairs: repairs)
        (offset, recordCount, lastCheckpoint) = (last.byte, last.record, last.byte)
        if offset != cellStart(at: offset) { cellSum = nil }
    }

    /// The sums of the cells that have ended since the last call.
    mutating func takeSums() -> [(cell: Int, sum: UInt32)] {
        defer { sums = [] }
        return sums
    }

    /// Records that ended before `contentEnd`: none of them is one of the empty lines that the bytes end with.
    var endedCount: Int { recordCount - tail.records(scanner.state) + (isInBlankLine ? 1 : 0) }

    /// Behind the last record that is more than an empty line. What comes behind it makes these lines records.
    var contentEnd: Int { tail.records(scanner.state) > 0 ? offset - tail.rest : offset }

    /// A Boolean value that indicates whether the last line has nothing but spaces that are delimiters, and no end.
    private var isInBlankLine: Bool {
        scanner.state == .rare(.leadingSpaces) && tail.records(scanner.state) > 0
    }

    /// The records if the source ended at `offset`: the last one may lack its terminator.
    var recordCountAtEnd: Int { endedCount + (scanner.isInsideRecord && !isInBlankLine ? 1 : 0) }

    /// Returns the start of the interval that the byte at `offset` lies in.
    func cellStart(at offset: Int) -> Int { start + (offset - start) / interval * interval }

    /// The same for a source that may go on, without what may become a comment then: records never become fewer.
    func recordCountAtEnd(isFollowed: Bool) -> Int {
        isFollowed && scanner.state.openCommentLength > 0 ? endedCount : recordCountAtEnd
    }

    /// Returns the end of the interval that the byte at `offset` lies in.
    func cellEnd(at offset: Int) -> Int { start + ((offset - start) / interval + 1) * interval }

    /// Goes back to the quote at `open`, which begins a field that no record ended behind, to read it as one of `repairs`
    /// says.
    mutating func goBack(to open: Int, _ repairs: [Int]) {
        hasCheckpoint = cellStart(at: lastCheckpoint) == cellStart(at: open)
        if open != offset { cellSum = open == cellStart(at: open) ? 0 : nil }
        scanner = RecordScanner(scanner.special, state: .fieldStart, at: open, repairs: repairs)
        (offset, self.open, tail) = (open, nil, BlankTail())
    }

    /// Takes over what is known of quotes; none of those lies before `offset` that was not known.
    mutating func take(_ repairs: [Int]) { scanner.take(repairs) }

    /// Scans the next bytes; the checkpoints set in them.
    mutating func scan(_ block: UnsafeBufferPointer<UInt8>) -> [Checkpoint] {
        var checkpoints: [Checkpoint] = []
        var rest = block
        while !rest.isEmpty {
            let part = UnsafeBufferPointer(rebasing: rest.prefix(cellEnd(at: offset) - offset))
            scanner.isOdd = false
            var stretch = Stretch(scanner, at: offset, cell: isChecking ? cellStart(at: offset) : nil)
            stretch.scan(part, findsFirst: !hasCheckpoint)
            if let checkpoint = append(stretch) { checkpoints.append(checkpoint) }
            rest = UnsafeBufferPointer(rebasing: rest[part.count...])
        }
        return checkpoints
    }

    /// Takes over what was found in the next bytes, which lie in one cell and were scanned from the state that the pass
    /// is in; the checkpoint set in them.
    mutating func append(_ stretch: Stretch) -> Checkpoint? {
        precondition(
            stretch.start == offset && stretch.stateBefore == scanner.state,
            "a stretch from \(stretch.start) is taken at \(offset), or in another state than it began in")
        var checkpoint = hasCheckpoint ? nil : stretch.first
        checkpoint?.record += recordCount
        lastCheckpoint = checkpoint?.byte ?? lastCheckpoint
        isOdd = isOdd || stretch.isOdd
        open = stretch.scanner.isInQuotes ? stretch.open ?? open : nil
        hasCheckpoint = hasCheckpoint || checkpoint != nil
        cellSum = cellSum.map { $0 &+ stretch.sum }
        if stretch.end == cellEnd(at: offset) {
            hasCheckpoint = false
            if isChecking, let cellSum { sums.append(((offset - start) / interval, CellChecks.sum(of: cellSum))) }
            cellSum = 0
        }
        recordCount += stretch.records
        tail.append(stretch.tail)
        offset = stretch.end
        scanner = stretch.scanner
        return checkpoint
    }
}
