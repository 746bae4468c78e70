import Synchronization
import Tabular

@testable import TabularText

/// Bytes in memory, read in pieces of at most `piece`; an error is thrown where `failsAt` or what is behind it is
/// read.
final class MemoryStore: ByteStore {
    private let bytes: [UInt8]
    private let piece: Int
    private let failsAt: Int
    let reads = Atomic(0)
    let bytesRead = Atomic(0)

    init(_ bytes: [UInt8], piece: Int = .max, failsAt: Int = .max) {
        self.bytes = bytes
        self.piece = piece
        self.failsAt = failsAt
    }

    var length: StoreLength { StoreLength(known: bytes.count, isComplete: true) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let end = min(bytes.count, offset + min(piece, buffer.count), max(offset, failsAt))
        if end == offset && offset >= failsAt { throw .readFailed("test.csv", byte: failsAt, number: 5) }
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        reads.add(1, ordering: .relaxed)
        bytesRead.add(end - offset, ordering: .relaxed)
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

/// Bytes made up from their offset, of any length, kept nowhere.
final class GeneratedStore: ByteStore {
    let length: StoreLength
    private let fill: @Sendable (UnsafeMutableRawBufferPointer, Int) -> Void
    let bytesRead = Atomic(0)

    init(count: Int, fill: @escaping @Sendable (UnsafeMutableRawBufferPointer, Int) -> Void) {
        length = StoreLength(known: count, isComplete: true)
        self.fill = fill
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let count = min(buffer.count, length.known - offset)
        guard count > 0 else { return 0 }
        fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), offset)
        bytesRead.add(count, ordering: .relaxed)
        return count
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

/// A store that grows when the test says so.
final class GrowingStore: ByteStore {
    private struct State: Sendable {
        var bytes: [UInt8] = []
        var isComplete = false
        var isCancelled = false
    }

    private let state = Monitor(State())

    func append(_ text: String) { state.withLock { $0.bytes += Array(text.utf8) } }
    func finish() { state.withLock { $0.isComplete = true } }
    var isCancelled: Bool { state.current.isCancelled }

    var length: StoreLength {
        let state = state.current
        return StoreLength(known: state.bytes.count, isComplete: state.isComplete)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let bytes = state.current.bytes
        let end = min(bytes.count, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength {
        state.wait(
            until: { $0.bytes.count > offset || $0.isComplete || $0.isCancelled }, deadline: deadline,
            then: { StoreLength(known: $0.bytes.count, isComplete: $0.isComplete) })
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}

/// Bytes that come when the test says so, like those of a pipe, or of a slow disk when the length is known.
final class PackedPipe: ByteStore {
    private struct State: Sendable {
        var known = 0
        var isCancelled = false
    }

    private let bytes: [UInt8]
    private let isLengthKnown: Bool
    private let state = Monitor(State())
    /// Those that gave anything.
    let reads = Atomic(0)

    init(_ bytes: [UInt8], isLengthKnown: Bool = false) {
        self.bytes = bytes
        self.isLengthKnown = isLengthKnown
    }

    /// Lets the bytes up to `count` come.
    func send(_ count: Int) { state.withLock { $0.known = min(bytes.count, count) } }
    var isCancelled: Bool { state.current.isCancelled }

    var length: StoreLength {
        let known = state.current.known
        if isLengthKnown { return StoreLength(known: bytes.count, isComplete: true) }
        return StoreLength(known: known, isComplete: known == bytes.count)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        // A disk makes its reader wait in the read.
        if isLengthKnown { waitForBytes(beyond: offset) }
        let end = min(state.current.known, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        reads.add(1, ordering: .relaxed)
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength {
        if !isLengthKnown { waitForBytes(beyond: offset, deadline: deadline) }
        return length
    }

    private func waitForBytes(beyond offset: Int, deadline: UInt64 = .max) {
        state.wait(
            until: { $0.known > offset || $0.known == bytes.count || $0.isCancelled }, deadline: deadline,
            then: { _ in })
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}

/// A complete store that reads no further than the test lets it, and of which the test says what becomes.
final class LimitedStore: ByteStore {
    private struct State: Sendable {
        var limit: Int
        var change: SourceChange?
    }

    private let bytes: [UInt8]
    private let state: Monitor<State>

    init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        state = Monitor(State(limit: limit))
    }

    /// Reads from before `limit` go on, the others wait.
    func open(to limit: Int) { state.withLock { $0.limit = limit } }

    func become(_ change: SourceChange) { state.withLock { $0.change = change } }

    var length: StoreLength { StoreLength(known: bytes.count, isComplete: true) }
    var change: SourceChange? { state.current.change }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        state.wait(until: { offset < $0.limit }, then: { _ in })
        let end = min(bytes.count, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() { open(to: .max) }
}
