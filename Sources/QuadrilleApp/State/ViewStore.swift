import Glibc
import QuadrilleRuntime
import Tabular

/// The views that the program remembers, by file and by the columns of tables, in folders of the user: one small file each,
/// written whole or not at all.
///
/// Reading and writing take place one after another in the background; answers arrive on the main thread.
struct ViewStore: Sendable {
    /// Files that are remembered; the ones that were closed longest ago are forgotten.
    static let limit = StateFolder.limit
    static let queue = SerialWork(.interaction)

    enum Recalled: Sendable {
        case nothing
        case view(KeptView)
        /// There was something that could not be decoded; it now has the name that is given.
        case damaged(setAside: String)
        /// There is something that cannot be read now. It stays as it is.
        case unreadable(SystemError)
    }

    var files: StateFolder
    /// The last views of tables, by their shape.
    let shapes: StateFolder

    var folder: String { files.path }

    /// `folder` is that of views by file; that of views by shape stands beside it.
    init(folder: String) {
        files = StateFolder(path: folder)
        let parent = folder.lastIndex(of: "/").map { folder[..<$0] } ?? "."
        shapes = StateFolder(path: parent + "/shapes")
    }

    /// The one in the user's folder for state; nil where there is none.
    static let ofUser = UserFolders.ofUser.state.map { ViewStore(folder: $0 + "/views") }

    /// Looks for what is remembered of the file at `path`, absolute, or of a table of it, and says it on the main thread.
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

    /// Remembers a view in the place of what was remembered of that file, and of tables with those columns. Where that
    /// cannot be, nothing is: nobody is kept from closing a window.
    func keep(_ view: KeptView, columns: [Column] = [], _ dialect: Dialect? = nil) {
        Self.queue.async {
            guard Self.isFile(view.path) else { return }
            write(view)
            if let table = view.table {
                var file = KeptView(path: view.path, window: view.window, settings: ViewSettings())
                file.activeTable = table
                write(file)
            }
            files.forgetOldest()
            if let dialect, let shape = TableShape(columns, dialect) { keepNow(view, of: shape) }
        }
    }

    /// A pipe has a name that the next one may have too.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Waits until all is written, or until `seconds` are over.
    static func settle(within seconds: Double) { queue.settle(within: seconds) }
}

// On the queue, and for tests.
extension ViewStore {
    /// The name of the file that remembers how `path`, or a table of it, was shown: two that share one take turns.
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
