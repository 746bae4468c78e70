import Glibc
import Synchronization

/// The room that a temporary file may take: nine tenths of the free space in its folder when it was made. The rest stays free
/// for all other programs, however much is written, and by whom.
package final class TemporaryRoom: Sendable {
    /// The most bytes written before the free space is checked again.
    private static let step = 1 << 26

    package let folder: String
    /// Bytes that the file may take.
    package let limit: Int
    /// Bytes that stay free.
    package let reserve: Int
    private let free: @Sendable () -> Int?
    /// The size that the file may reach before the free space is checked again.
    private let granted = Mutex(0)

    /// `free` returns the free bytes of the folder at each call. Nil where they are unknown.
    package init?(in folder: String, free: @escaping @Sendable () -> Int?) {
        guard let bytes = free() else { return nil }
        self.folder = folder
        self.free = free
        reserve = bytes / 10
        limit = bytes - reserve
    }

    /// The room in the file system of an open file.
    convenience init?(in folder: String, around file: FileDescriptor) {
        self.init(in: folder) { Self.freeBytes(around: file) }
    }

    /// Returns true where the file may grow to `end` bytes.
    package func allows(_ end: Int) -> Bool {
        guard end <= limit else { return false }
        return granted.withLock { granted in
            if end <= granted { return true }
            guard free() ?? .max >= reserve else { return false }
            // A small rest is not skipped in one step.
            granted = end + min(Self.step, reserve / 4)
            return true
        }
    }

    /// Bytes that the user may still write; nil where the file system does not report them.
    private static func freeBytes(around file: FileDescriptor) -> Int? {
        var status = statvfs()
        guard fstatvfs(file.number, &status) == 0, status.f_blocks > 0 else { return nil }
        let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore ? .max : Int(clamping: bytes)
    }
}
