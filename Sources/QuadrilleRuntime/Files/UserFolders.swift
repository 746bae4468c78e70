import Glibc

/// The program's folders of one user, `quadrille` in those of the environment: XDG Base Directory Specification, "Environment
/// variables", by which a relative path is ignored. They may not exist yet; each is nil where its location is unknown.
/// says where it would be.
package struct UserFolders: Sendable {
    /// A variable's text; nil where it is not set.
    private let variable: @Sendable (String) -> String?

    package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

    /// The folders of the user whose environment the process has.
    package static let ofUser = UserFolders { name in getenv(name).map { String(cString: $0) } }

    /// The folder for data that can be made again, `~/.cache` by default. Nil for `QUADRILLE_CACHE=off`, which measurements
    /// set.
    package var caches: String? {
        variable("QUADRILLE_CACHE") == "off" ? nil : folder("XDG_CACHE_HOME", orAtHome: ".cache")
    }

    /// The folder for remembered views of files, `~/.local/state` by default. Nil when nothing is remembered.
    package var state: String? { remembers ? folder("XDG_STATE_HOME", orAtHome: ".local/state") : nil }

    /// The folder for preferences, `~/.config` by default.
    package var configuration: String? { folder("XDG_CONFIG_HOME", orAtHome: ".config") }

    /// False for `QUADRILLE_STATE=off`: nothing about opened files is remembered.
    package var remembers: Bool { variable("QUADRILLE_STATE") != "off" }

    /// True when a variable turns off the cache or the memory of opened files.
    package var keepsLess: Bool { !remembers || variable("QUADRILLE_CACHE") == "off" }

    private func folder(_ name: String, orAtHome path: String) -> String? {
        (absolute(name) ?? absolute("HOME").map { "\($0)/\(path)" }).map { $0 + "/quadrille" }
    }

    private func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
