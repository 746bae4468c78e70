import Glibc
import TestDesktop

/// A session bus of a test's own.
final class Bus: Sendable {
    let address: String
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
    }

    deinit { daemon.kill() }
}
