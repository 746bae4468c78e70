import Dispatch
import Glibc
import Tabular

/// What the program remembers of each file, in a folder of the user's: one small file each, written whole or not at all.
///
/// Reading and writing take place behind each other in the background; whoever asks is answered on the main thread.
struct ViewStore: Sendable {
    /// Files that are remembered; the ones that were closed longest ago are forgotten.
    static let limit = 1000
    /// Bytes of one: far more than a view of 100,000 columns has.
    private static let largest = 64 << 20
    private static let queue = DispatchQueue(label: "org.quadrille.Quadrille.state", qos: .utility)

    enum Recalled: Sendable {
        case nothing
        case view(KeptView)
        /// There was something that could not be read; it now has the name that is given.
        case damaged(setAside: String)
    }

    let folder: String

    /// The one in the user's folder for state, `$XDG_STATE_HOME` or else `~/.local/state`; nil where neither is known. A
    /// path that is not absolute is none (XDG Base Directory Specification, "Environment variables").
    /// `QUADRILLE_STATE=off` is for who wants nothing remembered.
    init?(environment: (String) -> String?) {
        if environment("QUADRILLE_STATE") == "off" { return nil }
        func path(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let base = path("XDG_STATE_HOME") ?? path("HOME").map({ $0 + "/.local/state" }) else { return nil }
        self.init(folder: base + "/quadrille/views")
    }

    init(folder: String) { self.folder = folder }

    static var ofUser: ViewStore? { ViewStore { name in getenv(name).map { String(cString: $0) } } }

    /// Looks for what is remembered of the file at `path`, absolute, and says it on the main thread.
    func recall(_ path: String, _ answer: @escaping @MainActor @Sendable (Recalled) -> Void) {
        Self.queue.async {
            let recalled = Self.isFile(path) ? view(of: path) : .nothing
            DispatchQueue.main.async { MainActor.assumeIsolated { answer(recalled) } }
        }
    }

    /// Remembers a view in the place of what was remembered of that file. Where that cannot be, nothing is: nobody is kept
    /// from closing a window.
    func keep(_ view: KeptView) {
        Self.queue.async {
            guard Self.isFile(view.path) else { return }
            write(view)
            forgetOldest()
        }
    }

    /// A pipe has a name that the next one may have too.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Waits until all is written, or until `seconds` are over.
    static func settle(within seconds: Double) {
        let group = DispatchGroup()
        queue.async(group: group) {}
        _ = group.wait(timeout: .now() + seconds)
    }
}

// On the queue, and for tests.
extension ViewStore {
    /// The name of the file that remembers how `path` was shown: two that share one take turns.
    func name(of path: String) -> String {
        // FNV-1a, 64 bits (draft-eastlake-fnv): it must be the same in each run, which Swift's own hashes are not.
        let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits + ".json"
    }

    func view(of path: String) -> Recalled {
        let name = folder + "/" + name(of: path)
        let number = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else { return .nothing }
        let file = FileDescriptor(owning: number)
        let status = file.status
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else { return .nothing }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
        do throws(KeptView.Damaged) {
            if count == bytes.count { return try KeptView(reading: bytes, of: path).map { .view($0) } ?? .nothing }
        } catch {}
        let aside = name + ".damaged"
        return rename(name, aside) == 0 ? .damaged(setAside: aside) : .nothing
    }

    func write(_ view: KeptView) {
        guard makeFolder() else { return }
        let name = folder + "/" + name(of: view.path)
        let temporary = "\(name).\(getpid())"
        let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { return }
        let file = TemporaryFile(FileDescriptor(owning: number), for: temporary)
        let (count, failure) = view.encoded.withUnsafeBytes { file.write($0, at: 0) }
        if failure != nil || count == 0 || rename(temporary, name) != 0 { unlink(temporary) }
    }

    /// The folder and those above it, for the user alone.
    private func makeFolder() -> Bool {
        for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o700) }
        return mkdir(folder, 0o700) == 0 || errno == EEXIST
    }

    /// Forgets views, those that were kept longest ago first, while there are more than are remembered.
    private func forgetOldest() {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        var found: [(time: Int, name: String)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard !name.hasPrefix("."), fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                continue
            }
            found.append((status.st_mtim.tv_sec, name))
        }
        guard found.count > Self.limit else { return }
        for (_, name) in found.sorted(by: { $0.time < $1.time }).prefix(found.count - Self.limit) {
            unlinkat(dirfd(stream), name, 0)
        }
    }
}
