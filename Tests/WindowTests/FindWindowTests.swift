import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Find, go to, back and forward.
    @Suite(.serialized) struct Finding {
        /// The grounds of what is found: `Theme.found` over Adwaita's white.
        private static let found: UInt32 = 0xFBE996

        /// A table of 2,000 rows, of which every hundredth has "needle" in its second column.
        private func table(_ session: Session) throws -> String {
            let rows = (1...2000).map { "\($0),\($0 % 100 == 0 ? "needle" : "hay"),x" }
            return try session.file("hay.csv", (["id,what,c"] + rows).joined(separator: "\n") + "\n")
        }

        @Test func whatIsTypedIsFoundAndKeysLeadFromHitToHit() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "hay.csv")
            let start = try await window.still()
            try await window.key("ctrl+f")
            try await session.desktop.xdotool(["type", "NEEDLE"])
            let first = try await window.changed(from: start, after: "typing")
            let inside = try await window.inside()
            let ground = try #require(first.bounds(of: Self.found, in: inside), "the hit in sight stands out")
            #expect(ground.minY > inside.minY + 200, "its row is in the middle")
            try await window.key("Return")
            let second = try await window.changed(from: first, after: "Return")
            try await window.key("shift+Return")
            try await window.returned(to: first, after: "the way back")
            try await window.key("F3")
            try await window.returned(to: second, after: "F3")
            try await window.key("Escape")
            let closed = try await window.changed(from: second, after: "Escape")
            #expect(closed.bounds(of: Self.found, in: inside) == nil)
            #expect(try await window.ring(in: closed) != nil, "the grid has the keyboard")
            try await window.close()
        }

        @Test func oneGoesToARowAndBackAndForward() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 5000)], title: "table.csv")
            let start = try await window.still()
            try await window.key("ctrl+g")
            try await session.desktop.xdotool(["type", "4,000, column 7"])
            try await window.key("Return")
            let there = try await window.changed(from: start, after: "Return")
            let ring = try #require(try await window.ring(in: there))
            #expect(ring.minX > (try await window.frame()).minX + 300)
            try await window.key("alt+Left")
            try await window.returned(to: start, after: "Alt+Left")
            try await window.key("alt+Right")
            try await window.returned(to: there, after: "Alt+Right")
            try await session.desktop.xdotool(["click", "8"])
            try await window.returned(to: start, after: "the mouse's button for back")
            try await window.close()
        }

        @Test func theCommandLineSaysWhereToBegin() async throws {
            let session = try await Session.steady()
            let path = try session.table(rows: 5000)
            let window = try await session.window(
                [path, "--row", "3000", "--column", "column 3", "--find", "r3000 c5"], title: "table.csv")
            let picture = try await window.still()
            #expect(picture.bounds(of: Self.found, in: try await window.inside()) != nil)
            try await window.key("Escape")
            try await window.close()
        }
    }
}
