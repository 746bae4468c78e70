import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

/// The run of a pass through a source, segment by segment, with helpers on other threads.
///
///     segments      0      1      2      3      4
///     this thread   exact         guess         …
///     a helper             guess         guess
///
/// Only this thread knows the true state. It accepts the findings from a guess as far as that was right: the stretches that
/// began in the state that the pass has reached. The others are scanned again. So the result is that of one thread, whatever
/// was guessed; where all guesses are wrong, it takes as long.
struct IndexRun {
    private let reader: TextReader
    private let store: any ByteStore
    private let repairs: RepairedQuotes
    private let judge: QuoteRepairing<ReadError>
    private(set) var pass: IndexPass
    private let segments: SegmentScanner
    private let buffer: ReadBuffer
    private var clock: PublicationClock
    /// A Boolean value that indicates whether there are unpublished findings.
    private var isBehind = false
    private var hasHelpers = false

    init(_ reader: TextReader, _ table: OpenTable, _ pass: IndexPass) {
        self.reader = reader
        self.pass = pass
        (store, repairs) = (table.store, table.repairs)
        judge = QuoteRepairing(reader, table)
        segments = SegmentScanner(reader, store, pass)
        buffer = ReadBuffer(count: reader.tuning.passBlock)
        clock = PublicationClock(interval: reader.tuning.publication)
    }

    /// Runs to the end of the source, or until the reader is closed. `publish` receives the progress.
    mutating func finish(publish: ((done: Int, total: Int)) -> Void) throws(ReadError) {
        defer { segments.work.cancel() }
        let overtaken = try pass.settleDoubts(judge, repairs)
        if overtaken > 0 { reader.state.withLock(wakes: false) { $0.work.overtakenRepairs += overtaken } }
        var number = 0
        var isAtEnd = try scanRepairing(to: segments.start(of: 0), publish)
        while !isAtEnd && !reader.isClosed {
            segments.extend(to: store.length.known)
            if !hasHelpers && segments.work.waiting > 1 { startHelpers() }
            if !segments.work.claim() { try take(nextResult(), publish) }
            number += 1
            isAtEnd = try scanRepairing(to: segments.start(of: number), publish)
            segments.wasQuoted.store(pass.scanner.state == .quoted, ordering: .relaxed)
        }
    }

    /// Runs likewise; where the source ends in quotes that need repair, past these too.
    private mutating func scanRepairing(
        to end: Int, _ publish: ((done: Int, total: Int)) -> Void
    ) throws(ReadError) -> Bool {
        var isAtEnd = try scan(to: end, publish)
        while isAtEnd, !reader.isClosed, try pass.repairEnd(judge, repairs, mayGoOn: store.isFollowed) {
            isAtEnd = try scan(to: .max, publish)
        }
        return isAtEnd
    }

    private mutating func startHelpers() {
        hasHelpers = true
        for helper in 1..<max(1, reader.tuning.threads) {
            reader.tuning.background.pool.submit(.help, priority: reader.priority, refused: .drop) { [segments] in
                segments.help(leavingProcessor: helper == 1)
            }
        }
    }

    /// The result of the next segment, which a helper scans; until it is ready this thread scans others.
    private func nextResult() -> [Stretch] {
        while true {
            if let result = segments.work.take() { return result }
            guard let number = segments.work.next() else { return segments.work.waitToTake() ?? [] }
            segments.scan(number, buffer)
        }
    }

    private mutating func take(
        _ stretches: [Stretch], _ publish: ((done: Int, total: Int)) -> Void
    ) throws(ReadError) {
        for stretch in stretches {
            if pass.offset < stretch.start { _ = try scan(to: stretch.start, publish) }
            // Closed, or the source has ended before.
            guard pass.offset == stretch.start else { return }
            if stretch.stateBefore == pass.scanner.state && !stretch.isOdd {
                keep(pass.append(stretch).map { [$0] } ?? [])
            } else {
                _ = try scan(to: stretch.end, publish)
            }
        }
        publishIfDue(publish)
    }

