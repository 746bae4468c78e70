import Glibc
import Synchronization

/// Ctrl-C while something is being written: it ends soon, and takes away what is not whole. A second one ends at once.
enum Interrupt {
    private static let seen = Atomic(false)

    static var wasSeen: Bool { seen.load(ordering: .relaxed) }

    /// Watches SIGINT and SIGTERM from now on.
    static func watch() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interrupt.seen.store(true, ordering: .relaxed) }
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
        sigaction(SIGINT, &action, nil)
        sigaction(SIGTERM, &action, nil)
        // A file that must not grow further is told as an error, and does not end the program half-way.
        signal(SIGXFSZ, SIG_IGN)
    }
}
