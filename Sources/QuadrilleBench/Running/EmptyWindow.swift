import Glibc

/// A window of GTK's with nothing in it, as a program of its own.
///
/// C's compiler makes it and not Swift's package manager, which has all programs load Swift's library: that takes this one
/// a twentieth of its start, and would make ours look faster beside it.
struct EmptyWindow {
    let path: String

    init() throws {
        path = "\(try GeneratedFile.folder())/empty-window"
        let source = path + ".c"
        guard let file = fopen(source, "w") else {
            throw Skipped(reason: "\(source): \(String(cString: strerror(errno)))")
        }
        let text = PackageResources.empty_window_c
        let written = fwrite(text, 1, text.count, file)
        guard fclose(file) == 0, written == text.count else { throw Skipped(reason: "\(source) could not be written") }
        let flags = Child("pkg-config", ["--cflags", "--libs", "gtk+-3.0"], environment: [:], output: STDOUT_FILENO)
        guard let words = flags?.readLine(within: 20)?.split(separator: " ").map(String.init) else {
            throw Skipped(reason: "pkg-config does not know gtk+-3.0")
        }
        let compiler = Child("cc", ["-O2", "-o", path, source] + words, environment: [:], output: STDERR_FILENO)
        guard compiler?.waitForEnd() == 0 else { throw Skipped(reason: "cc could not compile \(source)") }
    }
}
