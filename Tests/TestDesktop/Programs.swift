import Glibc

/// The programs of the package, which are built into the folder of the test bundle.
package enum Programs {
    /// The path of a built program; one that is a path already is of another.
    package static func path(of name: String) throws -> String {
        if name.hasPrefix("/") { return name }
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &bytes, bytes.count))
        let own = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? ""
        let path = folder + "/" + name
        guard access(path, X_OK) == 0 else {
            throw DesktopError("\(path) is not built; run: swift build --build-tests")
        }
        return path
    }
}
