import Dispatch
import Foundation
import Glibc
import TestDesktop

/// What a run of the program left behind.
struct Outcome {
    /// As a shell has it: 128 and the signal's number for a program that a signal ended.
    var status: Int32
    var output: [UInt8]
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// The output as JSON.
    var json: [String: Any] {
        get throws {
            let object = try JSONSerialization.jsonObject(with: Data(output))
            return object as? [String: Any] ?? [:]
        }
    }
}

/// The built `quadrille`, run as a process of its own, without a display.
enum Program {
    static let path = Programs.folder + "/quadrille"

    /// After this many seconds a program that still runs is killed, and its status is 137.
    static let limit = 60.0

    /// Runs `quadrille` with `arguments`, its standard input the file `input`, or empty.
    static func run(_ arguments: [String], input: String = "/dev/null", in folder: String = "/") throws -> Outcome {
        try spawn([path] + arguments, input: input, in: folder)
    }

    /// The same of the program with a format of typed tables.
    static func runTyped(_ arguments: [String]) throws -> Outcome {
        try spawn([Programs.folder + "/TypedProgram"] + arguments, input: "/dev/null", in: "/")
    }

    static func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

    /// Runs `script` in a POSIX shell, where `$quadrille` is the program, `$1` and so on are the arguments, and the
    /// folder is the current one.
    static func shell(_ script: String, _ arguments: [String] = [], in folder: String = "/") throws -> Outcome {
        try spawn(["/bin/sh", "-c", script, "sh"] + arguments, input: "/dev/null", in: folder)
    }

    /// Lines of a script that wait until the program it began last catches interrupts. Before it is that program at all
    /// it is still the shell, whose way with signals it has.
    static let untilInterruptsAreCaught = """
        until grep -q '^Name:.*quadrille' /proc/$!/status; do sleep 0.05; done
        until grep -q '^SigCgt:.*[2367abef]$' /proc/$!/status; do sleep 0.05; done
        """

    private static func spawn(_ arguments: [String], input: String, in folder: String) throws -> Outcome {
        let outputs = try TemporaryFolder()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Files and not pipes: nobody has to read while the program runs.
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputs.path("output"), O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, outputs.path("errors"), O_WRONLY | O_CREAT, 0o600)
        // The folder's function of posix_spawn is not in Swift's Glibc.
        let arguments = ["/bin/sh", "-c", "cd -- \"$0\" && exec \"$@\"", folder] + arguments
        // What tests in this process have done to their signals is not the program's.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8", "quadrille=\(path)",
        ]
        // What a sanitizer is told, the program is told too (.scripts/sanitize).
        for name in ["LD_PRELOAD", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"] {
            if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
        }
        var pid: pid_t = 0
        let failure = withCStrings(arguments) { arguments in
            withCStrings(environment) { posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments, $0) }
        }
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
        let status = wait(for: pid)
        return Outcome(
            status: status, output: try outputs.bytes("output"),
            errors: String(decoding: try outputs.bytes("errors"), as: UTF8.self))
    }

    private static func wait(for pid: pid_t) -> Int32 {
        let watchdog = DispatchWorkItem { kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watchdog)
        // The process is not reaped before the watchdog is off, so that its number is nobody else's.
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
        watchdog.cancel()
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private static func withCStrings<R>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            var nothing: UnsafeMutablePointer<CChar>?
            return buffer.baseAddress.map(body) ?? body(&nothing)
        }
    }
}
