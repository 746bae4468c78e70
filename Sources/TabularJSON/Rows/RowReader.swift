import QuadrilleRuntime
import Tabular
import TabularBytes

/// The text of one row, in memory until the next one is read.
struct RowText {
    /// From the end of the row before to the end of this one; blanks and a comma may be among them.
    var bytes: UnsafeBufferPointer<UInt8>
    /// The byte offset of the first of them in the text.
    var offset: Int
    /// The number of its record, omitted members among them.
    var record = 0
    /// Bytes that can be read from the first of `bytes` on, of the row or not.
    var readable = 0
    /// Line ends between the end of the row before and `offset`.
    var linesBefore = 0
    /// The byte offset of a comma between the value before and this one, in a text of several values.
    var comma: Int?
    /// True where the row is longer than the limit for whole rows.
    var isCut = false
    /// True where the next row begins after it, although the row has no end.
    var isBroken = false
    /// True where only the comma before that one is missing.
    var lacksComma = false
}

/// A reader of the rows of a table one after the other, each in one piece of memory.
struct RowReader {
    private let store: any ByteStore
    private let longestRow: Int
    private let block: Int
    /// No later byte is read.
    private let end: Int
    private let omitted: OmittedMembers
    private var breaks: RowBreaks
    /// The number of the next record, omitted members among them.
    private var record: Int
    private var scanner: RowScanner
    private var buffer: ReadBuffer
    /// The byte offset of the buffer's first byte in the text.
    private var base: Int
    /// Valid bytes of the buffer.
    private var filled = 0
    /// Bytes of returned rows, and bytes that the scanner has seen.
    private var (given, scanned) = (0, 0)
    /// Bytes that were read from the store.
    private(set) var bytesRead = 0

    /// Begins with the record of `checkpoint`.
    init(_ table: JSONTable, at checkpoint: Checkpoint, upTo end: Int = .max, _ tuning: JSONTuning) {
        store = table.store
        (scanner, omitted) = (table.scanner, table.omitted)
        breaks = RowBreaks(table.breaks, behind: checkpoint.byte)
        (base, record, self.end) = (checkpoint.byte, checkpoint.record, end)
        (block, longestRow) = (tuning.block, max(tuning.block, tuning.longestRow))
        buffer = ReadBuffer(count: tuning.block)
    }

    /// The beginning of the next record.
    var position: Checkpoint { Checkpoint(record: record, byte: base + scanned) }

    /// A Boolean value that indicates whether the container was closed before `position`.
    var isEnded: Bool { scanner.isEnded }

    /// Moves to `row`, which is not before the next one; false where there are fewer.
    mutating func go(to row: Int) throws(ReadError) -> Bool {
        var lines = 0
        return try pass(omitted.member(ofRow: row) - record, &lines)
    }

    /// Skips the omitted members before the next row, as far as they are before the record `end`; returns the line ends in
    /// them.
    mutating func passOmitted(before end: Int = .max) throws(ReadError) -> Int {
        var lines = 0
        while record < end, omitted.contains(record) {
            guard try pass(1, countsLines: true, &lines) else { break }
        }
        return lines
    }

    /// Skips `count` records; false where there are fewer. Adds the line ends in them to `lines` if they are wanted.
    private mutating func pass(
        _ count: Int, countsLines: Bool = false, _ lines: inout Int
    ) throws(ReadError) -> Bool {
        var left = count
        var wasCarriageReturn = false
        record += count
        given = scanned
        while left > 0 {
            left -= scan(limit: left)
            if countsLines {
                lines += UnsafeBufferPointer(rebasing: buffer.prefix(scanned)[given...])
                    .lineEnds(after: &wasCarriageReturn)
            }
            given = scanned
            if left == 0 { break }
            if scanner.isEnded { return false }
            // A break was in the way.
            if scanned < filled { continue }
            guard try fill() else { return left == 1 && scanner.isInsideRow }
        }
        return true
    }

