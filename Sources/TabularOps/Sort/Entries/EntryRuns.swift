import Glibc
import Synchronization
import Tabular

/// A sorted part of the rows: in memory, or in a file.
struct EntryRun: Sendable {
    /// In a run in a file, one in this many entries stays in memory as a sample.
    static let sampleStride = 512

    let count: Int
    let packing: EntryPacking
    /// Nil once they are in the file.
    fileprivate(set) var entries: PackedEntries?
    /// The byte offset of the run in the file.
    fileprivate(set) var offset = 0
    fileprivate(set) var samples: [SortEntry] = []

    fileprivate init(_ entries: PackedEntries) {
        (count, packing, self.entries) = (entries.count, entries.packing, entries)
    }

    /// A sample of the entries.
    var someEntries: [SortEntry] {
        guard let entries else { return samples }
        return stride(from: 0, to: count, by: Self.sampleStride).map { entries[$0] }
    }

    /// Returns the number of entries before `bound` in a run in memory; all for nil. O(log entries).
    func count(before bound: SortEntry?) -> Int {
        guard let bound, let entries else { return count }
        return entries.count(before: bound)
    }
}

/// The sorted runs of several threads: in memory within a limit, and beyond it in a single unnamed temporary file, which
/// disappears with the process.
final class EntryRuns: Sendable {
    private struct State: Sendable {
        var runs: [EntryRun] = []
        var file: SpillFile?
        var written = 0
        /// The bytes of runs in memory: the current number, and the maximum.
        var held = 0
        var mostHeld = 0
        var scratch: [EntryBuffer] = []
    }

    private let state = Mutex(State())
    /// The limit for bytes of runs in memory.
    private let memory: Int
    private let source: LargeMemory
    private let makeFile: @Sendable () throws(ReadError) -> SpillFile

    init(
        memory: Int, from source: LargeMemory = .system,
        makeFile: @escaping @Sendable () throws(ReadError) -> SpillFile
    ) {
        (self.memory, self.source) = (memory, source)
        self.makeFile = makeFile
    }

    var runs: [EntryRun] { state.withLock { $0.runs } }

    /// The number of bytes in the file.
    var spilledBytes: Int { state.withLock { $0.written } }

    /// The maximum number of bytes of runs in memory at once.
    var heldBytes: Int { state.withLock { $0.mostHeld } }

    /// Lends memory for `count` entries, which may be reused.
    func withScratch<Value>(
        count: Int, _ body: (EntryBuffer) throws(ReadError) -> Value
    ) throws(ReadError) -> Value {
        let scratch = try borrow(count: count)
        defer { giveBack(scratch) }
        return try body(scratch)
    }

    /// The same, until the buffer is returned.
    func borrow(count: Int) throws(ReadError) -> EntryBuffer {
        let known = state.withLock { $0.scratch.popLast() }
        if let known, known.entries.count >= count { return known }
        // Spare capacity, since the next part may have a few more entries.
        return try EntryBuffer(count: count + count / 8, from: source)
    }

    func giveBack(_ scratch: EntryBuffer) { state.withLock { $0.scratch.append(scratch) } }

    /// Frees the scratch memory after the last run.
    func endRuns() { state.withLock { $0.scratch = [] } }

    /// Stores sorted entries; the caller may reuse their memory.
    func put(_ entries: UnsafeMutableBufferPointer<SortEntry>) throws(ReadError) {
        let packed = try PackedEntries(entries, from: source)
        let failure: ReadError? = state.withLock { state in
            state.runs.append(EntryRun(packed))
            state.held += packed.bytes.count
            state.mostHeld = max(state.mostHeld, state.held)
            guard state.file != nil || state.held > memory else { return nil }
            do throws(ReadError) {
                if state.file == nil { state.file = try makeFile() }
                guard let file = state.file else { return nil }
                for index in state.runs.indices { try Self.write(&state.runs[index], to: file, at: &state.written) }
                state.held = 0
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }

    private static func write(_ run: inout EntryRun, to file: SpillFile, at end: inout Int) throws(ReadError) {
        guard let entries = run.entries else { return }
        run.samples = run.someEntries
        run.offset = end
        let (count, failure) = file.write(entries.bytes, at: end)
        end += count
        if let failure { throw failure }
        run.entries = nil
    }

    /// Copies the entries of `run` from `lower` on and before `upper` to `target`, which has room; returns their number.
    func copy(
        _ run: EntryRun, from lower: SortEntry?, before upper: SortEntry?,
        to target: UnsafeMutablePointer<SortEntry>
    ) throws(ReadError) -> Int {
        if let entries = run.entries {
            let first = lower.map { run.count(before: $0) } ?? 0
            let last = run.count(before: upper)
            entries.unpack(first..<last, to: target)
            return last - first
        }
        let range = Self.range(of: run, from: lower, before: upper)
        guard !range.isEmpty, let file = state.withLock({ $0.file }) else { return 0 }
        let (whole, packed) = (MemoryLayout<SortEntry>.stride, run.packing.stride)
        // Reads to the end of the target, which has room for them unpacked.
        let read = UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(target) + range.count * (whole - packed), count: range.count * packed)
        try file.readFully(into: read, at: run.offset + range.lowerBound * packed)
        guard let base = UnsafeRawPointer(read.baseAddress) else { return 0 }
        let first = lower.map { run.packing.count(of: range.count, at: base, before: $0) } ?? 0
        let last = upper.map { run.packing.count(of: range.count, at: base, before: $0) } ?? range.count
        run.packing.unpack(first..<last, at: base, to: target)
        return last - first
    }

    /// Returns the maximum number of entries that `copy` needs room for.
    func room(_ run: EntryRun, from lower: SortEntry?, before upper: SortEntry?) -> Int {
        if run.entries != nil { return run.count(before: upper) - (lower.map { run.count(before: $0) } ?? 0) }
        return Self.range(of: run, from: lower, before: upper).count
    }

    /// The entries of a run in a file that include those from `lower` on and before `upper`, according to its samples.
    private static func range(of run: EntryRun, from lower: SortEntry?, before upper: SortEntry?) -> Range<Int> {
        func samples(before bound: SortEntry) -> Int {
            var (low, high) = (0, run.samples.count)
            while low < high {
                let middle = (low + high) / 2
                if run.samples[middle] < bound { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let first = (lower.map { max(0, samples(before: $0) - 1) } ?? 0) * EntryRun.sampleStride
        let last = (upper.map { samples(before: $0) } ?? run.samples.count) * EntryRun.sampleStride
        return first..<max(first, min(run.count, last))
    }
}
