import TestDesktop
import Testing

extension WindowTests {
    /// The dialect, chosen in the window.
    @Suite(.serialized) struct Dialects {
        private func orders(_ session: Session) throws -> String {
            let rows = (1...300).map { "\($0),Ann \($0);Main Street \($0);Oslo,1.5" }
            return try session.file("orders.csv", (["id,who;street;town,amount"] + rows).joined(separator: "\n") + "\n")
        }

        @Test func aDelimiterIsPreviewedAppliedAndFoundAgain() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try orders(session)], title: "orders.csv")
            let start = try await window.still()
            try await window.key("ctrl+shift+d")
            let open = try await window.changed(from: start, after: "ctrl+shift+d")
            try await window.key("semicolon")
            let previewed = try await window.changed(from: open, after: "a semicolon")
            try await window.key("Return")
            let applied = try await window.changed(from: previewed, after: "Return")
            #expect(try await window.ring(in: applied) != nil, "the grid has the keyboard")
            #expect(try await applied.difference(from: start, in: window.inside()) != nil)
            try await window.key("ctrl+shift+d")
            let again = try await window.changed(from: applied, after: "ctrl+shift+d")
            try await window.key("alt+f")
            _ = try await window.changed(from: again, after: "All Found")
            try await window.key("alt+a")
            try await window.returned(to: start, after: "Apply")
            try await window.close()
        }

        @Test func whatCannotBeIsNotAppliedAndEscapeLeavesAllAsItWas() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try orders(session)], title: "orders.csv")
            let start = try await window.still()
            let frame = try await window.frame()
            try await window.click(x: frame.maxX - 60, y: frame.maxY - 16)
            let open = try await window.changed(from: start, after: "a click on the dialect")
            try await window.key("semicolon", "alt+q", "semicolon")
            let said = try await window.changed(from: open, after: "a quote that is the delimiter")
            try await window.key("Return", "alt+a")
            #expect(try await window.still().difference(from: said, in: window.inside()) == nil)
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("Down")
            _ = try await window.changed(from: start, after: "Down, in the grid")
            try await window.close()
        }
    }
}
