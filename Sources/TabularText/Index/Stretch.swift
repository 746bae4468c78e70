import TabularBytes

/// The result of a scan of a stretch of a source that began in a given state.
///
/// The state may be a guess. Where it was right, or comes to be right at a later stretch, the result holds.
struct Stretch: Sendable {
    let stateBefore: ParserState
    let start: Int
    /// The byte offset after the last byte that was scanned.
    private(set) var end: Int
    /// The number of records that ended.
    private(set) var records = 0
    /// The start of the first record, if one begins; counted from the records before the stretch.
    private(set) var first: Checkpoint?
    private(set) var scanner: RecordScanner
    /// The start of its interval; nil where its bytes are not summed.
    let cell: Int?
    /// The share of its bytes in the sum of its interval.
    private(set) var sum: UInt64 = 0
    /// The line ends at the end of its bytes.
    private(set) var tail = BlankTail()
    /// The byte offset of the quoted field that is open at the end; nil where none is, or where it began before the stretch.
    private(set) var open: Int?

    /// Creates a stretch; `cell` is the start of its interval, if its bytes are to be summed.
    init(_ scanner: RecordScanner, at offset: Int, cell: Int? = nil) {
        self.scanner = scanner
        self.cell = cell
        stateBefore = scanner.state
        start = offset
        end = offset
    }

    /// Scans the next bytes; `findsFirst` may be false where the first record is not needed.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, findsFirst: Bool = true) {
        if let cell { sum &+= CellChecks.part(bytes, at: end - cell) }
        tail.append(bytes, scanner.special, behind: scanner.state)
        let (state, offset) = (scanner.state, end)
        var rest = bytes
        while !rest.isEmpty {
            var limit = Int.max
            if findsFirst && first == nil {
                if scanner.state == .recordStart {
                    first = Checkpoint(record: records, byte: end)
                } else {
                    limit = scanner.isInsideRecord ? 1 : 0
                }
            }
            let scanned = scanner.scan(rest, limit: limit)
            records += scanned.records
            end += scanned.bytes
            rest = UnsafeBufferPointer(rebasing: rest[scanned.bytes...])
        }
        guard scanner.isInQuotes else {
            open = nil
            return
        }
        if let place = bytes.openQuote(scanner.special, from: state, to: scanner.state) { open = offset + place }
    }

    /// A Boolean value that indicates whether text may follow the closing quote of a field of several lines.
    var isOdd: Bool { scanner.isOdd }

    /// The stretch after this one, in the interval that begins at `cell`.
    func next(cell: Int?) -> Stretch {
        var scanner = scanner
        scanner.isOdd = false
        return Stretch(scanner, at: end, cell: cell)
    }
}
