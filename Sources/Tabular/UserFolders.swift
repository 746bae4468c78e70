import Glibc

/// The program's folders of one user, `quadrille` in those that the environment names: XDG Base Directory Specification,
/// "Environment variables", by which a path that is not absolute is none. They may not be there yet; each is nil where nothing
/// says where it would be.
package struct UserFolders: Sendable {
    /// A variable's text; nil where it is not set.
    private let variable: @Sendable (String) -> String?

    package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

    /// Those of the user whose environment it is.
    package static let ofUser = UserFolders { name in getenv(name).map { String(cString: $0) } }

    /// What can be made again, `~/.cache` unless said otherwise. There is none for who measures the program, and says
    /// `QUADRILLE_CACHE=off`.
    package var caches: String? {
        variable("QUADRILLE_CACHE") == "off" ? nil : folder("XDG_CACHE_HOME", orAtHome: ".cache")
    }

    /// How files were looked at, `~/.local/state` unless said otherwise. There is none where nothing is remembered.
    package var state: String? { remembers ? folder("XDG_STATE_HOME", orAtHome: ".local/state") : nil }

    /// What the user has chosen, `~/.config` unless said otherwise.
    package var configuration: String? { folder("XDG_CONFIG_HOME", orAtHome: ".config") }

    /// Whether anything is remembered of what was opened: `QUADRILLE_STATE=off` is for who wants nothing to be.
    package var remembers: Bool { variable("QUADRILLE_STATE") != "off" }

    /// Whether a variable says that something is not kept.
    package var keepsLess: Bool { !remembers || variable("QUADRILLE_CACHE") == "off" }

    private func folder(_ name: String, orAtHome path: String) -> String? {
        (absolute(name) ?? absolute("HOME").map { "\($0)/\(path)" }).map { $0 + "/quadrille" }
    }

    private func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
