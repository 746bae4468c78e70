import CScan
import Tabular
import TabularBytes

/// Decides on quotes that open a field of several lines and are closed by a quote with text after it, or by none: the text
/// between them may be records.
///
/// It is where most of its lines, read without quotes, have as many fields as the table, and that of the second quote too; or
/// where the second quote begins a field of its line, which has as many fields and no odd quote, or a typographic quote in
/// place of a closing one. A table of one column has no such lines: every line would match.
struct QuoteRepairing<Failure: Error> {
    /// Longer lines are not recognizable as records by their fields.
    private static var lineLimit: Int { QuoteDecider.limit }

    /// The number of lines that decides for all.
    private static var lineSample: Int { 4096 }
    /// Bytes of a line that are read at first.
    private static var shortLine: Int { 64 }

    /// Reads up to `count` bytes at an offset: fewer at the end.
    typealias Reading = (_ offset: Int, _ count: Int) throws(Failure) -> [UInt8]

    enum Verdict: Hashable {
        case repaired, kept
        /// The line of the second quote has no end before `end`, and more of the source is still to come.
        case undecided(end: Int)
        /// The source ends on the line of the second quote: the verdict holds until it grows.
        case atEnd(isRepaired: Bool)

        /// A Boolean value that indicates whether the quote is a character.
        var isRepaired: Bool { self == .repaired || self == .atEnd(isRepaired: true) }
    }

    let special: SpecialBytes
    /// Fields of a record of the table.
    let fieldCount: Int
    /// The byte offset of its first record.
    let start: Int
    let readSource: Reading
    /// A Boolean value that indicates whether no bytes will follow the readable ones.
    let isAtEnd: () -> Bool
    /// Waits until there are bytes after an offset; false where there will be none, or where they are no longer needed.
    let waitForMore: (_ end: Int) throws(Failure) -> Bool
    /// Bytes that need not be read again, and the offset of the first of them.
    var block = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var blockOffset = 0

    /// A Boolean value that indicates whether it can decide on quotes of the dialect.
    var isPossible: Bool { special.isPlain && special.areDistinct && special.isQuoting }

    /// Decides on the quote at `open`, which the quote at `close` would close.
    func judge(_ open: Int, closedAt close: Int) throws(Failure) -> Verdict {
        guard fieldCount > 1, let lines = try lines(from: open, before: close), lines.count > 0,
            let lineStart = try lineStart(before: close)
        else { return .kept }
        let areRecords = 4 * lines.fitting >= 3 * lines.count
        let beginsField = try read(close - 1, 1).first == special.delimiter
        guard areRecords || beginsField else { return .kept }
        var size = Self.shortLine
        while size <= Self.lineLimit {
            // Called before reading: the bytes read afterwards are then all there are.
            let isWhole = isAtEnd()
            let rest = try read(close + 1, size)
            let end = rest.firstIndex { special.isLineEnd($0) }
            if let end = end ?? (rest.count < size && isWhole ? rest.count : nil) {
                var isRepaired = areRecords && lines.count > 3
                if !isRepaired {
                    let line = try read(lineStart, close + 1 + end - lineStart)
                    isRepaired = areRecords ? fits(line) : isRecord(line)
                }
                if end == rest.count { return .atEnd(isRepaired: isRepaired) }
                return isRepaired ? .repaired : .kept
            }
            if rest.count < size { return .undecided(end: close + 1 + rest.count) }
            size *= 4
        }
        return .kept
    }

    /// Decides on the quote at `open`, which none closes before the source's end at `end`. With `mayGoOn` one may still follow:
    /// more evidence against it is needed.
    func judge(_ open: Int, unclosedAt end: Int, mayGoOn: Bool) throws(Failure) -> Verdict {
        guard let lines = try lines(from: open, before: end), lines.count > 0 else { return .kept }
        if mayGoOn { return fieldCount > 1 && lines.count > 3 && lines.fitting == lines.count ? .repaired : .kept }
        return fieldCount == 1 || 2 * lines.separated > lines.count ? .repaired : .kept
    }

    /// The lines of a value, from that in which it begins.
    private struct Lines {
        var count = 0
        /// The lines with as many fields as the table, and those with more than one.
        var fitting = 0
        var separated = 0
    }

