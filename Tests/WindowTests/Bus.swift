import Glibc
import TestDesktop

/// A session bus of a test's own.
final class Bus: Sendable {
    let address: String
    /// That of a program on it.
    private let environment: [String: String]
    private let daemon: Child

    init(_ session: Session) async throws {
        let path = session.desktop.folder + "/bus-address"
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        daemon = try Child(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], environment: session.desktop.environment,
            descriptors: [1: file])
        address = try await eventually("the bus to say its address") {
            guard let file = fopen(path, "r") else { return nil }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 1024)
            guard fgets(&line, 1024, file) != nil else { return nil }
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : nil
        }
        environment = session.desktop.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    }

    /// Who reads what programs on it show.
    func reader() async throws -> Dialogue {
        let reader = try Dialogue([try Programs.path(of: "AccessibilityProbe")], environment: environment)
        try await reader.hear("listening")
        return reader
    }

    /// Has the program open files, by their addresses, as a file manager does.
    func open(_ addresses: [String]) async throws {
        let list = addresses.map { "'\($0)'" }.joined(separator: ", ")
        guard try await activate("Open", ["[\(list)]", "{}"]) else { throw DesktopError("nobody opens \(list)") }
    }

    /// Asks Quadrille for something, as desktops do (Desktop Entry Specification, "D-Bus Activation"); the bus starts it where
    /// it knows how. The arguments are in the text format of GVariant. Whether there was an answer.
    func activate(_ method: String, _ arguments: [String]) async throws -> Bool {
        let call = [
            "gdbus", "call", "--address", address, "--dest", "org.quadrille.Quadrille", "--object-path",
            "/org/quadrille/Quadrille", "--method", "org.freedesktop.Application." + method,
        ]
        return try await Child(call + arguments, environment: environment).wait() == .exited(0)
    }

    deinit { daemon.kill() }
}

extension Dialogue {
    /// Waits until something that is read has these words.
    func finds(_ words: String) async throws {
        var tree: [String] = []
        _ = try await eventually("“\(words)” in \(tree.joined(separator: "\n"))") {
            tree = try await ask("tree")
            return tree.contains { $0.hasSuffix(": " + words) } ? true : nil
        }
    }
}
