import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// The look of the first moments, which is made for the next start.
    @Suite(.serialized) struct StartThemeWindows {
        /// Where the excerpts of the version of GTK lie that is installed.
        private func folder(_ session: Session) async throws -> String {
            let parent = session.desktop.folder + "/cache_home/quadrille/start-theme"
            return try await eventually("a folder with excerpts") {
                guard let stream = opendir(parent) else { return nil }
                defer { closedir(stream) }
                while let entry = readdir(stream) {
                    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                    }
                    if !name.hasPrefix(".") { return parent + "/" + name }
                }
                return nil
            }
        }

        private func text(_ path: String) async throws -> String {
            try await eventually("an excerpt at \(path)") {
                let text = Session.text(of: path)
                return text.hasPrefix("/* Quadrille's excerpt") ? text : nil
            }
        }

        @Test(arguments: [("Adwaita", "gtk.css"), ("Adwaita:dark", "gtk-dark.css"), ("HighContrast", "gtk.css")])
        func anExcerptLooksAsAllOfTheTheme(theme: String, file: String) async throws {
            let session = try await Session()
            let table = try session.table()
            let first = try await session.window([table], title: "table.csv", environment: ["GTK_THEME": theme])
            let (expected, frame) = (try await first.settled(), try await first.frame())
            let folder = try await folder(session)
            _ = try await text("\(folder)/\(theme.prefix { $0 != ":" })/\(file)")
            try await first.close()

            // In the place of all of the theme for as long as the window is there.
            let second = try await session.window(
                [table], title: "table.csv",
                environment: ["GTK_THEME": theme, "G_RESOURCE_OVERLAYS": "/org/gtk/libgtk/theme=" + folder])
            let shown = try await second.settled()
            #expect(try await second.frame() == frame)
            let difference = shown.difference(from: expected, in: frame)
            #expect(difference == nil)
            try await second.close()
        }

        /// Also where GTK takes another theme than the one that is named.
        @Test(arguments: ["Adwaita", "Missing", "HighContrast:dark"])
        func whatOpensInANextStartHasTheLookOfAllOfTheTheme(theme: String) async throws {
            let session = try await Session()
            let table = try session.table()
            for theme in ["Adwaita", "HighContrast"] {
                let window = try await session.window([table], title: "table.csv", environment: ["GTK_THEME": theme])
                _ = try await text(try await folder(session) + "/\(theme)/gtk.css")
                try await window.close()
            }
            var menus: [Picture] = []
            for cache in ["off", ""] {
                let window = try await session.window(
                    [table], title: "table.csv", environment: ["GTK_THEME": theme, "QUADRILLE_CACHE": cache])
                _ = try await window.settled()
                try await window.key("F10")
                _ = try await window.settled()
                menus.append(try session.desktop.screen())
                try await window.key("Escape")
                try await window.close()
            }
            let difference = menus[0].difference(from: menus[1], in: PixelRect(x: 0..<1280, y: 0..<900))
            #expect(difference == nil)
        }

        @Test func anExcerptThatIsDamagedIsMadeAnew() async throws {
            let session = try await Session()
            let table = try session.table()
            let first = try await session.window([table], title: "table.csv")
            let path = try await folder(session) + "/Adwaita/gtk.css"
            _ = try await text(path)
            try await first.close()

            _ = try session.file(String(path.dropFirst(session.desktop.folder.count + 1)), "window { color: what }\n")
            let program = try session.open([table])
            let second = try await program.window(title: "table.csv")
            let anew = try await text(path)
            #expect(anew.contains("\nheaderbar") && anew.contains("@define-color"))
            // GTK has read it, and says what it thinks of it.
            #expect(program.errorText.contains("Theme parsing error"))
            try await second.key("ctrl+w")
            #expect(try await program.child.wait() == .exited(0))
        }
    }
}
