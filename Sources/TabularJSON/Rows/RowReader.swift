import QuadrilleRuntime
import Tabular
import TabularBytes

/// The text of one row, in memory until the next one is read.
struct RowText {
    /// From the end of the row before to the end of this one; blanks and a comma may be among them.
    var bytes: UnsafeBufferPointer<UInt8>
    /// The place of the first of them in the text.
    var offset: Int
    /// Line feeds between the end of the row before and `offset`.
    var linesBefore = 0
    /// True where the row is longer than the longest that is read whole.
    var isCut = false
}

/// Reads the rows of a table one after the other, each in one piece of memory.
struct RowReader {
    private let store: any ByteStore
    private let longestRow: Int
    private let block: Int
    /// No byte behind it is read.
    private let end: Int
    private var scanner: RowScanner
    private var buffer: ReadBuffer
    /// The place of the buffer's first byte in the text.
    private var base: Int
    /// Bytes of the buffer that are there.
    private var filled = 0
    /// Bytes of rows that were given, and bytes that the scanner has seen.
    private var (given, scanned) = (0, 0)
    /// Bytes that were read from the store.
    private(set) var bytesRead = 0

    /// Begins with the row whose first byte is `offset`.
    init(_ table: JSONTable, at offset: Int, upTo end: Int = .max, _ tuning: JSONTuning) {
        store = table.store
        scanner = table.scanner
        (base, self.end) = (offset, end)
        (block, longestRow) = (tuning.block, max(tuning.block, tuning.longestRow))
        buffer = ReadBuffer(count: tuning.block)
    }

    /// The place of the next row's first byte.
    var offset: Int { base + given }

    /// Passes `count` rows; false where there are not so many.
    mutating func skip(_ count: Int) throws(ReadError) -> Bool {
        var left = count
        while left > 0 {
            let found = scanner.scan(unscanned, limit: left)
            scanned += found.bytes
            left -= found.rows
            given = scanned
            if left == 0 { break }
            if scanner.isEnded { return false }
            guard try fill() else { return left == 1 && scanner.isInsideRow }
        }
        return true
    }

    /// The next row; nil where there is none. The last one of a text that ends early goes as far as the text.
    mutating func next() throws(ReadError) -> RowText? {
        given = scanned
        while true {
            let found = scanner.scan(unscanned, limit: 1)
            scanned += found.bytes
            if found.rows > 0 { return text() }
            if scanner.isEnded { return nil }
            if scanned - given >= longestRow { return try passLongRow() }
            guard try fill() else { return scanner.isInsideRow && scanned > given ? text() : nil }
        }
    }

    private var unscanned: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: buffer.prefix(filled)[scanned...])
    }

    private func text() -> RowText {
        var (first, lines) = (given, 0)
        if scanner.form == .values {
            // Values may have any of these between them.
            while first < scanned, Self.separators.contains(buffer.bytes[first]) {
                if buffer.bytes[first] == 0x0A { lines += 1 }
                first += 1
            }
        }
        return RowText(
            bytes: UnsafeBufferPointer(rebasing: buffer.prefix(scanned)[first...]), offset: base + first,
            linesBefore: lines)
    }

    private static let separators: [UInt8] = [0x20, 0x0A, 0x0D, 0x09, 0x1E, UInt8(ascii: ",")]

    /// Gives the beginning of a row that is too long, and goes to its end.
    private mutating func passLongRow() throws(ReadError) -> RowText {
        var text = text()
        text.isCut = true
        let kept = buffer
        buffer = ReadBuffer(count: block)
        (base, given, scanned, filled) = (base + scanned, 0, 0, 0)
        while try fill() {
            let found = scanner.scan(unscanned, limit: 1)
            scanned += found.bytes
            given = scanned
            if found.rows > 0 || scanner.isEnded { break }
        }
        longRow = kept
        return text
    }

    /// Keeps the memory of a long row that was given.
    private var longRow: ReadBuffer?

    /// Reads more, behind what is left of the current row; false where there is no more.
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
