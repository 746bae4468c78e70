import Glibc
import TestDesktop
import Testing

/// All tests of the program in real windows. Each has a desktop of its own; a few run beside each other.
@Suite(.timeLimit(.minutes(3)))
struct WindowTests {}

/// The program on a desktop, with its windows driven by real input events and looked at by their pixels.
final class Session: Sendable {
    let desktop: Desktop

    init(size: String = "1280x900", mayBeRead: Bool = false) async throws {
        desktop = try await Desktop(size: size, mayBeRead: mayBeRead)
    }

    /// A desktop on which no text cursor blinks, so that what one types into stands still.
    static func steady(mayBeRead: Bool = false) async throws -> Session {
        let session = try await Session(mayBeRead: mayBeRead)
        mkdir(session.desktop.folder + "/config_home/gtk-3.0", 0o700)
        _ = try session.file("config_home/gtk-3.0/settings.ini", "[Settings]\ngtk-cursor-blink=0\n")
        return session
    }

    /// Writes a file into the test's folder; its path.
    func file(_ name: String, _ content: String) throws -> String {
        let path = desktop.folder + "/" + name
        guard let file = fopen(path, "w") else { throw DesktopError("\(path) could not be written") }
        // With any bytes of value 0.
        let bytes = Array(content.utf8)
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        return path
    }

    /// What stands in a file; nothing where there is none.
    static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var (text, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { text += piece[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    /// A table of which every cell says where it is: rows and columns count from 1.
    func table(_ name: String = "table.csv", rows: Int = 200, columns: Int = 40) throws -> String {
        let header = (1...columns).map { "column \($0)" }.joined(separator: ",")
        let lines = (1...rows).map { row in (1...columns).map { "r\(row) c\($0)" }.joined(separator: ",") }
        return try file(name, ([header] + lines).joined(separator: "\n") + "\n")
    }

    /// Starts `quadrille`.
    func open(_ arguments: [String], environment: [String: String] = [:], input: Int32? = nil) throws -> Program {
        // What is remembered of a file is a matter for the tests of that.
        let ordinary = desktop.environment.merging(["QUADRILLE_STATE": "off"]) { $1 }
        return try Program(self, ["quadrille"] + arguments, ordinary.merging(environment) { $1 }, input)
    }

    /// Starts a copy of `quadrille` that stands elsewhere.
    func open(copy path: String, _ arguments: [String], environment: [String: String]) throws -> Program {
        let ordinary = desktop.environment.merging(["QUADRILLE_STATE": "off"]) { $1 }
        return try Program(self, [path] + arguments, ordinary.merging(environment) { $1 }, nil)
    }

    /// Starts another program of the package.
    func start(_ name: String, _ arguments: [String] = []) throws -> Program {
        try Program(self, [name] + arguments, desktop.environment, nil)
    }

    /// Starts `quadrille` and waits for its window, which then has the keyboard and a picture that stands still.
    func window(_ arguments: [String], title: String, environment: [String: String] = [:]) async throws -> Window {
        try await open(arguments, environment: environment).window(title: title)
    }
}

/// A running program of the package: `quadrille`, unless a test started another.
final class Program: Sendable {
    let session: Session
    let child: Child
    private let log: String

    /// `command` is the program's name and its arguments.
    init(_ session: Session, _ command: [String], _ environment: [String: String], _ input: Int32?) throws {
        self.session = session
        log = session.desktop.folder + "/standard-error"
        let file = Glibc.open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        var descriptors = [2: file] as [Int32: Int32]
        if let input { descriptors[0] = input }
        child = try Child(
            [try Programs.path(of: command[0])] + command.dropFirst(), environment: environment,
            descriptors: descriptors)
    }

    deinit { child.kill() }

    /// All that the program said on standard error.
    var errorText: String { Session.text(of: log) }

    /// Whether the main thread waits for something to happen: it draws nothing.
    var isAsleep: Bool { state(ofThread: "/proc/\(child.pid)") == "S" }

    /// Whether all its threads do: none reads or sorts either, which may be seen later.
    var isIdle: Bool {
        let tasks = "/proc/\(child.pid)/task"
        guard isAsleep, let stream = opendir(tasks) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // One that has just ended has none.
            if !name.hasPrefix("."), state(ofThread: tasks + "/" + name) ?? "S" != "S" { return false }
        }
        return true
    }

    /// A thread's state is the word behind its name, which stands in parentheses (proc(5)).
    private func state(ofThread thread: String) -> Substring? {
        guard let file = fopen(thread + "/stat", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return nil }
        let text = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: ")").last?.split(separator: " ").first
    }

    /// Resident memory in KiB.
    var residentKiB: Int {
        guard let file = fopen("/proc/\(child.pid)/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        fgets(&line, 256, file)
        let fields = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
    }

    /// Whether the program has the file open that stands at `path` now.
    func hasOpen(_ path: String) -> Bool {
        var wanted = stat()
        guard stat(path, &wanted) == 0, let folder = opendir("/proc/\(child.pid)/fd") else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var found = stat()
            guard stat("/proc/\(child.pid)/fd/\(name)", &found) == 0 else { continue }
            if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino) { return true }
        }
        return false
    }

    /// The identifiers of the windows whose title begins so.
    func windows(title: String) async throws -> [String] {
        let pattern = "^" + title.map { "().*+?[]".contains($0) ? "\\\($0)" : String($0) }.joined()
        let found = try await session.desktop.xdotool(["search", "--onlyvisible", "--name", pattern])
        return (found ?? "").split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The window whose title begins so, when it has the keyboard and its picture stands still.
    func window(title: String) async throws -> Window {
        let found = try await eventually("a window “\(title)”; standard error: \(errorText)") {
            if let ending = self.child.ended { throw DesktopError("ended with \(ending): \(self.errorText)") }
            return try await self.windows(title: title).last
        }
        let window = Window(program: self, identifier: found)
        try await window.focus()
        _ = try await window.still()
        return window
    }

    /// Waits for the end, which has to be a good one: status 0, and nothing to complain about on the way.
    func expectGoodEnd(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let ending = try await child.wait()
        #expect(ending == .exited(0), sourceLocation: sourceLocation)
        expectNoComplaints(sourceLocation: sourceLocation)
    }

    /// GTK and GLib say on standard error what was done wrong.
    func expectNoComplaints(sourceLocation: SourceLocation = #_sourceLocation) {
        let complaints = errorText.split(separator: "\n").filter { $0.contains("WARNING") || $0.contains("CRITICAL") }
        #expect(complaints.isEmpty, sourceLocation: sourceLocation)
    }
}
