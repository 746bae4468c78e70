import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// What a window shows, on paper and as a picture.
    @Suite(.serialized) struct Prints {
        @Test func theDesktopsDialogPrintsToAFileAndAPictureIsSaved() async throws {
            let (session, window, dialog) = try await dialog(forRows: 90)
            try await dialog.key("Down", "Return")
            let pages = session.desktop.folder + "/table.pdf"
            _ = try await eventually("the pages") { isWhole(pages, endsWith: "%%EOF\n") ? true : nil }
            try await window.focus()
            try await window.key("ctrl+shift+g")
            let chooser = try await window.program.window(title: "Save Picture")
            let picture = session.desktop.folder + "/p.png"
            try await session.desktop.xdotool(["key", "ctrl+a"])
            try await session.desktop.xdotool(["type", "--delay", "20", picture])
            _ = try await chooser.still()
            try await chooser.key("Return")
            _ = try await eventually("the picture") { access(picture, F_OK) == 0 ? true : nil }
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        @Test func ofTwoCopiesInAFileThePagesAreCountedOnce() async throws {
            let session = try await Session.steady(mayBeRead: true)
            let bus = try await Bus(session)
            let reader = try await bus.reader()
            let window = try await session.window(
                [session.table(rows: 5, columns: 2)], title: "table.csv",
                environment: ["G_DEBUG": "", "DBUS_SESSION_BUS_ADDRESS": bus.address])
            try await window.key("ctrl+p")
            let dialog = try await window.program.window(title: "Print")
            // How many copies.
            try await dialog.key("alt+s", "2", "Return")
            let path = session.desktop.folder + "/table.pdf"
            _ = try await eventually("the pages") { isWhole(path, endsWith: "%%EOF\n") ? true : nil }
            let parts = Session.text(of: path).split(separator: "/Type /Page").dropFirst()
            #expect(parts.count { !$0.hasPrefix("s") } == 2, "the page and its copy")
            try await reader.finds("Printed 1 page to \(path)")
            withExtendedLifetime(bus) { window.program.child.kill() }
        }

        @Test func manyPagesAreAskedAboutBeforeAnyIsPrinted() async throws {
            let (session, window, start) = try await manyPages()
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
            #expect(access(session.desktop.folder + "/table.pdf", F_OK) != 0)
        }

        @Test func aPrintThatIsGivenUpInItsMiddleLeavesNothing() async throws {
            let (session, window, start) = try await manyPages()
            try await window.key("alt+p")
            let dialog = try await window.program.window(title: "Print")
            try await dialog.key("Return")
            try await window.focus()
            // How far it has come stands above the status bar, where the grid has nothing of that colour.
            let frame = try await window.frame()
            let progress = PixelRect(x: frame.midX..<frame.maxX, y: frame.maxY - 80..<frame.maxY - 24)
            _ = try await eventually("the first pages") {
                try session.desktop.screen().bounds(of: Window.accent, in: progress)
            }
            try await window.key("Escape")
            try await window.returned(to: start, after: "Escape")
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
            #expect(access(session.desktop.folder + "/table.pdf", F_OK) != 0)
        }

        /// A window that asks about the many pages of what was to be printed, and its picture before.
        private func manyPages() async throws -> (Session, Window, start: Picture) {
            let session = try await Session.steady()
            let table = try session.table(rows: 100_000, columns: 4)
            let window = try await session.window([table], title: "table.csv", environment: ["G_DEBUG": ""])
            let start = try await window.settled()
            try await window.key("ctrl+p")
            let dialog = try await window.program.window(title: "Print")
            // Without a printer a file is chosen.
            try await dialog.key("Return")
            try await window.focus()
            _ = try await window.changed(from: start, after: "a print of many pages")
            return (session, window, start)
        }

        @Test func theDialogSaysHowManyPagesItWouldPrint() async throws {
            let (session, window, dialog) = try await dialog(forRows: 900)
            // To the part that is about the table, where the rows in sight are chosen.
            try await dialog.key("ctrl+Page_Down", "ctrl+Page_Down")
            let frame = try await dialog.frame()
            // Below the lists.
            let below = PixelRect(x: frame.minX..<frame.midX, y: frame.minY + 108..<frame.minY + 130)
            let all = try await dialog.still()
            #expect(Set((below.minX..<below.maxX).map { all[$0, below.midY] }).count > 2, "words are there")
            try await dialog.key("alt+r")
            _ = try await dialog.still()
            try await dialog.key("Down", "Return")
            _ = try await eventually("another number of pages") {
                try session.desktop.screen().difference(from: all, in: below)
            }
            let settled = try await dialog.still()
            let difference = try #require(settled.difference(from: all, in: below))
            #expect(difference.width < 40, "one page, where it was some dozens")
            // The list, then the dialog.
            try await dialog.key("Escape")
            _ = try await dialog.still()
            try await dialog.key("Escape")
            try await window.focus()
            try await window.key("ctrl+w")
            #expect(try await window.program.child.wait() == .exited(0))
        }

        /// The print dialog of a table of four columns.
        private func dialog(forRows rows: Int) async throws -> (Session, Window, dialog: Window) {
            let session = try await Session.steady()
            let table = try session.table(rows: rows, columns: 4)
            // GTK's own dialogs complain to themselves.
            let window = try await session.window([table], title: "table.csv", environment: ["G_DEBUG": ""])
            _ = try await window.still()
            try await window.key("ctrl+p")
            let dialog = try await window.program.window(title: "Print")
            _ = try await dialog.still()
            return (session, window, dialog)
        }

        private func isWhole(_ path: String, endsWith end: String) -> Bool {
            guard let file = fopen(path, "r") else { return false }
            defer { fclose(file) }
            fseek(file, -end.utf8.count, SEEK_END)
            var bytes = [UInt8](repeating: 0, count: end.utf8.count)
            return fread(&bytes, 1, bytes.count, file) == bytes.count && bytes == Array(end.utf8)
        }
    }
}
