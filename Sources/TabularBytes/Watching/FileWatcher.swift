import Glibc
import QuadrilleRuntime
import Synchronization

/// A watcher that reports when something may have happened to a file, or to its path: the kernel's inotify(7).
///
/// One thread waits in `read` for all files of the process and wakes for nothing else, so that an idle file costs nothing.
/// Changes by another machine on a network file system are not reported, nor those to folders further up its path.
final class FileWatcher: Sendable {
    /// The watcher of the process; nil where the system allows no more of them.
    static let shared = FileWatcher()

    private struct Subscriber: Sendable {
        var handler: @Sendable () -> Void
        var watches: [Int32] = []
    }

    private struct State: Sendable {
        var nextNumber = 0
        var subscribers: [Int: Subscriber] = [:]
        /// The watches of an inode: by number, and in a folder only of the entry with that name.
        var watches: [Int32: [Int: Set<[UInt8]>]] = [:]
    }

    /// The events of a file itself: the last two, and a change of its count of links, come as attributes.
    private static let fileEvents = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
    private static let folderEvents =
        UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)
    /// Microseconds to gather further events: a log that is written to without a pause wakes the thread 200 times a second and
    /// not for every line.
    private static let rest: UInt32 = 5000

    private let queue: FileDescriptor
    private let state = Mutex(State())
    private let wakeUps = Atomic(0)

    init?() {
        let number = inotify_init1(Int32(IN_CLOEXEC))
        guard number >= 0 else { return nil }
        queue = FileDescriptor(owning: number)
        // A thread of its own: it waits in the kernel for as long as the program runs.
        guard BackgroundThread.start({ [self] in listen() }) == 0 else { return nil }
    }

    /// The number of times that the thread woke, for tests.
    var wakeUpCount: Int { wakeUps.load(ordering: .relaxed) }

    /// Calls `handler`, on the watcher's thread, whenever something may have happened to the open `file` or to its path. It
    /// must be quick. Nil when neither can be watched.
    func watch(_ file: FileDescriptor, path: String, _ handler: @escaping @Sendable () -> Void) -> FileWatch? {
        let number = state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            state.subscribers[number] = Subscriber(handler: handler)
            // By its descriptor, since another file may be at the path by now.
            add("/proc/self/fd/\(file.number)", Self.fileEvents, entry: nil, for: number, &state)
            for place in [path, resolved(path)].compactMap({ $0 }) {
                let (folder, entry) = split(place)
                add(folder, Self.folderEvents, entry: entry, for: number, &state)
            }
            return number
        }
        let watch = FileWatch(self, number)
        return state.withLock { $0.subscribers[number]?.watches.isEmpty ?? true } ? nil : watch
    }

    /// Calls `handler`, on the watcher's thread, whenever something may have happened to the files at `paths` or to these. A
    /// file that comes to be is watched by the next watch. Nil when none can be watched.
    func watch(paths: [String], _ handler: @escaping @Sendable () -> Void) -> FileWatch? {
        let number = state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            state.subscribers[number] = Subscriber(handler: handler)
            for path in paths {
                add(path, Self.fileEvents, entry: nil, for: number, &state)
                let (folder, entry) = split(path)
                add(folder, Self.folderEvents, entry: entry, for: number, &state)
            }
            return number
        }
        let watch = FileWatch(self, number)
        return state.withLock { $0.subscribers[number]?.watches.isEmpty ?? true } ? nil : watch
    }

    private func add(
        _ path: String, _ events: UInt32, entry: String?, for number: Int, _ state: inout State
    ) {
        let watch = inotify_add_watch(queue.number, path, events)
        guard watch >= 0 else { return }
        let entries: Set<[UInt8]> = entry.map { [Array($0.utf8)] } ?? []
        state.watches[watch, default: [:]][number, default: []].formUnion(entries)
        if state.subscribers[number]?.watches.contains(watch) == false {
            state.subscribers[number]?.watches.append(watch)
        }
    }

    fileprivate func remove(_ number: Int) {
        state.withLock { state in
            for watch in state.subscribers.removeValue(forKey: number)?.watches ?? [] {
                state.watches[watch]?[number] = nil
                guard state.watches[watch]?.isEmpty == true else { continue }
                state.watches[watch] = nil
                inotify_rm_watch(queue.number, watch)
            }
        }
    }

    private func listen() {
        let buffer = ReadBuffer(count: 1 << 16)
        while true {
            let count = Glibc.read(queue.number, buffer.bytes.baseAddress, buffer.bytes.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            wakeUps.add(1, ordering: .relaxed)
            for handler in handlers(of: UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])) { handler() }
            usleep(Self.rest)
        }
    }

    /// The handlers of the events, each once.
    private func handlers(of events: UnsafeRawBufferPointer) -> [@Sendable () -> Void] {
        state.withLock { state in
            var numbers: Set<Int> = []
            var offset = 0
            let headLength = MemoryLayout<inotify_event>.size
            while offset + headLength <= events.count {
                let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let name = events[(offset + headLength)...].prefix(Int(event.len)).prefix { $0 != 0 }
                offset += headLength + Int(event.len)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { numbers.formUnion(state.subscribers.keys) }
                for (number, entries) in state.watches[event.wd] ?? [:] {
                    if name.isEmpty || entries.contains(where: { $0.elementsEqual(name) }) { numbers.insert(number) }
                }
                // The kernel has dropped it: the inode is gone.
                if event.mask & UInt32(IN_IGNORED) != 0 { state.watches[event.wd] = nil }
            }
            return numbers.compactMap { state.subscribers[$0]?.handler }
        }
    }
}

/// The watch of one file, until it is deinitialized.
final class FileWatch: Sendable {
    private let watcher: FileWatcher
    private let number: Int

    fileprivate init(_ watcher: FileWatcher, _ number: Int) {
        self.watcher = watcher
        self.number = number
    }

    deinit { watcher.remove(number) }
}

/// The path without links in it; nil where there is none, or it is the same.
private func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let text = String(cString: real)
    return text == path ? nil : text
}

/// The folder of a path and the name in it.
private func split(_ path: String) -> (folder: String, entry: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}
