import Glibc
import Tabular

/// An open file, closed when the last that holds it goes.
final class FileDescriptor: Sendable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    /// A copy of someone else's, which stays open and theirs; nil when that is not open.
    convenience init?(copying number: Int32) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.init(owning: copy)
    }

    deinit { close(number) }

    var status: stat {
        var status = stat()
        fstat(number, &status)
        return status
    }

    /// `pread`, again when a signal cut it off. -1 leaves the reason in `errno`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        while true {
            let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}

/// The system's words for an error number, such as "Input/output error".
func systemMessage(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}

extension ReadError {
    static func readFailed(_ source: String, byte: Int, number: Int32) -> ReadError {
        ReadError(
            kind: .readFailed, source: source,
            message: """
                reading stopped at byte \(byte.grouped): \(systemMessage(number)). Check the disk or the \
                connection, then open it again.
                """)
    }
}
