import Glibc

/// A thread of one's own for work that takes as long as a file is large.
///
/// Unlike a dispatch queue's, its priority may be lowered: a thread of the pool would stay slow for whoever has it next,
/// since only the superuser may raise it again. And it leaves nothing behind: libdispatch looks once a second at its pool of
/// threads from the first work on that pool on, for as long as the program runs, and a window at rest is to wake nobody.
package enum BackgroundThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread.
    package static func start(_ body: @escaping @Sendable () -> Void) {
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
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        // Without a thread to spare nothing could be shown at all.
        precondition(status == 0, "no thread could be started: error \(status)")
    }

    /// From now on whoever draws, or fetches what is looked at, comes before the calling thread. On two cores this took
    /// the first paint of a large file from 1.6 times that of a small one to as long.
    package static func yieldToOthers() {
        // On Linux a niceness belongs to a thread, and 0 is the calling one (setpriority(2), "Notes").
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }
}
