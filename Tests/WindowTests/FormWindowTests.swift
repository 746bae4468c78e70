import TestDesktop
import Testing

extension WindowTests {
    /// The form of a format that brings one, in a program with that format.
    @Suite(.serialized) struct Forms {
        private static let remembering = ["QUADRILLE_STATE": "on"]

        private func window(_ path: String, of program: String, in session: Session) async throws -> Window {
            try await session.open(
                copy: program, [path], environment: session.desktop.environment.merging(Self.remembering) { $1 }
            )
            .window(title: "a.words")
        }

        /// Opens the form above the status bar and chooses the second value of its field.
        private func chooseCapitals(_ window: Window, from start: Picture, in session: Session) async throws -> Picture
        {
            try await window.key("ctrl+shift+d")
            let open = try await window.changed(from: start, after: "ctrl+shift+d")
            try await window.key("Down")
            _ = try await window.changed(from: open, after: "Down")
            try await window.key("alt+a")
            // A button is pressed for a moment before it does anything.
            let middle = try await window.frame().midY
            _ = try await eventually("the grid to have the keyboard") {
                let ring = try await window.ring(in: try session.desktop.screen())
                return ring.map { $0.maxY < middle } == true ? true : nil
            }
            return try await window.still()
        }

        @Test func fieldIsChangedUndoneAndRemembered() async throws {
            let session = try await Session.steady()
            let path = try session.file("a.words", "WORDS alpha beta gamma")
            let window = try await window(path, of: "SampleViewer", in: session)
            let start = try await window.still()
            let capitals = try await chooseCapitals(window, from: start, in: session)
            #expect(try await capitals.difference(from: start, in: window.inside()) != nil)
            try await window.key("ctrl+z")
            try await window.returned(to: start, after: "ctrl+z")
            try await window.key("ctrl+y")
            try await window.returned(to: capitals, after: "ctrl+y")
            try await window.close()

            let again = try await self.window(path, of: "SampleViewer", in: session)
            try await again.returned(to: capitals, after: "opening it again")
            try await again.close()

            // A program without the format reads it as text, and says nothing of options that it does not know.
            let plain = try await self.window(path, of: "quadrille", in: session)
            let text = try await plain.still()
            #expect(try await plain.ring(in: text) != nil)
            #expect(try await text.difference(from: capitals, in: plain.inside()) != nil)
            try await plain.close()
        }

        @Test func escapeLeavesTheTableAsItWas() async throws {
            let session = try await Session.steady()
            let path = try session.file("a.words", "WORDS alpha beta gamma")
            let window = try await window(path, of: "SampleViewer", in: session)
            let start = try await window.still()
            let frame = try await window.frame()
            try await window.click(x: frame.maxX - 30, y: frame.maxY - 16)
            let open = try await window.changed(from: start, after: "a click on the format")
            try await window.key("Down")
            _ = try await window.changed(from: open, after: "Down")
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("Down")
            _ = try await window.changed(from: start, after: "Down, in the grid")
            try await window.close()
        }
    }
}
