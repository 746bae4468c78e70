import Glibc
import Translation

/// Bytes that are kept outside of memory for a while, in a temporary file that has no name: it goes with the last that
/// holds it, and with the process, whatever happens to that.
///
/// Reads and writes may come from several threads at once; they wait for the disk, so never on the main thread.
package final class TemporaryFile: Sendable {
    private let file: FileDescriptor
    private let name: String
    private let kept: Kept
    /// Nil where nothing bounds it but the disk.
    package let room: TemporaryRoom?

    /// What is kept in a file, for messages.
    package enum Kept: Sendable {
        /// All of the source.
        case source
        case rowOrder
        case sortedRows
    }

    /// The folder for temporary files: what `TMPDIR` says, or else /var/tmp and not /tmp, which is memory on many systems.
    /// An empty one says nothing.
    static func folder(_ variable: String?) -> String {
        guard let variable, !variable.isEmpty else { return "/var/tmp" }
        return variable
    }

    /// A new one in the folder for temporary files. `name` is that of the source, for messages, and `kept` what of it is
    /// kept.
    package convenience init(for name: String, keeping kept: Kept = .source) throws(ReadError) {
        let folder = Self.folder(getenv("TMPDIR").map { String(cString: $0) })
        let number = Self.make(in: folder)
        guard number >= 0 else {
            throw ReadError(
                kind: .readFailed, source: name,
                message: tr(
                    """
                    needs a temporary file in {folder}, which cannot be made: {reason}. Set TMPDIR to a folder that can \
                    be written to.
                    """, ["folder": folder, "reason": systemMessage(errno)]))
        }
        let file = FileDescriptor(owning: number)
        self.init(file, for: name, keeping: kept, room: TemporaryRoom(in: folder, around: file))
    }

    /// A file in `folder` without a name, or -1 with `errno` as open(2) has it. From its beginning it is closed in programs
    /// that are started, which mkstemp(3) does not do: another thread may start one right now.
    private static func make(in folder: String) -> Int32 {
        let number = open(folder, FileDescriptor.unnamed | O_RDWR | O_CLOEXEC, 0o600)
        if number >= 0 { return number }
        // Where there are no files without a name, it has one for a moment.
        while true {
            let path = "\(folder)/quadrille-" + String(UInt64.random(in: 0...(.max)), radix: 36)
            let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if number >= 0 { unlink(path) }
            if number >= 0 || errno != EEXIST && errno != EINTR { return number }
        }
    }

    /// Over `file`, whatever it is.
    package init(_ file: FileDescriptor, for name: String, keeping kept: Kept = .source, room: TemporaryRoom? = nil) {
        self.file = file
        self.name = name
        self.kept = kept
        self.room = room
    }

    /// Writes `bytes` at `offset`; how many went in, which are all unless there is a failure, such as that the disk is full.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (count: Int, failure: ReadError?) {
        if let room, !room.allows(offset + bytes.count) { return (0, room.error(for: name)) }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(file.number, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0 && errno == EINTR { continue }
            // A disk that takes nothing and does not say why would take nothing for ever.
            if count <= 0 { return (done, full(count < 0 ? errno : ENOSPC)) }
            done += count
        }
        return (done, nil)
    }

    /// Reads up to as many bytes as `buffer` has room for; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let count = file.read(into: buffer, at: offset)
        if count < 0 { throw .readFailed(name, byte: offset, number: errno) }
        return count
    }

    /// Reads as many bytes as `buffer` has room for, which have been written.
    package func readFully(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) {
        var done = 0
        while done < buffer.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), at: offset + done)
            guard count > 0 else { throw .readFailed(name, byte: offset + done, number: EIO) }
            done += count
        }
    }

    private func full(_ number: Int32) -> ReadError {
        let reason = systemMessage(number)
        let message =
            switch kept {
            case .source:
                tr(
                    """
                    cannot be kept in the temporary folder: {reason}. Make room there, or set TMPDIR to a folder that has \
                    some.
                    """, ["reason": reason])
            case .rowOrder:
                tr(
                    """
                    the order of its rows cannot be kept in the temporary folder: {reason}. Make room there, or set \
                    TMPDIR to a folder that has some.
                    """, ["reason": reason])
            case .sortedRows:
                tr(
                    """
                    what is sorted cannot be kept in the temporary folder: {reason}. Make room there, or set TMPDIR to a \
                    folder that has some.
                    """, ["reason": reason])
            }
        return ReadError(kind: .readFailed, source: name, message: message)
    }
}
