import Dispatch
import Glibc
import Synchronization

/// Why a test could not be set up or did not get where it wanted: one line that says what to do about it.
package struct DesktopError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// How a process ended.
package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
}

/// A process that a test started, with exactly the environment and descriptors that it was given.
///
/// Foundation's `Process` would hand down the signal mask of a worker thread, in which everything is blocked: Xvfb and
/// shells then never hear that they are to end, and `swift test` hangs.
package final class Child: Sendable {
    package let pid: pid_t
    private let state = State()

    /// What the child and the thread that waits for it share.
    private final class State: Sendable {
        let ending = Mutex<Ending?>(nil)
    }

    /// Starts `command`, found on the `PATH`. `descriptors` says what the child's 0, 1, 2 … are; those that are not
    /// named are the null device.
    package init(_ command: [String], environment: [String: String], descriptors: [Int32: Int32] = [:]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for standard in 0...2 as ClosedRange<Int32> where descriptors[standard] == nil {
            posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
        }
        for (child, own) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, child) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &pipe)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid = pid_t()
        let status = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
        guard status == 0 else {
            let reason =
                status == ENOENT ? "it is not installed; run: .scripts/install-packages test" : "error \(status)"
            throw DesktopError("\(command[0]) could not be started: \(reason)")
        }
        self.pid = pid
        reap()
    }

    /// Waits for the child on a thread of its own, so that no dead one is left lying about: Swift Testing waits for *any*
    /// child when a test is meant to end its process, and looks at the same dead stranger again and again.
    private func reap() {
        DispatchQueue(label: "child \(pid)").async { [pid, state] in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
            let signal = status & 0x7F
            state.ending.withLock { $0 = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal) }
        }
    }

    /// How the process ended, or nil while it runs. Never waits.
    package var ended: Ending? { state.ending.withLock { $0 } }

    /// Ends the process if it still runs, the hard way.
    package func kill() {
        if ended == nil { Glibc.kill(pid, SIGKILL) }
    }

    /// Waits until the process has ended by itself.
    package func wait(seconds: Double = 20) async throws -> Ending {
        try await eventually("process \(pid) to end", seconds: seconds) { self.ended }
    }
}

/// Asks `answer` until it answers, a few dozen times a second. No test waits for a fixed time.
package func eventually<Answer>(
    _ what: @autoclosure () -> String, seconds: Double = 20, isolation: isolated (any Actor)? = #isolation,
    _ answer: () async throws -> Answer?
) async throws -> Answer {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while true {
        if let answer = try await answer() { return answer }
        guard clock.now < end else { throw DesktopError("waited \(seconds) s in vain for \(what())") }
        try await Task.sleep(for: .milliseconds(15))
    }
}
