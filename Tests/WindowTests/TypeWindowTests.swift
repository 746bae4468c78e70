import TestDesktop
import Testing

extension WindowTests {
    /// Types that the user chooses, in a window.
    @Suite(.serialized) struct Types {
        private static let remembering = ["QUADRILLE_STATE": "on"]

        /// Numbers that are text: one of them is a word.
        private func table(_ session: Session) throws -> String {
            let rows = (1...40).map { "\($0 == 1 ? "unknown" : "\($0 * 37 % 400)"),\($0)" }
            return try session.file("t.csv", (["amount,id"] + rows).joined(separator: "\n") + "\n")
        }

        /// Chooses an entry of the main menu's submenu of types.
        private func choose(_ letter: String, in window: Window, after picture: Picture) async throws {
            try await window.key("F10")
            var shown = try await window.changed(from: picture, after: "F10")
            for key in ["m", "e"] {
                try await window.key(key)
                shown = try await window.changed(from: shown, after: key)
            }
            try await window.key(letter)
        }

        @Test func numberThatIsChosenSortsAsNumbersIsUndoneAndRemembered() async throws {
            let session = try await Session.steady()
            let path = try table(session)
            let window = try await session.window([path], title: "t.csv", environment: Self.remembering)
            let start = try await window.still()
            try await window.key("alt+Up")
            let sortedTexts = try await window.changed(from: start, after: "alt+Up")
            try await choose("n", in: window, after: sortedTexts)
            let sortedNumbers = try await window.changed(from: sortedTexts, after: "Number")
            try await window.key("ctrl+z")
            try await window.returned(to: sortedTexts, after: "ctrl+z")
            try await window.key("ctrl+y")
            try await window.returned(to: sortedNumbers, after: "ctrl+y")
            try await window.close()
            let again = try await session.window([path], title: "t.csv", environment: Self.remembering)
            try await again.returned(to: sortedNumbers, after: "opening it again")
            try await again.close()
            // The command line asks for the same rows.
            let asked = try await session.window([path, "--type", "amount=number", "--sort", "amount"], title: "t.csv")
            try await asked.returned(to: sortedNumbers, after: "opening it with --type")
            try await asked.close()
        }

        @Test func valuesThatDoNotFitAreShownByTheMenu() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try table(session)], title: "t.csv")
            let start = try await window.still()
            try await choose("n", in: window, after: start)
            let typed = try await window.changed(from: start, after: "Number")
            try await window.key("F10")
            let open = try await window.changed(from: typed, after: "F10")
            try await window.key("s")
            let arranging = try await window.changed(from: open, after: "Sort and Filter")
            try await window.key("n")
            let misfits = try await window.changed(from: arranging, after: "Show Values That Do Not Fit")
            #expect(misfits.difference(from: typed, in: try await window.inside()) != nil)
            try await window.key("ctrl+z")
            try await window.returned(to: typed, after: "ctrl+z")
            try await window.key("ctrl+z")
            try await window.returned(to: start, after: "ctrl+z, the type")
            try await window.close()
        }

        @Test func optionThatTheFormatDoesNotHaveIsReported() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let path = try session.file("a.json", #"[{"a":1},{"a":2}]"#)
            let program = try session.open(
                [path, "--type", "a=text"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            let window = try await program.window(title: "a.json")
            try await reader.finds("--type: this file is read as JSON, which has no such option.")
            try await window.close()
            withExtendedLifetime(bus) {}
        }
    }
}
