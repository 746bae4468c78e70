import Foundation
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

        /// Where the excerpt of the icon theme lies.
        private func iconExcerpt(_ session: Session) async throws -> String {
            let folder = session.desktop.folder + "/cache_home/quadrille/start-icons/Adwaita@1"
            return try await eventually("an excerpt of icons") {
                let icons = ["open-menu", "window-close"].map { "\(folder)/Adwaita/16/\($0)-symbolic.symbolic.png" }
                return icons.allSatisfy { access($0, R_OK) == 0 } ? folder : nil
            }
        }

        /// What a window showed for which an excerpt of icons was made, and where on the screen it did.
        private struct FirstStart {
            let session: Session
            let table: String
            /// The folder of the excerpt.
            let icons: String
            let picture: Picture
            let frame: PixelRect

            /// Expects another window to look the same, and closes it.
            func expectSame(_ window: Window) async throws {
                let difference = try await window.settled().difference(from: picture, in: frame)
                #expect(difference == nil)
                try await window.close()
            }
        }

        private func firstStart() async throws -> FirstStart {
            let session = try await Session()
            let table = try session.table()
            let window = try await session.window([table], title: "table.csv")
            let icons = try await iconExcerpt(session)
            let (picture, frame) = (try await window.settled(), try await window.frame())
            try await window.close()
            return FirstStart(session: session, table: table, icons: icons, picture: picture, frame: frame)
        }

        @Test(arguments: [("Adwaita", "gtk.css"), ("Adwaita:dark", "gtk-dark.css"), ("HighContrast", "gtk.css")])
        func anExcerptLooksAsAllOfTheTheme(theme: String, file: String) async throws {
            let session = try await Session()
            let table = try session.table()
            let first = try await session.window([table], title: "table.csv", environment: ["GTK_THEME": theme])
            let (expected, frame) = (try await first.settled(), try await first.frame())
            let folder = try await folder(session)
            _ = try await text("\(folder)/\(theme.prefix { $0 != ":" })/\(file)")
            let data = session.desktop.folder + "/data"
            let icons = try await iconExcerpt(session)
            #expect(mkdir(data, 0o700) == 0 && symlink(icons, data + "/icons") == 0)
            // By which pictures are known.
            #expect(symlink("/usr/share/mime", data + "/mime") == 0)
            try await first.close()

            // In the place of all of the themes for as long as the window is there.
            let second = try await session.window(
                [table], title: "table.csv",
                environment: [
                    "GTK_THEME": theme, "G_RESOURCE_OVERLAYS": "/org/gtk/libgtk/theme=" + folder, "XDG_DATA_DIRS": data,
                ])
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

        @Test func anExcerptOfIconsThatIsDamagedIsMadeAnew() async throws {
            let first = try await firstStart()
            for theme in ["Adwaita", "hicolor"] {
                // GTK says nothing of it.
                let index = first.icons + "/\(theme)/index.theme"
                let text = Session.text(of: index)
                _ = try first.session.file(
                    String(index.dropFirst(first.session.desktop.folder.count + 1)), "[Icon Theme\n")
                let second = try await first.session.window([first.table], title: "table.csv")
                try await eventually("an index as before") { Session.text(of: index) == text ? () : nil }
                try await first.expectSame(second)
            }
        }

        /// As they do where a theme is installed anew and has its files elsewhere.
        @Test func anExcerptWhoseIconsHaveGoneIsMadeAnew() async throws {
            let first = try await firstStart()
            let folder = first.icons + "/Adwaita/16"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count > 4)
            for name in names {
                let link = folder + "/" + name
                #expect(unlink(link) == 0 && symlink("/nonexistent/" + name, link) == 0)
            }
            let second = try await first.session.window([first.table], title: "table.csv")
            _ = try await iconExcerpt(first.session)
            try await first.expectSame(second)
        }

        /// A program that reads an icon from a pipe waits for what comes.
        @Test func aStartTakesItsIconsFromAnExcerpt() async throws {
            let first = try await firstStart()
            let icon = first.icons + "/Adwaita/16/window-close-symbolic.symbolic.png"
            let file = try #require(realpath(icon, nil))
            defer { free(file) }
            #expect(unlink(icon) == 0 && mkfifo(icon, 0o600) == 0)
            let program = try first.session.open([first.table])
            let pipe = try await eventually("a reader of the excerpt's icon") {
                let pipe = open(icon, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                return pipe < 0 ? nil : pipe
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 12)
            let picture = open(file, O_RDONLY | O_CLOEXEC)
            let count = read(picture, &bytes, bytes.count)
            #expect(write(pipe, bytes, count) == count)
            for number in [picture, pipe] { close(number) }
            let second = try await program.window(title: "table.csv")
            // It is a link again for the next start.
            try await eventually("a link as before") { readlink(icon, &bytes, bytes.count) > 0 ? () : nil }
            try await first.expectSame(second)
        }

        /// A button without an icon would have words in its place, for as long as there is a window.
        @Test func anIconThatIsMissingInAnExcerptIsFoundElsewhere() async throws {
            let first = try await firstStart()
            #expect(unlink(first.icons + "/Adwaita/16/open-menu-symbolic.symbolic.png") == 0)
            let second = try await first.session.window([first.table], title: "table.csv")
            _ = try await iconExcerpt(first.session)
            try await first.expectSame(second)
        }
    }
}