    /// Scans up to `end`, waiting for bytes still to arrive; true where the source ended there or before.
    private mutating func scan(
        to end: Int, _ publish: ((done: Int, total: Int)) -> Void
    ) throws(ReadError) -> Bool {
        while pass.offset < end && !reader.isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - pass.offset))
            let count = try store.read(into: room, at: pass.offset)
            if count > 0 {
                keep(try pass.scan(buffer.prefix(count), repairing: judge, repairs))
            } else {
                let length = try store.wait(beyond: pass.offset, deadline: isBehind ? clock.due : .max)
                if length.isComplete && length.known <= pass.offset { return true }
                segments.extend(to: length.known)
            }
            publishIfDue(publish)
        }
        return false
    }

    private mutating func keep(_ checkpoints: [Checkpoint]) {
        isBehind = true
        let sums = pass.takeSums()
        let isAwaited = reader.state.withLock(wakes: false) { state in
            state.index.append(checkpoints)
            for (cell, sum) in sums { state.index.checks.note(sum, of: cell) }
            state.index.count(pass.endedCount, endingBefore: pass.contentEnd)
            state.readableEnd = max(state.readableEnd, pass.contentEnd)
            return state.waitingStreams > 0
        }
        if isAwaited { reader.state.withLock { _ in } }
    }

    private mutating func publishIfDue(_ publish: ((done: Int, total: Int)) -> Void) {
        guard isBehind && clock.isDue() else { return }
        publish(store.progress(at: pass.offset))
        isBehind = false
    }
}

/// The state that helpers share to scan segments: stretches of whole intervals that each helper reads on its own.
private final class SegmentScanner: Sendable {
    /// The number of segments that helpers may be ahead, for each thread.
    private static let ahead = 4

    let work: OrderedWork<[Stretch]>
    /// True after a segment that ended inside quotes: others may too.
    let wasQuoted = Atomic(false)
    private let reader: TextReader
    private let store: any ByteStore
    private let special: SpecialBytes
    private let interval: Int
    private let isChecking: Bool
    /// The quotes known when the pass begins: it finds the others in the bytes that it scans itself.
    private let repairs: [Int]
    /// The start of the first segment, and the length of each.
    private let base: Int
    private let length: Int

    init(_ reader: TextReader, _ store: any ByteStore, _ pass: IndexPass) {
        self.reader = reader
        self.store = store
        special = pass.scanner.special
        interval = pass.interval
        isChecking = pass.isChecking
        repairs = pass.scanner.repairs
        length = max(1, reader.tuning.segment / interval) * interval
        base = pass.start + (pass.offset - pass.start + interval - 1) / interval * interval
        work = OrderedWork(count: 0, ahead: Self.ahead * max(1, reader.tuning.threads))
    }

    func start(of number: Int) -> Int { base + number * length }

    /// Extends the known part of the source to `end`.
    func extend(to end: Int) { work.extend(to: max(0, end - base) / length) }

    /// Scans segments as long as there are any; one helper leaves its processor to scrolling.
    func help(leavingProcessor: Bool) {
        let buffer = ReadBuffer(count: reader.tuning.passBlock)
        while let number = work.waitForNext() {
            scan(number, buffer)
            if leavingProcessor {
                reader.tuning.background.scrolling.leaveProcessor(unless: Cancellation { [reader] in reader.isClosed })
            }
        }
    }

    /// Scans one segment from a guess; stops at a read error, which the pass will hit when it gets there.
    func scan(_ number: Int, _ buffer: ReadBuffer) {
        let end = start(of: number + 1)
        var offset = start(of: number)
        var segment = SegmentScan(
            special, at: offset, interval: interval, wasQuoted: wasQuoted.load(ordering: .relaxed),
            isChecking: isChecking, repairs: repairs)
        while offset < end && !reader.isClosed {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - offset))
            guard let count = try? store.read(into: room, at: offset), count > 0 else { break }
            segment.scan(buffer.prefix(count))
            offset += count
        }
        work.put(segment.stretches, of: number)
    }
}

extension QuoteRepairing where Failure == ReadError {
    init(_ reader: TextReader, _ table: OpenTable) {
        let store = table.store
        self.init(special: table.bytes, fieldCount: table.fieldCount, start: table.start) {
            (offset, count) throws(ReadError) in
            let buffer = ReadBuffer(count: count)
            return Array(buffer.prefix(try store.readFully(into: buffer.bytes, at: offset)))
        } isAtEnd: {
            store.length.isComplete
        } waitForMore: { end throws(ReadError) in
            let length = try store.wait(beyond: end, deadline: .max)
            return !reader.isClosed && (length.known > end || length.isComplete)
        }
    }
}