    /// The next row; nil where there is none. The last one of a text that ends early extends to the end of the text.
    mutating func next() throws(ReadError) -> RowText? {
        let lines = try passOmitted()
        given = scanned
        while true {
            if scan(limit: 1) > 0 { return text(behind: lines) }
            if scanner.isEnded { return nil }
            if scanned - given >= longestRow { return try passLongRow(behind: lines) }
            guard try fill() else { return scanner.isInsideRow && scanned > given ? text(behind: lines) : nil }
        }
    }

    /// Scans the bytes in memory, up to the end of the row `limit`, counted from here; returns the rows that ended.
    private mutating func scan(limit: Int) -> Int {
        breaks.leave()
        var rows = 0
        while true {
            let stop = min(filled, breaks.next - base)
            let found = scanner.scan(
                UnsafeBufferPointer(rebasing: buffer.prefix(stop)[scanned...]), limit: limit - rows)
            scanned += found.bytes
            rows += found.rows
            guard base + scanned == breaks.next else { return rows }
            if breaks.pass(&scanner) { return rows + 1 }
        }
    }

    /// The text of the row up to here, which is counted.
    private mutating func text(behind lines: Int) -> RowText {
        record += 1
        var (first, lines, comma) = (given, lines, Int?.none)
        if scanner.form == .values {
            // Values may have any of these between them.
            while first < scanned, Self.separators.contains(buffer.bytes[first]) {
                if buffer.bytes[first] == 0x0A { lines += 1 }
                if comma == nil, buffer.bytes[first] == UInt8(ascii: ",") { comma = base + first }
                first += 1
            }
        }
        return RowText(
            bytes: UnsafeBufferPointer(rebasing: buffer.prefix(scanned)[first...]), offset: base + first,
            record: record - 1, readable: filled - first, linesBefore: lines, comma: comma,
            isBroken: breaks.isAtBreak, lacksComma: breaks.lacksComma)
    }

    private static let separators: [UInt8] = [0x20, 0x0A, 0x0D, 0x09, 0x1E, UInt8(ascii: ",")]

    /// Returns the beginning of a row that is too long, and skips to its end.
    private mutating func passLongRow(behind lines: Int) throws(ReadError) -> RowText {
        var text = text(behind: lines)
        text.isCut = true
        let kept = buffer
        buffer = ReadBuffer(count: block)
        (base, given, scanned, filled) = (base + scanned, 0, 0, 0)
        while try fill() {
            let rows = scan(limit: 1)
            given = scanned
            if rows > 0 || scanner.isEnded { break }
        }
        (text.isBroken, text.lacksComma) = (breaks.isAtBreak, breaks.lacksComma)
        longRow = kept
        return text
    }

    /// Buffers of this size are not kept for the next row.
    private static let largeBuffer = 1 << 24

    /// Releases the memory of the last row, which is no longer needed, where that is large.
    mutating func releaseRow() {
        let left = filled - scanned
        guard buffer.bytes.count >= Self.largeBuffer, left <= buffer.bytes.count / 2 else { return }
        let rest = ReadBuffer(count: max(block, left))
        rest.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer.bytes[scanned..<filled]))
        buffer = rest
        (base, filled, scanned, given) = (base + scanned, left, 0, 0)
    }

    /// Keeps the memory of a long row that was returned.
    private var longRow: ReadBuffer?

    /// Reads more bytes, after the rest of the current row; false where there are no more.
    private mutating func fill() throws(ReadError) -> Bool {
        longRow = nil
        if given > 0 {
            let left = filled - given
            buffer.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer.bytes[given..<filled]))
            (base, scanned, filled, given) = (base + given, scanned - given, left, 0)
        }
        if filled == buffer.bytes.count {
            let larger = ReadBuffer(count: 2 * filled)
            larger.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer.bytes[..<filled]))
            buffer = larger
        }
        let place = base + filled
        let room = UnsafeMutableRawBufferPointer(
            rebasing: buffer.bytes[filled..<min(buffer.bytes.count, filled + max(0, end - place))])
        guard !room.isEmpty else { return false }
        while true {
            let count = try store.read(into: room, at: place)
            filled += count
            bytesRead += count
            if count > 0 { return true }
            if try store.wait(beyond: place, deadline: .max).known <= place { return false }
        }
    }
}
