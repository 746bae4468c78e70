import Glibc
import QuadrilleRuntime
import TestDesktop
import Testing

extension WindowTests {
    /// What a window writes, and what it does meanwhile.
    @Suite(.serialized) struct Exports {
        /// Chooses `path` in the desktop's dialog for exports.
        private func export(_ window: Window, to path: String) async throws {
            try await window.key("ctrl+e")
            let dialog = try await window.program.window(title: "Export")
            try await window.program.session.desktop.xdotool(["key", "ctrl+a"])
            try await window.program.session.desktop.xdotool(["type", "--delay", "20", path])
            _ = try await dialog.still()
            try await dialog.key("Return")
            _ = try await eventually("the dialog to go") {
                try await window.program.windows(title: "Export").isEmpty ? true : nil
            }
            try await window.focus()
        }

        /// GTK's own dialog complains to itself while a path is typed.
        private static let environment = ["G_DEBUG": ""]

        private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

        @Test func escapeStopsAnExportAndSoDoesQuittingAndNothingIsKeptOfIt() async throws {
            let window = try await Session.steady().window(
                ["--generate", "1000000000000x100"], title: "Generated", environment: Self.environment)
            let start = try await window.still()
            let path = window.program.session.desktop.folder + "/out.csv"
            try await export(window, to: path)
            _ = try await window.changed(from: start, after: "the beginning of the export")
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            #expect(!exists(path))
            try await export(window, to: path)
            _ = try await window.changed(from: start, after: "the beginning of another export")
            try await window.key("ctrl+q")
            #expect(try await window.program.child.wait() == .exited(0))
            #expect(!window.program.errorText.contains("export"), "it did not have to be waited for in vain")
            #expect(!exists(path))
        }

        @Test func escapeLeadsBackToTheTableBeforeItStopsAnExport() async throws {
            let window = try await Session.steady().window(
                ["--generate", "1000000000000x100"], title: "Generated", environment: Self.environment)
            let start = try await window.still()
            try await export(window, to: window.program.session.desktop.folder + "/out.csv")
            _ = try await window.changed(from: start, after: "the beginning of the export")
            let table = try await window.frame().inset(top: 48, left: 8, bottom: 100, right: 40)
            func ring() throws -> PixelRect? {
                try window.program.session.desktop.screen().bounds(of: Window.accent, in: table)
            }
            try await window.key("ctrl+Tab")
            _ = try await eventually("the bar to have the keyboard") { try ring() == nil ? true : nil }
            try await window.key("Escape")
            _ = try await eventually("the table to have it") { try ring() }
            #expect(try await window.still().difference(from: start, in: window.inside()) != nil, "it goes on")
            try await window.key("Escape", "Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.close()
        }

        @Test func standardInputIsNotReplaced() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let path = try session.file("t.csv", "id,name\n1,one\n2,two\n")
            func number() -> ino_t {
                var status = stat()
                return stat(path, &status) == 0 ? status.st_ino : 0
            }
            let before = number()
            let input = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            defer { Glibc.close(input) }
            var environment = Self.environment
            environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
            let program = try session.open(["-"], environment: environment, input: input)
            let window = try await program.window(title: "Standard input")
            _ = try await window.still()
            try await window.key("ctrl+e")
            let dialog = try await program.window(title: "Export")
            try await session.desktop.xdotool(["key", "ctrl+a"])
            try await session.desktop.xdotool(["type", "--delay", "20", path])
            _ = try await dialog.still()
            try await dialog.key("Return")
            // GTK asks about the file, which is there already.
            try await reader.finds("Replace")
            try await session.desktop.xdotool(["key", "alt+r"])
            _ = try await eventually("the refusal") {
                try await reader.ask("tree").contains { $0.contains("is the file that is being read") } ? true : nil
            }
            #expect(number() == before && before != 0)
            try await window.close()
            withExtendedLifetime(bus) {}
        }

        @Test func anExportWaitsForRowsThatAreStillToCome() async throws {
            let session = try await Session.steady()
            let ends = try FileDescriptor.openPipe()
            func send(_ text: String) { _ = text.withCString { Glibc.write(ends.write, $0, strlen($0)) } }
            send("a,b\n1,2\n3,4\n")
            let program = try session.open(["-"], environment: Self.environment, input: ends.read)
            close(ends.read)
            let window = try await program.window(title: "Standard input")
            let start = try await window.still()
            let path = session.desktop.folder + "/out.csv"
            try await export(window, to: path)
            _ = try await window.changed(from: start, after: "the beginning of the export")
            #expect(!exists(path))
            send("5,6\n7,8,9\n")
            close(ends.write)
            _ = try await eventually("the export") { exists(path) ? true : nil }
            #expect(Session.text(of: path) == "a,b\n1,2\n3,4\n5,6\n7,8,9\n")
            try await window.key("ctrl+w")
            #expect(try await program.child.wait() == .exited(0))
        }

        @Test func theNameOfAFileSaysThatItIsMarkdownOrSQL() async throws {
            let session = try await Session.steady()
            let table = try session.file("t.csv", "id,name\n1,a|b\n")
            let window = try await session.window([table], title: "t.csv", environment: Self.environment)
            let start = try await window.still()
            for (name, written) in [
                ("out.md", "| id | name |\n| ---: | --- |\n| 1 | a\\|b |\n"),
                ("out.sql", "INSERT INTO \"t\" (\"id\", \"name\") VALUES\n(1, 'a|b');\n"),
            ] {
                let path = session.desktop.folder + "/" + name
                try await export(window, to: path)
                _ = try await eventually("the export") { exists(path) ? true : nil }
                #expect(Session.text(of: path) == written)
            }
            _ = try await window.changed(from: start, after: "what is said of the last one")
            try await window.returned(to: start, after: "the time that it takes to be read")
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        @Test func theNameFollowsTheFormatThatIsChosenBeforeItIsAskedAbout() async throws {
            let session = try await Session.steady()
            let table = try session.file("t.csv", "id,name\n1,one\n")
            let there = try session.file("t export.json", "there already")
            let window = try await session.window([table], title: "t.csv", environment: Self.environment)
            _ = try await window.still()
            try await window.key("ctrl+e")
            let dialog = try await window.program.window(title: "Export")
            _ = try await dialog.still()
            // The list of formats stands above the button that saves.
            let frame = try await dialog.frame()
            try await dialog.click(x: frame.maxX - 50, y: frame.maxY - 85)
            _ = try await dialog.still()
            try await dialog.key("Down", "Down", "Down", "Return")
            _ = try await dialog.still()
            // GTK asks about the file of the new name.
            try await dialog.key("alt+s")
            _ = try await dialog.still()
            try await dialog.key("alt+r")
            _ = try await eventually("the export") { Session.text(of: there).hasPrefix("[") ? true : nil }
            try await window.focus()
            try await window.close()
        }
    }
}
