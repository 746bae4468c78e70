import CExport
import Tabular

/// Writes records as CSV or TSV that every strict reader accepts, with the exact bytes of the source's values.
///
/// The writer quotes a value that contains the delimiter, a quote, CR or LF; that is the only one of its record and empty (the
/// line would be blank); or that would be mistaken for a byte order mark. The need for quotes is known only at the value's end,
/// so it is held back until then; a value of more than `heldBytes` is always quoted, which limits memory and means the same to
/// every reader. A record has its own number of values or, if padded, as many as there are columns:
///
///     records      as they are    padded
///     a b c        a,b,c          a,b,c
///     1            1              1,,
///     2 ""         2,             2,,
///     ""           ""             ,,
///
/// Records with more values than columns are not accepted.
struct DelimitedWriter: TableWriter {
    static let heldBytes = 1 << 20

    private let delimiter: UInt8
    private let columnCount: Int
    private let isPadded: Bool
    /// A Boolean value that indicates whether a byte FF is text that could not be converted, to write as U+FFFD.
    private let isConverted: Bool
    var output: ByteOutput
    private var held: [UInt8] = []
    private var isQuoting = false
    private var column = 0
    private var isFirstRecord = true
    /// True until something of the record is written.
    private var isBlank = true

    init(_ output: ByteOutput, delimiter: UInt8, columnCount: Int, isPadded: Bool, isConverted: Bool = false) {
        self.output = output
        self.isConverted = isConverted
        self.delimiter = delimiter
        self.columnCount = columnCount
        self.isPadded = isPadded
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isConverted && ConvertedText.isBroken(bytes) {
            ConvertedText.repaired(bytes).withUnsafeBufferPointer { write($0) }
        } else {
            write(bytes)
        }
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        if !isQuoting, held.count + bytes.count > Self.heldBytes { beginQuoting() }
        if isQuoting { writeQuoted(bytes) } else { held.append(contentsOf: bytes) }
    }

    mutating func endValue(_ state: CellState) {
        if !isQuoting && needsQuotes { beginQuoting() }
        if isQuoting {
            output.write(Self.quote)
        } else {
            writeSeparator()
            output.write(held)
            isBlank = column == 0 && held.isEmpty
            held.removeAll(keepingCapacity: true)
        }
        isQuoting = false
        column += 1
    }

    mutating func endMissing(_ count: Int) {
        guard count > 0 else { return }
        endValue(.missing)
        if count == 1 { return }
        output.write(delimiter, count: count - 1)
        column += count - 1
        isBlank = false
    }

    mutating func endRecord() {
        if isPadded { endMissing(columnCount - column) }
        if isBlank {
            output.write(Self.quote)
            output.write(Self.quote)
        }
        output.write(UInt8(ascii: "\n"))
        (column, isBlank) = (0, true)
        isFirstRecord = false
    }

    /// Writes whole values many at a time, and the others one by one.
    mutating func take(_ batch: RecordBatch) {
        let isBroken = isConverted && ConvertedText.isBroken(batch.bytes)
        var index = 0
        while index < batch.pieces.count {
            // The first value is checked for a byte order mark.
            if !isBroken && held.isEmpty && !isQuoting && !isFirstValue { writeWhole(batch, &index) }
            if index < batch.pieces.count {
                batch.give(index, to: &self)
                index += 1
            }
        }
    }

    mutating func finish() { output.flush() }

    private static let quote = UInt8(ascii: "\"")

    private var isFirstValue: Bool { isFirstRecord && column == 0 }

    /// Writes from the piece at `index` on, as many values as can take the fast path without being held back.
    private mutating func writeWhole(_ batch: RecordBatch, _ index: inout Int) {
        let (delimiter, columnCount, first) = (delimiter, columnCount, column)
        var done = cexport_progress(pieces: 0, bytes: 0, records: 0, column: first)
        batch.withValues(from: index) { values in
            output.fill { room in
                guard let start = room.baseAddress else { return 0 }
                let output = cexport_output(bytes: start, room: room.count)
                done = cexport_delimited(values, first, columnCount, delimiter, output)
                return done.bytes
            }
        }
        if done.records > 0 { isFirstRecord = false }
        index += done.pieces
        column = done.column
        // The kernel leaves a record of one empty value to `endRecord`.
        isBlank = column == 0
    }

    private var needsQuotes: Bool {
        if isFirstValue && held.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
        let delimiter = delimiter
        return held.contains { $0 == delimiter || $0 == Self.quote || $0 == 10 || $0 == 13 }
    }

    private mutating func beginQuoting() {
        writeSeparator()
        (isQuoting, isBlank) = (true, false)
        output.write(Self.quote)
        let bytes = held
        held.removeAll(keepingCapacity: true)
        bytes.withUnsafeBufferPointer { writeQuoted($0) }
    }

    private mutating func writeSeparator() {
        if column > 0 { output.write(delimiter) }
    }

    private mutating func writeQuoted(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes
        while let index = rest.firstIndex(of: Self.quote) {
            output.write(UnsafeBufferPointer(rebasing: rest[...index]))
            output.write(Self.quote)
            rest = UnsafeBufferPointer(rebasing: rest[(index + 1)...])
        }
        output.write(rest)
    }
}
