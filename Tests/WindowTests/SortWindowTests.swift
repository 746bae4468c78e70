import TestDesktop
import Testing

extension WindowTests {
    /// Rows that are sorted, in a window.
    @Suite(.serialized) struct Sorting {
        private func table(_ session: Session, rows: Int = 3000) throws -> String {
            let lines = (1...rows).map { "\($0 &* 7919 % rows),\(["Lima", "Oslo", "Rome"][$0 % 3]),\($0 % 7)" }
            return try session.file("t.csv", (["a number,a city,another"] + lines).joined(separator: "\n") + "\n")
        }

        /// Clicks the sort mark at the end of the header above the ring, and takes the pointer away.
        private func clickMark(_ window: Window, above ring: PixelRect, holding modifier: String? = nil) async throws {
            let desktop = window.program.session.desktop
            var arguments = ["mousemove", "\(ring.maxX - 12)", "\(ring.minY - 16)"]
            if let modifier { arguments += ["keydown", modifier] }
            arguments += ["click", "1"]
            if let modifier { arguments += ["keyup", modifier] }
            try await desktop.xdotool(arguments)
            try await window.pointAtCells()
        }

        @Test func aClickOnAHeadersMarkSortsAgainDescendingAgainTheFilesOrder() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "t.csv")
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await clickMark(window, above: ring)
            let ascending = try await window.changed(from: start, after: "a click on the mark")
            #expect(try await window.ring(in: ascending) == ring, "the header stays under the pointer")
            try await clickMark(window, above: ring)
            let descending = try await window.changed(from: ascending, after: "a second click")
            try await clickMark(window, above: ring)
            try await window.returned(to: start, after: "a third click")
            // The keys do the same with the active column.
            try await window.key("alt+Up")
            try await window.returned(to: ascending, after: "Alt+Up")
            try await window.key("alt+Down")
            try await window.returned(to: descending, after: "Alt+Down")
            try await window.key("ctrl+shift+a")
            try await window.returned(to: start, after: "Show All Rows")
            try await window.key("Menu")
            _ = try await window.changed(from: start, after: "Menu")
            try await window.key("g")
            try await window.returned(to: descending, after: "Sort Descending")
            try await window.key("Menu")
            _ = try await window.changed(from: descending, after: "Menu")
            try await window.key("k")
            try await window.returned(to: start, after: "Back to File Order")
            try await window.close()
        }

        @Test func equalRowsAreSortedByKeysAndUndoneStepByStep() async throws {
            let session = try await Session.steady()
            let path = try table(session)
            let asked = try await session.window([path, "--sort", "a city,another:desc"], title: "t.csv")
            let expected = try await asked.still()
            try await asked.close()
            let window = try await session.window([path], title: "t.csv")
            try await window.key("Right")
            let start = try await window.still()
            try await window.key("alt+Up", "Right")
            let one = try await window.changed(from: start, after: "Alt+Up")
            try await window.key("shift+F7")
            _ = try await window.changed(from: one, after: "Shift+F7")
            // The active row has gone with its values.
            try await window.key("ctrl+Home")
            try await window.returned(to: expected, after: "Shift+F7")
            try await window.key("ctrl+z")
            let undone = try await window.changed(from: expected, after: "Ctrl+Z")
            try await window.key("ctrl+z")
            _ = try await window.changed(from: undone, after: "Ctrl+Z again")
            try await window.close()
        }

        @Test func shiftSortsEqualRowsAndAChipTurnsAColumnRoundOrTakesItAway() async throws {
            let session = try await Session.steady()
            let path = try table(session)
            let asked = try await session.window([path, "--sort", "a city,a number:desc"], title: "t.csv")
            try await asked.key("Right")
            let expected = try await asked.still()
            try await asked.close()
            let window = try await session.window([path], title: "t.csv")
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            try await window.key("Right")
            let moved = try await window.changed(from: start, after: "Right")
            try await clickMark(window, above: try #require(try await window.ring(in: moved)))
            let byCity = try await window.changed(from: moved, after: "a click on the second column's mark")
            try await clickMark(window, above: first, holding: "shift")
            let both = try await window.changed(from: byCity, after: "Shift and a click on the first one's")
            // The same by keys, which leave the other column too.
            try await window.key("ctrl+z")
            try await window.returned(to: byCity, after: "undo")
            try await window.key("Left")
            let left = try await window.changed(from: byCity, after: "Left")
            try await window.key("F10")
            let menu = try await window.changed(from: left, after: "F10")
            try await window.key("s")
            _ = try await window.changed(from: menu, after: "Sort and Filter")
            try await window.key("e")
            _ = try await window.changed(from: left, after: "Sort Equal Rows Ascending")
            try await window.key("Right")
            try await window.returned(to: both, after: "Right")
            try await clickMark(window, above: first, holding: "shift")
            _ = try await window.changed(from: both, after: "Shift and another click")
            try await window.returned(to: expected, after: "what the command line sorts by, too")
            // The second chip, behind the first one: its words, and what takes it away.
            let frame = try await window.frame()
            try await window.click(x: frame.minX + 265, y: frame.maxY - 56)
            try await window.pointAtCells()
            try await window.returned(to: both, after: "a click on the second chip")
            try await window.click(x: frame.minX + 359, y: frame.maxY - 56)
            try await window.pointAtCells()
            try await window.returned(to: byCity, after: "a click on its cross")
            try await window.close()
        }

        @Test func theOrderComesBackAfterAReload() async throws {
            let session = try await Session.steady()
            let path = try table(session)
            let window = try await session.window([path, "--sort", "another:desc,a number"], title: "t.csv")
            let sorted = try await window.still()
            _ = try session.file("t.csv", "another,a number,a city\n" + "1,1,Bonn\n3,2,Bonn\n2,3,Bonn\n3,1,Bonn\n")
            try await window.key("F5")
            let reloaded = try await window.changed(from: sorted, after: "F5")
            try await window.key("ctrl+shift+a")
            let plain = try await window.changed(from: reloaded, after: "Show All Rows")
            // By the same columns, though they stand elsewhere now.
            try await window.key("Home", "alt+Down")
            let byFirst = try await window.changed(from: plain, after: "Alt+Down")
            try await window.key("Right")
            let inSecond = try await window.changed(from: byFirst, after: "Right")
            let second = try #require(try await window.ring(in: inSecond))
            // The active row is another one now; the header is where it was.
            let top = try #require(try await window.ring(in: sorted))
            try await clickMark(
                window, above: PixelRect(x: second.minX..<second.maxX, y: top.minY..<top.maxY), holding: "shift")
            try await window.returned(to: reloaded, after: "sorting by them again")
            try await window.close()
        }

        @Test func escapeDuringALongSortOrFilterKeepsTheRows() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session, rows: 4_000_000)], title: "t.csv")
            let start = try await window.settled()
            try await window.key("alt+Down")
            // The status bar says so, and offers to cancel it.
            let frame = try await window.frame()
            let bar = frame.inset(top: frame.height - 40)
            _ = try await eventually("the sort to begin") {
                try session.desktop.screen().difference(from: start, in: bar)
            }
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("Menu")
            _ = try await window.changed(from: start, after: "Menu")
            // Filter by This Value.
            try await window.key("i")
            // Behind the menu.
            let end = bar.inset(left: bar.width / 2)
            _ = try await eventually("the filter to begin") {
                try session.desktop.screen().difference(from: start, in: end)
            }
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.close()
        }
    }
}
