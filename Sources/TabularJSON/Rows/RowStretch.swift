import CScan
import TabularBytes

/// A stretch of a source that was scanned before the state at its beginning was known.
///
///     {"id":1,"name":"a, b, |c [d","tags":[1,2]},{"id":2},| …      if it begins in a string: one bracket closes more than
///                                                                  was opened, and of the commas at that depth …
///
/// Of elements and members, both cases are scanned: a beginning in a string and outside. Each bracket is a step up or down from
/// an unknown depth; the commas of the lowest depth reached are those that end rows, if it is that of the container. Of lines,
/// the first line end shows where the second line begins.
struct RowStretch: Sendable {
    /// The state of a scan after a stretch, and the rows that ended in it.
    struct Outcome: Sendable {
        let scanner: RowScanner
        let rows: Int
        /// The end of the first row.
        let first: Int?
        let endsWithRow: Bool
    }

    let form: RowForm
    let start: Int
    /// The offset after the last scanned byte.
    private(set) var end: Int
    /// The beginning of its interval in the index; nil where its bytes are not summed.
    let cell: Int?
    /// The share of its bytes in the sum of its interval.
    private(set) var sum: UInt64 = 0
    private var firstByte: UInt8?
    private var lastByte: UInt8?
    private var span = cscan_row_span()
    /// True where the first line has anything but blanks in this stretch.
    private var hasContentBefore = false
    /// The scan of the lines after the first line end.
    private var lines: RowRun?

    init(_ form: RowForm, at offset: Int, cell: Int? = nil) {
        precondition(form != .values, "values are scanned from a state that is not known")
        self.form = form
        self.cell = cell
        start = offset
        end = offset
    }

    /// A Boolean value that indicates whether the rows that a scanner finds can be found from any byte on.
    static func isPossible(for scanner: RowScanner) -> Bool { scanner.form != .values && !scanner.isRelaxed }

    /// Scans the next bytes.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress, let last = bytes.last else { return }
        if let cell { sum &+= CellChecks.part(bytes, at: end - cell) }
        firstByte = firstByte ?? bytes.first
        lastByte = last
        if form == .lines { scanLines(bytes) } else { cscan_span(base, bytes.count, &span) }
        end += bytes.count
    }

    private mutating func scanLines(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes
        if lines == nil {
            var inside = RowScanner(.lines, isInsideRow: true)
            let scanned = inside.scan(bytes, limit: 1)
            var line = RowScanner(.lines)
            _ = line.scan(UnsafeBufferPointer(rebasing: bytes.prefix(scanned.bytes - scanned.rows)))
            hasContentBefore = hasContentBefore || line.isInsideRow
            guard scanned.rows > 0 else { return }
            lines = RowRun(RowScanner(.lines), at: end + scanned.bytes)
            rest = UnsafeBufferPointer(rebasing: bytes[scanned.bytes...])
        }
        lines?.scan(rest)
    }

    /// The outcome after `scanner`; nil where the bytes must be scanned for it: where the container is closed, and where
    /// brackets do not match.
    func outcome(after scanner: RowScanner) -> Outcome? {
        guard scanner.form == form, Self.isPossible(for: scanner), !scanner.isEnded else { return nil }
        return form == .lines ? lineOutcome(after: scanner) : elementOutcome(after: scanner)
    }

    private func lineOutcome(after scanner: RowScanner) -> Outcome {
        let hasContent = scanner.isInsideRow || hasContentBefore
        guard let lines else {
            let after = RowScanner(.lines, isInsideRow: hasContent)
            return Outcome(scanner: after, rows: 0, first: nil, endsWithRow: false)
        }
        // They begin after the first line end.
        return Outcome(
            scanner: lines.scanner, rows: lines.rows + (hasContent ? 1 : 0),
            first: hasContent ? lines.start : lines.first,
            endsWithRow: lines.start == end ? hasContent : lines.endsWithRow)
    }

    private func elementOutcome(after scanner: RowScanner) -> Outcome? {
        // A backslash before the stretch makes another string of it.
        let isMarked = firstByte == UInt8(ascii: "\"") || firstByte == UInt8(ascii: "\\")
        if scanner.state.is_escaped && isMarked { return nil }
        let guess = scanner.state.quote != 0 ? span.inside : span.outside
        let depth = Int64(scanner.state.depth)
        guard depth + guess.lowest >= 0 else { return nil }
        let isReached = depth + guess.lowest == 0
        var after = scanner
        after.state.depth = Int(depth + guess.depth)
        after.state.quote = guess.is_in_string ? UInt8(ascii: "\"") : 0
        after.state.is_escaped = span.is_escaped
        after.state.has_feed = after.state.has_feed || guess.has_feed
        if isReached { after.state.openings += guess.openings }
        // Between rows, only the comma that ended the last one is no content.
        let isOutside = after.state.depth == 0 && !guess.is_in_string
        if !isOutside {
            after.state.has_content = true
        } else if span.has_last {
            after.state.has_content = span.last != UInt8(ascii: ",")
        }
        return Outcome(
            scanner: after, rows: isReached ? guess.commas : 0,
            first: isReached && guess.commas > 0 ? start + guess.first : nil,
            endsWithRow: isOutside && lastByte == UInt8(ascii: ","))
    }
}
