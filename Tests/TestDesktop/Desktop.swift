import Glibc

/// A desktop of a test's own: an X server without a screen, folders for settings, and, when asked for, a window manager.
///
/// Nothing of the user's is seen or touched, and nothing is left behind, even when the test process crashes: the server
/// is ended by a shell whose standard input ends with this process.
package final class Desktop: Sendable {
    /// The whole environment of a program on this desktop.
    package let environment: [String: String]
    /// An empty folder for the files of the test.
    package let folder: String
    private let supervisor: Child
    private let leash: Int32

    /// The pointer is not drawn: it is no part of what the program shows.
    private static let script = """
        Xvfb "$2" -displayfd 3 -screen 0 "$3" -fbdir "$1" -nolisten tcp -noreset -nocursor &
        exec 3>&-
        read -r _
        kill $!
        wait
        rm -rf -- "$1"
        """

    /// Starts the server and waits until it answers. Programs look for screen readers, and for the bus of those, only where
    /// they `mayBeRead`.
    package init(size: String = "1280x900", windowManager: Bool = true, mayBeRead: Bool = false) async throws {
        try Self.require(["Xvfb"] + (windowManager ? ["openbox", "xdotool"] : []))
        var template = Array("/tmp/quadrille-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw DesktopError("no folder could be made in /tmp") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let (leashEnd, leash) = try Self.pipe()
        let (numberEnd, number) = try Self.pipe()
        self.leash = leash
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        // Left to itself a server takes the lowest number that is free: that of one that is about to end, whose last
        // act is to remove the socket of that number.
        let display = ":\(Int.random(in: 1000..<50_000))"
        do {
            defer { for end in [leashEnd, number] { close(end) } }
            supervisor = try Child(
                ["/bin/sh", "-c", Self.script, "sh", folder, display, size + "x24"], environment: ["PATH": path],
                descriptors: [0: leashEnd, 3: number])
        }
        defer { close(numberEnd) }
        guard Self.waitForLine(on: numberEnd) else {
            throw DesktopError("Xvfb did not start on display \(display) within 20 s")
        }
        var environment = Self.environment(path: path, display: display, folder: folder)
        if mayBeRead { environment["NO_AT_BRIDGE"] = nil }
        self.environment = environment
        if windowManager { try await startWindowManager() }
    }

    deinit { close(leash) }

    /// The picture on the screen at this moment.
    package func screen() throws -> Picture { try Picture(framebuffer: folder + "/Xvfb_screen0") }

    /// Runs `xdotool` with some arguments; its output, or nil when it did not succeed.
    @discardableResult
    package func xdotool(_ arguments: [String]) async throws -> String? { try await run(["xdotool"] + arguments) }

    /// A line with the name of a window's property and its value; nil where there is no such window.
    package func property(_ name: String, ofWindow window: String) async throws -> String? {
        try Self.require(["xprop"])
        return try await run(["xprop", "-id", window, name])
    }

    /// What another program gets that asks the clipboard for a format; nil where there is none.
    package func clipboard(as type: String = "UTF8_STRING") async throws -> String? {
        try Self.require(["xclip"])
        return try await run(["xclip", "-selection", "clipboard", "-out", "-target", type])
    }

    /// The words of a PDF file; nil while it is none.
    package func words(ofPDF path: String) async throws -> String? {
        try Self.require(["pdftotext"])
        return try await run(["pdftotext", path, "-"])
    }

    /// Runs a program of the desktop; its output, which is short, or nil when it did not succeed.
    package func run(_ command: [String]) async throws -> String? {
        let (output, input) = try Self.pipe()
        defer { close(output) }
        let child: Child
        do {
            defer { close(input) }
            child = try Child(command, environment: environment, descriptors: [1: input])
        }
        // What it prints is far smaller than a pipe holds, so it can end before it is read.
        guard try await child.wait() == .exited(0) else { return nil }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(output, &piece, piece.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }

    /// Every key and wheel goes through a window manager as it does on a desktop: it gives focus, sizes and a screen.
    private func startWindowManager() async throws {
        _ = try Child(["openbox", "--sm-disable"], environment: environment)
        _ = try await eventually("the window manager") { try await self.xdotool(["get_num_desktops"]) }
        // A server's first key changes its keyboard, and with it the window manager takes the keys that are its own anew:
        // such a key would be lost in that moment. It is over before a window is shown.
        try await xdotool(["key", "Shift_L"])
    }

    private static func environment(path: String, display: String, folder: String) -> [String: String] {
        var variables = [
            "PATH": path, "DISPLAY": display, "HOME": folder, "LC_ALL": "C.UTF-8", "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory", "GTK_THEME": "Adwaita",
            // A mistake against GTK's rules ends the program, so that no test passes over it.
            "G_DEBUG": "fatal-criticals",
        ]
        for name in ["CONFIG_HOME", "CACHE_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"] {
            variables["XDG_" + name] = folder + "/" + name.lowercased()
            mkdir(folder + "/" + name.lowercased(), 0o700)
        }
        for name in ["LD_LIBRARY_PATH", "LD_PRELOAD", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }

    private static func require(_ programs: [String]) throws {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":")
        for program in programs where !folders.contains(where: { access("\($0)/\(program)", X_OK) == 0 }) {
            throw DesktopError("\(program) is not installed; run: .scripts/install-packages test")
        }
    }

    /// Reads to the end of a line. Xvfb writes the number and the line's end apart, and gives up when the second finds no
    /// reader any more.
    private static func waitForLine(on descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        while byte != UInt8(ascii: "\n") {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, 20_000) == 1, read(descriptor, &byte, 1) == 1 else { return false }
        }
        return true
    }

    /// A pipe that no other child inherits, not even one that is started at this moment, with numbers out of the way of
    /// those that a child is given.
    static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw DesktopError("no pipe could be made") }
        defer { for end in ends { close(end) } }
        return (fcntl(ends[0], F_DUPFD_CLOEXEC, 10), fcntl(ends[1], F_DUPFD_CLOEXEC, 10))
    }
}
