import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime

/// Lists the tables of a folder and goes on to: what comes, goes or changes there is seen within a second.
///
/// The disk is looked at in the background, by one thread, however often the folder changes.
@MainActor
final class FolderWatch {
    /// Called with what is there, when it is found and whenever it is something else.
    var onChange: (FolderListing) -> Void = { _ in }
    /// Seconds from one look to the next at least.
    private static let pause = 0.5

    private struct Look: Sendable {
        var number: Int
        var folder: String
        var shown: String?
        /// A Boolean value that indicates whether watching of the folder begins with this look.
        var isFirst: Bool
        /// The listing found last.
        var last: FolderListing?
    }

    private var folder: String?
    private var shown: String?
    private var number = 0
    private var isLooking = false
    private var isDue = false
    private var last: FolderListing?
    private var monitor: FileMonitor?

    private lazy var looking = LatestWork<Look> { [weak self] look, isOver in
        // Made before the folder is read, so that nothing is missed in between.
        let monitor = look.isFirst ? FileMonitor(folder: look.folder) : nil
        let listing = FolderListing(of: look.folder, with: look.shown, isOver: isOver)
        // Compared here: they may be very many.
        let new = listing == look.last ? nil : listing
        MainHop.post { self?.take(new, monitor, of: look) }
    }

    /// Watches the folder of the file at `path`, absolute, from now on; nothing where that is nil.
    func follow(_ path: String?) {
        let end = path?.lastIndex(of: "/")
        let folder = path.flatMap { path in end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } }
        let shown = path.flatMap { path in end.map { String(path[path.index(after: $0)...]) } }
        guard folder != self.folder || shown != self.shown else { return }
        let isFirst = folder != self.folder
        (self.folder, self.shown) = (folder, shown)
        if isFirst { (monitor, last) = (nil, nil) }
        number += 1
        (isLooking, isDue) = (false, false)
        look(isFirst: isFirst)
    }

    private func look(isFirst: Bool = false) {
        guard let folder else { return }
        isLooking = true
        looking.ask(Look(number: number, folder: folder, shown: shown, isFirst: isFirst || monitor == nil, last: last))
    }

    private func take(_ listing: FolderListing?, _ monitor: FileMonitor?, of look: Look) {
        guard look.number == number else { return }
        if let monitor {
            self.monitor = monitor
            monitor.onChange { [weak self] in self?.changed() }
        }
        if let listing {
            // Where something changed, more may have that nobody was told of: that the folder itself is gone.
            isDue = isDue || last != nil
            last = listing
            onChange(listing)
        }
        // A folder that changes all the time is looked at now and then.
        let number = number
        MainHop.post(at: .now() + Self.pause) { [weak self] in
            guard let self, number == self.number else { return }
            self.isLooking = false
            guard self.isDue else { return }
            self.isDue = false
            self.look()
        }
    }

    private func changed() {
        if isLooking { isDue = true } else { look() }
    }
}

/// GIO's monitor of a folder. It may be made on any thread, since that looks at the disk; it speaks on the main one.
private final class FileMonitor: @unchecked Sendable {
    // Unchecked, since GIO's objects are not known to be: this one is touched by the thread that made it, and then by the
    // main one alone.
    private let monitor: UnsafeMutablePointer<GFileMonitor>

    /// Nil where there is nothing that watches it.
    init?(folder: String) {
        guard let file = g_file_new_for_path(folder) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_NONE, nil, nil) else { return nil }
        self.monitor = monitor
    }

    deinit {
        // Its messages are of the main thread.
        let monitor = UInt(bitPattern: monitor)
        MainHop.post {
            guard let monitor = UnsafeMutablePointer<GFileMonitor>(bitPattern: monitor) else { return }
            g_file_monitor_cancel(monitor)
            g_object_unref(monitor)
        }
    }

    @MainActor
    func onChange(_ handler: @escaping () -> Void) { connectFolderChanges(monitor, handler) }
}
