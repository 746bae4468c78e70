import Glibc

/// A program that says in its first line where it is found, and serves until this is gone.
struct Server {
    let line: String
    private let child: Child

    /// `package` is Debian's that has it.
    init(_ program: String, _ arguments: [String], package: String) throws {
        guard let child = Child(program, arguments, environment: [:], output: STDOUT_FILENO) else {
            throw Skipped(reason: "\(program) is not installed (Debian's package \(package))")
        }
        guard let line = child.readLine(within: 20) else { throw Skipped(reason: "\(program) did not start") }
        (self.child, self.line) = (child, line)
    }
}

/// An X server without a screen, for the windows that are measured; it picks a free number.
struct Display {
    private let server: Server
    var name: String { ":" + server.line }

    init() throws {
        server = try Server(
            "Xvfb", ["-displayfd", "1", "-screen", "0", "1920x1200x24", "-nolisten", "tcp", "-noreset"], package: "xvfb"
        )
    }
}

/// A session bus, as a desktop has one: whoever starts a program there finds it, and need not start it.
struct Bus {
    private let server: Server
    var address: String { server.line }

    init() throws {
        server = try Server("dbus-daemon", ["--session", "--nofork", "--print-address=1"], package: "dbus")
    }
}
