import Tabular
import TabularBytes

/// A run of whole records that is audited separately. The index has found where records begin, so that the parts of a source
/// can be audited in any order, and concurrently:
///
///     records    header  1  2  3 | 4  5  6 | 7  8
///     part       first           | later   | later
///
/// The first holds the header and the record whose field count is expected of all others, and is audited before them.
struct AuditPart: Sendable, Hashable {
    var start: Checkpoint
    /// The byte offset after its last byte.
    var end: Int
}

extension RecordIndex {
    /// The source from `start` to `end` in parts of at least `size` bytes but for the last one, the first of which holds
    /// `records` at least.
    ///
    /// - Complexity: O(checkpoints).
    func parts(from start: Int, to end: Int, size: Int, firstHolds records: Int) -> [AuditPart] {
        var parts = [AuditPart(start: Checkpoint(record: 0, byte: start), end: end)]
        for checkpoint in checkpoints where checkpoint.record >= max(1, records) && checkpoint.byte < end {
            let last = parts.count - 1
            guard checkpoint.byte - parts[last].start.byte >= size else { continue }
            parts[last].end = checkpoint.byte
            parts.append(AuditPart(start: checkpoint, end: end))
        }
        return parts
    }
}
