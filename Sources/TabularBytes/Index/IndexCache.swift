import Glibc
import QuadrilleRuntime

/// A folder in which the indexes of large files, and what was found in them, are kept, so that such a file is known whole at once when it is opened
/// again.
///
/// An index counts for the file that it was made of, in the state in which that was: device, number, length and both times
/// have to be the same to the nanosecond, and samples of its bytes too. Whatever else lies in the folder is left alone
/// where it has another kind of name, and otherwise replaced without a word. Where the folder cannot be made, read or
/// written there is no cache, and nobody is told.
///
/// Nothing in it is worth keeping: whoever deletes the folder loses the time that it takes to find the records again.
public struct IndexCache: Sendable, Hashable {
    package static let suffix = ".index"
    /// Seconds after which nobody is writing a `.part` file any more.
    private static let partLife = 600
    /// The most folders to be made: the user's for caches, the program's, and the one for indexes. A home that is not there
    /// is not made.
    private static let levels = 3

    /// Made when there is something to keep, for its owner alone.
    public var folder: String
    /// Bytes and files that the folder may hold: those that were not used for longest go first.
    public var limit = 64 << 20
    public var countLimit = 1000
    /// Bytes of a source whose index is kept, at least; finding the records of a smaller one takes a few milliseconds.
    public var minimumSize = 32 << 20

    public init(folder: String) { self.folder = folder }

    /// The one in the program's folder for caches; nil where there is none.
    public static var ofUser: IndexCache? { UserFolders.ofUser.caches.map { IndexCache(folder: $0 + "/index") } }

    /// The entry of `key`, if there is one; used from now on.
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

    /// Keeps `entry`, if it can, in the place of what was kept there; whole or not at all.
    package func keep(_ entry: IndexEntry, for key: IndexKey) {
        let words = entry.words(of: key)
        guard 8 * words.count <= limit, let folder = Self.open(folder: folder, making: Self.levels) else { return }
        // Not synchronized: what a loss of power leaves of it is found to be damaged.
        words.withUnsafeBytes { _ = WholeFile.replace(key.name, in: folder, with: $0, isDurable: false) }
        makeRoom(in: folder, sparing: key.name)
    }

    private struct Kept {
        var name: String
        var size: Int
        var used: FileIdentity
    }

    /// Deletes what was not used for longest, until no more is there than may be.
    private func makeRoom(in folder: FileDescriptor, sparing newest: String) {
        var all = Self.list(folder)
        // A process that ended while it wrote may have left some.
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

    /// The files that are the cache's by their names; parts of such that nobody could finish are among them.
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

    /// The folder, if it is the user's own. Where there is none it is made, with up to `levels` - 1 of those that it lies
    /// in: just in folders that are the user's, so that nobody leaves one in the home of somebody else as whom they act.
    private static func open(folder path: String, making levels: Int = 0) -> FileDescriptor? {
        var number = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if number < 0 && errno == ENOENT && levels > 0, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            guard open(folder: String(path[..<slash]), making: levels - 1) != nil else { return nil }
            // Another may have made it meanwhile.
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
