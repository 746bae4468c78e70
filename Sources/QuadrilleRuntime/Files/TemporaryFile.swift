import Glibc

/// Bytes outside memory, in a temporary file without a name: it disappears with its last reference and with the process,
/// however that ends.
///
/// Several threads may read and write at once. Reads and writes wait for the disk: never call them on the main thread.
package final class TemporaryFile: Sendable {
    /// The reason why a temporary file is not made, written or read.
    package enum Failure: Error, Sendable, Hashable {
        /// The folder accepts no new file.
        case notCreated(folder: String, SystemError)
        /// The file would take more than its room, `limit` bytes.
        case noRoom(limit: Int, folder: String)
        case notWritten(SystemError)
        case notRead(byte: Int, SystemError)
    }

    private let file: FileDescriptor
    /// Nil without a limit other than the disk.
    package let room: TemporaryRoom?

    /// The folder for temporary files: the value of `TMPDIR`, or else /var/tmp and not /tmp, which is memory on many systems.
    /// An empty value does not count.
    static func folder(_ variable: String?) -> String {
        guard let variable, !variable.isEmpty else { return "/var/tmp" }
        return variable
    }

    /// Creates a file in the folder for temporary files.
    package convenience init() throws(Failure) {
        let folder = Self.folder(getenv("TMPDIR").map { String(cString: $0) })
        let number = Self.make(in: folder)
        guard number >= 0 else { throw .notCreated(folder: folder, SystemError(number: errno)) }
        let file = FileDescriptor(owning: number)
        self.init(file, room: TemporaryRoom(in: folder, around: file))
    }

    /// A file in `folder` without a name, or -1 with the `errno` of open(2). It is close-on-exec from the beginning, unlike
    /// with mkstemp(3): another thread may start a program right now.
    private static func make(in folder: String) -> Int32 {
        let number = open(folder, FileDescriptor.unnamed | O_RDWR | O_CLOEXEC, 0o600)
        if number >= 0 { return number }
        // Where nameless files are not supported, it has a name for a moment.
        while true {
            let path = "\(folder)/quadrille-" + String(UInt64.random(in: 0...(.max)), radix: 36)
            let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if number >= 0 { unlink(path) }
            if number >= 0 || errno != EEXIST && errno != EINTR { return number }
        }
    }

    /// A path of the open file within this process, for libraries that open files themselves.
    package var path: String { "/proc/self/fd/\(file.number)" }

    /// Wraps any open file.
    package init(_ file: FileDescriptor, room: TemporaryRoom? = nil) {
        self.file = file
        self.room = room
    }

    /// Writes `bytes` at `offset`. Returns the number of bytes written: all without a failure such as a full disk.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (count: Int, failure: Failure?) {
        if let room, !room.allows(offset + bytes.count) {
            return (0, .noRoom(limit: room.limit, folder: room.folder))
        }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(file.number, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0 && errno == EINTR { continue }
            // A disk that accepts nothing without an error would do so forever.
            if count <= 0 { return (done, .notWritten(SystemError(number: count < 0 ? errno : ENOSPC))) }
            done += count
        }
        return (done, nil)
    }

    /// Reads up to as many bytes as `buffer` has room for; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(Failure) -> Int {
        let count = file.read(into: buffer, at: offset)
        if count < 0 { throw .notRead(byte: offset, SystemError(number: errno)) }
        return count
    }

    /// Reads as many bytes as `buffer` has room for, which have been written.
    package func readFully(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(Failure) {
        var done = 0
        while done < buffer.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), at: offset + done)
            guard count > 0 else { throw .notRead(byte: offset + done, SystemError(number: EIO)) }
            done += count
        }
    }
}
