/// A recently opened file.
struct RecentFile: Sendable, Hashable {
    /// Absolute.
    var path: String
    /// The time when it was last opened, in seconds since 1970.
    var time: Int

    /// The maximum number of files in a list.
    static let limit = 10

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The last ones of `files`, the newest first, each with its title in a list: its name, and its folder where another
    /// one has the same name. Of entries with the same path, the newest counts.
    static func listed(_ files: [RecentFile], folder: (String) -> String) -> [(file: RecentFile, title: String)] {
        var known = Set<String>()
        let last = files.sorted { ($1.time, $0.path) < ($0.time, $1.path) }.filter { known.insert($0.path).inserted }
            .prefix(limit)
        let counts = Dictionary(last.map { ($0.name, 1) }, uniquingKeysWith: +)
        return last.map { file in
            let isAmbiguous = counts[file.name, default: 0] > 1
            return (file, isAmbiguous ? "\(file.name.visible) — \(folder(file.path).visible)" : file.name.visible)
        }
    }
}
