import Glibc

/// The identity of a file in its current state, distinct from every other file and every other state.
///
/// No writer can forge the time of change: among the times of a file it cannot be set.
package struct FileIdentity: Sendable, Hashable {
    /// Nanoseconds. A file that was written to less long ago may be written to again and have the same times afterwards: the
    /// coarsest clock of a file system, that of FAT, makes steps of two seconds.
    private static let settling = 2_000_000_000

    package var device: UInt64
    package var number: UInt64
    /// Bytes.
    package var size: Int
    /// The times of the last write to the bytes, and of the last change of any attribute: nanoseconds since 1970.
    package var modified: Int
    package var changed: Int

    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
    }

    /// Returns true where writing to the file at `now` or later is sure to change its identity.
    package func isSettled(at now: timespec) -> Bool { max(modified, changed) <= now.nanoseconds - Self.settling }
}

extension timespec {
    static var now: timespec {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time
    }

    /// Since 1970, up to the year 2262.
    fileprivate var nanoseconds: Int {
        let (whole, isTooMuch) = tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isMore) = whole.addingReportingOverflow(tv_nsec)
        return isTooMuch || isMore ? .max : sum
    }
}
