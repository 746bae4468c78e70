import Glibc
import QuadrilleRuntime
import Tabular

/// The views that the program remembers, by file and by the columns of tables, in folders of the user: one small file each,
/// written completely or not at all.
///
/// Reads and writes run one after another in the background; answers arrive on the main thread.
struct ViewStore: Sendable {
    /// The maximum number of remembered files; the store forgets those that were closed longest ago.
    static let limit = StateFolder.limit
    static let queue = SerialWork(.interaction)

    enum Recalled: Sendable {
        case nothing
        case view(KeptView)
        /// The stored view could not be decoded; its file now has the given name.
        case damaged(setAside: String)
        /// The stored view cannot be read now. Its file stays unchanged.
        case unreadable(SystemError)
    }

    var files: StateFolder
    /// The last views of tables, by their shape.
    let shapes: StateFolder

    var folder: String { files.path }

    /// `folder` contains the views by file; the folder of views by shape is next to it.
    init(folder: String) {
        files = StateFolder(path: folder)
        let parent = folder.lastIndex(of: "/").map { folder[..<$0] } ?? "."
        shapes = StateFolder(path: parent + "/shapes")
    }

    /// The store in the user's folder for state; nil without such a folder.
    static let ofUser = UserFolders.ofUser.state.map { ViewStore(folder: $0 + "/views") }

    /// Looks up the stored view of the file at `path`, absolute, or of a table of it, and reports it on the main thread.
    func recall(
        _ path: String, table: String? = nil, _ answer: @escaping @MainActor @Sendable (Recalled) -> Void
    ) {
        Self.queue.async {
            let recalled = Self.isFile(path) ? view(of: path, table: table) : .nothing
            MainHop.post { answer(recalled) }
        }
    }

    /// Returns true where a view of the file at `path`, absolute, may be stored; reads no file.
    func mayRemember(_ path: String) -> Bool { files.has(name(of: path)) }

    /// Stores a view, replacing those of the same file and of tables with those columns. Ignores errors: they must not keep
    /// the user from closing a window.
    func keep(_ view: KeptView, columns: [Column] = [], _ description: TableDescription? = nil) {
        Self.queue.async {
            guard Self.isFile(view.path) else { return }
            var (own, file) = (view, view)
            if let table = view.table {
                own.activeTable = nil
                if view.activeTable == nil { file.clear() }
                (file.table, file.activeTable) = (nil, table)
                write(file)
            }
            write(own)
            files.forgetOldest()
            if let description, let shape = TableShape(columns, description) { keepNow(view, of: shape) }
        }
    }

    /// False for pipes: the next pipe may have the same name.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Waits until everything is written, but at most `seconds`.
    static func settle(within seconds: Double) { queue.settle(within: seconds) }
}

// Called on the queue, and by tests.
extension ViewStore {
    /// The name of the file for the view of `path`, or of a table of it: two paths with one name overwrite each other.
    func name(of path: String, table: String? = nil) -> String {
        StateFolder.hash((table.map { path + "\0" + $0 } ?? path).utf8) + ".json"
    }

    func view(of path: String, table: String? = nil) -> Recalled {
        let name = name(of: path, table: table)
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let found = try files.read(name) else { return .nothing }
            bytes = found
        } catch {
            return .unreadable(error)
        }
        do throws(KeptView.Damaged) {
            return try KeptView(reading: bytes, of: path, table: table).map { .view($0) } ?? .nothing
        } catch {
            return files.setAside(name).map { .damaged(setAside: $0) } ?? .nothing
        }
    }

    func write(_ view: KeptView) { files.write(view.encoded, to: name(of: view.path, table: view.table)) }
}
