import TestDesktop
import Testing

extension WindowTests {
    /// Rows that are filtered, in a window.
    @Suite(.serialized) struct Filtering {
        private func table(_ session: Session) throws -> String {
            let rows = (1...3000).map { "\($0),\(["Lima", "Oslo", "Rome"][$0 % 3]),\($0 % 7)" }
            return try session.file("t.csv", (["id,city,n"] + rows).joined(separator: "\n") + "\n")
        }

        @Test func aCellsMenuFiltersByItsValueAndTheWayBackIsOneKeyAway() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "t.csv")
            try await window.key("Right", "Down")
            let start = try await window.still()
            try await window.key("Menu")
            let menu = try await window.changed(from: start, after: "Menu")
            try await window.key("i")
            let filtered = try await window.changed(from: menu, after: "Filter by This Value")
            // A line of chips stands below the grid, and the ring went on with its row.
            #expect(filtered.difference(from: start, in: try await window.inside()) != nil)
            let ring = try #require(try await window.ring(in: filtered))
            let before = try #require(try await window.ring(in: start))
            #expect(ring.minY < before.minY)
            try await window.key("ctrl+shift+a")
            try await window.returned(to: start, after: "Clear Sort and Filter")
            try await window.key("Menu")
            let other = try await window.changed(from: start, after: "Menu")
            try await window.key("x")
            let excluded = try await window.changed(from: other, after: "Exclude This Value")
            #expect(excluded.difference(from: filtered, in: try await window.inside()) != nil)
            try await window.close()
        }

        @Test func aFilterOfTheCommandLineIsInForceWhenTheRowsAreThere() async throws {
            let session = try await Session.steady()
            let path = try table(session)
            let plain = try await session.window([path], title: "t.csv")
            let all = try await plain.still()
            try await plain.close()
            let window = try await session.window([path, "--filter", "city = Oslo"], title: "t.csv")
            let some = try await window.still()
            #expect(some.difference(from: all, in: try await window.inside()) != nil)
            try await window.close()
        }
    }
}
