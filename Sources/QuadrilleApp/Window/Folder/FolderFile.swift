import CGTK
import Glibc
import QuadrilleRuntime
import TableFormats
import Tabular
import TabularOps

/// A file of a folder that may hold a table, a table of such a file, or the line above its system tables.
struct FolderFile: Sendable, Hashable {
    /// The name without the folder.
    var name: String
    /// The table of a file that holds several; nil for the file itself.
    var entry: Catalog.Entry?
    /// True for the line that folds and unfolds the system tables of the file, with those below it or without.
    var areSystemTablesShown: Bool?
    /// True for a file that is listed above its tables though its own name does not match.
    var isHeading = false
    /// The name of the table.
    var table: String? { entry?.name }
    /// The text that is searched.
    var title: String { table ?? name }
    /// A unique text for each line.
    var key: String {
        if areSystemTablesShown != nil { return name + "\0\0" }
        return table.map { name + "\0" + $0 } ?? name
    }
    /// A Boolean value that indicates whether the table is hidden, or cannot be opened.
    var isQuiet: Bool { areSystemTablesShown != nil || entry.map { $0.isHidden || $0.obstacle != nil } ?? false }
    /// Size in bytes; time of the last write in seconds since 1970.
    var size = 0
    var time = 0

    /// The tables of a file, those that a database keeps for itself behind the others and a line of their own: folded away, or
    /// shown.
    static func tables(of entries: [Catalog.Entry], in name: String, showsSystem: Bool) -> [FolderFile] {
        func lines(_ entries: [Catalog.Entry]) -> [FolderFile] { entries.map { FolderFile(name: name, entry: $0) } }
        let system = entries.filter(\.isOfSystem)
        guard !system.isEmpty else { return lines(entries) }
        let heading = FolderFile(name: name, areSystemTablesShown: showsSystem)
        return lines(entries.filter { !$0.isOfSystem }) + [heading] + (showsSystem ? lines(system) : [])
    }

    /// Returns those of `files` with a matching name, and above matching tables their file, which they follow in `files`. Nil
    /// once it is cancelled.
    static func matching(_ names: NameSearch, in files: [FolderFile], unless cancellation: Cancellation)
        -> [FolderFile]?
    {
        var found: [FolderFile] = []
        var file: FolderFile?
        for (index, line) in files.enumerated() {
            if index % 1024 == 0, cancellation.isRequested { return nil }
            let matches = names.holds(line.title)
            if line.table == nil { file = matches ? nil : line }
            guard matches else { continue }
            if line.table != nil, var heading = file {
                heading.isHeading = true
                found.append(heading)
                file = nil
            }
            found.append(line)
        }
        return found
    }
}

/// The file names of tables: those of all formats that this program reads, compressed ones too.
enum TableFileName {
    private static let kinds = TableFormats.ofProgram.kinds.flatMap(\.endings) + TableFormats.archiveEndings
    /// The usual endings of the formats, in capital letters: CSV, TSV …
    static let usualEndings = TableFormats.ofProgram.kinds.filter { !$0.isGeneric }.compactMap(\.endings.first)
        .map { $0.uppercased() }
    private static let packings = TableFormats.compressionEndings

    /// The patterns for file choosers.
    static let patterns = kinds.flatMap { kind in ["*.\(kind)"] + packings.map { "*.\(kind).\($0)" } }

    /// Returns true where a file name has the ending of a table, in any case, and is not that of a hidden file.
    static func matches(_ name: String) -> Bool {
        guard !name.hasPrefix(".") else { return false }
        let all = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        var parts = all.dropFirst().map(String.init)
        if let last = parts.last, packings.contains(last) { parts.removeLast() }
        return parts.last.map(kinds.contains) ?? false
    }
}

/// The tables of a folder at the time of listing.
struct FolderListing: Sendable, Equatable {
    /// Absolute.
    var folder: String
    /// In natural order of their names: 9 before 10.
    var files: [FolderFile] = []
    /// The name of the shown file, and its index.
    let shown: String?
    private(set) var shownIndex: Int?
    /// The reason why the folder could not be listed; nil where it was.
    var failure: String?

    /// Lists the tables in a folder, and the file called `shown` whatever its name is. Skips files whose names are not UTF-8.
    /// Blocks on the disk: not for the main thread. Nil once it is cancelled.
    ///
    /// - Complexity: O(files · log files).
    init?(of folder: String, with shown: String?, unless cancellation: Cancellation) {
        (self.folder, self.shown) = (folder, shown)
        guard let stream = opendir(folder) else {
            failure = String(cString: strerror(errno))
            return
        }
        defer { closedir(stream) }
        var found: [(key: [CChar], file: FolderFile)] = []
        var count = 0
        while let entry = readdir(stream) {
            count += 1
            if count % 256 == 0, cancellation.isRequested { return nil }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name, TableFileName.matches(name) || name == shown else { continue }
            var status = stat()
            guard fstatat(dirfd(stream), name, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let file = FolderFile(name: name, size: Int(status.st_size), time: Int(status.st_mtim.tv_sec))
            found.append((Self.key(of: name), file))
        }
        files = found.sorted(by: Self.isBefore).map(\.file)
        shownIndex = shown.flatMap { name in files.firstIndex { $0.name == name } }
    }

    /// Returns the key that orders a name, byte by byte, with the zero at its end.
    private static func key(of name: String) -> [CChar] {
        guard let key = g_utf8_collate_key_for_filename(name, -1) else { return Array(name.utf8CString) }
        defer { g_free(key) }
        return Array(UnsafeBufferPointer(start: key, count: strlen(key) + 1))
    }

    private static func isBefore(_ one: (key: [CChar], file: FolderFile), _ other: (key: [CChar], file: FolderFile))
        -> Bool
    {
        let order = strcmp(one.key, other.key)
        return order == 0 ? one.file.name < other.file.name : order < 0
    }

    func path(of file: FolderFile) -> String { folder == "/" ? "/" + file.name : folder + "/" + file.name }
}
