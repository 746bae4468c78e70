import TabularBytes

/// The fast pass over a whole source, fed in order, that finds all records and sets the checkpoints.
///
/// It can be kept and resumed when the source grows: its earlier end is then no end.
struct IndexPass: Sendable {
    private(set) var scanner: RecordScanner
    /// The byte offset of the first record.
    let start: Int
    /// Bytes of an interval, in each of which the first record gets a checkpoint.
    let interval: Int
    /// The byte offset after the last byte that was scanned.
    private(set) var offset: Int
    /// Records that ended before `offset`.
    private(set) var recordCount = 0
    private var hasCheckpoint = true
    private var tail = BlankTail()
    /// The byte offset of the quoted field that is open at `offset`; nil where none is, and where that is not known.
    private(set) var open: Int?
    /// True where text may have followed the closing quote of a field of several lines since it was set to false.
    var isOdd = false
    /// Quotes that were decided by a line cut off at the source's end.
    var doubts: [QuoteDoubt] = []
    /// The last record that got a checkpoint.
    private var lastCheckpoint: Int
    /// A Boolean value that indicates whether the bytes of intervals are summed.
    let isChecking: Bool
    /// The sum of the bytes of the current interval so far; nil where it was not scanned from its first one.
    private(set) var cellSum: UInt64? = 0
    /// The sums of the intervals that have ended since `takeSums()`.
    private var sums: [(cell: Int, sum: UInt32)] = []

    /// Starts with the record that begins at `offset`, which has its checkpoint. `isChecking` indicates whether to sum the
    /// bytes of intervals.
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

    /// Resumes from the last checkpoint of `index`, which was made by a pass with intervals of `interval` bytes.
    init?(
        _ special: SpecialBytes, behind index: RecordIndex, interval: Int, isChecking: Bool = false, repairs: [Int] = []
    ) {
        guard let first = index.checkpoints.first, let last = index.checkpoints.last else { return nil }
        self.init(special, startingAt: first.byte, interval: interval, isChecking: isChecking)
        scanner = RecordScanner(special, at: last.byte, repairs: repairs)
        (offset, recordCount, lastCheckpoint) = (last.byte, last.record, last.byte)
        if offset != cellStart(at: offset) { cellSum = nil }
    }

    /// Removes and returns the sums of the intervals that have ended since the last call.
    mutating func takeSums() -> [(cell: Int, sum: UInt32)] {
        defer { sums = [] }
        return sums
    }

    /// Records that ended before `contentEnd`, without the empty lines at the end.
    var endedCount: Int { recordCount - tail.records(scanner.state) + (isInBlankLine ? 1 : 0) }

    /// The byte offset after the last record that is more than an empty line. Later content makes these lines records.
    var contentEnd: Int { tail.records(scanner.state) > 0 ? offset - tail.rest : offset }

    /// A Boolean value that indicates whether the last line has no end, and nothing but spaces that are delimiters or the mark
    /// of a file's end.
    private var isInBlankLine: Bool { scanner.isInsideRecord && tail.records(scanner.state) > 0 }

    /// The records if the source ended at `offset`: the last one may lack its terminator.
    var recordCountAtEnd: Int { endedCount + (scanner.isInsideRecord && !isInBlankLine ? 1 : 0) }

    /// Returns the start of the interval that the byte at `offset` lies in.
    func cellStart(at offset: Int) -> Int { start + (offset - start) / interval * interval }

    /// The same for a source that may grow, without a line that may then become a comment: records never become fewer.
    func recordCountAtEnd(isFollowed: Bool) -> Int {
        isFollowed && scanner.state.openCommentLength > 0 ? endedCount : recordCountAtEnd
    }

    /// Returns the end of the interval that the byte at `offset` lies in.
    func cellEnd(at offset: Int) -> Int { start + ((offset - start) / interval + 1) * interval }

    /// Returns to the quote at `open`, which begins a field after which no record ended, to read it again with `repairs`.
    mutating func goBack(to open: Int, _ repairs: [Int]) {
        hasCheckpoint = cellStart(at: lastCheckpoint) == cellStart(at: open)
        if open != offset { cellSum = open == cellStart(at: open) ? 0 : nil }
        scanner = RecordScanner(scanner.special, state: .fieldStart, at: open, repairs: repairs)
        (offset, self.open, tail) = (open, nil, BlankTail())
    }

    /// Replaces the quotes to repair; all new ones lie after `offset`.
    mutating func take(_ repairs: [Int]) { scanner.take(repairs) }

    /// Scans the next bytes, and returns the checkpoints set in them.
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

    /// Appends the findings of the next bytes, which lie in one interval and were scanned from the current state; returns the
    /// checkpoint set in them.
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
