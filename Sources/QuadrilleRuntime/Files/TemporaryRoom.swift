import Glibc
import Synchronization

/// The room that a temporary file may take: nine tenths of what was free in its folder when it was made. The rest stays
/// free for all other programs, however much is written, and whoever else writes.
package final class TemporaryRoom: Sendable {
    /// Bytes written before the free space is looked at again, at most.
    private static let step = 1 << 26

    package let folder: String
    /// Bytes that the file may take.
    package let limit: Int
    /// Bytes that stay free.
    package let reserve: Int
    private let free: @Sendable () -> Int?
    /// Bytes up to which the file may grow before the free space is looked at again.
    private let granted = Mutex(0)

    /// `free` gives the free bytes of the folder, as often as it is called. Nil where nobody knows them.
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
    func allows(_ end: Int) -> Bool {
        guard end <= limit else { return false }
        return granted.withLock { granted in
            if end <= granted { return true }
            guard free() ?? .max >= reserve else { return false }
            // A small rest is not skipped over in one step.
            granted = end + min(Self.step, reserve / 4)
            return true
        }
    }

    /// Bytes that the user may still write; nil where the file system does not say.
    private static func freeBytes(around file: FileDescriptor) -> Int? {
        var status = statvfs()
        guard fstatvfs(file.number, &status) == 0, status.f_blocks > 0 else { return nil }
        let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore ? .max : Int(clamping: bytes)
    }
}
