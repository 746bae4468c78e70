import Glibc
import QuadrilleRuntime
import TestDesktop
import Testing

extension WindowTests {
    /// The dialect, chosen in the window.
    @Suite(.serialized) struct Dialects {
        private func orders(_ session: Session) throws -> String {
            let rows = (1...300).map { "\($0),Ann \($0);Main Street \($0);Oslo,1.5" }
            return try session.file("orders.csv", (["id,who;street;town,amount"] + rows).joined(separator: "\n") + "\n")
        }

        /// A window in which semicolons were chosen by keys, and its pictures before and after.
        private func semicolons() async throws -> (window: Window, start: Picture, applied: Picture) {
            let session = try await Session.steady()
            let window = try await session.window([try orders(session)], title: "orders.csv")
            let start = try await window.still()
            try await window.key("ctrl+shift+d")
            let open = try await window.changed(from: start, after: "ctrl+shift+d")
            try await window.key("semicolon")
            let previewed = try await window.changed(from: open, after: "a semicolon")
            try await window.key("Return")
            let applied = try await window.changed(from: previewed, after: "Return")
            return (window, start, applied)
        }

        @Test func aDelimiterIsPreviewedAppliedAndFoundAgain() async throws {
            let (window, start, applied) = try await semicolons()
            #expect(try await window.ring(in: applied) != nil, "the grid has the keyboard")
            #expect(try await applied.difference(from: start, in: window.inside()) != nil)
            try await window.key("ctrl+shift+d")
            let again = try await window.changed(from: applied, after: "ctrl+shift+d")
            try await window.key("alt+t")
            _ = try await window.changed(from: again, after: "Detect All")
            _ = try await window.settled()
            try await window.key("alt+a")
            try await window.returned(to: start, after: "Apply")
            try await window.close()
        }

        @Test func aWrongDialectIsUndoneAndRedone() async throws {
            let (window, start, applied) = try await semicolons()
            // What was changed of the view since is undone first.
            try await window.key("ctrl+plus")
            _ = try await window.changed(from: applied, after: "ctrl+plus")
            try await window.key("ctrl+z")
            try await window.returned(to: applied, after: "ctrl+z")
            try await window.key("ctrl+z")
            try await window.returned(to: start, after: "ctrl+z, the dialect")
            try await window.key("ctrl+y")
            try await window.returned(to: applied, after: "ctrl+y")
            try await window.key("ctrl+z")
            try await window.returned(to: start, after: "ctrl+z again")
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

        @Test func whatCannotBeShownIsReadAsTextFromItsPage() async throws {
            let session = try await Session.steady()
            let window = try await session.window(
                [try session.file("data.pdf", "%PDF-1.7,b\n1,2\n3,4\n")], title: "data.pdf")
            let page = try await window.still()
            try await window.key("ctrl+shift+d")
            let open = try await window.changed(from: page, after: "ctrl+shift+d")
            try await window.key("Return")
            let shown = try await window.changed(from: open, after: "Apply")
            #expect(try await window.ring(in: shown) != nil, "the grid has the keyboard")
            try await window.close()
        }

        @Test func escapeLeavesThePageOfWhatCannotBeShownAsItWas() async throws {
            let session = try await Session.steady()
            let window = try await session.window(
                [try session.file("data.pdf", "%PDF-1.7,b\n1,2\n3,4\n")], title: "data.pdf")
            let page = try await window.still()
            try await window.key("ctrl+shift+d")
            let first = try await window.changed(from: page, after: "ctrl+shift+d")
            try await window.key("Escape")
            let back = try await window.changed(from: first, after: "Escape")
            // All but the ring around the button that has the keyboard, which GTK shows once a key was pressed.
            let button = try await back.difference(from: page, in: window.inside())
            #expect(button.map { $0.height <= 40 && $0.width <= 260 } ?? true, "\(String(describing: button))")
            try await window.key("ctrl+shift+d")
            let open = try await window.changed(from: back, after: "ctrl+shift+d, again")
            try await window.key("Return")
            let shown = try await window.changed(from: open, after: "Apply")
            #expect(try await window.ring(in: shown) != nil, "the grid has the keyboard")
            try await window.close()
        }

        @Test func whatComesThroughAPipeIsReadOtherwiseAndGoesOn() async throws {
            let session = try await Session.steady()
            let ends = try FileDescriptor.openPipe()
            let program = try session.open(["-"], input: ends.read)
            close(ends.read)
            defer { close(ends.write) }
            func send(_ text: String) {
                let bytes = Array(text.utf8)
                #expect(write(ends.write, bytes, bytes.count) == bytes.count)
            }
            send("id;x,y\n" + (1...20).map { "\($0);a,b\n" }.joined())
            let window = try await program.window(title: "Standard input")
            let start = try await window.still()
            try await window.key("ctrl+shift+d")
            let open = try await window.changed(from: start, after: "ctrl+shift+d")
            try await window.key("comma")
            _ = try await window.changed(from: open, after: "a comma")
            try await window.key("Return")
            let applied = try await window.changed(from: open, after: "Return")
            #expect(try await applied.difference(from: start, in: window.inside()) != nil)
            send((21...30).map { "\($0);c,d\n" }.joined())
            _ = try await window.changed(from: applied, after: "more rows")
            try await window.close()
        }
    }
}
