import Glibc

/// The built programs of the package.
package enum Programs {
    /// The folder that `QUADRILLE_PROGRAMS` names; without it that of the test bundle, which has debug builds.
    package static let folder: String = {
        if let chosen = getenv("QUADRILLE_PROGRAMS") { return String(cString: chosen) }
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &bytes, bytes.count))
        let own = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return own.lastIndex(of: "/").map { String(own[..<$0]) } ?? ""
    }()

    /// The path of a built program; one that is a path already is of another.
    package static func path(of name: String) throws -> String {
        if name.hasPrefix("/") { return name }
        let path = folder + "/" + name
        guard access(path, X_OK) == 0 else {
            throw DesktopError("\(path) is not built; run: swift build --build-tests")
        }
        return path
    }
}
