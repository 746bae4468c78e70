import Glibc
import Tabular

/// Bytes that come once and forwards, kept in an unlinked temporary file so that every one can be read again. The file
/// goes with the process, whatever happens to it.
///
/// One thread appends; any thread reads and waits.
final class Spool: Sendable {
    /// What writing has cost, for tests.
    struct Work: Sendable, Hashable {
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
    private let file: FileDescriptor
    private let name: String

    /// Over a temporary file of its own, or over `file`. `name` stands in messages.
    init(name: String, file: FileDescriptor? = nil) throws(ReadError) {
        self.name = name
        if let file { self.file = file } else { self.file = try Self.temporaryFile(for: name) }
    }

    var length: StoreLength {
        let state = state.current
        return StoreLength(known: state.known, isComplete: state.isComplete)
    }

    var isCancelled: Bool { state.withLock(wakes: false) { $0.isCancelled } }
    var work: Work { state.current.work }

    /// As `ByteStore` has it.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let room = min(buffer.count, length.known - offset)
        guard room > 0 else { return 0 }
        let count = file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: offset)
        if count < 0 { throw .readFailed(name, byte: offset, number: errno) }
        return count
    }

    /// As `ByteStore` has it, and until `isOver`, which is asked again at every `nudge`. Throws what `fail` was told once
    /// all before it has been seen.
    func wait(
        beyond offset: Int, deadline: UInt64, unless isOver: () -> Bool = { false }
    ) throws(ReadError) -> StoreLength {
        let seen = state.wait(
            until: { $0.known > offset || $0.isComplete || $0.isCancelled || $0.failure != nil || isOver() },
            deadline: deadline, then: { $0 })
        if seen.known <= offset, let failure = seen.failure { throw failure }
        return StoreLength(known: seen.known, isComplete: seen.isComplete)
    }

    /// Adds `bytes` at the end. When the temporary folder is full, what went in stays.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(ReadError) {
        guard !bytes.isEmpty else { return }
        let start = length.known
        var done = 0
        var failure: ReadError?
        while done < bytes.count && failure == nil {
            let rest = UnsafeBufferPointer(rebasing: bytes[done...])
            let count = pwrite(file.number, rest.baseAddress, rest.count, off_t(start + done))
            if count < 0 && errno != EINTR { failure = full(errno) }
            done += max(0, count)
        }
        state.withLock { state in
            state.known = start + done
            state.work.writes += 1
            state.work.largestWrite = max(state.work.largestWrite, bytes.count)
        }
        if let failure { throw failure }
    }

    /// No more will come.
    func finish() { state.withLock { $0.isComplete = true } }

    /// No more will come, and for this reason.
    func fail(_ error: ReadError) { state.withLock { $0.failure = error } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Whether no more bytes are wanted for now.
    func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    /// Waits while no more bytes are wanted.
    func waitWhileHeld() { state.wait(until: { !$0.isHeld || $0.isCancelled }, then: { _ in }) }

    /// Has whoever waits look again whether that is over.
    func nudge() { state.withLock { _ in } }

    private func full(_ number: Int32) -> ReadError {
        ReadError(
            kind: .readFailed, source: name,
            message: """
                cannot be kept in the temporary folder: \(systemMessage(number)). Make room there, or set TMPDIR to a \
                folder that has some.
                """)
    }

    private static func temporaryFile(for name: String) throws(ReadError) -> FileDescriptor {
        // /var/tmp and not /tmp, which is memory on many systems.
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
        var template = Array("\(folder)/quadrille-XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else {
            throw ReadError(
                kind: .readFailed, source: name,
                message: """
                    needs a temporary file in \(folder), which cannot be made: \(systemMessage(errno)). Set TMPDIR to a \
                    folder that can be written to.
                    """)
        }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return FileDescriptor(owning: number)
    }
}
