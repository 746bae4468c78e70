import Glibc
import Tabular

/// A stretch of whole records that is audited by itself. The index has found where records begin, so that the parts of a
/// source can be audited in any order, and at once:
///
///     records    header  1  2  3 | 4  5  6 | 7  8
///     part       first           | later   | later
///
/// The first holds the header and the record that all others are measured against, and comes before the others.
struct AuditPart: Sendable, Hashable {
    var start: Checkpoint
    /// Behind its last byte.
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

/// Parts that are given out in order and come back in any.
final class AuditQueue: Sendable {
    typealias Result = Swift.Result<AuditFindings, ReadError>

    private struct State: Sendable {
        var given = 0
        var taken = 0
        var results: [Int: Result] = [:]
    }

    private let parts: [AuditPart]
    private let state = Monitor(State())

    init(_ parts: [AuditPart]) { self.parts = parts }

    /// The next part to audit, with its number; nil when there is none.
    func next() -> (number: Int, part: AuditPart)? {
        state.withLock(wakes: false) { state in
            guard state.given < parts.count else { return nil }
            state.given += 1
            return (state.given - 1, parts[state.given - 1])
        }
    }

    /// Gives out no more parts.
    func cancel() { state.withLock(wakes: false) { $0.given = parts.count } }

    func put(_ result: Result, of number: Int) { state.withLock { $0.results[number] = result } }

    /// The result of the next part in order; nil when it has not come back.
    func take() -> Result? { state.withLock(wakes: false) { Self.take(&$0) } }

    /// Like `take`, once it has come back.
    func waitToTake() -> Result? { state.wait(until: { $0.results[$0.taken] != nil }, then: { Self.take(&$0) }) }

    private static func take(_ state: inout State) -> Result? {
        guard let result = state.results.removeValue(forKey: state.taken) else { return nil }
        state.taken += 1
        return result
    }
}

/// How many threads audit a source: one for each processor, though a disk is kept busy by a few.
func auditThreadCount() -> Int { min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
