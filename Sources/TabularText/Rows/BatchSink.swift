import CScan
import Tabular

/// A collector of the fields of a chunk, some thousand at a time, up to a number of records.
///
/// It does not know their receiver, so that the parser's loop is compiled only once.
struct BatchSink: FieldSink {
    typealias Piece = RecordBatch.Piece

    private let storage = PieceBuffer()
    private let pieces: UnsafeMutablePointer<Piece>
    private var count = 0
    /// The number of pieces at which it wants a pause; 0 when there are enough records.
    private var limit = Self.pauseCount
    /// Records that are still wanted.
    private(set) var left: Int

    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var offset = 0
    private var elsewhere: [UInt8] = []
    private var runs: [RecordBatch.Run] = []

    private var recordCount = 0
    private var mostValues = 0
    /// The pieces before the current record's first, and the pieces from there on that ended no value.
    private var recordStart = 0
    private var continuedCount = 0
    /// Its values in earlier batches.
    private var earlierValues = 0

    private var separators: RecordBatch.Separators?
    /// Values of the last ended record: usually the next has as many.
    private var usual = 1
    private var leastValues = Int.max

    /// A pause comes only between two fields, and one may have a piece for every byte: excess pieces are copied. The kernel
    /// that finds many fields needs some room.
    private static let pauseCount = PieceBuffer.capacity - Int(CSCAN_FIELD_ROOM)

    init(records: Int) {
        left = records
        // A piece is its bits.
        pieces = UnsafeMutableRawPointer(storage.pieces).assumingMemoryBound(to: Piece.self)
    }

    /// A Boolean value that indicates whether the collected pieces must be delivered before there is room for more.
    var isFull: Bool { count >= Self.pauseCount }

    /// A Boolean value that indicates whether all records that were wanted have ended.
    var isLast: Bool { left == 0 }

    @inline(__always)
    var wantsPause: Bool { count >= limit }

    /// Requests so many more records.
    mutating func want(records: Int) {
        left = records
        limit = records == 0 ? 0 : Self.pauseCount
    }

    /// Begins `chunk`, which starts at `offset`: all bytes until `give` lie in it, or are copied.
    mutating func begin(_ chunk: UnsafeBufferPointer<UInt8>, at offset: Int) {
        self.chunk = chunk
        self.offset = offset
    }

    /// Delivers the collected pieces to `sink`, and begins the next batch.
    mutating func give<Sink: RecordSink>(to sink: inout Sink) {
        let openValues = values
        elsewhere.withUnsafeBufferPointer { elsewhere in
            runs.withUnsafeBufferPointer { runs in
                var batch = RecordBatch(
                    bytes: chunk, elsewhere: elsewhere, pieces: UnsafeBufferPointer(start: pieces, count: count))
                batch.offset = offset
                batch.runs = runs
                batch.recordCount = recordCount
                batch.mostValues = max(mostValues, openValues)
                batch.openValues = openValues
                batch.leastValues = leastValues
                batch.separators = separators
                batch.wholeBytes = wholeBytes
                sink.take(batch)
            }
        }
        chunk = UnsafeBufferPointer(start: nil, count: 0)
        elsewhere.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        (count, recordCount, mostValues, recordStart, continuedCount) = (0, 0, 0, 0, 0)
        leastValues = .max
        earlierValues = openValues
    }

    /// The bytes from the first piece that ends a value to the last: a value of several pieces that ends first may have begun
    /// in an earlier batch, and one that does not end continues in a later one.
    private var wholeBytes: Range<Int> {
        let found = UnsafeBufferPointer(start: pieces, count: count)
        guard let firstEnd = found.firstIndex(where: { $0.endsValue }),
            let lastEnd = found.lastIndex(where: { $0.endsValue })
        else { return 0..<0 }
        let whole = found[firstEnd...lastEnd]
        let hasBytes = { (piece: Piece) in piece.count > 0 && !piece.isElsewhere }
        guard let first = whole.first(where: hasBytes), let last = whole.last(where: hasBytes) else { return 0..<0 }
        return first.start..<last.start + last.count
    }

