import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

/// Bytes in memory, read in pieces of at most `piece`; an error is thrown where `failsAt` or what is behind it is
/// read.
package final class MemoryStore: ByteStore {
    private let bytes: [UInt8]
    private let piece: Int
    private let failsAt: Int
    package let reads = Atomic(0)
    package let bytesRead = Atomic(0)

    package init(_ bytes: [UInt8], piece: Int = .max, failsAt: Int = .max) {
        self.bytes = bytes
        self.piece = piece
        self.failsAt = failsAt
    }

    package var length: StoreLength { StoreLength(known: bytes.count, isComplete: true) }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let end = min(bytes.count, offset + min(piece, buffer.count), max(offset, failsAt))
        if end == offset && offset >= failsAt { throw .readFailed("test.csv", byte: failsAt, number: 5) }
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        reads.add(1, ordering: .relaxed)
        bytesRead.add(end - offset, ordering: .relaxed)
        return end - offset
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    package func cancel() {}
}

/// Bytes made up from their offset, of any length, kept nowhere.
package final class GeneratedStore: ByteStore {
    package let length: StoreLength
    private let fill: @Sendable (UnsafeMutableRawBufferPointer, Int) -> Void
    package let bytesRead = Atomic(0)

    package init(count: Int, fill: @escaping @Sendable (UnsafeMutableRawBufferPointer, Int) -> Void) {
        length = StoreLength(known: count, isComplete: true)
        self.fill = fill
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let count = min(buffer.count, length.known - offset)
        guard count > 0 else { return 0 }
        fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), offset)
        bytesRead.add(count, ordering: .relaxed)
        return count
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    package func cancel() {}
}

/// A store that grows when the test says so.
package final class GrowingStore: ByteStore {
    private struct State: Sendable {
        var bytes: [UInt8] = []
        var isComplete = false
        var isCancelled = false
    }

    private let state = Monitor(State())

    package init() {}

    package func append(_ text: String) { state.withLock { $0.bytes += Array(text.utf8) } }
    package func finish() { state.withLock { $0.isComplete = true } }
    package var isCancelled: Bool { state.current.isCancelled }

    package var length: StoreLength {
        let state = state.current
        return StoreLength(known: state.bytes.count, isComplete: state.isComplete)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let bytes = state.current.bytes
        let end = min(bytes.count, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength {
        state.wait(
            until: { $0.bytes.count > offset || $0.isComplete || $0.isCancelled }, deadline: deadline,
            then: { StoreLength(known: $0.bytes.count, isComplete: $0.isComplete) })
    }

    package func cancel() { state.withLock { $0.isCancelled = true } }
}

/// Bytes that come when the test says so, like those of a pipe, or of a slow disk when the length is known.
package final class PackedPipe: ByteStore {
    private struct State: Sendable {
        var known = 0
        var isCancelled = false
    }

    private let bytes: [UInt8]
    private let isLengthKnown: Bool
    private let state = Monitor(State())
    /// Those that gave anything.
    package let reads = Atomic(0)

    package init(_ bytes: [UInt8], isLengthKnown: Bool = false) {
        self.bytes = bytes
        self.isLengthKnown = isLengthKnown
    }

    /// Lets the bytes up to `count` come.
    package func send(_ count: Int) { state.withLock { $0.known = min(bytes.count, count) } }
    package var isCancelled: Bool { state.current.isCancelled }

    package var length: StoreLength {
        let known = state.current.known
        if isLengthKnown { return StoreLength(known: bytes.count, isComplete: true) }
        return StoreLength(known: known, isComplete: known == bytes.count)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        // A disk makes its reader wait in the read.
        if isLengthKnown { waitForBytes(beyond: offset) }
        let end = min(state.current.known, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        reads.add(1, ordering: .relaxed)
        return end - offset
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength {
        if !isLengthKnown { waitForBytes(beyond: offset, deadline: deadline) }
        return length
    }

    private func waitForBytes(beyond offset: Int, deadline: UInt64 = .max) {
        state.wait(
            until: { $0.known > offset || $0.known == bytes.count || $0.isCancelled }, deadline: deadline,
            then: { _ in })
    }

    package func cancel() { state.withLock { $0.isCancelled = true } }
}

/// A complete store that reads no further than the test lets it, and of which the test says what becomes.
package final class LimitedStore: ByteStore {
    private struct State: Sendable {
        var limit: Int
        var change: SourceChange?
    }

    private let bytes: [UInt8]
    private let state: Monitor<State>

    package init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        state = Monitor(State(limit: limit))
    }

    /// Reads from before `limit` go on, the others wait.
    package func open(to limit: Int) { state.withLock { $0.limit = limit } }

    package func become(_ change: SourceChange) { state.withLock { $0.change = change } }

    package var length: StoreLength { StoreLength(known: bytes.count, isComplete: true) }
    package var change: SourceChange? { state.current.change }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        state.wait(until: { offset < $0.limit }, then: { _ in })
        let end = min(bytes.count, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    package func cancel() { open(to: .max) }
}
