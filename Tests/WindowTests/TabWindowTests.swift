import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Several files in one window.
    @Suite(.serialized) struct Tabs {
        /// A program with a window of so many tabs, of which the first is shown.
        private func window(_ names: String...) async throws -> Window {
            try await window(names, of: try await Session.steady())
        }

        private func window(
            _ names: [String], of session: Session, environment: [String: String] = [:]
        ) async throws -> Window {
            mkdir(session.desktop.folder + "/config_home/quadrille", 0o700)
            _ = try session.file("config_home/quadrille/preferences.ini", "[Quadrille]\nopen-in=tabs\n")
            let paths = try names.enumerated().map { try session.table($1, rows: 60 + 20 * $0, columns: 8) }
            return try await session.window(paths, title: try #require(names.first), environment: environment)
        }

        /// Points at a tab, counted from 0, of so many.
        private func point(at tab: Int, of count: Int, in window: Window) async throws {
            let frame = try await window.frame()
            let x = frame.minX + frame.width * (2 * tab + 1) / (2 * count) - 30
            try await window.program.session.desktop.xdotool(["mousemove", "\(x)", "\(frame.minY + 66)"])
        }

        /// Waits until the window shows a file of that name.
        private func shows(_ title: String, _ window: Window) async throws {
            _ = try await eventually("\(title) to be shown") {
                try await window.program.windows(title: title) == [window.identifier] ? true : nil
            }
        }

        @Test func aTabThatNobodySeesHasAMarkWhileThereIsSomethingToBeRead() async throws {
            let window = try await window("first.csv", "second.csv")
            let before = try await window.settled()
            let frame = try await window.frame()
            let strip = frame.inset(top: 50, left: frame.width / 2 - 16, bottom: frame.height - 84)
            #expect(before.bounds(of: Window.accent, in: strip) == nil)
            unlink(window.program.session.desktop.folder + "/second.csv")
            _ = try await eventually("a mark on the second tab") {
                try window.program.session.desktop.screen().bounds(of: Window.accent, in: strip)
            }
            try await window.key("ctrl+Next")
            try await shows("second.csv", window)
            _ = try await eventually("the mark to go") {
                let now = try window.program.session.desktop.screen()
                // The tab that is shown has a line of that colour below it.
                return now.bounds(of: Window.accent, in: strip.inset(bottom: 8)) == nil ? true : nil
            }
            try await window.key("ctrl+Prior")
            try await shows("first.csv", window)
            let after = try await window.settled()
            #expect(after.bounds(of: Window.accent, in: strip) == nil)
            try await window.key("ctrl+w")
            try await window.program.window(title: "second.csv").close()
        }

        @Test func eachTabKeepsItsOwnViewWhileKeysAndThePointerChangeThem() async throws {
            let window = try await window("first.csv", "second.csv")
            let desktop = window.program.session.desktop
            let first = try await window.settled()
            try await window.key("ctrl+Next")
            try await shows("second.csv", window)
            let second = try await window.changed(from: first, after: "Ctrl+Page_Down")
            try await window.key("Right", "ctrl+shift+h", "ctrl+f")
            let arranged = try await window.changed(from: second, after: "hiding, and the bar to find in")
            try await window.key("ctrl+Prior")
            try await shows("first.csv", window)
            try await window.returned(to: first, after: "Ctrl+Page_Up")
            try await window.key("alt+2")
            try await window.returned(to: arranged, after: "Alt+2")
            // The keyboard is where it was.
            try await window.key("Escape", "ctrl+z", "Left")
            try await window.returned(to: second, after: "Escape, undo and Left")

            try await point(at: 0, of: 2, in: window)
            try await desktop.xdotool(["click", "1"])
            try await shows("first.csv", window)
            let path = desktop.folder + "/second.csv"
            #expect(window.program.hasOpen(path))
            try await point(at: 1, of: 2, in: window)
            try await desktop.xdotool(["click", "2"])
            // Alone, it has no tab: its rows begin where the tabs were.
            let ring = try #require(try await window.ring(in: first))
            _ = try await eventually("the second tab to close") {
                let now = try await window.ring(in: try desktop.screen())
                return now.map { $0.minY < ring.minY } == true && !window.program.hasOpen(path) ? true : nil
            }
            try await window.close()
        }

        @Test func aTabOfItsOwnBeginsWithoutAFileAndClosesByItsKey() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 60, columns: 8)], title: "table.csv")
            let start = try await window.still()
            try await window.key("ctrl+t")
            try await shows("Quadrille", window)
            // Behind the button that opens a file.
            try await window.key("Tab", "Return")
            try await shows("harvest.csv", window)
            try await window.key("ctrl+w")
            try await shows("table.csv", window)
            try await window.returned(to: start, after: "Ctrl+W")
            try await window.key("ctrl+t")
            try await shows("Quadrille", window)
            try await window.key("alt+1")
            try await shows("table.csv", window)
            // The button behind the tabs.
            let frame = try await window.frame()
            try await window.click(x: frame.maxX - 16, y: frame.minY + 66)
            try await shows("Quadrille", window)
            for title in ["Quadrille", "table.csv"] {
                try await window.key("ctrl+w")
                try await shows(title, window)
            }
            try await window.returned(to: start, after: "all other tabs were closed")
            try await window.close()
        }

        @Test func eachTabKeepsItsSidePanel() async throws {
            let window = try await window("first.csv", "second.csv")
            let start = try await window.settled()
            try await window.key("F4")
            let value = try await window.changed(from: start, after: "F4")
            try await window.key("ctrl+Next")
            try await shows("second.csv", window)
            let plain = try await window.changed(from: value, after: "Ctrl+Page_Down")
            try await window.key("Down", "shift+F4")
            let record = try await window.changed(from: plain, after: "Shift+F4")
            try await window.key("ctrl+F6", "Left", "Left", "Left", "Return")
            let wider = try await window.changed(from: record, after: "moving the edge")
            try await window.key("ctrl+Prior")
            try await shows("first.csv", window)
            try await window.returned(to: value, after: "Ctrl+Page_Up")
            try await window.key("ctrl+Next")
            try await shows("second.csv", window)
            try await window.returned(to: wider, after: "Ctrl+Page_Down")
            // The panel gets the keyboard, and the table after other tabs were shown.
            let inside = try await window.inside()
            try await window.click(x: inside.maxX - 150, y: inside.midY)
            try await window.pointAtCells()
            _ = try await window.still()
            try await window.key("ctrl+Prior")
            try await shows("first.csv", window)
            try await window.returned(to: value, after: "Ctrl+Page_Up from the panel")
            try await window.key("ctrl+Next")
            try await shows("second.csv", window)
            _ = try await window.still()
            try await window.key("Up", "shift+F4")
            try await window.returned(to: plain, after: "Up and Shift+F4")
            try await window.key("ctrl+Prior")
            try await shows("first.csv", window)
            try await window.returned(to: value, after: "the end of the other panel")
            // The panel stays when the tab that opened it is gone.
            try await window.key("ctrl+w")
            try await shows("second.csv", window)
            let alone = try await window.still()
            try await window.key("F4")
            let again = try await window.changed(from: alone, after: "F4 in the other tab")
            try await window.key("F4")
            try await window.returned(to: alone, after: "F4 again")
            #expect(again.difference(from: alone, in: inside.inset(left: inside.width - 250)) != nil)
            try await window.close()
        }

        @Test func aTabTakesItsSidePanelToAnotherWindow() async throws {
            let window = try await window("first.csv", "second.csv", "third.csv")
            try await window.resize(width: 900, height: 500)
            try await window.key("F4", "ctrl+Next")
            try await shows("second.csv", window)
            try await window.key("F4", "End")
            _ = try await window.settled()
            try await point(at: 1, of: 3, in: window)
            try await window.program.session.desktop.xdotool(["click", "3"])
            _ = try await window.settled()
            try await window.key("d")
            let second = try await window.program.window(title: "second.csv")
            #expect(second.identifier != window.identifier)
            let open = try await second.settled()
            let panel = try await second.frame().maxX - 380
            #expect(try #require(try await second.ring(in: open)).maxX < panel, "the panel is beside the active cell")
            try await second.key("F4", "Home", "End")
            let closed = try await second.changed(from: open, after: "F4")
            #expect(try #require(try await second.ring(in: closed)).maxX > panel, "the panel was open")
            try await second.key("ctrl+w")
            try await window.focus()
            let left = try await window.settled()
            try await window.key("Down")
            _ = try await window.changed(from: left, after: "Down")
            try await window.key("ctrl+q")
            try await window.program.expectGoodEnd()
        }

        @Test func allTabsHaveOneSidePanel() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let names = (1...10).map { "table\($0).csv" }
            let window = try await window(names, of: session, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            func turn(pressing keys: String...) async throws {
                for name in names.dropFirst() + names.prefix(1) {
                    for key in keys + ["ctrl+Next"] { try await window.key(key) }
                    try await shows(name, window)
                }
            }
            // Each tab makes what it has besides when it is seen.
            try await turn()
            try await window.key("F4")
            _ = try await window.settled()
            let one = try await reader.ask("count")
            try await window.key("F4")
            try await turn(pressing: "F4")
            _ = try await window.settled()
            #expect(try await reader.ask("count") == one)
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        @Test func aTabGetsAWindowOfItsOwnByItsMenuAndByADragOutOfTheWindow() async throws {
            let window = try await window("first.csv", "second.csv", "third.csv")
            let desktop = window.program.session.desktop
            try await window.resize(width: 900, height: 500)
            try await desktop.xdotool(["windowmove", "--sync", window.identifier, "20", "20"])
            _ = try await window.settled()
            try await point(at: 1, of: 3, in: window)
            try await desktop.xdotool(["click", "3"])
            _ = try await window.settled()
            try await window.key("d")
            let second = try await window.program.window(title: "second.csv")
            #expect(second.identifier != window.identifier)
            // The table has the keyboard.
            let still = try await second.settled()
            try await second.key("Down")
            _ = try await second.changed(from: still, after: "Down")
            try await second.key("ctrl+w")
            try await window.focus()
            _ = try await window.settled()

            try await point(at: 1, of: 2, in: window)
            try await desktop.xdotool(["mousedown", "1"])
            for step in 1...8 {
                try await desktop.xdotool(["mousemove", "\(600 + 20 * step)", "\(60 + 90 * step)"])
            }
            try await desktop.xdotool(["mouseup", "1"])
            // It was shown there while it was dragged.
            try await shows("first.csv", window)
            let third = try await window.program.window(title: "third.csv")
            #expect(third.identifier != window.identifier)
            try await third.key("ctrl+q")
            try await window.program.expectGoodEnd()
        }
    }
}
