/// The beginning of a record.
package struct Checkpoint: Sendable, Hashable {
    /// 0-based; the header counts.
    package var record: Int
    /// The offset of its first byte.
    package var byte: Int

    package init(record: Int, byte: Int) { (self.record, self.byte) = (record, byte) }
}

/// A sparse index: the first record of every interval, in order. Records between two are parsed on demand.
///
/// Intervals are stretches of `interval` bytes, counted from the beginning of the first record:
///
///     bytes      |aa\nbb\ncc|c\ndd\nee\n|ff…ffffff|fff\ngg\nhh|
///     first        aa           dd        ff          gg
///
/// From the checkpoint before a record to the record itself it is less than one interval: both begin in the same one. Inside a
/// record that is longer than that there is no checkpoint.
///
/// A checkpoint is 16 bytes, and the sum of its interval 4 more. So the index is at most 0.0077 % of the source, and 0.0191 %
/// while its memory grows, by half each time. Where that would still be much, intervals double, again and again: no source
/// exceeds `limit`.
package struct RecordIndex: Sendable {
    /// Bytes of an interval, at first.
    package static let interval = 1 << 18
    /// The most checkpoints: 8 MiB of them. They are reached at 128 GiB.
    package static let limit = 1 << 19

    package private(set) var checkpoints: [Checkpoint]
    /// Bytes of an interval.
    package private(set) var interval: Int
    private let limit: Int
    /// The checksums of the intervals of the first size, in a source that is followed.
    package var checks = CellChecks()
    /// Records that are known to have ended.
    package private(set) var recordCount = 0
    /// The end of these: the offset after the last byte that was searched for them.
    package private(set) var end: Int

    /// Starts with the record that begins at `byte`.
    package init(startingAt byte: Int, interval: Int = Self.interval, limit: Int = Self.limit) {
        checkpoints = [Checkpoint(record: 0, byte: byte)]
        self.interval = interval
        self.limit = limit
        end = byte
    }

    /// Restores a stored index: its checkpoints, at least one, and the bytes of its intervals.
    package init(restoring checkpoints: [Checkpoint], interval: Int) {
        precondition(!checkpoints.isEmpty, "an index without the checkpoint of the first record is restored")
        self.checkpoints = checkpoints
        self.interval = interval
        limit = Self.limit
        (recordCount, end) = (checkpoints[checkpoints.count - 1].record, checkpoints[checkpoints.count - 1].byte)
    }

    /// Records that at least `records` have ended before the byte at `end`.
    package mutating func count(_ records: Int, endingBefore end: Int) {
        if records >= recordCount { settle(records, at: max(self.end, end)) }
    }

    /// Records that exactly `records` have ended in the source, which ends at `end`: the supposed last one may have been cut
    /// off there.
    package mutating func settle(_ records: Int, at end: Int) { (recordCount, self.end) = (records, end) }

    /// Appends the next checkpoints: the first records of intervals of the first size.
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

    /// Doubles the intervals.
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

    /// A byte before which the first `count` records, as far as they are known, have ended: the next checkpoint, or the end of
    /// the searched bytes. O(log checkpoints).
    package func end(ofRecords count: Int) -> Int {
        let next = firstCheckpoint { $0.record >= count }
        return next < checkpoints.count ? checkpoints[next].byte : end
    }

    /// The index of the first checkpoint for which `isBehind` holds; it holds for all later ones.
    package func firstCheckpoint(_ isBehind: (Checkpoint) -> Bool) -> Int {
        var (low, high) = (0, checkpoints.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(checkpoints[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
