import TestDesktop
import Testing

extension WindowTests {
    @Suite struct WrapTests {
        @Test func aLookToTheRightLeavesTheHeightsOfRows() async throws {
            let session = try await Session.steady()
            let rows = (0..<300).map { row in
                (0..<40).map { $0 == 30 && row % 3 == 0 ? "long words here, and more of them" : "r\(row)c\($0)" }
                    .joined(separator: ",") + "\n"
            }
            let names = (0..<40).map { "c\($0)" }.joined(separator: ",") + "\n"
            let path = try session.file("wide.csv", names + rows.joined())
            let window = try await session.window(["--wrap", "--row", "200", path], title: "wide.csv")
            _ = try await window.still()
            let start = try await window.settled()
            try await window.key("ctrl+Right")
            _ = try await window.changed(from: start, after: "ctrl+Right")
            try await window.key("ctrl+Left")
            try await window.returned(to: start, after: "ctrl+Left")
            try await window.close()
        }

        @Test func controlShiftWWrapsTextAndUnwrapsIt() async throws {
            let session = try await Session()
            let words = String(repeating: "some words that do not fit in one line ", count: 12)
            let rows = (1...60).map { "\($0),\(words)\($0)" }.joined(separator: "\n")
            let path = try session.file("words.csv", "number,text\n" + rows + "\n")
            let window = try await session.window([path], title: "words.csv")
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await window.key("ctrl+shift+w")
            let wrapped = try await window.changed(from: start, after: "ctrl+shift+w")
            // The active cell is a number: its row is higher all the same.
            #expect(try #require(try await window.ring(in: wrapped)).height > ring.height + 20)
            // Through rows that were not measured before, and back.
            try await window.wheel(.down, notches: 8)
            let below = try await window.changed(from: wrapped, after: "the wheel")
            try await window.key("ctrl+Home")
            _ = try await window.changed(from: below, after: "ctrl+Home")
            try await window.returned(to: wrapped, after: "ctrl+Home")
            try await window.key("ctrl+shift+w")
            try await window.returned(to: start, after: "ctrl+shift+w")
            try await window.close()
        }
    }
}
