import Tabular

/// The name of a file in an archive, for what it says of the content.
struct MemberName {
    private let parts: [Substring]
    private let isFolder: Bool

    init(_ name: String) {
        parts = name.split { $0 == "/" || $0 == "\\" }
        isFolder = name.hasSuffix("/") || name.hasSuffix("\\")
    }

    private var file: String { parts.last?.lowercased() ?? "" }

    /// The ending behind the last dot; empty where there is none.
    private var ending: String {
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return "" }
        return String(file[file.index(after: dot)...])
    }

    /// The reason why a file of this name holds no table; nil where it may hold one.
    var skipReason: Catalog.Skipped.Reason? {
        if isFolder { return .folder }
        if isOfDesktop { return .desktop }
        if Self.pictures.contains(ending) { return .picture }
        return Self.others.contains(ending) ? .other : nil
    }

    /// True for what desktops put into folders and archives beside the files of their user: `.DS_Store`, `._name` and
    /// `__MACOSX` of macOS, `Thumbs.db` and `desktop.ini` of Windows, `.directory` of KDE.
    private var isOfDesktop: Bool {
        parts.contains("__MACOSX") || file.hasPrefix("._")
            || [".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".directory"].contains(file)
    }

    /// A Boolean value that indicates whether a file of this name is an archive itself.
    var isArchive: Bool {
        let archives = ["zip", "tar", "tgz", "tbz2", "txz", "tzst", "7z", "rar", "jar", "cab", "iso", "ar", "cpio"]
        return archives.contains(ending)
            || [".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst"].contains { file.hasSuffix($0) }
    }

    private static let pictures: Set<String> = [
        "png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff", "webp", "svg", "svgz", "ico", "icns", "heic", "heif", "avif",
        "psd", "eps",
    ]

    private static let others: Set<String> = [
        "pdf", "doc", "docx", "odt", "rtf", "ppt", "pptx", "odp", "exe", "dll", "so", "o", "a", "class", "pyc", "mp3",
        "mp4",
        "wav", "ogg", "flac", "avi", "mov", "mkv", "webm", "ttf", "otf", "woff", "woff2", "html", "htm", "css", "js",
    ]
}
