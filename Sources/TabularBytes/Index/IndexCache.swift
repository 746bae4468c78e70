import Glibc
import QuadrilleRuntime

/// A folder that stores the indexes and findings of large files, so that such a file is fully known as soon as it is opened
/// again.
///
/// An index is valid for its file in the state that it was made of: device, number, length and both times must be the same to
/// the nanosecond, and samples of its bytes too. Other files in the folder are left alone where their names have another form,
/// and are otherwise replaced silently. Where the folder cannot be made, read or written there is no cache, and no message.
///
/// Nothing in it is irreplaceable: deleting the folder costs the time to find the records again.
public struct IndexCache: Sendable, Hashable {
    package static let suffix = ".index"
    /// Seconds after which a `.part` file is considered abandoned.
    private static let partLife = 600
    /// The most folders to be made: the user's for caches, the program's, and the one for indexes. A missing home is not made.
    private static let levels = 3

    /// Made when there is something to store, for its owner only.
    public var folder: String
    /// Bytes and files that the folder may hold: the least recently used go first.
    public var limit = 64 << 20
    public var countLimit = 1000
    /// The least bytes of a source whose index is stored; finding the records of a smaller one takes a few milliseconds.
    public var minimumSize = 32 << 20

    public init(folder: String) { self.folder = folder }

    /// The cache in the program's folder for caches; nil where there is none.
    public static var ofUser: IndexCache? { UserFolders.ofUser.caches.map { IndexCache(folder: $0 + "/index") } }

    /// The entry of `key`, if there is one; marks it as used.
    package func entry(for key: IndexKey) -> IndexEntry? {
        guard let folder = Self.open(folder: folder) else { return nil }
        let number = openat(folder.number, key.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(owning: number)
        guard let status = try? file.status, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= limit,
            status.st_size % 8 == 0, let words = file.words(Int(status.st_size) / 8),
            let entry = IndexEntry(words, of: key)
        else { return nil }
        futimens(number, nil)
        return entry
    }

    /// Stores `entry`, if it can, in place of the earlier one; whole or not at all.
    package func keep(_ entry: IndexEntry, for key: IndexKey) {
        let words = entry.words(of: key)
        guard 8 * words.count <= limit, let folder = Self.open(folder: folder, making: Self.levels) else { return }
        // Not synchronized: an entry damaged by a power loss is detected.
        words.withUnsafeBytes { _ = WholeFile.replace(key.name, in: folder, with: $0, isDurable: false) }
        makeRoom(in: folder, sparing: key.name)
    }

    private struct Kept {
        var name: String
        var size: Int
        var used: FileIdentity
    }

    /// Deletes the least recently used files until the limits are met.
    private func makeRoom(in folder: FileDescriptor, sparing newest: String) {
        var all = Self.list(folder)
        // A process that ended while writing may have left some.
        let oldest = (time(nil) - Self.partLife) * 1_000_000_000
        for file in all where file.name.hasSuffix(WholeFile.partSuffix) && file.used.modified < oldest {
            unlinkat(folder.number, file.name, 0)
            all.removeAll { $0.name == file.name }
        }
        var (size, count) = (all.reduce(0) { $0 + $1.size }, all.count)
        let byUse = all.filter { $0.name != newest }.sorted {
            ($0.used.modified, $0.name) < ($1.used.modified, $1.name)
        }
        for file in byUse where size > limit || count > countLimit {
            unlinkat(folder.number, file.name, 0)
            size -= file.size
            count -= 1
        }
    }

    /// The cache's files, by their names; including abandoned parts.
    private static func list(_ folder: FileDescriptor) -> [Kept] {
        let copy = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var found: [Kept] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard isOurs(name), fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            found.append(Kept(name: name, size: Int(status.st_size), used: FileIdentity(status)))
        }
        return found
    }

    private static func isOurs(_ name: String) -> Bool {
        guard let suffix = [suffix, WholeFile.partSuffix].first(where: name.hasSuffix) else { return false }
        let digits = name.dropLast(suffix.count)
        return digits.count == 16 && digits.allSatisfy(\.isHexDigit)
    }

    /// The folder, if it is the user's own. A missing one is made, with up to `levels` - 1 of its parents: only in folders that
    /// the user owns, so that a program run as another user leaves none in a home that is not its own.
    private static func open(folder path: String, making levels: Int = 0) -> FileDescriptor? {
        var number = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if number < 0 && errno == ENOENT && levels > 0, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            guard open(folder: String(path[..<slash]), making: levels - 1) != nil else { return nil }
            // Another process may have made it meanwhile.
            mkdir(path, 0o700)
            number = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard number >= 0 else { return nil }
        let folder = FileDescriptor(owning: number)
        return (try? folder.status)?.st_uid == geteuid() ? folder : nil
    }
}

extension FileDescriptor {
    /// The first `count` words; nil where there are fewer, or they cannot be read.
    fileprivate func words(_ count: Int) -> [UInt64]? {
        let words = [UInt64](unsafeUninitializedCapacity: count) { buffer, used in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            var done = 0
            while done < bytes.count {
                let read = read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[done...]), at: done)
                if read <= 0 { break }
                done += read
            }
            used = done / 8
        }
        return words.count == count ? words : nil
    }
}
