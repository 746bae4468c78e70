import CGTK

/// Quits the program as its menu does when the session or the terminal ends, which saves the views. A second signal kills it at
/// once.
@MainActor
enum EndSignals {
    private static var areHeard = false

    /// Starts to handle the signals. Call it once there is a view to save: GLib starts a thread for it.
    static func hear() {
        guard !areHeard else { return }
        areHeard = true
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            g_unix_signal_add(
                signal,
                { _ in
                    g_action_group_activate_action(OpaquePointer(g_application_get_default()), "quit", nil)
                    return 0
                }, nil)
        }
    }
}
