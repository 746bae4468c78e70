import Tabular

/// The name of a file in an archive, as evidence of its content.
struct MemberName: Sendable, Hashable {
    /// The kind of files that a name belongs to.
    enum Kind: Sendable, Hashable {
        case unknown
        /// Files that desktops add to the user's folders and archives.
        case desktop
        case folder
        case archive
        case picture
        /// A file of a known kind that contains no table, such as a PDF or a program.
        case other
        /// A file of a kind that is known and not read as a table, a database, of which an archive shows one table alone, or
        /// a file without an extension, such as a program.
        case unread
        /// A text about the other files, such as a README or a license.
        case prose
    }

    let kind: Kind

    /// - Complexity: O(*n*) in the length of the name.
    init(_ name: String) {
        var name = name
        kind = name.withUTF8 { Self.kind(of: $0) }
    }

    private static func kind(of name: UnsafeBufferPointer<UInt8>) -> Kind {
        if name.last.map(isSeparator) ?? false { return .folder }
        let parts = name.split { isSeparator($0) }
        if parts.contains(where: { isDesktopFolder($0) }) { return .desktop }
        let file = small(parts.last ?? name[...])
        if file.hasPrefix("._") || desktopFiles.contains(file) { return .desktop }
        guard let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")), dot > file.startIndex else {
            return proseNames.contains(file[...]) ? .prose : .unread
        }
        let (stem, ending) = (file[..<dot], file[dot...].dropFirst())
        if let kind = kinds[ending] { return kind }
        if compressions.contains(ending) && stem.hasSuffix(".tar") { return .archive }
        return ending == "txt" && proseNames.contains(stem) || descriptions.contains(file) ? .prose : .unknown
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// True for `__MACOSX` of macOS and `@eaDir` of Synology.
    private static func isDesktopFolder(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        part.elementsEqual("__MACOSX".utf8) || part.elementsEqual("@eaDir".utf8)
    }

    /// The text of `bytes` with its ASCII letters in lower case.
    private static func small(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }
            return bytes.count
        }
    }

    /// The reason why a file of this name contains no table; nil where it may contain one.
    var skipReason: Catalog.Skipped.Reason? {
        switch kind {
        case .folder: .folder
        case .desktop: .desktop
        case .picture: .picture
        case .other: .other
        case .unknown, .archive, .unread, .prose: nil
        }
    }

    /// A Boolean value that indicates whether files of this name are hardly tables that are read: where there are others, those
    /// come first.
    var isUnread: Bool { kind == .unread || kind == .prose }

    /// A Boolean value that indicates whether a file of this name is an archive itself.
    var isArchive: Bool { kind == .archive }

    // MARK: - Names

    /// `.DS_Store` of macOS, `Thumbs.db` and `desktop.ini` of Windows, `.directory` of KDE, and files that keep empty folders.
    private static let desktopFiles: Set<String> = [
        ".ds_store", ".localized", ".apdisk", "icon\r", "thumbs.db", "ehthumbs.db", "desktop.ini", ".directory",
        ".gitkeep", ".keep",
    ]

    private static let proseNames: Set<Substring> = [
        "readme", "read me", "license", "licence", "copying", "copyright", "notice", "authors", "contributors",
        "changelog", "changes", "news", "citation",
    ]

    /// Files that describe the tables beside them.
    private static let descriptions: Set<String> = [
        "datapackage.json", "ro-crate-metadata.json", "dataset-metadata.json",
    ]

    private static let compressions: Set<Substring> = ["gz", "bz2", "xz", "zst"]

    private static let kinds: [Substring: Kind] = {
        let endings: [(Kind, String)] = [
            (.archive, "zip tar tgz tbz2 txz tzst 7z rar jar cab iso ar cpio"),
            (.picture, "png jpg jpeg gif bmp tif tiff webp svg svgz ico icns heic heif avif psd eps"),
            (.other, "pdf doc docx odt rtf ppt pptx odp exe dll so o a class pyc mp3 mp4 wav ogg flac avi mov mkv"),
            (.other, "webm ttf otf woff woff2 html htm css js"),
            (.unread, "sqlite sqlite3 db mdb accdb xls xlsx xlsm xlsb ods parquet feather arrow orc avro dbf xml xsd"),
            (.unread, "shp shx sbn sbx cpg prj qpj sav dta rds pkl npy h5"),
            (.prose, "md markdown rst"),
        ]
        let pairs = endings.flatMap { kind, endings in endings.split(separator: " ").map { ($0, kind) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
