import CGTK

/// Quits the program as its menu does when the session or the terminal ends, which saves how files are shown. A second signal
/// ends it at once.
@MainActor
enum EndSignals {
    private static var areHeard = false

    /// Call it when there is something to be kept: GLib starts a thread for it.
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
