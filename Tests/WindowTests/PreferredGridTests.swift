import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What preferences make of the grid in a window, at once and the next time.
    @Suite(.serialized) struct PreferredGrids {
        /// Presses keys in the window of the preferences; what is then written is as `isWritten` says.
        private func prefer(
            _ window: Window, _ keys: [String], until isWritten: @escaping @Sendable (String) -> Bool
        ) async throws {
            try await window.key("ctrl+comma")
            let preferences = try await window.program.window(title: "Preferences")
            for key in keys { try await preferences.key(key) }
            let file = window.program.session.desktop.folder + "/config_home/quadrille/preferences.ini"
            _ = try await eventually("the preference on disk") { isWritten(Session.text(of: file)) ? true : nil }
            try await preferences.key("Escape")
            try await window.focus()
        }

        /// Whether the rows below that of the active cell, which is the first, have two colours by turns.
        private func isStriped(_ window: Window, _ picture: Picture) async throws -> Bool {
            let ring = try #require(try await window.ring(in: picture))
            // Right of what stands in the cells.
            let colors = (1...4).map { picture[ring.maxX - 6, ring.midY + $0 * ring.height] }
            #expect(colors[0] == colors[2] && colors[1] == colors[3])
            return colors[0] != colors[1]
        }

        @Test func stripesAreSeenAtOnceAndTheNextTime() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let window = try await session.window([path], title: "table.csv")
            let plain = try await window.still()
            #expect(try await isStriped(window, plain) == false)
            try await prefer(window, ["alt+s"]) { $0.contains("stripe-rows=true") }
            #expect(try await isStriped(window, try await window.changed(from: plain, after: "stripes")))
            try await window.close()
            let again = try await session.window([path], title: "table.csv")
            #expect(try await isStriped(again, try await again.still()))
            try await prefer(again, ["alt+s"]) { !$0.contains("stripe-rows") }
            try await again.returned(to: plain, after: "no stripes")
            try await again.close()
        }

        @Test func theWheelScrollsAsManyRowsAsAreWanted() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let window = try await session.window([path], title: "table.csv")
            try await prefer(window, ["alt+w", "Up", "Up"]) { $0.contains("wheel-rows=5") }
            #expect(try await rowsOfANotch(window) == 5)
            try await window.close()
            let again = try await session.window([path], title: "table.csv")
            #expect(try await rowsOfANotch(again) == 5)
            try await again.close()
        }

        /// How many rows a notch scrolls in a window that shows its first ones.
        private func rowsOfANotch(_ window: Window) async throws -> Double {
            let start = try await window.still()
            let top = try #require(try await window.ring(in: start))
            for _ in 0..<8 { try await window.key("Down") }
            let down = try await window.changed(from: start, after: "keys")
            let low = try #require(try await window.ring(in: down))
            try await window.wheel(.down)
            let moved = try #require(
                try await window.ring(in: try await window.changed(from: down, after: "the wheel")))
            return 8 * Double(low.minY - moved.minY) / Double(low.minY - top.minY)
        }

        @Test func theEndIsFollowedAtOnceAndTheNextTime() async throws {
            let session = try await Session.steady()
            let path = try session.table(rows: 300, columns: 3)
            func append(_ line: String) throws {
                let file = try #require(fopen(path, "a"))
                fputs(line + "\n", file)
                fclose(file)
            }
            let window = try await session.window([path], title: "table.csv")
            let start = try await window.settled()
            try append("not followed,,")
            #expect(try await window.settled().difference(from: start, in: window.inside()) == nil)
            try await prefer(window, ["alt+e"]) { $0.contains("follow=true") }
            let before = try await window.settled()
            try append("followed,,")
            let followed = try await window.changed(from: before, after: "a row")
            #expect(try await window.ring(in: followed) == nil, "the first row is out of sight")
            try await window.close()
            let again = try await session.window([path], title: "table.csv")
            let end = try await again.settled()
            try append("followed once more,,")
            _ = try await again.changed(from: end, after: "a row")
            try await again.close()
        }

        @Test func withLessMotionThingsAreInTheirPlacesAtOnce() async throws {
            let session = try await Session.steady()
            let trace = session.desktop.folder + "/trace.json"
            let window = try await session.window(
                [try session.table()], title: "table.csv", environment: ["QUADRILLE_TRACE": trace])
            /// How many frames four changes of the view take.
            func frames() async throws -> Int {
                func drawn() -> Int {
                    Session.text(of: trace).split(separator: "\n").count { $0.contains("\"name\":\"frame\"") }
                }
                _ = try await window.settled()
                let before = drawn()
                for key in ["ctrl+2", "ctrl+1", "ctrl+2", "ctrl+1"] {
                    try await window.key(key)
                    _ = try await window.settled()
                }
                return drawn() - before
            }
            let ordinary = try await frames()
            try await prefer(window, ["alt+l"]) { $0.contains("reduce-motion=true") }
            let still = try await frames()
            // On its way each is seen at least once.
            #expect(still + 4 <= ordinary && still > 0)
            try await window.close()
        }

        /// It may be set by the desktop, or by hand in a file of GTK's.
        @Test func theDesktopsFontIsThatOfTheRows() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let ordinary = try await session.window([path], title: "table.csv")
            let height = try #require(try await ordinary.ring(in: try await ordinary.still())).height
            try await ordinary.close()
            _ = try session.file(
                "config_home/gtk-3.0/settings.ini", "[Settings]\ngtk-cursor-blink=0\ngtk-font-name=Sans 24\n")
            let large = try await session.window([path], title: "table.csv")
            let shown = try await large.still()
            #expect(try #require(try await large.ring(in: shown)).height > height * 3 / 2)
            // What opens around them has room for it.
            try await large.key("ctrl+f")
            _ = try await large.changed(from: shown, after: "ctrl+f")
            try await large.key("Escape")
            try await large.returned(to: shown, after: "Escape")
            try await large.key("ctrl+comma")
            let preferences = try await large.program.window(title: "Preferences")
            #expect(try await preferences.frame().height < 900)
            try await preferences.key("Escape")
            try await large.close()
        }
    }
}
