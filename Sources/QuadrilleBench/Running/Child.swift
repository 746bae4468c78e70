import Glibc
import QuadrilleRuntime

/// A program that was started, and one of its outputs.
final class Child {
    let pid: pid_t
    private let pipe: Int32
    private var pending: [UInt8] = []
    private var status: Int32?
    /// Processor time that it took, with that of its own children, once it has ended.
    private(set) var cpuSeconds = 0.0

    /// Starts `program`, by its path or by its name in PATH, with this program's environment changed by `environment`
    /// (nil takes a variable out). What it writes to `output`, 1 or 2, can be read as lines; the rest of its input and
    /// output is /dev/null. Nil when it cannot be started.
    init?(_ program: String, _ arguments: [String], environment: [String: String?], output: Int32) {
        guard let ends = try? FileDescriptor.openPipe() else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where descriptor != output {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, ends.write, output)
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = Self.environment(changed: environment).map { strdup($0) } + [nil]
        defer { for text in argv + variables { free(text) } }
        var pid: pid_t = 0
        let failure = posix_spawnp(&pid, program, &actions, nil, &argv, &variables)
        close(ends.write)
        pipe = ends.read
        self.pid = pid
        if failure != 0 {
            status = failure
            return nil
        }
    }

    deinit {
        if status == nil { stop() }
        close(pipe)
    }

    /// The next line, or nil at the end of the output or after `seconds`.
    func readLine(within seconds: Double) -> String? {
        let deadline = Clock.monotonic.now + UInt64(seconds * 1e9)
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeFirst(end + 1) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let now = Clock.monotonic.now
            var polled = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard now < deadline, poll(&polled, 1, Int32((deadline - now) / 1_000_000) + 1) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(pipe, &bytes, bytes.count)
            guard count > 0 else { return nil }
            pending += bytes.prefix(count)
        }
    }

    /// Waits for the end; the exit status, or -1 when a signal ended it.
    @discardableResult
    func waitForEnd() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        var usage = rusage()
        while wait4(pid, &raw, 0, &usage) < 0 && errno == EINTR {}
        cpuSeconds = usage.seconds
        let ended = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -1
        status = ended
        return ended
    }

    /// Ends it at once, so that it keeps nothing; or has it end as it does when its user leaves.
    func stop(gently isGentle: Bool = false) {
        kill(pid, isGentle ? SIGTERM : SIGKILL)
        waitForEnd()
    }

    private static func environment(changed: [String: String?]) -> [String] {
        var variables: [String] = []
        var entry = environ
        while let text = entry.pointee {
            let variable = String(cString: text)
            if changed[String(variable.prefix { $0 != "=" })] == nil { variables.append(variable) }
            entry += 1
        }
        return variables + changed.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }
}

extension rusage {
    /// In the program and in the system.
    var seconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
    }

    /// Of this process so far (`RUSAGE_SELF`), or of those it started that have ended (`RUSAGE_CHILDREN`).
    static func seconds(of whom: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(whom.rawValue), &usage)
        return usage.seconds
    }
}
