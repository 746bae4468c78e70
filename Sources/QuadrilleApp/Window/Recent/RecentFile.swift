/// A file that was opened before, as a list of such names it.
struct RecentFile: Sendable, Hashable {
    /// Absolute.
    var path: String
    /// The time when it was last opened, in seconds since 1970.
    var time: Int

    /// So many stand in a list.
    static let limit = 10

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The last ones of `files`, the newest first, each with what a list calls it: its name, and its folder where another
    /// one has that name too. Of those of one path the newest counts.
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