    /// The lines that end from `open` on before `close`, up to the limit; nil where the first is too long.
    private func lines(from open: Int, before close: Int) throws(Failure) -> Lines? {
        guard let first = try lineStart(before: open) else { return nil }
        var lines = Lines()
        var (offset, fields, wasReturn) = (first, 1, false)
        while offset < close && lines.count < Self.lineSample {
            let bytes = try read(offset, min(Self.lineLimit / 4, close - offset))
            if bytes.isEmpty { break }
            for (index, byte) in bytes.enumerated() {
                if byte == special.delimiter {
                    fields += 1
                } else if special.isLineEnd(byte) {
                    let isPair = wasReturn && byte == SpecialBytes.lineFeed
                    if !isPair && offset + index >= open {
                        lines.count += 1
                        lines.fitting += fields == fieldCount ? 1 : 0
                        lines.separated += fields > 1 ? 1 : 0
                    }
                    fields = 1
                }
                wasReturn = byte == SpecialBytes.carriageReturn
            }
            offset += bytes.count
        }
        return lines
    }

    /// Returns the start of the line in which `offset` lies; nil where it is too long.
    private func lineStart(before offset: Int) throws(Failure) -> Int? {
        var size = Self.shortLine
        while size <= Self.lineLimit {
            let first = max(start, offset - size)
            let lineEnd = try read(first, offset - first).lastIndex { special.isLineEnd($0) }
            if let lineEnd { return first + lineEnd + 1 }
            if first == start { return start }
            size *= 4
        }
        return nil
    }

    private func read(_ offset: Int, _ count: Int) throws(Failure) -> [UInt8] {
        let index = offset - blockOffset
        guard index >= 0 && index + count <= block.count else { return try readSource(offset, count) }
        return Array(block[index..<index + count])
    }

    /// Returns true where a line has as many fields as the table, with quotes or without them.
    private func fits(_ line: [UInt8]) -> Bool {
        if line.count(where: { $0 == special.delimiter }) + 1 == fieldCount { return true }
        return fields(of: line).count == fieldCount
    }

    /// Returns true where a line has as many fields as the table, and no odd quote.
    private func isRecord(_ line: [UInt8]) -> Bool {
        let fields = fields(of: line)
        return fields.count == fieldCount && !fields.hasOddity
    }

    private func fields(of line: [UInt8]) -> RecordFields {
        var (parser, counter) = (RecordParser(special), RecordFields())
        line.withUnsafeBufferPointer { _ = parser.parse($0, at: 0, into: &counter) }
        parser.finish(into: &counter)
        counter.hasOddity = counter.oddities > (parser.odd.joined == nil ? 0 : 1)
        return counter
    }
}

private struct RecordFields: FieldSink {
    var count = 0
    var oddities = 0
    var hasOddity = false

    mutating func note(_ oddity: Oddity, at offset: Int) { oddities += 1 }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {}
    mutating func endField() { count += 1 }
    mutating func endRecord() {}
}

extension IndexPass {
    /// Scans the next bytes, and decides on the quotes in them that may need repair. Where one lies before them, the pass
    /// returns to it, and has scanned none of them.
    mutating func scan<Failure: Error>(
        _ block: UnsafeBufferPointer<UInt8>, repairing judge: QuoteRepairing<Failure>, _ repairs: RepairedQuotes
    ) throws(Failure) -> [Checkpoint] {
        var next = self
        next.isOdd = false
        let checkpoints = next.scan(block)
        guard next.isOdd, judge.isPossible else {
            self = next
            return checkpoints
        }
        var judge = judge
        (judge.block, judge.blockOffset) = (block, offset)
        var walk = OddQuoteWalk(scanner.special, scanner.state, open: open)
        let known = repairs.all
        var (index, found) = (0, [Int]())
        var doubts = doubts
        while known.count + found.count < RepairedQuotes.limit,
            let close = walk.next(in: block, from: &index, at: offset, known)
        {
            guard let open = walk.open, block.hasLineEnd(open - offset..<close - offset) else { continue }
            var verdict = try judge.judge(open, closedAt: close)
            while case .undecided(let end) = verdict, try judge.waitForMore(end) {
                verdict = try judge.judge(open, closedAt: close)
            }
            if case .atEnd(let isRepaired) = verdict {
                doubts.append(QuoteDoubt(open: open, close: close, isRepaired: isRepaired))
            }
            guard verdict.isRepaired else { continue }
            found.append(open)
            if open < offset {
                repairs.insert(found)
                goBack(to: open, repairs.all)
                self.doubts = doubts
                return []
            }
            index = open - offset + 1
            walk.repair()
        }
        guard found.isEmpty else {
            repairs.insert(found)
            take(repairs.all)
            self.doubts = doubts
            return scan(block)
        }
        self = next
        self.doubts = doubts
        return checkpoints
    }

