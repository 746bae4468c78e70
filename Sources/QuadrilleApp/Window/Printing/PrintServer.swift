import CGTK
import Glibc

/// A check for printers besides a file. Without one GTK's dialog selects nothing, and cannot be closed until it does.
enum PrintServer {
    /// The sockets of a server on this machine, and the file of the system that names a server elsewhere (client.conf(5)).
    private static let traces = ["/run/cups/cups.sock", "/var/run/cups/cups.sock", "/etc/cups/client.conf"]

    /// The name of GTK's printer for files, in GTK's own language: print settings select it by that name.
    static var fileName: String {
        // Without a translation the text itself comes back, and must still be there.
        "Print to File".withCString { String(cString: g_dgettext("gtk30", $0)) }
    }

    /// False where no printer can be: neither is there a server, nor is one elsewhere named. Nobody is asked, since that takes
    /// its time.
    static func mayBeThere(
        variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
        exists: (String) -> Bool = { access($0, F_OK) == 0 }
    ) -> Bool {
        if variable("CUPS_SERVER") != nil { return true }
        let own = variable("HOME").map { [$0 + "/.cups/client.conf"] } ?? []
        return (traces + own).contains(where: exists)
    }
}
