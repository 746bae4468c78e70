import Glibc

/// The program `quadrille`, or another with a window, run on a display and told to report how far it is.
final class AppRun {
    /// The time of its start, in nanoseconds on the monotonic clock.
    let started: UInt64
    private let child: Child

    /// Opens `path`, or the empty window, with further options and variables in its environment; with the `quadrille`
    /// beside this program when none is named.
    init(
        _ path: String?, _ options: [String] = [], on display: Display, program: String? = nil,
        environment more: [String: String?] = [:]
    ) throws {
        let program = try program ?? Self.beside("quadrille")
        started = Clock.monotonic.now
        let child = Child(
            program, (path.map { [$0] } ?? []) + options,
            environment: [
                "DISPLAY": display.name, "GDK_BACKEND": "x11", "GDK_SCALE": "1", "GTK_THEME": "Adwaita",
                "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1", "QUADRILLE_REPORT_MILESTONES": "1",
                // Every run finds the records.
                "QUADRILLE_CACHE": "off",
                // No bus, hence no other program to hand the file to.
                "DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil,
            ].merging(more) { $1 }, output: STDERR_FILENO)
        guard let child else { throw Skipped(reason: "\(program) could not be started") }
        self.child = child
    }

    /// Waits until the program has reached a milestone. The times at which it reached that and those since the last call,
    /// as it reports them.
    @discardableResult
    func wait(for milestone: String) throws -> [String: UInt64] {
        var times: [String: UInt64] = [:]
        while times[milestone] == nil {
            guard let line = child.readLine(within: 60) else {
                throw WrongAnswer(reason: "'\(milestone)' was not reported within a minute")
            }
            let words = line.split(separator: " ")
            if words.count == 4, words[1] == "milestone" { times[String(words[2])] = UInt64(words[3]) }
        }
        return times
    }

    /// Bytes of resident memory, shared memory counted.
    func residentBytes() throws -> Int {
        try ["RssAnon", "RssFile", "RssShmem"].reduce(0) { sum, name in
            guard let text = Machine.field(name, in: "/proc/\(child.pid)/status"),
                let kibibytes = Int(text.prefix { $0.isNumber })
            else { throw Skipped(reason: "/proc/\(child.pid)/status has no \(name)") }
            return sum + kibibytes << 10
        }
    }

    /// Processor time so far: of all its threads, and of the one that draws, in seconds.
    func cpuSeconds() throws -> (all: Double, main: Double) {
        let process = "/proc/\(child.pid)"
        return (try Self.cpuSeconds("\(process)/stat"), try Self.cpuSeconds("\(process)/task/\(child.pid)/stat"))
    }

    /// The 14th and 15th words of a process or thread (proc(5)), the second of which has no space here.
    private static func cpuSeconds(_ path: String) throws -> Double {
        guard let file = fopen(path, "r") else { throw Skipped(reason: "\(path) cannot be read") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 1024)
        fgets(&line, 1024, file)
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let words = text.split(separator: " ")
        guard words.count > 14, let user = Double(words[13]), let system = Double(words[14]) else {
            throw Skipped(reason: "\(path) has other words than were expected")
        }
        return (user + system) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    }

    func stop(gently isGentle: Bool = false) { child.stop(gently: isGentle) }

    /// The path of a program that stands beside this one.
    static func beside(_ program: String) throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = own.lastIndex(of: "/").map { own[...$0] + program } ?? Substring(program)
        guard access(String(path), X_OK) == 0 else {
            throw Skipped(reason: "\(path) is not there. Build it with: swift build -c release")
        }
        return String(path)
    }
}
