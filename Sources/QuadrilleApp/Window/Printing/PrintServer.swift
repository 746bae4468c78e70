import CGTK
import Glibc

/// A check for printers besides a file. Without one GTK's dialog selects nothing, and cannot be closed until it does.
enum PrintServer {
    /// The sockets of a server on this machine, and the system's file that names a remote server (client.conf(5)).
    private static let traces = ["/run/cups/cups.sock", "/var/run/cups/cups.sock", "/etc/cups/client.conf"]

    /// The name of GTK's printer for files, in GTK's own language: print settings select it by that name.
    static var fileName: String {
        // Without a translation, `g_dgettext` returns its argument, which must still be valid.
        "Print to File".withCString { String(cString: g_dgettext("gtk30", $0)) }
    }

    /// False where there cannot be a printer: neither a local server, nor the name of a remote one. Contacts no server, which
    /// would take time.
    static func mayBeThere(
        variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
        exists: (String) -> Bool = { access($0, F_OK) == 0 }
    ) -> Bool {
        if variable("CUPS_SERVER") != nil { return true }
        let own = variable("HOME").map { [$0 + "/.cups/client.conf"] } ?? []
        return (traces + own).contains(where: exists)
    }
}
