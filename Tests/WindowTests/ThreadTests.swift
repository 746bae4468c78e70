import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Threads of a program with many tables.
    @Suite(.serialized) struct Threads {
        @Test func twoHundredTabsHoldFewThreads() async throws {
            let session = try await Session.steady()
            mkdir(session.desktop.folder + "/config_home/quadrille", 0o700)
            _ = try session.file("config_home/quadrille/preferences.ini", "[Quadrille]\nopen-in=tabs\n")
            let paths = try (0..<200).map { try session.file("t\($0).csv", "a,b\n\($0),2\n3,4\n") }
            let program = try session.open(paths)
            let window = try await program.window(title: "t0.csv")
            _ = try await eventually("all tabs to be open", seconds: 120) { program.hasOpen(paths[199]) ? true : nil }
            let count = try await eventually("few threads", seconds: 60) {
                let count = program.threads(named: "quadrille-work")
                return count <= 20 ? count : nil
            }
            #expect(count > 0)
            // The last one lives.
            try await window.key("ctrl+Prior")
            _ = try await eventually("the last tab to be shown") {
                try await program.windows(title: "t199.csv") == [window.identifier] ? true : nil
            }
            _ = try await window.settled()
            #expect(program.threads(named: "quadrille-work") <= 20)
        }
    }
}

extension Program {
    /// The number of threads of the program with that name.
    fileprivate func threads(named name: String) -> Int {
        guard let folder = opendir("/proc/\(child.pid)/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let thread = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if Session.text(of: "/proc/\(child.pid)/task/\(thread)/comm") == name + "\n" { count += 1 }
        }
        return count
    }
}
