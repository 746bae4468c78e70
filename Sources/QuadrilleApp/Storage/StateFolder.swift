import Glibc
import QuadrilleRuntime

/// A folder of the user for state: small files, each written completely or not at all, the oldest removed when there are too
/// many. Used on one queue.
struct StateFolder: Sendable {
    /// The maximum number of files; the folder removes those that were written longest ago.
    static let limit = 1000
    /// The maximum size of a file in bytes: far more than a view of 100,000 columns has.
    private static let largest = 64 << 20

    let path: String
    /// Reads an open file; tests of failing disks replace it.
    var contents: @Sendable (FileDescriptor) throws(SystemError) -> [UInt8]? = {
        (file) throws(SystemError) in try file.contents(limit: StateFolder.largest)
    }

    init(path: String) { self.path = path }

    /// A 64-bit hash of a text as 16 digits, the same in each run, unlike Swift's own hashes: FNV-1a
    /// (draft-eastlake-fnv).
    static func hash(_ text: some Sequence<UInt8>) -> String {
        let hash = text.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    func has(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

    /// All bytes of a file; nil where there is none. No bytes, which cannot be decoded, of a file that is larger than any that
    /// this program writes. Throws where an existing file cannot be read now: it may be intact.
    func read(_ name: String) throws(SystemError) -> [UInt8]? {
        let number = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return nil }
            throw SystemError(number: errno)
        }
        let file = FileDescriptor(owning: number)
        if let bytes = try contents(file) { return bytes }
        return try file.status.st_mode & S_IFMT == S_IFREG ? [] : nil
    }

    /// Replaces the file of that name, and waits until it is on disk.
    func write(_ bytes: [UInt8], to name: String) {
        guard !bytes.isEmpty, bytes.count <= Self.largest, makeFolder() else { return }
        bytes.withUnsafeBytes { _ = WholeFile.replace(path + "/" + name, with: $0, isDurable: true) }
    }

    /// Renames a file that cannot be decoded. Returns the new path; nil after an error.
    func setAside(_ name: String) -> String? { Self.setAside(path + "/" + name) }

    /// Renames a damaged file to an unused name, such as `a.damaged` or `a.damaged-2`. When all of them are used, replaces the
    /// last one: a file that is damaged again and again must not fill the folder.
    static func setAside(_ path: String) -> String? {
        let names = (1...damagedLimit).map { path + ".damaged" + ($0 > 1 ? "-\($0)" : "") }
        let aside = names.first { access($0, F_OK) != 0 } ?? names[names.count - 1]
        return rename(path, aside) == 0 ? aside : nil
    }

    private static let damagedLimit = 9

    func remove(_ name: String) { unlink(path + "/" + name) }

    /// Creates the folder and its missing parents, accessible to the user alone.
    private func makeFolder() -> Bool {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }

    /// Removes files above the limit, those that were written longest ago first.
    func forgetOldest() {
        guard let stream = opendir(path) else { return }
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
