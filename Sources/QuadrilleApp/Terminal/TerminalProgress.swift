import Glibc
import QuadrilleRuntime
import Synchronization

/// A line on standard error with the progress of the work, where standard error is a terminal; else nothing.
final class TerminalProgress: Sendable {
    /// Nanoseconds: shorter work shows no line; after that the line is updated four times a second.
    private static let interval: UInt64 = 250_000_000

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let next = Atomic(monotonicNow() + 2 * TerminalProgress.interval)
    private let isShown = Atomic(false)

    /// Shows the progress of the work; with an unknown total (0), only the finished amount.
    func show(_ title: String, _ progress: (done: Int, total: Int)) {
        guard isTerminal else { return }
        let now = monotonicNow()
        guard now >= next.load(ordering: .relaxed) else { return }
        next.store(now + Self.interval, ordering: .relaxed)
        isShown.store(true, ordering: .relaxed)
        let share =
            progress.total > 0
            ? "\(min(100, progress.done * 100 / progress.total)) %" : StatusText.grouped(progress.done)
        write("\r\u{1B}[Kquadrille: \(title) \(share) (Ctrl+C stops)")
    }

    /// Erases the line.
    func clear() {
        if isShown.exchange(false, ordering: .relaxed) { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
