import Glibc
import QuadrilleRuntime

/// A file that is written completely or not at all: it has no name while it is written, and gets its name at the end, so that
/// even a killed program leaves nothing. On a file system without unnamed files, it has a temporary name in the same folder.
///
/// Writes to pipes, devices and open descriptors (`/dev/stdout`) are direct.
package final class OutputFile {
    /// The maximum number of temporary names to try.
    private static let attemptLimit = 100
    /// The maximum number of links, as in the system (path_resolution(7)).
    private static let linkLimit = 40

    let descriptor: Int32
    private let path: String
    /// The way in which the file gets its name.
    private enum Place {
        /// It is not a regular file, and has its name.
        case direct
        case unnamed
        case temporary(String)
    }

    private var place: Place

    /// Creates the output for `path`; an existing file stays unchanged until `commit`. `input` is the source's file, or - for
    /// standard input: that file is never written to, under any of its names.
    init(path: String, input: String?) throws(ExportError) {
        var existing = stat()
        let exists = stat(path, &existing) == 0
        if exists { try Self.check(existing, path: path, isNot: input) }
        if let open = Self.openDescriptor(path) {
            self.path = path
            place = .direct
            descriptor = fcntl(open, F_DUPFD_CLOEXEC, 0)
        } else if exists && existing.st_mode & S_IFMT != S_IFREG {
            self.path = path
            place = .direct
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            // A link stays: its target is replaced, or created.
            self.path = try Self.resolved(path)
            try Self.check(self.path, belongsNotTo: input, path: path)
            let mode = exists ? existing.st_mode & 0o777 : 0o666
            let unnamed = open(Self.folder(of: self.path), FileDescriptor.unnamed | O_WRONLY | O_CLOEXEC, mode)
            if unnamed >= 0 {
                (place, descriptor) = (.unnamed, unnamed)
            } else {
                let (name, file) = Self.openTemporary(beside: self.path, mode: mode)
                (place, descriptor) = (name.map(Place.temporary) ?? .direct, file)
            }
        }
        if descriptor < 0 { throw Self.error(errno, path: path) }
        // The process's mask limits the permissions of a new file; those of a replaced file are preserved. Failure means a file
        // system without permissions, where there is nothing to preserve.
        let isReplaced = if case .direct = place { false } else { exists }
        if isReplaced { fchmod(descriptor, existing.st_mode & 0o777) }
    }

    /// Throws where `descriptor`, called `name`, is open for the file of `input`, in whatever way.
    static func check(_ descriptor: Int32, name: String, isNot input: String?) throws(ExportError) {
        var status = stat()
        if fstat(descriptor, &status) == 0 { try check(status, path: name, isNot: input) }
    }

    private static func check(_ output: stat, path: String, isNot input: String?) throws(ExportError) {
        guard let input else { return }
        var status = stat()
        let isThere = (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0
        guard isThere, status.st_dev == output.st_dev, status.st_ino == output.st_ino,
            // A terminal, and /dev/null, may be both: writing to them overwrites nothing.
            output.st_mode & S_IFMT != S_IFCHR
        else { return }
        throw ExportError(.sameFile(path))
    }

    /// Throws where `target` would be a file of the database at `input`: SQLite finds its log and its journal by their names.
    private static func check(_ target: String, belongsNotTo input: String?, path: String) throws(ExportError) {
        guard let input, input != "-", let database = try? resolved(input) else { return }
        for ending in ["-wal", "-shm", "-journal"] where name(of: target) == name(of: database) + ending {
            var (own, other) = (stat(), stat())
            guard stat(folder(of: target), &own) == 0, stat(folder(of: database), &other) == 0,
                own.st_dev == other.st_dev, own.st_ino == other.st_ino
            else { continue }
            throw ExportError(.companionFile(path, of: input))
        }
    }

    private static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns the open descriptor that `path` names, directly or by links: `/dev/stdout`, `/dev/fd/7`. Its file may be a regular
    /// one, of which a part is written already.
    private static func openDescriptor(_ path: String) -> Int32? {
        var next = path
        for _ in 0...linkLimit {
            for folder in ["/dev/fd/", "/proc/self/fd/"] where next.hasPrefix(folder) {
                if let number = Int32(next.dropFirst(folder.count)), number >= 0 { return number }
            }
            guard let target = target(ofLink: next) else { return nil }
            next = target
        }
        return nil
    }

    /// Writes `bytes` as the file at `path`.
    package static func write(_ bytes: [UInt8], toFile path: String, input: String?) throws(ExportError) {
        let file = try OutputFile(path: path, input: input)
        var output = ByteOutput(descriptor: file.descriptor)
        output.write(bytes)
        output.flush()
        if let failure = output.failure { throw error(failure, path: path) }
        try file.commit()
    }

    /// Writes the pieces from `body` as the file at `path`: `body` receives a closure that accepts bytes, and that returns
    /// false once they cannot be written.
    package static func write(
        toFile path: String, input: String?,
        _ body: (_ write: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) throws(ExportError) -> Void
    ) throws(ExportError) {
        let file = try OutputFile(path: path, input: input)
        let output = SharedOutput(ByteOutput(descriptor: file.descriptor))
        do throws(ExportError) {
            try body { bytes in
                output.bytes.write(bytes)
                return output.bytes.failure == nil
            }
        } catch {
            // A later error of `body` is a consequence of this one.
            if let failure = output.bytes.failure { throw Self.error(failure, path: path) }
            throw error
        }
        output.bytes.flush()
        if let failure = output.bytes.failure { throw Self.error(failure, path: path) }
        try file.commit()
    }

    private final class SharedOutput {
        var bytes: ByteOutput

        init(_ bytes: ByteOutput) { self.bytes = bytes }
    }

    /// Moves the file to its final path.
    func commit() throws(ExportError) {
        if case .direct = place { return }
        // Without this, a crash of the machine could leave a name without bytes.
        if fsync(descriptor) != 0 { throw Self.error(errno, path: path) }
        if case .unnamed = place { try name() }
        guard case .temporary(let name) = place else { return }
        if rename(name, path) != 0 { throw Self.error(errno, path: path) }
        place = .direct
    }

    /// Links a file without a name to a temporary name in the same folder: a link cannot replace another file, a renaming can.
    private func name() throws(ExportError) {
        for name in Self.names(beside: path) {
            if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 {
                place = .temporary(name)
                return
            }
            if errno != EEXIST { break }
        }
        throw Self.error(errno, path: path)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if case .temporary(let name) = place { unlink(name) }
    }

    /// Returns the error for an error number of an output at `path`.
    static func error(_ number: Int32, path: String) -> ExportError {
        switch number {
        case EPIPE: ExportError(.brokenPipe(path))
        case ENOSPC, EDQUOT: ExportError(.noSpace(path))
        default: ExportError(.notWritable(path, number: number))
        }
    }

    /// Creates a temporary file for the output at `path`; returns no name and -1 on failure, with the reason in `errno`.
    private static func openTemporary(beside path: String, mode: mode_t) -> (name: String?, descriptor: Int32) {
        for name in names(beside: path) {
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0 { return (name, descriptor) }
            if errno != EEXIST { break }
        }
        return (nil, -1)
    }

    /// Returns names to try: a former process with the same number may have left a file, which must not be removed. They are
    /// short, even if the name of `path` is long.
    private static func names(beside path: String) -> some Sequence<String> {
        let start = (folder(of: path) == "/" ? "" : folder(of: path)) + "/quadrille-\(getpid())"
        return (1...attemptLimit).lazy.map { start + ($0 == 1 ? "" : "-\($0)") + ".part" }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the path to which links at `path` lead, whether it exists or not.
    private static func resolved(_ path: String) throws(ExportError) -> String {
        var resolved = path
        for _ in 0...linkLimit {
            guard let next = target(ofLink: resolved) else {
                // A link whose target is no text is none that can be followed.
                var status = stat()
                let isLink = lstat(resolved, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
                if isLink { throw error(EILSEQ, path: path) }
                return resolved
            }
            resolved = next
        }
        throw error(ELOOP, path: path)
    }

    /// The path to which the link at `path` leads; nil where there is none, or its target is not UTF-8.
    private static func target(ofLink path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count > 0 else { return nil }
        let bytes = target.prefix(count).map { UInt8(bitPattern: $0) }
        guard let next = String(validating: bytes, as: UTF8.self) else { return nil }
        return next.hasPrefix("/") ? next : folder(of: path) + "/" + next
    }
}
