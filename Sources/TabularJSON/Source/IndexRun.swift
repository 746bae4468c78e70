import QuadrilleRuntime
import Tabular
import TabularBytes

/// The run of a pass through a text, segment by segment, with helpers on other threads.
///
///     segments      0      1      2      3      4
///     this thread   exact         ahead         …
///     a helper             ahead        ahead
///
/// Only this thread knows the true state. It accepts the stretches that were scanned ahead, which hold for any state before
/// them. The few that do not are scanned again, so the result is that of one thread. In texts whose rows cannot be found from
/// any byte on, this thread scans all.
struct IndexRun {
    /// Nanoseconds that the pass waits at a time for a text that is still arriving: closing is noticed after so long.
    private static let patience: UInt64 = 500_000_000

    private let reader: JSONReader
    private let store: any ByteStore
    private(set) var pass: RowIndexing
    /// Nil where rows cannot be found from any byte on.
    private let segments: SegmentScanner?
    private let buffer: ReadBuffer
    private var clock: PublicationClock
    /// Rows that were published.
    private var published: Int
    private var hasHelpers = false

    init(_ reader: JSONReader, _ pass: RowIndexing) {
        (self.reader, self.pass, published) = (reader, pass, pass.rowCount)
        store = reader.table.store
        segments = RowStretch.isPossible(for: pass.scanner) ? SegmentScanner(reader, pass) : nil
        buffer = ReadBuffer(count: reader.tuning.block)
        clock = PublicationClock(interval: reader.tuning.publication)
    }

    /// True where more rows were found than published.
    var isBehind: Bool { pass.rowCount > published }

    /// Runs to the end of the rows, or until the reader is closed. `publish` receives the pass whenever it has found rows to
    /// show.
    mutating func finish(publish: (RowIndexing) -> Void) throws(ReadError) {
        guard let segments else {
            _ = try scan(to: .max, publish)
            return
        }
        defer { segments.work.cancel() }
        var number = 0
        var isAtEnd = try scan(to: segments.start(of: 0), publish)
        while !isAtEnd && !reader.isClosed {
            segments.extend(to: store.length.known)
            if !hasHelpers && segments.work.waiting > 1 { startHelpers(segments) }
            if !segments.work.claim() { try take(nextResult(of: segments), publish) }
            number += 1
            isAtEnd = try scan(to: segments.start(of: number), publish)
        }
    }

    private mutating func startHelpers(_ segments: SegmentScanner) {
        hasHelpers = true
        for helper in 1..<max(1, reader.tuning.threads) {
            reader.tuning.background.pool.submit(.help, priority: reader.priority, refused: .drop) {
                segments.help(leavingProcessor: helper == 1)
            }
        }
    }

    /// The result of the next segment, which a helper scans; until it is ready this thread scans others.
    private func nextResult(of segments: SegmentScanner) -> [RowStretch] {
        while true {
            if let result = segments.work.take() { return result }
            guard let number = segments.work.next() else { return segments.work.waitToTake() ?? [] }
            segments.scan(number, buffer)
        }
    }

    private mutating func take(
        _ stretches: [RowStretch], _ publish: (RowIndexing) -> Void
    ) throws(ReadError) {
        for stretch in stretches where !reader.isClosed && !pass.isEnded {
            if let checkpoints = pass.append(stretch) {
                keep(checkpoints)
            } else {
                _ = try scan(to: stretch.end, publish)
            }
        }
        publishIfDue(publish)
    }

    /// Scans up to `end`, waiting for bytes still to arrive; true where the rows end there or before.
    private mutating func scan(to end: Int, _ publish: (RowIndexing) -> Void) throws(ReadError) -> Bool {
        while pass.offset < end && !pass.isEnded && !reader.isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - pass.offset))
            let count = try store.read(into: room, at: pass.offset)
            if count > 0 {
                keep(pass.scan(buffer.prefix(count)))
            } else {
                let deadline = isBehind ? clock.due : monotonicNow() + Self.patience
                let length = try store.wait(beyond: pass.offset, deadline: deadline)
                if length.isComplete && length.known <= pass.offset { return true }
                segments?.extend(to: length.known)
            }
            publishIfDue(publish)
        }
        return pass.isEnded
    }

    private mutating func keep(_ checkpoints: [Checkpoint]) {
        let sums = pass.takeSums()
        reader.state.withLock(wakes: false) { state in
            state.index.append(checkpoints)
            for (cell, sum) in sums { state.index.checks.note(sum, of: cell) }
            state.index.count(pass.rowCount, endingBefore: pass.offset)
        }
    }

    private mutating func publishIfDue(_ publish: (RowIndexing) -> Void) {
        guard isBehind && clock.isDue() else { return }
        publish(pass)
        published = pass.rowCount
    }
}

/// A scanner of segments for the rows that end in them: stretches of whole intervals that each helper reads on its own.
private final class SegmentScanner: Sendable {
    /// The number of segments that helpers may be ahead, for each thread.
    private static let ahead = 4

    let work: OrderedWork<[RowStretch]>
    private let reader: JSONReader
    /// The pass as it began.
    private let pass: RowIndexing
    /// The beginning of the first segment, and the bytes of each.
    private let base: Int
    private let length: Int

    init(_ reader: JSONReader, _ pass: RowIndexing) {
        (self.reader, self.pass) = (reader, pass)
        length = max(1, reader.tuning.segment / pass.interval) * pass.interval
        base = pass.start + (pass.offset - pass.start + pass.interval - 1) / pass.interval * pass.interval
        work = OrderedWork(count: 0, ahead: Self.ahead * max(1, reader.tuning.threads))
    }

    func start(of number: Int) -> Int { base + number * length }

    /// Extends the known part of the text to `end`.
    func extend(to end: Int) { work.extend(to: max(0, end - base) / length) }

    /// Scans segments as long as there are any; one helper leaves its processor to scrolling.
    func help(leavingProcessor: Bool) {
        let buffer = ReadBuffer(count: reader.tuning.block)
        while let number = work.waitForNext() {
            scan(number, buffer)
            if leavingProcessor {
                reader.tuning.background.scrolling.leaveProcessor(unless: Cancellation { [reader] in reader.isClosed })
            }
        }
    }

    /// Scans one segment; stops at a read error, which the pass will hit when it gets there.
    func scan(_ number: Int, _ buffer: ReadBuffer) {
        let end = start(of: number + 1)
        var segment = SegmentRows(of: pass, at: start(of: number))
        while segment.offset < end && !reader.isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - segment.offset))
            guard let count = try? reader.table.store.read(into: room, at: segment.offset), count > 0 else { break }
            segment.scan(buffer.prefix(count))
        }
        work.put(segment.stretches, of: number)
    }
}
