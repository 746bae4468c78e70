import TestDesktop
import Testing

extension WindowTests {
    /// Files that are dragged from another program's window.
    @Suite(.serialized) struct Drops {
        @Test func filesThatAreDroppedOnAWindowAreOpenedInItsTabs() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 20, columns: 3)], title: "table.csv")
            // Names that have to be written otherwise in the addresses that are dragged.
            let names = ["one two.csv", "ä%41.csv"]
            try await drop(names.map { try session.table($0, rows: 20, columns: 3) }, on: window)
            try await shows(names[0], window)
            try await window.focus()
            try await window.key("ctrl+Next")
            try await shows(names[1], window)
            try await window.key("ctrl+w")
            try await shows(names[0], window)
            try await window.key("ctrl+w")
            try await shows("table.csv", window)
            try await window.close()
        }

        @Test func aFileThatIsDroppedOnAWindowWithoutOneIsShownThere() async throws {
            let session = try await Session.steady()
            let window = try await session.window([], title: "Quadrille")
            try await drop([try session.table(rows: 20, columns: 3)], on: window)
            try await shows("table.csv", window)
            let picture = try await window.still()
            #expect(try await window.ring(in: picture) != nil)
            try await window.close()
        }

        @Test func whatIsNotOnThisComputerIsSaidNotToBeOpened() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let window = try await session.window(
                [], title: "Quadrille", environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            try await drop(["https://example.org/far.csv", "https://example.org/farther.csv"], on: window)
            try await reader.finds(
                "2 files are not on this computer and were not opened. Save them in a folder here, then open them.")
            try await drop([session.table(rows: 20, columns: 3), "https://example.org/far.csv"], on: window)
            try await shows("table.csv", window)
            try await reader.finds(
                "1 file is not on this computer and was not opened. Save it in a folder here, then open it.")
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        private func shows(_ title: String, _ window: Window) async throws {
            _ = try await eventually("\(title) to be shown") {
                try await window.program.windows(title: title) == [window.identifier] ? true : nil
            }
        }

        /// Drags files out of a window that stands beside this one.
        private func drop(_ paths: [String], on window: Window) async throws {
            let session = window.program.session
            try await window.resize(width: 700, height: 500)
            _ = try await window.still()
            let program = try session.start("DragProbe", paths)
            let source = try await program.window(title: "Files")
            // It may have come up over the other one.
            try await session.desktop.xdotool(["windowmove", source.identifier, "1000", "600"])
            _ = try await eventually("the window to be elsewhere") {
                try await source.frame().minX >= 900 ? true : nil
            }
            try await drag(from: source, to: window)
            // The window has to say that it takes them before they are let go.
            _ = try await eventually("the window to take the files") {
                try await program.windows(title: "Files to copy").first
            }
            try await session.desktop.xdotool(["mouseup", "1"])
            try await program.expectGoodEnd()
        }

        /// Drags as a hand does: a little at first, and on in steps. The button stays down.
        private func drag(from source: Window, to window: Window) async throws {
            let (start, end) = (try await source.inside(), try await window.inside())
            let desktop = window.program.session.desktop
            try await desktop.xdotool(["mousemove", "\(start.midX)", "\(start.midY)", "mousedown", "1"])
            for step in 1...10 {
                let (x, y) = (
                    start.midX + (end.midX - start.midX) * step / 10, start.midY + (end.midY - start.midY) * step / 10
                )
                try await desktop.xdotool(["mousemove", "\(x)", "\(y)", "sleep", "0.03"])
            }
            _ = try await window.still()
            try await desktop.xdotool(["mousemove_relative", "1", "1"])
        }
    }
}
