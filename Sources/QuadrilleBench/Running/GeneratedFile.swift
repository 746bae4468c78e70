import BenchmarkKit
import Glibc

/// Files that are generated once and kept from run to run.
///
/// The name carries all that the content follows from. A file is written under another name first, so that one that was
/// cut off is never taken for whole.
enum GeneratedFile {
    /// The path of the file `name`, of at least `bytes` bytes and less than a record more, made when it is not there:
    /// `begin` and `end` append the text around the records, `append` the next record.
    static func path(
        _ name: String, bytes: Int, begin: (inout ByteWriter) -> Void = { _ in }, append: (inout ByteWriter) -> Void,
        end: (inout ByteWriter) -> Void = { _ in }
    ) throws -> String {
        let folder = try folder()
        let path = "\(folder)/\(name)"
        if access(path, F_OK) != 0 {
            try checkRoom(for: bytes, in: folder)
            try write(to: path, begin, append, end) { $0 < bytes }
        }
        return path
    }

    /// The path of the file `name` of so many records, made when it is not there; about `recordBytes` bytes each are needed.
    static func path(
        _ name: String, records: Int, recordBytes: Int, begin: (inout ByteWriter) -> Void,
        append: (inout ByteWriter) -> Void
    ) throws -> String {
        let folder = try folder()
        let path = "\(folder)/\(name)"
        if access(path, F_OK) != 0 {
            try checkRoom(for: records * recordBytes, in: folder)
            var left = records
            func wantsMore(_ bytes: Int) -> Bool {
                left -= 1
                return left >= 0
            }
            try write(to: path, begin, append, { _ in }, while: wantsMore)
        }
        return path
    }

    static func size(of path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Skipped(reason: "\(path) vanished") }
        return Int(status.st_size)
    }

    /// The last lines of the file.
    static func lastLines(of path: String) throws -> [Substring] {
        let size = try size(of: path)
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Skipped(reason: "\(path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        var tail = [UInt8](repeating: 0, count: min(size, 4096))
        let count = pread(file, &tail, tail.count, off_t(size - tail.count))
        return String(decoding: tail.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    }

    /// The folder that they are in, made when it is not there.
    static func folder() throws -> String {
        let base: String
        if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") {
            base = cache
        } else if let home = getenv("HOME") {
            base = String(cString: home) + "/.cache"
        } else {
            throw Skipped(reason: "neither XDG_CACHE_HOME nor HOME says where generated files may go")
        }
        for folder in [base, base + "/quadrille-bench"] where mkdir(folder, 0o755) != 0 && errno != EEXIST {
            throw Skipped(reason: "\(folder) cannot be made: \(String(cString: strerror(errno)))")
        }
        return base + "/quadrille-bench"
    }

    private static func checkRoom(for bytes: Int, in folder: String) throws {
        var room = statvfs()
        guard statvfs(folder, &room) == 0 else { return }
        let free = Int(room.f_bavail) * Int(room.f_frsize)
        // Twice as much, since a disk that is full to the brim is slow and of no use to anyone.
        if free < 2 * bytes {
            throw Skipped(reason: "\(folder) has \(free >> 20) MiB free, and \(2 * bytes >> 20) are wanted")
        }
    }

    /// `wantsMore` is asked before each record, with the bytes that there are.
    private static func write(
        to path: String, _ begin: (inout ByteWriter) -> Void, _ append: (inout ByteWriter) -> Void,
        _ end: (inout ByteWriter) -> Void, while wantsMore: (Int) -> Bool
    ) throws {
        let part = "\(path).\(getpid()).part"
        let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Skipped(reason: "\(part): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        var text = ByteWriter(capacity: 1 << 20)
        var written = 0
        begin(&text)
        var isLast = false
        while !isLast {
            while !text.isFull {
                isLast = !wantsMore(written + text.count)
                if isLast { break }
                append(&text)
            }
            if isLast { end(&text) }
            let isDone = text.withBytes { writeAll($0, to: file) }
            guard isDone else {
                unlink(part)
                throw Skipped(reason: "\(part): \(String(cString: strerror(errno)))")
            }
            written += text.count
            text.removeAll()
        }
        if rename(part, path) != 0 { throw Skipped(reason: "\(path): \(String(cString: strerror(errno)))") }
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
