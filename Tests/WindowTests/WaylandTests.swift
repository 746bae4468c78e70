import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// The program under a Wayland compositor without a screen. It takes no input, so this is about showing the window.
    @Suite(.serialized) struct Wayland {
        /// The compositor places a window where it likes: the screen is so large that all of it is in sight.
        private static let (width, height) = (2700, 1700)
        /// What is compared, from the active cell's corner on: headers and cells.
        private static let part = PixelRect(x: -50..<700, y: -30..<500)

        @Test func theWindowHasTheSamePictureUnderWaylandAsUnderX11() async throws {
            let session = try await Session()
            let table = try session.table()
            let window = try await session.window([table], title: "table.csv")
            let expected = try await window.still()
            let ring = try #require(try await window.ring(in: expected))
            try await window.close()

            try useFontOfX11(session)
            let compositor = try await start(session)
            defer { compositor.kill() }
            let program = try session.open(
                [table],
                environment: [
                    "GDK_BACKEND": "wayland", "GSETTINGS_BACKEND": "keyfile", "WAYLAND_DISPLAY": "quadrille-test",
                    "DISPLAY": "",
                    // Without a screen there is no seat and no device either, which GDK complains about.
                    "G_DEBUG": "",
                    "QUADRILLE_REPORT_MILESTONES": "1",
                ])
            _ = try await eventually("painted rows; standard error: \(program.errorText)") {
                if let ending = program.child.ended { throw DesktopError("ended with \(ending): \(program.errorText)") }
                return program.errorText.contains("milestone painted") ? true : nil
            }
            // Painted is not yet shown.
            var difference: String?
            _ = try await eventually("the same picture, but \(difference ?? "nothing")") {
                difference = try await self.difference(of: self.picture(session), from: expected, ring)
                return difference == nil ? true : nil
            }
            let complaints = program.errorText.split(separator: "\n").filter {
                ($0.contains("CRITICAL") || $0.contains("WARNING")) && !$0.contains("Gdk-CRITICAL")
            }
            #expect(complaints.isEmpty, "\(complaints)")
        }

        /// Under Wayland GTK asks the desktop how to draw letters, under X11 nobody says.
        private func useFontOfX11(_ session: Session) throws {
            for folder in ["glib-2.0", "glib-2.0/settings"] {
                mkdir(session.desktop.folder + "/config_home/" + folder, 0o700)
            }
            _ = try session.file(
                "config_home/glib-2.0/settings/keyfile",
                """
                [org/gnome/desktop/interface]
                font-name='Sans 10'
                font-antialiasing='grayscale'
                font-hinting='full'
                """)
        }

        private func start(_ session: Session) async throws -> Child {
            let compositor = try Child(
                [
                    "weston", "--backend=headless-backend.so", "--use-pixman", "--debug", "--width=\(Self.width)",
                    "--height=\(Self.height)", "--socket=quadrille-test", "--idle-time=0", "--no-config",
                ], environment: session.desktop.environment)
            let folder = session.desktop.environment["XDG_RUNTIME_DIR"] ?? session.desktop.folder
            _ = try await eventually("weston's socket") {
                if let ending = compositor.ended { throw DesktopError("weston ended with \(ending)") }
                return access(folder + "/quadrille-test", F_OK) == 0 ? true : nil
            }
            return compositor
        }

        /// What the compositor shows now.
        private func picture(_ session: Session) async throws -> Picture {
            let script = """
                cd "$1" && rm -f wayland-screenshot-*.png && WAYLAND_DISPLAY=quadrille-test weston-screenshooter &&
                convert wayland-screenshot-*.png -depth 8 bgra:pixels
                """
            let folder = session.desktop.folder
            let child = try Child(["/bin/sh", "-c", script, "sh", folder], environment: session.desktop.environment)
            guard try await child.wait() == .exited(0) else { throw DesktopError("weston took no picture") }
            return try Picture(pixels: folder + "/pixels", width: Self.width)
        }

        /// What is not the same beside the active cell's ring; nil where nothing is.
        private func difference(of picture: Picture, from expected: Picture, _ ring: PixelRect) -> String? {
            let screen = PixelRect(x: 0..<picture.width, y: 0..<picture.height)
            guard let found = picture.bounds(of: Window.accent, in: screen) else { return "no active cell is there" }
            guard found.width == ring.width, found.height == ring.height else { return "its ring is \(found)" }
            let part = Self.part
            let compared = PixelRect(
                x: part.minX + ring.minX..<part.maxX + ring.minX, y: part.minY + ring.minY..<part.maxY + ring.minY)
            return expected.bounds(in: compared) { x, y in
                expected[x, y] != picture[x - ring.minX + found.minX, y - ring.minY + found.minY]
            }.map { "\($0) of the first is another" }
        }
    }
}
