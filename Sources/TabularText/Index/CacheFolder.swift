import Glibc

/// The program's folder among the user's caches: what lies there can be made again.
public enum CacheFolder {
    /// `quadrille` in `$XDG_CACHE_HOME` or else in `~/.cache`; nil where neither is known. A path that is not absolute is none
    /// (XDG Base Directory Specification, "Environment variables"). The folder may not be there yet.
    public static var path: String? { path(variable) }

    /// The one of the user whose environment it is. `QUADRILLE_CACHE=off` is for who measures the program: there is none.
    static func path(_ environment: (String) -> String?) -> String? {
        if environment("QUADRILLE_CACHE") == "off" { return nil }
        func path(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (path("XDG_CACHE_HOME") ?? path("HOME").map { $0 + "/.cache" }).map { $0 + "/quadrille" }
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
