import CGTK
import Glibc

/// Whether there is anything to print on but a file. GTK's dialog chooses nothing there, and cannot be ended before one has.
enum PrintServer {
    /// Where the server of this machine listens, and what names one elsewhere, for all and for a person (client.conf(5)).
    private static let traces = ["/run/cups/cups.sock", "/var/run/cups/cups.sock", "/etc/cups/client.conf"]

    /// What GTK calls the printing to a file, in its own language: by that name it is chosen.
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
