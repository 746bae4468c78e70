import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime

/// Lists the tables of a folder and reports added, removed and changed files within a second.
///
/// One background thread reads the disk, however often the folder changes.
@MainActor
final class FolderWatch {
    /// Called with the first listing and with each different one.
    var onChange: (FolderListing) -> Void = { _ in }
    /// The minimum time between two listings, in seconds.
    private static let pause = 0.5

    private struct Look: Sendable {
        var number: Int
        var folder: String
        var shown: String?
        /// A Boolean value that indicates whether watching of the folder begins with this listing.
        var isFirst: Bool
        /// The previous listing.
        var last: FolderListing?
    }

    private var folder: String?
    private var shown: String?
    private var number = 0
    private var isLooking = false
    private var isDue = false
    private var last: FolderListing?
    private var monitor: FileMonitor?

    private lazy var looking = LatestWork<Look> { [weak self] look, cancellation in
        // Created before the folder is read, so that no change in between is missed.
        let monitor = look.isFirst ? FileMonitor(folder: look.folder) : nil
        let listing = FolderListing(of: look.folder, with: look.shown, unless: cancellation)
        // Compared in the background: there may be very many files.
        let new = listing == look.last ? nil : listing
        MainHop.post { self?.take(new, monitor, of: look) }
    }

    /// Watches the folder of the file at `path`, absolute, from now on; nil stops watching.
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
            // After a change, others may have gone unreported, such as the removal of the folder itself.
            isDue = isDue || last != nil
            last = listing
            onChange(listing)
        }
        // A folder that changes constantly is listed at intervals.
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

/// GIO's monitor of a folder. It may be created on any thread, since that reads the disk; it reports on the main one.
private final class FileMonitor: @unchecked Sendable {
    // Unchecked, since GIO's objects are not marked Sendable: only the creating thread uses this one, and then only the
    // main thread.
    private let monitor: UnsafeMutablePointer<GFileMonitor>

    /// Nil where nothing can watch the folder.
    init?(folder: String) {
        guard let file = g_file_new_for_path(folder) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_NONE, nil, nil) else { return nil }
        self.monitor = monitor
    }

    deinit {
        // Released on the main thread, which receives its signals.
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
