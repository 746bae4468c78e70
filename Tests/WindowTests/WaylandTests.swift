import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// The program under a Wayland compositor without a screen. It takes no input, so this is about showing the window.
    @Suite(.serialized) struct Wayland {
        @Test(.enabled(if: isInstalled, "weston is not installed: apt-get install --no-install-recommends weston"))
        func theWindowIsShownAndRowsArePaintedUnderWayland() async throws {
            let session = try await Session()
            let folder = session.desktop.environment["XDG_RUNTIME_DIR"] ?? session.desktop.folder
            let compositor = try Child(
                ["weston", "--backend=headless-backend.so", "--socket=quadrille-test", "--idle-time=0", "--no-config"],
                environment: session.desktop.environment)
            defer { compositor.kill() }
            _ = try await eventually("weston's socket") {
                if let ending = compositor.ended { throw DesktopError("weston ended with \(ending)") }
                return access(folder + "/quadrille-test", F_OK) == 0 ? true : nil
            }
            let program = try session.open(
                [try session.table()],
                environment: [
                    "GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": "quadrille-test", "DISPLAY": "",
                    // Without a screen there is no seat and no device either, which GDK complains about.
                    "G_DEBUG": "",
                    "QUADRILLE_REPORT_MILESTONES": "1",
                ])
            _ = try await eventually("painted rows; standard error: \(program.errorText)") {
                if let ending = program.child.ended { throw DesktopError("ended with \(ending): \(program.errorText)") }
                return program.errorText.contains("milestone painted") ? true : nil
            }
            let complaints = program.errorText.split(separator: "\n").filter {
                ($0.contains("CRITICAL") || $0.contains("WARNING")) && !$0.contains("Gdk-CRITICAL")
            }
            #expect(complaints.isEmpty, "\(complaints)")
        }

        private static var isInstalled: Bool {
            let path = getenv("PATH").map { String(cString: $0) } ?? ""
            return path.split(separator: ":").contains { access("\($0)/weston", X_OK) == 0 }
        }
    }
}
