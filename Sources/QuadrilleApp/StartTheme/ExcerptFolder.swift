import CGTK
import Glibc
import QuadrilleRuntime

/// The folder of theme excerpts for the next start: `Adwaita/gtk.css` and the like.
struct ExcerptFolder: Sendable {
    let path: String

    /// The folder of this version of GTK, since themes change between versions; nil where there is no cache folder.
    static var ofUser: ExcerptFolder? {
        UserFolders.ofUser.caches.map { path in
            let version = "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
            return ExcerptFolder(path: "\(path)/start-theme/\(version)")
        }
    }

    /// Opens the folder with `O_PATH`. Returns its file descriptor; nil where there is none, or it is not the user's own.
    func open() -> Int32? {
        // Glibc has it as a macro: O_PATH.
        let pathOnly: Int32 = 0o10000000
        let number = Glibc.open(path, pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { return nil }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_uid == geteuid() else {
            close(number)
            return nil
        }
        return number
    }

    /// Writes an excerpt for nodes, and for those of the previous one, unless that is the same. Call it in the background.
    func keep(_ theme: BuiltInTheme, for nodes: Set<StyleNode>) {
        // GTK guarantees no format of the printed tree.
        guard nodes.contains(where: { $0.name == "window" && !$0.classes.isEmpty }), let sheet = theme.sheet else {
            return
        }
        let folder = StateFolder(path: path + "/" + theme.name)
        let before = (try? folder.read(theme.file)).flatMap { ExcerptHeading(of: String(decoding: $0, as: UTF8.self)) }
        let heading = ExcerptHeading(sheet: StateFolder.hash(sheet.utf8), nodes: nodes.union(before?.nodes ?? []))
        guard heading != before, let excerpt = ThemeExcerpt(nodes: heading.nodes).of(sheet) else { return }
        folder.write(Array((heading.text + excerpt).utf8), to: theme.file)
    }
}

/// The first line of an excerpt, a comment: the sheet of its theme, and the nodes that it is for.
struct ExcerptHeading: Equatable {
    /// A hash of the whole sheet.
    let sheet: String
    let nodes: Set<StyleNode>

    private static let beginning = "/* Quadrille's excerpt of a theme, made anew when it is missing. 1 "

    init(sheet: String, nodes: Set<StyleNode>) { (self.sheet, self.nodes) = (sheet, nodes) }

    /// Parses the heading of an excerpt; nil where there is none, or of an unknown format.
    init?(of excerpt: String) {
        guard let line = excerpt.split(separator: "\n", maxSplits: 1).first, line.hasPrefix(Self.beginning),
            line.hasSuffix(" */")
        else { return nil }
        let words = line.dropFirst(Self.beginning.count).dropLast(3).split(separator: " ")
        guard let sheet = words.first else { return nil }
        self.init(sheet: String(sheet), nodes: Set(words.dropFirst().map { StyleNode($0) }))
    }

    var text: String {
        Self.beginning + ([sheet] + nodes.sorted().map(\.description)).joined(separator: " ") + " */\n"
    }
}
