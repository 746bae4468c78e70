import CSystem
import Glibc

/// Threads outside the worker pool, for work that blocks in system calls for as long as it lives, such as reading a pipe.
/// Everything else runs on `WorkerPool.shared`.
///
/// Unlike libdispatch's, these threads can be given a lower priority, and a failure to create one is an error for the
/// caller. libdispatch retries once a second in the thread that submits the work, which may be the one that draws. Its
/// pool also wakes once a second after its first use, for as long as the program runs.
package enum BackgroundThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// The name of all threads started here, the pool's included, in `/proc/self/task/*/comm`.
    package static let name = "quadrille-work"

    /// Runs `body` on a new thread.
    ///
    /// - Returns: 0, or the error number of pthread_create(3); `body` is not called then.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                BackgroundThread.nameThread()
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        if status != 0 { box.release() }
        return status
    }

    private static func nameThread() { quad_name_thread(name) }

    /// Lowers the priority of the calling thread for good: threads that draw, or load the visible rows, run first. On two
    /// cores this took the first paint of a large file from 1.6 times that of a small one to as long.
    package static func yieldToOthers() {
        // On Linux a niceness belongs to a thread, and 0 is the calling one (setpriority(2), "Notes"). Only the superuser
        // may raise the priority again.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        Worker.current?.isYielding = true
    }
}
