import CSystem
import Glibc

/// An open file, closed with its last reference.
package final class FileDescriptor: Sendable {
    /// O_TMPFILE of open(2), which Swift does not import: a bit of its own, and O_DIRECTORY. A file system without support for
    /// nameless files refuses it.
    package static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

    package let number: Int32

    package init(owning number: Int32) { self.number = number }

    /// A copy of another owner's descriptor, which stays open and theirs; nil when that is not open.
    package convenience init?(copying number: Int32) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.init(owning: copy)
    }

    deinit { close(number) }

    /// Makes a pipe, whose ends no program started from now on inherits. The caller closes them.
    ///
    /// - Throws: The reason of pipe2(2), such as too many open files.
    package static func openPipe() throws(SystemError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        let status = quad_pipe(&ends)
        if status != 0 { throw SystemError(number: status) }
        return (ends[0], ends[1])
    }

    package var status: stat {
        get throws(SystemError) {
            var status = stat()
            guard fstat(number, &status) == 0 else { throw SystemError(number: errno) }
            return status
        }
    }

    /// `pread`, repeated when a signal interrupted it. -1 leaves the reason in `errno`.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        while true {
            let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
