import Glibc
import QuadrilleRuntime
import Tabular

/// Bytes that arrive once and forwards, kept in an unlinked temporary file so that all can be read again. The file disappears
/// with the process, however that ends.
///
/// One thread appends; any thread reads and waits.
package final class Spool: Sendable {
    /// The cost of writing, for tests.
    package struct Work: Sendable, Hashable {
        var writes = 0
        var largestWrite = 0
    }

    private struct State: Sendable {
        var known = 0
        var isComplete = false
        var isCancelled = false
        var isHeld = false
        var failure: ReadError?
        var work = Work()
    }

    private let state = Monitor(State())
    private let file: SpillFile

    private let name: String

    /// Creates a spool over a temporary file of its own, or over `file`, which may take `room`. `name` appears in messages.
    package init(name: String, file: FileDescriptor? = nil, room: TemporaryRoom? = nil) throws(ReadError) {
        self.name = name
        if let file {
            self.file = SpillFile(file, for: .source(name), room: room)
        } else {
            self.file = try SpillFile(for: .source(name))
        }
    }

    /// The room that it may take; nil where only the disk limits it.
    package var room: TemporaryRoom? { file.room }

    package var length: StoreLength {
        let state = state.current
        return StoreLength(known: state.known, isComplete: state.isComplete)
    }

    package var isCancelled: Bool { state.withLock(wakes: false) { $0.isCancelled } }
    package var work: Work { state.current.work }

    /// Reads like `ByteStore`.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let room = min(buffer.count, length.known - offset)
        guard room > 0 else { return 0 }
        let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: offset)
        // The caller repeats the read for known bytes.
        guard count > 0 else { throw .readFailed(name, byte: offset, number: EIO) }
        return count
    }

    /// Waits like `ByteStore`, and until the cancellation, which is checked again at every `nudge`. Throws the error of `fail` once all
    /// bytes before it have been seen.
    package func wait(
        beyond offset: Int, deadline: UInt64, unless cancellation: Cancellation = .never
    ) throws(ReadError) -> StoreLength {
        let seen = state.wait(
            until: {
                $0.known > offset || $0.isComplete || $0.isCancelled || $0.failure != nil || cancellation.isRequested
            },
            deadline: deadline, then: { $0 })
        if seen.known <= offset, let failure = seen.failure { throw failure }
        return StoreLength(known: seen.known, isComplete: seen.isComplete)
    }

    /// Appends `bytes`. When the temporary folder is full, the bytes already written stay.
    package func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(ReadError) {
        guard !bytes.isEmpty else { return }
        let start = length.known
        let (done, failure) = file.write(UnsafeRawBufferPointer(bytes), at: start)
        state.withLock { state in
            state.known = start + done
            state.work.writes += 1
            state.work.largestWrite = max(state.work.largestWrite, bytes.count)
        }
        if let failure { throw failure }
    }

    /// Declares that no more bytes will come.
    package func finish() { state.withLock { $0.isComplete = true } }

    /// Declares that no more bytes will come because of `error`.
    package func fail(_ error: ReadError) { state.withLock { $0.failure = error } }

    package func cancel() { state.withLock { $0.isCancelled = true } }

    /// Pauses or resumes further bytes.
    package func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    /// Waits while further bytes are paused.
    func waitWhileHeld() { state.wait(until: { !$0.isHeld || $0.isCancelled }, then: { _ in }) }

    /// Makes all waiting threads check their conditions again.
    func nudge() { state.withLock { _ in } }
}
