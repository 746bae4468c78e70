import Glibc

/// The threads that the system allows the user.
package enum ThreadAllowance {
    /// The most threads that drawing needs at once, those of GTK, Pango and a first table among them.
    package static let ofDrawing = 14

    /// A limit of more than this is no limit: the threads are not tried.
    private static let ample: UInt64 = 4096

    /// Returns false where the user cannot have `count` more threads at once.
    ///
    /// Libraries that need a thread end the program where there is none, without a word that helps.
    package static func has(_ count: Int) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0, limit.rlim_cur <= ample else {
            return true
        }
        let isOver = Monitor(false)
        let ended = Monitor(0)
        var started = 0
        while started < count {
            let status = BackgroundThread.start {
                isOver.wait(until: { $0 }, then: { _ in })
                ended.withLock { $0 += 1 }
            }
            if status != 0 { break }
            started += 1
        }
        isOver.withLock { $0 = true }
        ended.wait(until: { [started] in $0 == started }, then: { _ in })
        return started == count
    }
}