    /// Decides again on lines that the source's end had cut off, after it has grown.
    ///
    /// No record has ended after a quote that was kept: the pass returns to it. Records after a repaired quote have been
    /// reported already, and stay.
    ///
    /// - Returns: The number of quotes that stay repaired and would be kept in a source that was whole from the start.
    mutating func settleDoubts<Failure: Error>(
        _ judge: QuoteRepairing<Failure>, _ repairs: RepairedQuotes
    ) throws(Failure) -> Int {
        let doubts = doubts
        self.doubts = []
        var overtaken = 0
        for doubt in doubts {
            guard doubt.isRepaired else {
                goBack(to: doubt.open, repairs.all)
                break
            }
            let verdict = try judge.judge(doubt.open, closedAt: doubt.close)
            if !verdict.isRepaired { overtaken += 1 }
            if verdict == .atEnd(isRepaired: true) { self.doubts.append(doubt) }
        }
        return overtaken
    }
}

/// A quote that was decided by an unterminated line.
struct QuoteDoubt: Sendable, Hashable {
    let open: Int
    /// The quote that would close it.
    let close: Int
    let isRepaired: Bool
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true where there may be a line end in `range`: also where the range begins before the bytes.
    fileprivate func hasLineEnd(_ range: Range<Int>) -> Bool {
        guard range.lowerBound >= 0, let baseAddress else { return true }
        let (lf, cr) = (SpecialBytes.lineFeed, SpecialBytes.carriageReturn)
        return cscan_find3(baseAddress + range.lowerBound, range.count, lf, cr, cr) < range.count
    }
}

extension QuoteRepairing where Failure == Never {
    /// Decides in bytes that are in memory; offsets count from their first one.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ special: SpecialBytes, fieldCount: Int, isWhole: Bool) {
        self.init(special: special, fieldCount: fieldCount, start: 0) { offset, count in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        } isAtEnd: {
            isWhole
        } waitForMore: { _ in
            false
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The quotes to repair in the beginning of a table; with `isWhole` that is all of it.
    func repairs(_ special: SpecialBytes, fieldCount: Int, isWhole: Bool, mayGoOn: Bool) -> [Int] {
        guard special.isQuoting, contains(byte: special.quote) else { return [] }
        let judge = QuoteRepairing(self, special, fieldCount: fieldCount, isWhole: isWhole)
        guard judge.isPossible else { return [] }
        let repairs = RepairedQuotes()
        var pass = IndexPass(special, startingAt: 0)
        repeat {
            while pass.offset < count {
                _ = pass.scan(UnsafeBufferPointer(rebasing: self[pass.offset...]), repairing: judge, repairs)
            }
        } while isWhole && pass.repairEnd(judge, repairs, mayGoOn: mayGoOn)
        return repairs.all
    }
}

extension IndexPass {
    /// Returns to a quote that is not closed before the source's end, where it needs repair.
    mutating func repairEnd<Failure: Error>(
        _ judge: QuoteRepairing<Failure>, _ repairs: RepairedQuotes, mayGoOn: Bool
    ) throws(Failure) -> Bool {
        guard scanner.state == .quoted, let open, !repairs.isFull,
            try judge.judge(open, unclosedAt: offset, mayGoOn: mayGoOn) == .repaired
        else { return false }
        repairs.insert([open])
        goBack(to: open, repairs.all)
        return true
    }
}
