import Glibc
import Synchronization

/// Ctrl-C while a file is being written: the program stops soon, and removes the partial file. A second one exits at once.
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
        // Exceeding the file size limit is reported as an error instead of killing the program.
        signal(SIGXFSZ, SIG_IGN)
    }
}
