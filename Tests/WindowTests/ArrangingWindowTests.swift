import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Filters and sorts that follow each other, and what becomes of them.
    @Suite(.serialized) struct Arranging {
        private func rows(_ count: Int) -> [String] {
            (1...count).map { "\($0),\(["Lima", "Oslo", "Rome"][$0 % 3]),\($0 % 7)" }
        }

        private func table(_ session: Session, _ name: String = "t.csv", rows count: Int = 3000) throws -> String {
            try session.file(name, (["id,city,n"] + rows(count)).joined(separator: "\n") + "\n")
        }

        @Test func aReloadLeavesASortedTableWhereItIsLookedAtAndWhatIsSelectedToo() async throws {
            let session = try await Session.steady()
            // The row that is on top has another value later, and nothing else has.
            var lines = rows(60_000)
            lines[59_999] = "60000,Bonn,1"
            let later = (["id,city,n"] + lines).joined(separator: "\n") + "\n"
            /// Sorts by the first column, and selects six cells.
            func arrange(_ window: Window) async throws -> Picture {
                let start = try await window.still()
                try await window.key("alt+Down")
                let sorted = try await window.changed(from: start, after: "Alt+Down")
                try await window.key("shift+Down", "shift+Down", "shift+Right")
                return try await window.changed(from: sorted, after: "selecting")
            }
            let reference = try await session.window([try session.file("t.csv", later)], title: "t.csv")
            let expected = try await arrange(reference)
            try await reference.close()
            // By itself, so that no words come between.
            let path = try table(session, rows: 60_000)
            let window = try await session.window([path, "--reload"], title: "t.csv")
            let selected = try await arrange(window)
            let inside = try await window.inside()
            #expect(expected.difference(from: selected, in: inside) != nil)
            rename(try session.file("new.csv", later), path)
            // Until the new rows stand in their order the old ones are seen, which have the same numbers.
            let frame = try await window.frame()
            let numbers = PixelRect(x: frame.minX + 8..<frame.minX + 50, y: frame.midY..<frame.midY + 100)
            _ = try await eventually("the new rows, in their order and selected") {
                let screen = try session.desktop.screen()
                #expect(screen.difference(from: selected, in: numbers) == nil, "other rows in between")
                return screen.difference(from: expected, in: inside) == nil ? true : nil
            }
            try await window.close()
        }

        @Test func eachChipSaysForHowManyRowsItsConditionHolds() async throws {
            let session = try await Session.steady()
            /// A hundred rows, of which ten meet both conditions, and so many more the first.
            func shown(more: Int) async throws -> (Picture, PixelRect) {
                let lines = (0..<100).map { "\($0 < 10 + more ? "x" : "o"),\($0 < 10 ? "y" : "o")" }
                let path = try session.file("t.csv", (["a,b"] + lines).joined(separator: "\n") + "\n")
                let window = try await session.window(
                    [path, "--filter", "a = x", "--filter", "b = y"], title: "t.csv")
                let line = try await chips(window)
                // The button at their end, where nothing is before.
                let end = line.maxX - 70..<line.maxX - 10
                _ = try await eventually("the chips") {
                    let screen = try session.desktop.screen()
                    let ground = screen[line.maxX - 300, line.midY]
                    return end.contains { screen[$0, line.midY] != ground } ? true : nil
                }
                let picture = try await window.still()
                try await window.close()
                return (picture, line)
            }
            let (few, line) = try await shown(more: 11)
            let (many, _) = try await shown(more: 77)
            let place = try #require(few.difference(from: many, in: line), "21 rows, or 87")
            #expect(place.width < 60 && place.minX > line.minX + 30, "nothing else is said otherwise")
        }

        @Test func aReloadSortsByTheSameOneOfTwoColumnsOfOneName() async throws {
            let session = try await Session.steady()
            func write(_ value: String) throws -> String {
                let lines = (1...300).map { "\($0),\($0 * 7919 % 300),\(value)" }
                return try session.file("t.csv", (["name,name,other"] + lines).joined(separator: "\n") + "\n")
            }
            /// The window, sorted by the second column.
            func sorted(_ path: String) async throws -> (Window, Picture) {
                let window = try await session.window([path], title: "t.csv")
                try await window.key("Right")
                let start = try await window.still()
                try await window.key("alt+Up")
                return (window, try await window.changed(from: start, after: "Alt+Up"))
            }
            let (reference, expected) = try await sorted(try write("b"))
            try await reference.close()
            let (window, _) = try await sorted(try write("a"))
            _ = try write("b")
            try await window.key("F5")
            try await window.returned(to: expected, after: "F5")
            try await window.close()
        }

        @Test func aSortBuildsOnAFilterThatIsStillBeingFound() async throws {
            let session = try await Session.steady()
            let path = try table(session, rows: 60_000)
            let window = try await session.window([path], title: "t.csv")
            try await window.key("Right")
            let start = try await window.still()
            try await window.key("Menu")
            _ = try await window.changed(from: start, after: "Menu")
            // Filter by This Value, and right behind it Sort Descending.
            try await window.key("i", "alt+Down")
            let found = try await arranged(window, unlike: start)
            try await window.close()
            let asked = try await session.window(
                [path, "--filter", "city = Oslo", "--sort", "city:desc"], title: "t.csv")
            let expected = try await arranged(asked, unlike: start)
            #expect(found.difference(from: expected, in: try await chips(asked)) == nil)
            try await asked.close()
        }

        /// The line that says what holds, and how many rows are left.
        private func chips(_ window: Window) async throws -> PixelRect {
            let frame = try await window.frame()
            return PixelRect(x: frame.minX + 8..<frame.maxX - 28, y: frame.maxY - 76..<frame.maxY - 40)
        }

        /// The picture once there is such a line with a filter and a sort, where rows are in `plain`.
        private func arranged(_ window: Window, unlike plain: Picture) async throws -> Picture {
            let desktop = window.program.session.desktop
            let line = try await chips(window)
            // The button that takes all away stands at its end, and a second chip in its middle.
            let places = [line.inset(left: line.width - 80), line.inset(left: 280, right: line.width - 420)]
            _ = try await eventually("a filter and a sort") {
                let screen = try desktop.screen()
                return places.allSatisfy { screen.difference(from: plain, in: $0) != nil } ? true : nil
            }
            // A condition has its count once all rows were looked at.
            return try await window.settled()
        }

        @Test func aRowOfTheCommandLineIsOneOfThoseThatItAsksFor() async throws {
            let session = try await Session.steady()
            let path = try table(session)
            let options = [path, "--filter", "city = Oslo", "--sort", "id:desc"]
            let plain = try await session.window(options, title: "t.csv")
            let start = try await plain.still()
            try await plain.key("Down", "Down")
            let third = try await plain.changed(from: start, after: "Down")
            try await plain.close()
            let window = try await session.window(options + ["--row", "3"], title: "t.csv")
            try await window.returned(to: third, after: "the rows came")
            try await window.close()
        }

        @Test func whatIsOpenedLaterIsShownAsItIs() async throws {
            let session = try await Session.steady()
            let (path, other) = (try table(session), try table(session, "other.csv"))
            let plain = try await session.window([other], title: "other.csv")
            let expected = try await plain.still()
            try await plain.close()
            let window = try await session.window(
                [path, "--filter", "city = Oslo", "--row", "5", "--find", "Oslo", "--zoom", "1.5"], title: "t.csv",
                environment: ["G_DEBUG": ""])
            try await window.key("Escape")
            try await open(other, from: window, showing: expected)
            // Nor is what was asked for a file that cannot be shown of one that takes its place.
            let failed = try await session.window(
                [
                    session.desktop.folder + "/missing.csv", "--filter", "city = Oslo", "--row", "5", "--zoom", "1.5",
                    "--delimiter", ";",
                ], title: "missing.csv", environment: ["G_DEBUG": ""])
            try await open(other, from: failed, showing: expected)
        }

        /// Opens a file by the dialog, and ends the program.
        private func open(_ path: String, from window: Window, showing expected: Picture) async throws {
            let desktop = window.program.session.desktop
            try await window.key("ctrl+o")
            let dialog = try await window.program.window(title: "Open")
            try await desktop.xdotool(["key", "ctrl+l"])
            // Once the line for it is there.
            _ = try await dialog.still()
            try await desktop.xdotool(["key", "ctrl+a"])
            try await desktop.xdotool(["type", "--delay", "20", path])
            _ = try await dialog.still()
            try await dialog.key("Return")
            let opened = try await window.program.window(title: "other.csv")
            try await opened.returned(to: expected, after: "Open")
            try await opened.key("ctrl+q")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        @Test func anExportHasTheRowsAsTheyStoodWhenItWasAskedFor() async throws {
            let session = try await Session.steady()
            let path = try table(session, rows: 1_500_000)
            let window = try await session.window([path], title: "t.csv", environment: ["G_DEBUG": ""])
            let start = try await window.still()
            try await window.key("alt+Down", "ctrl+e")
            let dialog = try await window.program.window(title: "Export")
            // Beside the dialog, the numbers of the rows.
            let frame = try await window.frame()
            let numbers = PixelRect(x: frame.minX + 8..<frame.minX + 50, y: frame.midY..<frame.midY + 100)
            _ = try await eventually("the sort to end", seconds: 60) {
                try session.desktop.screen().difference(from: start, in: numbers)
            }
            let out = session.desktop.folder + "/out.csv"
            try await session.desktop.xdotool(["key", "ctrl+a"])
            try await session.desktop.xdotool(["type", "--delay", "20", out])
            _ = try await dialog.still()
            try await dialog.key("Return")
            _ = try await eventually("the export") { access(out, F_OK) == 0 ? true : nil }
            #expect(Session.text(of: out).hasPrefix("id,city,n\n1,Oslo,1\n"), "the order when the dialog was opened")
            try await window.key("ctrl+q")
            #expect(try await window.program.child.wait() == .exited(0))
        }
    }
}
