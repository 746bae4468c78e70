import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// Windows on a desktop that says whether it wants them dark.
    @Suite(.serialized) struct DesktopColors {
        /// A bus with a portal on it, and a window that may ask there.
        private struct Setting {
            let bus: Bus
            let portal: Dialogue
            let window: Window

            init(
                _ session: Session, portal arguments: [String], environment: [String: String] = ["GTK_THEME": ""]
            ) async throws {
                bus = try await Bus(session)
                let address = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
                portal = try Dialogue(
                    [try Programs.path(of: "PortalProbe")] + arguments,
                    environment: session.desktop.environment.merging(address) { $1 })
                try await portal.hear("ready")
                window = try await session.window(
                    [try session.table()], title: "table.csv", environment: environment.merging(address) { $1 })
            }

            func becomes(dark isDark: Bool) async throws {
                _ = try await eventually(isDark ? "a dark window" : "a light window") {
                    try await window.isDark(in: try window.program.session.desktop.screen()) == isDark ? true : nil
                }
            }

            /// How often the portal was asked.
            func askedCount() async throws -> Int { Int(try await portal.ask("asked").first ?? "") ?? 0 }

            func wasAsked() async throws {
                _ = try await eventually("a question") { try await askedCount() > 0 ? true : nil }
            }
        }

        @Test(arguments: [[], ["old"]])
        func aWindowIsDarkForAsLongAsTheDesktopWantsIt(age: [String]) async throws {
            let setting = try await Setting(try await .steady(), portal: ["1"] + age)
            try await setting.becomes(dark: true)
            let dark = try await setting.window.still()
            #expect(dark.colorCount(in: try await setting.window.inside()) > 10, "texts are seen")
            for (scheme, isDark) in [("0", false), ("1", true), ("2", false), ("1", true)] {
                _ = try await setting.portal.ask(scheme)
                try await setting.becomes(dark: isDark)
            }
            #expect(try await setting.window.still().difference(from: dark, in: setting.window.inside()) == nil)
            #expect(try await setting.askedCount() == 1)
            try await setting.window.close()
        }

        @Test func aThemeThatIsPreferredIsNotTheDesktops() async throws {
            let session = try await Session.steady()
            mkdir(session.desktop.folder + "/config_home/quadrille", 0o700)
            _ = try session.file("config_home/quadrille/preferences.ini", "[Quadrille]\ntheme=light\n")
            let setting = try await Setting(session, portal: ["1"])
            let window = setting.window
            #expect(try await window.isDark(in: try await window.still()) == false)
            try await window.key("ctrl+comma")
            var preferences = try await window.program.window(title: "Preferences")
            try await preferences.key("alt+t", "Home")
            try await setting.becomes(dark: true)
            // Dark as well, and then whatever the desktop wants.
            try await preferences.key("End", "Escape")
            try await window.focus()
            _ = try await window.still()
            _ = try await setting.portal.ask("0")
            #expect(try await window.isDark(in: try await window.still()))
            try await window.key("ctrl+comma")
            preferences = try await window.program.window(title: "Preferences")
            try await preferences.key("alt+t", "Home")
            try await setting.becomes(dark: false)
            try await preferences.key("Escape")
            try await window.close()
        }

        @Test func whereAVariableNamesTheThemeNobodyIsAsked() async throws {
            let setting = try await Setting(
                try await .steady(), portal: ["1"], environment: ["GTK_THEME": "Adwaita"])
            #expect(try await setting.window.isDark(in: try await setting.window.settled()) == false)
            #expect(try await setting.askedCount() == 0)
            try await setting.window.close()
        }

        @Test func anOddAnswerIsNone() async throws {
            let setting = try await Setting(try await .steady(), portal: ["midnight"])
            try await setting.wasAsked()
            _ = try await setting.portal.ask("dusk")
            #expect(try await setting.window.isDark(in: try await setting.window.still()) == false)
            _ = try await setting.portal.ask("1")
            try await setting.becomes(dark: true)
            // A portal that ends has said what it said.
            setting.portal.child.kill()
            #expect(try await setting.window.isDark(in: try await setting.window.still()))
            try await setting.window.close()
        }

        @Test func aBusWithoutAPortalChangesNothing() async throws {
            let session = try await Session.steady()
            let bus = try await Bus(session)
            let window = try await session.window(
                [try session.table()], title: "table.csv",
                environment: ["GTK_THEME": "", "DBUS_SESSION_BUS_ADDRESS": bus.address])
            #expect(try await window.isDark(in: try await window.settled()) == false)
            try await window.close()
            withExtendedLifetime(bus) {}
        }
    }
}
