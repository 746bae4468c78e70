import Glibc
import QuadrilleRuntime

/// A folder with the icons of a theme that a first window shows, as a theme of the same name without others. It contains links
/// to the theme's files, by their sizes: `Adwaita/16/open-menu-symbolic.symbolic.png`.
///
/// Format: Icon Theme Specification, "Directory Layout" and "File Formats".
struct IconExcerpt: Sendable {
    /// An icon's file, and its requested size in logical pixels.
    struct Icon: Hashable, Sendable {
        var size: Int
        var file: String
    }

    /// The theme that all others fall back on. GTK's internal icons belong to it, in these folders: above all the icon for a
    /// missing one (`image-missing`), without which GTK ends the program.
    private static let common = "hicolor"
    private static let commonFolders = ["16x16/actions", "16x16/status", "24x24/actions", "24x24/status"]
    /// The sizes that GTK has names for, in logical pixels (`GtkIconSize`).
    private static let sizes = [16, 24, 32, 48]

    /// The folder that GTK searches for themes in place of all others.
    let path: String
    private let theme: String
    private let scale: Int

    /// Creates the user's excerpt of a theme for displays of one scale; nil where there is no cache folder, or the name is not
    /// valid.
    init?(of theme: String, scale: Int, in caches: String? = UserFolders.ofUser.caches) {
        guard let caches, !theme.isEmpty, !theme.contains("/"), !theme.hasPrefix(".") else { return nil }
        (self.theme, self.scale) = (theme, scale)
        path = "\(caches)/start-icons/\(theme)@\(scale)"
    }

    /// True where an earlier start made the excerpt and all its links are sound. Reads a few folders and opens no file.
    var isThere: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && [theme, Self.common].allSatisfy { StateFolder(path: path + "/" + $0).has("index.theme") }
            && links.allSatisfy(Self.isSound)
    }

    /// The paths of all icons.
    private var links: [String] {
        Self.sizes.flatMap { size -> [String] in
            let folder = "\(path)/\(theme)/\(size)"
            guard let stream = opendir(folder) else { return [] }
            defer { closedir(stream) }
            var links: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if !name.hasPrefix(".") { links.append(folder + "/" + name) }
            }
            return links
        }
    }

    /// Returns true where a link leads to a readable file and does not hide GTK's own icon for a missing one.
    private static func isSound(_ link: String) -> Bool { access(link, R_OK) == 0 && !isLastResort(link) }

    private static func isLastResort(_ file: String) -> Bool {
        file.split(separator: "/").last?.hasPrefix("image-missing") == true
    }

    /// Adds links to these icons and removes those that are not sound. Writes nothing where all links are there already.
    func keep(_ icons: Set<Icon>) {
        let icons = icons.filter {
            Self.sizes.contains($0.size) && $0.file.hasPrefix("/") && !Self.isLastResort($0.file)
        }
        guard !icons.isEmpty else { return }
        for link in links where !Self.isSound(link) { unlink(link) }
        for theme in Set([theme, Self.common]) { put(index(of: theme), of: theme) }
        for (size, icons) in Dictionary(grouping: icons, by: \.size) {
            let folder = "\(path)/\(theme)/\(size)"
            mkdir(folder, 0o700)
            for icon in icons { link(icon, in: folder) }
        }
    }

    private func link(_ icon: Icon, in folder: String) {
        guard let name = icon.file.split(separator: "/").last.map({ folder + "/" + $0 }),
            // The file may itself be a link, even into this folder: resolve it.
            let file = realpath(icon.file, nil)
        else { return }
        defer { free(file) }
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink(name, &target, target.count - 1) < 0 || strcmp(target, file) != 0 else { return }
        unlink(name)
        symlink(file, name)
    }

    private func put(_ index: String, of theme: String) {
        let folder = StateFolder(path: path + "/" + theme)
        guard (try? folder.read("index.theme")) != Array(index.utf8) else { return }
        folder.write(Array(index.utf8), to: "index.theme")
    }

    private func index(of theme: String) -> String {
        let sizes = theme == self.theme ? Self.sizes : []
        let common = theme == Self.common ? Self.commonFolders : []
        let folders = (sizes.map(String.init) + common).joined(separator: ",")
        var text = "[Icon Theme]\nName=\(theme)\nComment=Quadrille's excerpt, made anew when it is missing\n"
        text += "Directories=\(folders)\n"
        for size in sizes {
            // Icons are drawn at this size, whatever the size of the file.
            text += "\n[\(size)]\nSize=\(size)\nMinSize=\(size)\nMaxSize=\(size)\nScale=\(scale)\nType=Scalable\n"
        }
        for folder in common { text += "\n[\(folder)]\nSize=\(folder.prefix(2))\nType=Threshold\n" }
        return text
    }
}
