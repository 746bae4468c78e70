/// Where a record begins.
struct Checkpoint: Sendable, Hashable {
    /// 0-based; the header counts.
    var record: Int
    /// The offset of its first byte.
    var byte: Int
}

/// A sparse index: one checkpoint every so many bytes, in order. What is between two is parsed when it is wanted.
struct RecordIndex: Sendable {
    /// Bytes between two checkpoints, at least. 16 bytes every 128 KiB are 0.012 % of the file.
    static let interval = 1 << 17

    private(set) var checkpoints: [Checkpoint]
    /// Records that are known to have ended.
    var recordCount = 0

    /// Starts with the record that begins at `byte`.
    init(startingAt byte: Int) { checkpoints = [Checkpoint(record: 0, byte: byte)] }

    mutating func append(_ more: [Checkpoint]) { checkpoints.append(contentsOf: more) }

    /// The last checkpoint at or before `record`. O(log checkpoints).
    func checkpoint(before record: Int) -> Checkpoint {
        var low = 0
        var high = checkpoints.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if checkpoints[middle].record <= record { low = middle } else { high = middle }
        }
        return checkpoints[low]
    }
}

/// Finds all records and sets the checkpoints: the fast pass over a whole source, fed block by block.
struct IndexPass: Sendable {
    private var scanner: RecordScanner
    private let interval: Int
    private var nextCheckpoint: Int
    private(set) var offset: Int
    private(set) var recordCount = 0

    init(_ special: SpecialBytes, startingAt offset: Int, interval: Int = RecordIndex.interval) {
        scanner = RecordScanner(special)
        self.interval = interval
        self.offset = offset
        nextCheckpoint = offset + interval
    }

    /// Scans the next bytes; the checkpoints set in them.
    mutating func scan(_ block: UnsafeBufferPointer<UInt8>) -> [Checkpoint] {
        var checkpoints: [Checkpoint] = []
        var rest = block
        while !rest.isEmpty {
            let isDue = offset >= nextCheckpoint
            // Up to where the next one is due, and then to the next record's first byte.
            let part = isDue ? rest : UnsafeBufferPointer(rebasing: rest.prefix(nextCheckpoint - offset))
            let limit = !isDue ? Int.max : scanner.isInsideRecord ? 1 : 0
            let (bytes, records) = scanner.scan(part, limit: limit)
            offset += bytes
            recordCount += records
            rest = UnsafeBufferPointer(rebasing: rest[bytes...])
            if isDue && scanner.state == .recordStart && !rest.isEmpty {
                checkpoints.append(Checkpoint(record: recordCount, byte: offset))
                nextCheckpoint = offset + interval
            }
        }
        return checkpoints
    }

    /// The source ended: so did its last record.
    mutating func finish() {
        if scanner.isInsideRecord { recordCount += 1 }
    }
}
