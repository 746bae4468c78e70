import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What a person prefers, in all windows at once and from then on.
    @Suite(.serialized) struct Preferring {
        private func rows(_ window: Window, _ picture: Picture) async throws -> Int {
            try #require(try await window.ring(in: picture)).height
        }

        @Test func whatIsSwitchedHoldsAtOnceAndTheNextTime() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let window = try await session.window([path], title: "table.csv")
            let start = try await window.still()
            let ordinary = try await rows(window, start)
            try await window.key("ctrl+comma")
            let preferences = try await window.program.window(title: "Preferences")
            // The letter of a label turns its switch.
            try await preferences.key("alt+c")
            let file = session.desktop.folder + "/config_home/quadrille/preferences.ini"
            _ = try await eventually("the preference on disk") { Session.text(of: file).isEmpty ? nil : true }
            #expect(Session.text(of: file) == "[Quadrille]\ncompact-rows=true\n")
            try await preferences.key("Escape")
            try await window.focus()
            let compact = try await window.changed(from: start, after: "compact rows")
            #expect(try await rows(window, compact) < ordinary)
            try await window.close()

            let again = try await session.window([path], title: "table.csv")
            #expect(try await rows(again, try await again.still()) < ordinary)
            try await again.close()
        }

        @Test func digitsStandInGroupsAtOnceAndAsInTheFileAgain() async throws {
            let session = try await Session.steady()
            let path = try session.file("numbers.csv", "n\n1234567\n98765432109876543210\n")
            let window = try await session.window([path], title: "numbers.csv")
            let raw = try await window.still()
            try await group(window) { $0.contains("group-digits=true") }
            _ = try await window.changed(from: raw, after: "groups of digits")
            try await group(window) { !$0.contains("group-digits") }
            try await window.returned(to: raw, after: "no groups")
            try await window.close()
        }

        /// Turns the switch of the groups; what is then written is as `isWritten` says.
        private func group(_ window: Window, until isWritten: @escaping @Sendable (String) -> Bool) async throws {
            try await window.key("ctrl+comma")
            let preferences = try await window.program.window(title: "Preferences")
            try await preferences.key("alt+g")
            let file = window.program.session.desktop.folder + "/config_home/quadrille/preferences.ini"
            _ = try await eventually("the preference on disk") { isWritten(Session.text(of: file)) ? true : nil }
            try await preferences.key("Escape")
            try await window.focus()
        }

        @Test func aThemeIsAnotherInOpenWindowsAtOnce() async throws {
            let session = try await Session.steady()
            // The desktop's, which a person may have darker, and not one that nobody can change.
            let window = try await session.window(
                [try session.table()], title: "table.csv", environment: ["GTK_THEME": ""])
            let light = try await window.still()
            #expect(try await window.isDark(in: light) == false)
            try await choose(window, "End") { $0.contains("theme=dark") }
            _ = try await eventually("a dark window") {
                try await window.isDark(in: try session.desktop.screen()) ? true : nil
            }
            let dark = try await window.still()
            #expect(dark.colorCount(in: try await window.inside()) > 10, "texts are seen")
            try await choose(window, "Home") { !$0.contains("theme=") }
            try await window.returned(to: light, after: "the desktop's theme")
            try await window.close()
        }

        @Test func aThemeThatAVariableNamesCannotBeChosenAndTheWindowSaysWhy() async throws {
            let session = try await Session.steady()
            let table = try session.table()
            /// The height of the window, once keys have tried to choose another theme in it.
            func height(_ theme: String) async throws -> Int {
                let window = try await session.window([table], title: "table.csv", environment: ["GTK_THEME": theme])
                try await window.key("ctrl+comma")
                let preferences = try await window.program.window(title: "Preferences")
                let height = try await preferences.frame().height
                if !theme.isEmpty { try await preferences.key("alt+t", "End") }
                // What is written is written behind what was asked for before.
                try await preferences.key("alt+z", "Escape")
                try await window.close()
                return height
            }
            let free = try await height("")
            #expect(try await height("Adwaita") > free + 10, "a line more")
            #expect(
                !Session.text(of: session.desktop.folder + "/config_home/quadrille/preferences.ini").contains("theme="))
        }

        private func choose(
            _ window: Window, _ key: String, until isWritten: @escaping @Sendable (String) -> Bool
        ) async throws {
            try await window.key("ctrl+comma")
            let preferences = try await window.program.window(title: "Preferences")
            try await preferences.key("alt+t", key)
            let file = window.program.session.desktop.folder + "/config_home/quadrille/preferences.ini"
            _ = try await eventually("the preference on disk") { isWritten(Session.text(of: file)) ? true : nil }
            try await preferences.key("Escape")
            try await window.focus()
        }

        @Test func aFontAndADamagedFileAreTakenAsTheyAre() async throws {
            let session = try await Session.steady()
            let path = try session.table()
            let folder = session.desktop.folder + "/config_home/quadrille"
            mkdir(folder, 0o700)
            _ = try session.file("config_home/quadrille/preferences.ini", "[Quadrille]\nfont=Sans 22\n")
            let large = try await session.window([path], title: "table.csv")
            let height = try await rows(large, try await large.still())
            #expect(height > 38)
            try await large.close()
            _ = try session.file("config_home/quadrille/preferences.ini", "[Quadrille\nfont=Sans 22\n")
            let ordinary = try await session.window([path], title: "table.csv")
            let told = try await ordinary.still()
            #expect(try await rows(ordinary, told) < height)
            #expect(access(folder + "/preferences.ini.damaged", F_OK) == 0)
            // What is said of it goes with a key.
            try await ordinary.key("Escape")
            _ = try await ordinary.changed(from: told, after: "Escape")
            let frame = try await ordinary.frame()
            #expect(try #require(try await ordinary.ring(in: told)).minY > frame.minY + 110, "a bar says so above")
            try await ordinary.close()
        }
    }
}
