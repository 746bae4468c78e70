/// The beginning of a record.
package struct Checkpoint: Sendable, Hashable {
    /// 0-based; the header counts.
    package var record: Int
    /// The offset of its first byte.
    package var byte: Int

    package init(record: Int, byte: Int) { (self.record, self.byte) = (record, byte) }
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
/// A checkpoint is 16 bytes, and 4 more the sum of its cell. So the index is at most 0.0077 % of the source, and 0.0191 %
/// while its memory grows, by half each time.
/// Where that would still be much, cells become twice as large, again and again: no source takes more than `limit`.
package struct RecordIndex: Sendable {
    /// Bytes of a cell, at first.
    package static let interval = 1 << 18
    /// The most checkpoints: 8 MiB of them. They are reached at 128 GiB.
    package static let limit = 1 << 19

    package private(set) var checkpoints: [Checkpoint]
    /// Bytes of a cell.
    package private(set) var interval: Int
    private let limit: Int
    /// Of the bytes of the cells as they were at first, of a source that is followed.
    package var checks = CellChecks()
    /// Records that are known to have ended.
    package private(set) var recordCount = 0
    /// The end of these: behind the last byte that was looked at for them.
    package private(set) var end: Int

    /// Starts with the record that begins at `byte`.
    package init(startingAt byte: Int, interval: Int = Self.interval, limit: Int = Self.limit) {
        checkpoints = [Checkpoint(record: 0, byte: byte)]
        self.interval = interval
        self.limit = limit
        end = byte
    }

    /// Takes up an index that was kept: its checkpoints, of which there is one at least, and the bytes of its cells.
    package init(restoring checkpoints: [Checkpoint], interval: Int) {
        precondition(!checkpoints.isEmpty, "an index without the checkpoint of the first record is restored")
        self.checkpoints = checkpoints
        self.interval = interval
        limit = Self.limit
        (recordCount, end) = (checkpoints[checkpoints.count - 1].record, checkpoints[checkpoints.count - 1].byte)
    }

    /// Learns that `records` at least have ended before the byte at `end`.
    package mutating func count(_ records: Int, endingBefore end: Int) {
        if records >= recordCount { settle(records, at: max(self.end, end)) }
    }

    /// Learns that just `records` have ended of the source, which ends at `end`: what was taken for the last one may have
    /// been cut off there.
    package mutating func settle(_ records: Int, at end: Int) { (recordCount, self.end) = (records, end) }

    /// Takes the next checkpoints: the first records of cells of the first size.
    ///
    /// - Complexity: O(1) each, amortized.
    package mutating func append(_ more: [Checkpoint]) {
        for checkpoint in more {
            // The last one may have been left out.
            if let last = checkpoints.last, cell(of: checkpoint) == cell(of: last) { continue }
            if checkpoints.count == checkpoints.capacity {
                checkpoints.reserveCapacity(checkpoints.count + checkpoints.count / 2 + 16)
            }
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
    package func checkpoint(before record: Int) -> Checkpoint {
        checkpoints[max(0, firstCheckpoint { $0.record > record } - 1)]
    }

    /// A byte before which the first `count` records, as far as they are known, have ended: the next checkpoint, or all
    /// that was looked at. O(log checkpoints).
    package func end(ofRecords count: Int) -> Int {
        let next = firstCheckpoint { $0.record >= count }
        return next < checkpoints.count ? checkpoints[next].byte : end
    }

    /// The place of the first checkpoint of which `isBehind` holds; it holds of all behind that one.
    package func firstCheckpoint(_ isBehind: (Checkpoint) -> Bool) -> Int {
        var (low, high) = (0, checkpoints.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(checkpoints[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
