import Glibc
import Tabular

/// A folder of the user's for state: small files, each written whole or not at all, the oldest forgotten when there are too
/// many. Used on one queue.
struct StateFolder: Sendable {
    /// Files that are kept; the ones that were written longest ago are forgotten.
    static let limit = 1000
    /// Bytes of one: far more than a view of 100,000 columns has.
    private static let largest = 64 << 20

    let path: String

    /// A 64-bit hash of a text as 16 digits, the same in each run, which Swift's own hashes are not: FNV-1a
    /// (draft-eastlake-fnv).
    static func hash(_ text: some Sequence<UInt8>) -> String {
        let hash = text.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    func has(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

    /// What stands in a file; nil where there is none, or one that was never written here.
    func read(_ name: String) -> [UInt8]? {
        let number = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(owning: number)
        let status = file.status
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
        // One that could be read in part alone is as good as a damaged one.
        return Array(bytes.prefix(max(0, count)))
    }

    /// Writes a file in the place of the one of that name.
    func write(_ bytes: [UInt8], to name: String) {
        guard makeFolder() else { return }
        let name = path + "/" + name
        let temporary = "\(name).\(getpid())"
        let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { return }
        let file = TemporaryFile(FileDescriptor(owning: number), for: temporary)
        let (count, failure) = bytes.withUnsafeBytes { file.write($0, at: 0) }
        if failure != nil || count == 0 || rename(temporary, name) != 0 { unlink(temporary) }
    }

    /// Gives a file that cannot be understood another name, which it gives back; nil where that cannot be.
    func setAside(_ name: String) -> String? {
        let aside = path + "/" + name + ".damaged"
        return rename(path + "/" + name, aside) == 0 ? aside : nil
    }

    func remove(_ name: String) { unlink(path + "/" + name) }

    /// The folder and those above it, for the user alone.
    private func makeFolder() -> Bool {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }

    /// Forgets files, those that were written longest ago first, while there are more than are kept.
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
