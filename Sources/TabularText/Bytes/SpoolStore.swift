import Dispatch
import Glibc
import Tabular

/// A source that can be read only once and forwards, such as standard input: copied into an unlinked temporary file as
/// it comes, so that every byte seen can be read again. The file goes with the process, whatever happens to it.
final class SpoolStore: ByteStore {
    private struct State: Sendable {
        var known = 0
        var isComplete = false
        var isCancelled = false
        var failure: ReadError?
    }

    private let state = Monitor(State())
    private let spool: FileDescriptor
    /// A pipe that has a byte to read once `cancel` was called, so that a `poll` on the input ends.
    private let cancelled: (read: FileDescriptor, write: FileDescriptor)
    private let name: String

    /// Begins to copy `input` in the background.
    init(_ input: FileDescriptor, name: String) throws(ReadError) {
        self.name = name
        spool = try Self.temporaryFile(for: name)
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { throw .readFailed(name, byte: 0, number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        cancelled = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
        DispatchQueue(label: "quadrille.spool", qos: .userInitiated).async { [self] in copy(input) }
    }

    var length: StoreLength {
        let state = state.current
        return StoreLength(known: state.known, isComplete: state.isComplete)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let room = min(buffer.count, length.known - offset)
        guard room > 0 else { return 0 }
        let count = spool.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: offset)
        if count < 0 { throw .readFailed(name, byte: offset, number: errno) }
        return count
    }

    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength {
        let seen = state.wait(
            until: { $0.known > offset || $0.isComplete || $0.isCancelled || $0.failure != nil }, deadline: deadline,
            then: { $0 })
        if seen.known <= offset, let failure = seen.failure { throw failure }
        return StoreLength(known: seen.known, isComplete: seen.isComplete)
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        var byte: UInt8 = 1
        _ = Glibc.write(cancelled.write.number, &byte, 1)
    }

    private func copy(_ input: FileDescriptor) {
        let buffer = ReadBuffer(count: 1 << 18)
        var known = 0
        while !state.current.isCancelled {
            var polled = [
                pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: cancelled.read.number, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&polled, 2, -1) < 0 && errno != EINTR { return fail(at: known, errno) }
            if polled[1].revents != 0 { return }
            if polled[0].revents == 0 { continue }
            let count = Glibc.read(input.number, buffer.bytes.baseAddress, buffer.bytes.count)
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return fail(at: known, errno)
            }
            if count == 0 { return state.withLock { $0.isComplete = true } }
            if let number = write(buffer.prefix(count), at: known) { return fail(spooling: number) }
            known += count
            let total = known
            state.withLock { $0.known = total }
        }
    }

    /// Writes all of `bytes`; the error number when that fails.
    private func write(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int32? {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeBufferPointer(rebasing: bytes[done...])
            let count = pwrite(spool.number, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0 && errno != EINTR { return errno }
            done += max(0, count)
        }
        return nil
    }

    private func fail(at byte: Int, _ number: Int32) {
        state.withLock { $0.failure = .readFailed(name, byte: byte, number: number) }
    }

    private func fail(spooling number: Int32) {
        let message = """
            cannot be kept in the temporary folder: \(systemMessage(number)). Make room there, or set TMPDIR to a \
            folder that has some.
            """
        state.withLock { $0.failure = ReadError(kind: .readFailed, source: name, message: message) }
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
