import Glibc
import QuadrilleRuntime

/// A file that is there whole or not at all: written without a name, and given its own at the end, so that nothing is left
/// behind even by a program that is killed. Where the file system has no files without names, it is written under another
/// name beside its place.
///
/// Pipes and devices (`/dev/stdout`) are written to directly.
package final class OutputFile {
    /// More names than this are not tried.
    private static let attemptLimit = 100
    /// As many links the system follows (path_resolution(7)).
    private static let linkLimit = 40

    let descriptor: Int32
    private let path: String
    /// The way in which the file gets its name.
    private enum Place {
        /// It is no regular file, and has its name.
        case direct
        case unnamed
        case temporary(String)
    }

    private var place: Place

    /// Makes the output for `path`; an existing file stays as it is until `commit`. `input` is the source's file, or -
    /// for standard input: neither that file nor any other name of it is written to.
    init(path: String, input: String?) throws(ExportError) {
        var existing = stat()
        let exists = stat(path, &existing) == 0
        if exists { try Self.check(existing, path: path, isNot: input) }
        if exists && existing.st_mode & S_IFMT != S_IFREG {
            self.path = path
            place = .direct
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            // A link keeps pointing: what it points to is replaced, or made.
            self.path = try Self.resolved(path)
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
        // The rights of a new file are cut by the process's mask; those of one that is replaced stay as they are. Where the
        // file system has none there is nothing to keep.
        if exists && existing.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, existing.st_mode & 0o777) }
    }

    /// Throws where `descriptor`, called `name`, is open for the file of `input`, however that came about.
    static func check(_ descriptor: Int32, name: String, isNot input: String?) throws(ExportError) {
        var status = stat()
        if fstat(descriptor, &status) == 0 { try check(status, path: name, isNot: input) }
    }

    private static func check(_ output: stat, path: String, isNot input: String?) throws(ExportError) {
        guard let input else { return }
        var status = stat()
        let isThere = (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0
        guard isThere, status.st_dev == output.st_dev, status.st_ino == output.st_ino,
            // A terminal, and /dev/null, may be both: nothing in them is written over.
            output.st_mode & S_IFMT != S_IFCHR
        else { return }
        throw ExportError(.sameFile(path))
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

    /// Writes what `body` gives piece by piece as the file at `path`: what it gets takes bytes, and says false once they cannot
    /// be written.
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
            // That the rest could not be made follows from it.
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

    /// Puts the file in its place.
    func commit() throws(ExportError) {
        if case .direct = place { return }
        // Or a crash of the machine could leave a name with no bytes behind it.
        if fsync(descriptor) != 0 { throw Self.error(errno, path: path) }
        if case .unnamed = place { try name() }
        guard case .temporary(let name) = place else { return }
        if rename(name, path) != 0 { throw Self.error(errno, path: path) }
        place = .direct
    }

    /// Gives a file without a name one beside its place: a link cannot take the place of another file, a renaming can.
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

    /// Returns the meaning of the error number for an output at `path`.
    static func error(_ number: Int32, path: String) -> ExportError {
        switch number {
        case EPIPE: ExportError(.brokenPipe(path))
        case ENOSPC, EDQUOT: ExportError(.noSpace(path))
        default: ExportError(.notWritable(path, number: number))
        }
    }

    /// Makes a file for the bytes on their way to `path`; no name and -1 when that cannot be, with the reason in
    /// `errno`.
    private static func openTemporary(beside path: String, mode: mode_t) -> (name: String?, descriptor: Int32) {
        for name in names(beside: path) {
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0 { return (name, descriptor) }
            if errno != EEXIST { break }
        }
        return (nil, -1)
    }

    /// Names to try: a process of the same number may have left one behind, which is not ours to take away.
    /// They are short, however long that of `path` is.
    private static func names(beside path: String) -> some Sequence<String> {
        let start = (folder(of: path) == "/" ? "" : folder(of: path)) + "/quadrille-\(getpid())"
        return (1...attemptLimit).lazy.map { start + ($0 == 1 ? "" : "-\($0)") + ".part" }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the path that `path` points to in the end, whether it exists or not.
    private static func resolved(_ path: String) throws(ExportError) -> String {
        var resolved = path
        for _ in 0...linkLimit {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(resolved, &target, target.count)
            guard count > 0 else { return resolved }
            let bytes = target.prefix(count).map { UInt8(bitPattern: $0) }
            guard let next = String(validating: bytes, as: UTF8.self) else { throw error(EILSEQ, path: path) }
            resolved = next.hasPrefix("/") ? next : folder(of: resolved) + "/" + next
        }
        throw error(ELOOP, path: path)
    }
}
