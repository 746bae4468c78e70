import Tabular

/// Collects where the fields of a chunk lie, some thousand at a time, up to a number of records.
///
/// It knows nothing of whoever gets them, so that the parser's loop is compiled for it alone.
struct BatchSink: FieldSink {
    typealias Piece = RecordBatch.Piece

    /// Pieces in a batch. They and their bytes stay in the nearest caches.
    private static let capacity = 1 << 12

    private final class Storage {
        let pieces = UnsafeMutablePointer<Piece>.allocate(capacity: capacity)

        deinit { pieces.deallocate() }
    }

    private let storage = Storage()
    private let pieces: UnsafeMutablePointer<Piece>
    private var count = 0
    /// It wants a pause at so many pieces; 0 when there are enough records.
    private var limit = Self.pauseCount
    /// Records that are still wanted.
    private(set) var left: Int

    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var offset = 0
    private var elsewhere: [UInt8] = []

    private var recordCount = 0
    private var mostValues = 0
    /// The pieces before the current record's first, and those of them from there that ended no value.
    private var recordStart = 0
    private var continuedCount = 0
    /// Its values in earlier batches.
    private var earlierValues = 0

    /// A pause comes only between two fields, and one may have a piece for every byte: what does not fit is copied.
    private static let pauseCount = capacity - 8

    init(records: Int) {
        left = records
        pieces = storage.pieces
    }

    /// Whether all records that were wanted have ended.
    var isLast: Bool { left == 0 }

    @inline(__always)
    var wantsPause: Bool { count >= limit }

    /// What comes until `give` lies in `chunk`, of which the first byte stands at `offset`, or is copied.
    mutating func begin(_ chunk: UnsafeBufferPointer<UInt8>, at offset: Int) {
        self.chunk = chunk
        self.offset = offset
    }

    /// Gives what was collected, and begins anew.
    mutating func give<Sink: RecordSink>(to sink: inout Sink) {
        let openValues = values
        elsewhere.withUnsafeBufferPointer {
            var batch = RecordBatch(
                bytes: chunk, elsewhere: $0, pieces: UnsafeBufferPointer(start: pieces, count: count))
            batch.recordCount = recordCount
            batch.mostValues = max(mostValues, openValues)
            batch.openValues = openValues
            sink.take(batch)
        }
        chunk = UnsafeBufferPointer(start: nil, count: 0)
        elsewhere.removeAll(keepingCapacity: true)
        (count, recordCount, mostValues, recordStart, continuedCount) = (0, 0, 0, 0, 0)
        earlierValues = openValues
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
        if let base = chunk.baseAddress, first >= base, first < base + chunk.count, count < Self.pauseCount {
            pieces[count] = Piece(start: first - base, count: bytes.count, endsValue: false)
        } else if count >= Self.pauseCount, pieces[count - 1].isElsewhere {
            let last = pieces[count - 1]
            elsewhere.append(contentsOf: bytes)
            pieces[count - 1] = Piece(
                start: last.start, count: last.count + bytes.count, endsValue: false, isElsewhere: true)
            return
        } else {
            pieces[count] = Piece(start: elsewhere.count, count: bytes.count, endsValue: false, isElsewhere: true)
            elsewhere.append(contentsOf: bytes)
        }
        count += 1
        continuedCount += 1
    }

    mutating func endField() {
        pieces[count] = Piece(start: 0, count: 0, endsValue: true)
        count += 1
    }

    @inline(__always)
    mutating func endRecord() {
        pieces[count &- 1].endsRecord = true
        mostValues = max(mostValues, values)
        (recordStart, continuedCount, earlierValues) = (count, 0, 0)
        recordCount &+= 1
        left &-= 1
        if left == 0 { limit = 0 }
    }
}