    /// Values of the current record.
    private var values: Int { earlierValues &+ count &- recordStart &- continuedCount }

    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        pieces[count] = Piece(start: offset &- self.offset, count: bytes.count, endsValue: true)
        count &+= 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        guard let first = bytes.baseAddress, !bytes.isEmpty else { return }
        // A byte of an earlier chunk may be delivered as an equal byte of this one.
        let distance = offset - self.offset
        if let base = chunk.baseAddress, first >= base, first < base + chunk.count, first - base == distance,
            count < Self.pauseCount
        {
            pieces[count] = Piece(start: distance, count: bytes.count, endsValue: false)
            count += 1
            continuedCount += 1
        } else {
            copy(bytes, at: distance)
        }
    }

    /// Copies bytes that are `distance` after the chunk's first one, or before it: into the piece before them when there is no
    /// room for another.
    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, at distance: Int) {
        runs.append(RecordBatch.Run(start: elsewhere.count, distance: distance))
        if count >= Self.pauseCount, pieces[count - 1].isElsewhere {
            let last = pieces[count - 1]
            pieces[count - 1] = Piece(
                start: last.start, count: last.count + bytes.count, endsValue: false, isElsewhere: true)
        } else {
            pieces[count] = Piece(start: elsewhere.count, count: bytes.count, endsValue: false, isElsewhere: true)
            count += 1
            continuedCount += 1
        }
        elsewhere.append(contentsOf: bytes)
    }

    mutating func endField() { endField(at: offset) }

    mutating func endField(at end: Int) {
        let distance = end - offset
        // No piece of this chunk can express that an empty value is located in an earlier one.
        if distance < 0 && (count == 0 || pieces[count - 1].endsValue) {
            copy(UnsafeBufferPointer(start: nil, count: 0), at: distance)
        }
        pieces[count] = Piece(start: max(0, distance), count: 0, endsValue: true)
        count += 1
    }

    @inline(__always)
    mutating func endRecord() {
        pieces[count &- 1].endsRecord = true
        noteRecord(of: values)
        (recordStart, continuedCount, earlierValues) = (count, 0, 0)
        recordCount &+= 1
        left &-= 1
        if left == 0 { limit = 0 }
    }

    @inline(__always)
    private mutating func noteRecord(of values: Int) {
        usual = values
        mostValues = max(mostValues, values)
        leastValues = min(leastValues, values)
    }

    // MARK: - Many fields at once

    static var takesMany: Bool { true }

    mutating func takeMany(in range: Range<Int>, _ special: SpecialBytes, _ state: inout ParserState) -> Int {
        guard let base = chunk.baseAddress else { return 0 }
        separators = RecordBatch.Separators(
            delimiter: special.delimiter, quote: special.isQuoting ? special.quote : nil)
        var fields = cscan_fields()
        (fields.start, fields.limit, fields.splits_doubled) = (range.lowerBound - offset, left, true)
        let room = PieceBuffer.capacity - count
        cscan_split(base, range.upperBound - offset, cscan_dialect(special), &fields, storage.pieces + count, room)
        guard fields.pieces > 0 else { return 0 }
        let first = count
        count += fields.pieces
        countRecords(fields.records, parts: fields.parts, from: first)
        state = fields.state(in: chunk)
        return fields.start - (range.lowerBound - offset)
    }

    /// Counts the records that end in the pieces from `first` on, of which `parts` end no value.
    private mutating func countRecords(_ records: Int, parts: Int, from first: Int) {
        recordCount += records
        left -= records
        let before = (recordStart, continuedCount, earlierValues, usual, mostValues, leastValues)
        if countLikeBefore(from: first) == (records, parts) { return }
        (recordStart, continuedCount, earlierValues, usual, mostValues, leastValues) = before
        _ = countOneByOne(from: first)
    }

    /// Counts records on the assumption that each has as many pieces as the one before had values. None is missed if all
    /// records and parts are found.
    private mutating func countLikeBefore(from first: Int) -> (records: Int, parts: Int) {
        var (records, parts) = (0, 0)
        var index = first
        while index < count {
            let width = usual
            var end = recordStart &+ continuedCount &+ width &- earlierValues
            if end > index && end <= count && pieces[end &- 1].endsRecord {
                repeat {
                    records &+= 1
                    index = end
                    end &+= width
                } while end <= count && pieces[end &- 1].endsRecord
                noteRecord(of: width)
                (recordStart, continuedCount, earlierValues) = (index, 0, 0)
            }
            let next = countOneByOne(from: index, records: 1)
            records &+= next.records
            parts &+= next.parts
            index = next.end
        }
        return (records, parts)
    }

    /// Counts up to `records` records piece by piece; returns their number, their parts, and the end.
    @inline(never)
    private mutating func countOneByOne(
        from first: Int, records: Int = .max
    ) -> (records: Int, parts: Int, end: Int) {
        var (found, parts) = (0, 0)
        for index in first..<count {
            if !pieces[index].endsValue {
                continuedCount += 1
                parts += 1
            }
            guard pieces[index].endsRecord else { continue }
            noteRecord(of: earlierValues + index + 1 - recordStart - continuedCount)
            (recordStart, continuedCount, earlierValues) = (index + 1, 0, 0)
            found += 1
            if found == records { return (found, parts, index + 1) }
        }
        return (found, parts, count)
    }
}
