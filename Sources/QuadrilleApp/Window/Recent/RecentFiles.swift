import CGTK
import Glibc
import GridGTK
import QuadrilleRuntime
import Translation

/// The files that were opened with this program, as the desktop remembers them for all programs.
///
/// The desktop's list is a file of its own, which GTK reads when it is first requested: not before the window
/// shows something.
@MainActor
final class RecentFiles {
    static let shared = RecentFiles()
    /// The action that opens a recent file; its parameter is the path.
    nonisolated static let action = "open-recent"

    /// The name under which the program adds files. GTK's dialogs add saved files under the display name.
    private static let owner = Quadrille.applicationID

    private(set) var files: [(file: RecentFile, title: String)] = []
    /// A part of the menus of all windows.
    let menu = g_menu_new()
    private var manager: UnsafeMutablePointer<GtkRecentManager>?

    private init() { fillMenu() }

    private static var isOn: Bool { UserFolders.ofUser.remembers }

    /// Loads the list, once.
    func load() {
        guard manager == nil, Self.isOn, let manager = gtk_recent_manager_get_default() else { return }
        self.manager = manager
        connect(manager, "changed") { [weak self] in self?.reread() }
        reread()
    }

    /// Adds an opened file. Only regular files can be opened again: the next pipe may have the same
    /// name.
    func note(_ path: String) {
        guard Self.isOn else { return }
        WorkerPool.shared.submit(.interaction) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
            MainHop.post { self.add(path) }
        }
    }

    private func add(_ path: String) {
        load()
        guard let manager, let uri = g_filename_to_uri(path, nil, nil) else { return }
        defer { g_free(uri) }
        // By its name alone, without reading the file.
        let kind = g_content_type_guess(path, nil, 0, nil)
        defer { g_free(kind) }
        let type = kind.flatMap { g_content_type_get_mime_type($0) }
        defer { g_free(type) }
        let words: [String] = [type.map { String(cString: $0) } ?? "text/plain", Self.owner, "quadrille %f"]
        let texts = words.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var data = GtkRecentData()
        (data.mime_type, data.app_name, data.app_exec) = (texts[0], texts[1], texts[2])
        gtk_recent_manager_add_full(manager, uri, &data)
    }

    private func reread() {
        guard let manager else { return }
        var found: [RecentFile] = []
        let items = gtk_recent_manager_get_items(manager)
        var item = items
        while let current = item {
            if let data = current.pointee.data {
                let info = OpaquePointer(data)
                if let file = Self.file(of: info) { found.append(file) }
                gtk_recent_info_unref(info)
            }
            item = current.pointee.next
        }
        g_list_free(items)
        let listed = RecentFile.listed(found, folder: Application.folder)
        guard listed.map(\.title) != files.map(\.title) || listed.map(\.file.path) != files.map(\.file.path) else {
            return
        }
        files = listed
        fillMenu()
    }

    /// A file that this program opened.
    private static func file(of info: OpaquePointer) -> RecentFile? {
        var (command, count, time) = (nil as UnsafePointer<CChar>?, guint(0), time_t(0))
        // GTK warns about a request for a file that only other programs opened.
        guard gtk_recent_info_has_application(info, owner) != 0,
            gtk_recent_info_get_application_info(info, owner, &command, &count, &time) != 0,
            let uri = gtk_recent_info_get_uri(info), let path = g_filename_from_uri(uri, nil, nil)
        else { return nil }
        defer { g_free(path) }
        return RecentFile(path: String(cString: path), time: Int(time))
    }

    private func fillMenu() {
        g_menu_remove_all(menu)
        // There is no such action, so the entry is disabled.
        if files.isEmpty { g_menu_append(menu, tr("None Yet"), "win.no-recent") }
        for (file, title) in files {
            let label = title.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
            guard let item = g_menu_item_new(label, nil) else { continue }
            g_menu_item_set_action_and_target_value(item, "win." + Self.action, g_variant_new_string(file.path))
            g_menu_append_item(menu, item)
            g_object_unref(UnsafeMutableRawPointer(item))
        }
    }
}
