import QuadrilleRuntime

/// A watch of files that belong together, such as a database and its log, some of which may come and go.
package final class PathsWatch: Sendable {
    private let paths: [String]
    private let handler: @Sendable () -> Void
    private let watch = Monitor<FileWatch?>(nil)

    /// Calls `handler`, on a thread that it must soon return to, whenever something may have happened to the files at `paths`.
    package init(_ paths: [String], handler: @escaping @Sendable () -> Void) {
        (self.paths, self.handler) = (paths, handler)
        renew()
    }

    /// Watches the files that are there now.
    private func renew() {
        let new = FileWatcher.shared?.watch(paths: paths) { [weak self] in
            guard let self else { return }
            renew()
            handler()
        }
        watch.withLock(wakes: false) { $0 = new }
    }
}
