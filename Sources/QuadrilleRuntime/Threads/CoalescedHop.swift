import Synchronization

/// A way to the main thread on which at most one message travels.
///
/// However often a background thread posts, the main thread is woken once and then reads the newest state: a flood of hops
/// would starve drawing at any priority.
package final class CoalescedHop: Sendable {
    private let isOnItsWay = Mutex(false)
    private let action: @MainActor @Sendable () -> Void

    /// A hop that runs `action` on the main thread.
    package init(_ action: @escaping @MainActor @Sendable () -> Void) {
        self.action = action
    }

    /// Runs the action soon, unless it is about to run already. On any thread.
    package func post() {
        let mustGo = isOnItsWay.withLock { isOnItsWay in
            defer { isOnItsWay = true }
            return !isOnItsWay
        }
        guard mustGo else { return }
        MainHop.post { [self] in
            // Reset before the action reads the state: later posts are seen, or hop again.
            isOnItsWay.withLock { $0 = false }
            action()
        }
    }
}
