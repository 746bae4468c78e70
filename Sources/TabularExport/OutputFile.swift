import Glibc

/// A file that is there whole or not at all: written under another name beside its place, and renamed at the end.
///
/// Pipes and devices (`/dev/stdout`) are written to directly.
package final class OutputFile {
    /// More names than this are not tried.
    private static let attemptLimit = 100

    let descriptor: Int32
    private let path: String
    /// Nil where the output is no regular file.
    private let temporary: String?
    private var isCommitted = false

    /// Makes the output for `path`; an existing file stays as it is until `commit`. `input` is the source's file,
    /// which is never written to.
    init(path: String, input: String?) throws(ExportError) {
        var existing = stat()
        let exists = stat(path, &existing) == 0
        if exists, let input, Self.isFile(input, existing) {
            throw ExportError(.sameFile, "\(path): is the file that is being read. Choose another name for the output.")
        }
        if exists && existing.st_mode & S_IFMT != S_IFREG {
            self.path = path
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            // A link keeps pointing: what it points to is replaced.
            self.path = exists ? Self.resolved(path) : path
            (temporary, descriptor) = Self.openTemporary(
                beside: self.path, mode: exists ? existing.st_mode & 0o777 : 0o666)
        }
        if descriptor < 0 { throw Self.error(errno, path: path) }
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

    /// Puts the file in its place.
    func commit() throws(ExportError) {
        guard let temporary else { return }
        // Or a crash of the machine could leave a name with no bytes behind it.
        if fsync(descriptor) != 0 { throw Self.error(errno, path: path) }
        if rename(temporary, path) != 0 { throw Self.error(errno, path: path) }
        isCommitted = true
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let temporary, !isCommitted { unlink(temporary) }
    }

    /// What the error number means for an output at `path`.
    static func error(_ number: Int32, path: String) -> ExportError {
        switch number {
        case EPIPE: ExportError(.brokenPipe, "\(path): the program that read the output has ended.")
        case ENOSPC, EDQUOT:
            ExportError(.noSpace, "\(path): there is no room for the output. Make room, or choose another disk.")
        default:
            ExportError(
                .writeFailed,
                "\(path): cannot be written: \(String(cString: strerror(number))). Choose another place for the output."
            )
        }
    }

    /// Makes a file for the bytes on their way to `path`; no name and -1 when that cannot be, with the reason in
    /// `errno`.
    private static func openTemporary(beside path: String, mode: mode_t) -> (name: String?, descriptor: Int32) {
        // A process of the same number may have left one behind, which is not ours to take away.
        for attempt in 1...attemptLimit {
            let name = "\(path).part-\(getpid())" + (attempt == 1 ? "" : "-\(attempt)")
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0 { return (name, descriptor) }
            if errno != EEXIST { break }
        }
        return (nil, -1)
    }

    private static func isFile(_ input: String, _ other: stat) -> Bool {
        var status = stat()
        return stat(input, &status) == 0 && status.st_dev == other.st_dev && status.st_ino == other.st_ino
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
