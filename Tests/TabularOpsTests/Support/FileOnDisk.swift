import Glibc
import Testing

/// A file in a folder of its own, both of which go with it.
final class FileOnDisk: Sendable {
    let folder: String
    var path: String { folder + "/t.csv" }

    /// It was written an hour ago, so that what changes it now has another time.
    init(_ text: String) throws {
        var template = Array("/tmp/quadrille-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        write(text)
        var before = timespec()
        clock_gettime(CLOCK_REALTIME, &before)
        before.tv_sec -= 3600
        utimensat(AT_FDCWD, path, [before, before], 0)
    }

    deinit {
        unlink(path)
        unlink(path + ".new")
        rmdir(folder)
    }

    private func write(_ text: String, suffix: String = "") {
        guard let file = fopen(path + suffix, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    /// Puts other bytes in the place of some, in the file itself.
    func overwrite(_ text: String, at offset: Int) {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        let bytes = Array(text.utf8)
        pwrite(file, bytes, bytes.count, off_t(offset))
    }

    /// Leaves the first bytes alone.
    func cut(to size: Int) { truncate(path, off_t(size)) }

    /// Puts another file in its place, as most programs save.
    func replace(with text: String) {
        write(text, suffix: ".new")
        rename(path + ".new", path)
    }

    func delete() { unlink(path) }
}
