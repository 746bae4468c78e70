import Glibc

/// Writes small files completely or not at all.
///
/// The bytes go into a file without a name, which gets its name once it is whole: a process that is killed during the write
/// leaves nothing. Where the file system has no such files, or no /proc is mounted, they go into a `.part` file next to it.
package enum WholeFile {
    /// The suffix that a file has between its last byte and its own name.
    package static let partSuffix = ".part"

    /// Writes `bytes` as the file `name` of the open folder, for its owner only, replacing the file of that name.
    ///
    /// `isDurable` waits until the disk has it, so that a power loss leaves the old file or this one and never an empty one: on
    /// a background thread.
    ///
    /// - Returns: False, with `errno` and the old file intact, where it could not be written.
    package static func replace(
        _ name: String, in folder: FileDescriptor, with bytes: UnsafeRawBufferPointer, isDurable: Bool
    ) -> Bool {
        let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
        let part = String(repeating: "0", count: 16 - digits.count) + digits + partSuffix
        let unnamed = openat(folder.number, ".", FileDescriptor.unnamed | O_WRONLY | O_CLOEXEC, 0o600)
        if unnamed >= 0 {
            let file = FileDescriptor(owning: unnamed)
            guard fill(file, with: bytes, isDurable: isDurable) else { return false }
            if link(file, as: name, in: folder) { return sync(folder, isDurable) }
            // There is one of that name: a link cannot replace it, a renaming can.
            if errno == EEXIST, link(file, as: part, in: folder) {
                return rename(part, to: name, in: folder, isDurable)
            }
        }
        let named = openat(folder.number, part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard named >= 0 else { return false }
        if fill(FileDescriptor(owning: named), with: bytes, isDurable: isDurable) {
            return rename(part, to: name, in: folder, isDurable)
        }
        remove(part, in: folder)
        return false
    }

    /// The same for the file at `path`.
    package static func replace(_ path: String, with bytes: UnsafeRawBufferPointer, isDurable: Bool) -> Bool {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return false }
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        return replace(name, in: FileDescriptor(owning: number), with: bytes, isDurable: isDurable)
    }

    private static func link(_ file: FileDescriptor, as name: String, in folder: FileDescriptor) -> Bool {
        linkat(AT_FDCWD, "/proc/self/fd/\(file.number)", folder.number, name, AT_SYMLINK_FOLLOW) == 0
    }

    private static func rename(
        _ part: String, to name: String, in folder: FileDescriptor, _ isDurable: Bool
    ) -> Bool {
        if renameat(folder.number, part, folder.number, name) == 0 { return sync(folder, isDurable) }
        remove(part, in: folder)
        return false
    }

    /// Removes a file, and preserves `errno`.
    private static func remove(_ name: String, in folder: FileDescriptor) {
        let reason = errno
        unlinkat(folder.number, name, 0)
        errno = reason
    }

    /// Makes the names in the folder as durable as the files.
    private static func sync(_ folder: FileDescriptor, _ isDurable: Bool) -> Bool {
        if isDurable { fsync(folder.number) }
        return true
    }

    private static func fill(_ file: FileDescriptor, with bytes: UnsafeRawBufferPointer, isDurable: Bool) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(file.number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return !isDurable || fdatasync(file.number) == 0
    }
}
