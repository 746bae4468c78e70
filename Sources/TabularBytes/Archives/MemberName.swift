import Tabular

/// The name of a file in an archive, as evidence of its content.
struct MemberName {
    /// The last part of the path, its ASCII letters small.
    private let file: String
    /// The extension after the last dot of `file`; empty where there is none.
    private let ending: Substring
    private let isFolder: Bool
    private let isInDesktopFolder: Bool

    /// - Complexity: O(*n*) in the length of the name.
    init(_ name: String) {
        let parts = name.utf8.split { Self.isSeparator($0) }
        isFolder = name.utf8.last.map(Self.isSeparator) ?? false
        isInDesktopFolder = parts.contains { part in
            ["__MACOSX", "@eaDir"].contains { part.elementsEqual($0.utf8) }
        }
        let bytes = (parts.last ?? ""[...].utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        file = String(decoding: bytes, as: UTF8.self)
        if let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")), dot > file.startIndex {
            ending = file[dot...].dropFirst()
        } else {
            ending = ""
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// The reason why a file of this name contains no table; nil where it may contain one.
    var skipReason: Catalog.Skipped.Reason? {
        if isFolder { return .folder }
        if isOfDesktop { return .desktop }
        if Self.pictures.contains(ending) { return .picture }
        return Self.others.contains(ending) ? .other : nil
    }

    /// True for files that desktops add to the user's folders and archives: `.DS_Store`, `._name` and `__MACOSX` of macOS,
    /// `Thumbs.db` and `desktop.ini` of Windows, `.directory` of KDE, `@eaDir` of Synology, and files that keep empty folders.
    private var isOfDesktop: Bool { isInDesktopFolder || file.hasPrefix("._") || Self.desktopFiles.contains(file) }

    private static let desktopFiles: Set<String> = [
        ".ds_store", ".localized", ".apdisk", "icon\r", "thumbs.db", "ehthumbs.db", "desktop.ini", ".directory",
        ".gitkeep",
        ".keep",
    ]

    /// True for files of kinds that are known and not read as tables, for databases, of which an archive shows one table alone,
    /// and for those without an extension, such as programs and `LICENSE`: where there are others, those come first.
    var isUnread: Bool { ending.isEmpty || Self.unread.contains(ending) }

    private static let unread: Set<Substring> = [
        "sqlite", "sqlite3", "db", "mdb", "accdb", "xls", "xlsx", "xlsm", "xlsb", "ods", "parquet", "feather", "arrow",
        "orc",
        "avro", "dbf", "shp", "shx", "sbn", "sbx", "cpg", "prj", "qpj", "xml", "xsd", "sav", "dta", "rds", "pkl", "npy",
        "h5",
    ]

    /// A Boolean value that indicates whether a file of this name is an archive itself.
    var isArchive: Bool {
        Self.archives.contains(ending)
            || [".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst"].contains { file.hasSuffix($0) }
    }

    private static let archives: Set<Substring> = [
        "zip", "tar", "tgz", "tbz2", "txz", "tzst", "7z", "rar", "jar", "cab", "iso", "ar", "cpio",
    ]

    private static let pictures: Set<Substring> = [
        "png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff", "webp", "svg", "svgz", "ico", "icns", "heic", "heif", "avif",
        "psd", "eps",
    ]

    private static let others: Set<Substring> = [
        "pdf", "doc", "docx", "odt", "rtf", "ppt", "pptx", "odp", "exe", "dll", "so", "o", "a", "class", "pyc", "mp3",
        "mp4",
        "wav", "ogg", "flac", "avi", "mov", "mkv", "webm", "ttf", "otf", "woff", "woff2", "html", "htm", "css", "js",
    ]
}
