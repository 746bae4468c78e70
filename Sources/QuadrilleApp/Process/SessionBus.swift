import CGTK
import Glibc

/// The bus that connects the programs of a session.
enum SessionBus {
    /// The time that the bus has to answer, in milliseconds: it must not block a start.
    private static let patience: Int32 = 2_000

    /// True where the session has a bus. Without one GTK would search for it for a while, and log warnings.
    static var isThere: Bool {
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
        return access(String(cString: folder) + "/bus", F_OK) == 0
    }

    /// Returns true where a program owns a name on the bus. Returns false where the bus does not answer.
    static func isTaken(_ name: String) -> Bool {
        // GTK's application uses this shared connection too, as long as the program runs: if it were released, GTK would open
        // it again.
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
        var names = [g_variant_new_string(name)]
        // D-Bus Specification, "org.freedesktop.DBus.NameHasOwner".
        let answer = g_dbus_connection_call_sync(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            g_variant_new_tuple(&names, 1), nil, G_DBUS_CALL_FLAGS_NONE, patience, nil, nil)
        guard let answer else { return false }
        defer { g_variant_unref(answer) }
        guard let isTaken = g_variant_get_child_value(answer, 0) else { return false }
        defer { g_variant_unref(isTaken) }
        return g_variant_get_boolean(isTaken) != 0
    }
}
