/// Where a record begins.
struct Checkpoint: Sendable, Hashable {
    /// 0-based; the header counts.
    var record: Int
    /// The offset of its first byte.
    var byte: Int
}

/// A sparse index: the first record of every cell, in order. What is between two is parsed when it is wanted.
///
/// Cells are stretches of `interval` bytes, counted from where the first record begins:
///
///     bytes      |aa\nbb\ncc|c\ndd\nee\n|ff…ffffff|fff\ngg\nhh|
///     first        aa           dd        ff          gg
///
/// From the checkpoint before a record to the record itself it is less than one interval: both begin in the same cell.
/// Inside a record that is longer than that there is nothing to begin at.
///
/// A checkpoint is 16 bytes, and so the index is at most 0.0061 % of the source, and 0.0183 % while its memory grows.
/// Where that would still be much, cells become twice as large, again and again: no source takes more than `limit`.
struct RecordIndex: Sendable {
    /// Bytes of a cell, at first.
    static let interval = 1 << 18
    /// The most checkpoints: 8 MiB of them. They are reached at 128 GiB.
    static let limit = 1 << 19

    private(set) var checkpoints: [Checkpoint]
    /// Bytes of a cell.
    private(set) var interval: Int
    private let limit: Int
    /// Records that are known to have ended.
    var recordCount = 0

    /// Starts with the record that begins at `byte`.
    init(startingAt byte: Int, interval: Int = Self.interval, limit: Int = Self.limit) {
        checkpoints = [Checkpoint(record: 0, byte: byte)]
        self.interval = interval
        self.limit = limit
    }

    /// Takes up an index that was kept: its checkpoints, of which there is one at least, and the bytes of its cells.
    init(restoring checkpoints: [Checkpoint], interval: Int) {
        precondition(!checkpoints.isEmpty, "an index without the checkpoint of the first record is restored")
        self.checkpoints = checkpoints
        self.interval = interval
        limit = Self.limit
        recordCount = checkpoints[checkpoints.count - 1].record
    }

    /// Takes the next checkpoints: the first records of cells of the first size.
    ///
    /// - Complexity: O(1) each, amortized.
    mutating func append(_ more: [Checkpoint]) {
        for checkpoint in more {
            // The last one may have been left out.
            if let last = checkpoints.last, cell(of: checkpoint) == cell(of: last) { continue }
            checkpoints.append(checkpoint)
            while checkpoints.count > limit { thin() }
        }
    }

    private func cell(of checkpoint: Checkpoint) -> Int { (checkpoint.byte - checkpoints[0].byte) / interval }

    /// Makes the cells twice as large.
    private mutating func thin() {
        interval *= 2
        var kept = [checkpoints[0]]
        for checkpoint in checkpoints.dropFirst() where cell(of: checkpoint) != cell(of: kept[kept.count - 1]) {
            kept.append(checkpoint)
        }
        checkpoints = kept
    }

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
