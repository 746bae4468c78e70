import Dispatch

/// Calls on the main thread that any thread may post. They run in the order of their posting.
///
/// Unlike `CoalescedHop`, every call runs: for single results, not for events that may come in floods.
package enum MainHop {
    /// Runs `action` on the main thread after the events that are being handled.
    package static func post(_ action: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(action) }
    }

    /// Runs `action` on the main thread at `deadline` or soon after.
    package static func post(at deadline: DispatchTime, _ action: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: deadline) { MainActor.assumeIsolated(action) }
    }
}
